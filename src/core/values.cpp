#include "values.hpp"

#include <cstring>

namespace posenc::core {

void write_values(double const* values, std::size_t count, Format format, void* out) {
    if (format == Format::float64) {
        std::memcpy(out, values, count * sizeof(double));
        return;
    }
    if (format == kInt32 || format == kInt64) {
        for (std::size_t k = 0; k < count; ++k) {
            auto const whole = static_cast<std::int64_t>(values[k]);
            if (format == kInt64) {
                static_cast<std::int64_t*>(out)[k] = whole;
            } else {
                static_cast<std::int32_t*>(out)[k] = static_cast<std::int32_t>(whole);
            }
        }
        return;
    }
    // To the kernel, sixteen values are eight pairs in halves.
    std::size_t const bytes = size_of(format);
    for (std::size_t at = 0; at < count; at += 2 * kBlock) {
        PhasorBlock block{};
        std::size_t const here = count - at < 2 * kBlock ? count - at : 2 * kBlock;
        std::memcpy(&block, values + at, here * sizeof(double));
        std::size_t const firsts = here < kBlock ? here : kBlock;
        char* const to = static_cast<char*>(out) + at * bytes;
        kernel().write(&block, {to, to + kBlock * bytes, format, firsts, here - firsts});
    }
}

}  // namespace posenc::core
