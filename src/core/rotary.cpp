#include "rotary.hpp"

#include <cstring>

namespace posenc::core {
namespace {

template <class Bits>
void repeat_values(Bits* row, std::size_t rows, std::size_t pairs) {
    for (; rows > 0; --rows, row += 2 * pairs) {
        // From the first pair on: its channels never lie behind the values that are still to be read.
        for (std::size_t i = 0; i < pairs; ++i) row[2 * i] = row[2 * i + 1] = row[pairs + i];
    }
}

}  // namespace

void fill_rows(void* table, std::size_t rows, std::size_t pairs, Format format, Pairing pairing) {
    std::size_t const half_bytes = pairs * size_of(format);
    if (pairing == Pairing::half) {
        char* row = static_cast<char*>(table);
        for (; rows > 0; --rows, row += 2 * half_bytes) std::memcpy(row, row + half_bytes, half_bytes);
    } else if (format == Format::float64) {
        repeat_values(static_cast<std::uint64_t*>(table), rows, pairs);
    } else if (format == Format::float32) {
        repeat_values(static_cast<std::uint32_t*>(table), rows, pairs);
    } else {
        repeat_values(static_cast<std::uint16_t*>(table), rows, pairs);
    }
}

void put_cosines_first(PointEncoding& encoding) {
    for (std::size_t k = 0; k < encoding.axis_count; ++k) put_cosines_first(encoding.axes[k].encoding);
}

void write_pairs(PointEncoding const& encoding, PointPlaces const& places, std::int64_t first, std::int64_t count,
                 Format format, PairTables const& out) {
    PointRows rows(encoding, places);
    std::size_t const row_bytes = out.stride * size_of(format);
    RowTarget to{out.cosines, out.sines, format, rows.pairs(), rows.pairs()};
    for (std::int64_t k = first; k < first + count; ++k) {
        kernel().write(rows.row(k), to);
        to.firsts = static_cast<char*>(to.firsts) + row_bytes;
        to.seconds = static_cast<char*>(to.seconds) + row_bytes;
    }
}

}  // namespace posenc::core
