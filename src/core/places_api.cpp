// The positions of posenc.hpp.
#include "api.hpp"
#include "places.hpp"

#include <vector>

namespace posenc {
namespace {

using core::RunKind;

double number(std::int64_t whole) { return static_cast<double>(whole); }

template <class Value>
void write_run(RunKind kind, std::span<Value const> values, std::int64_t length, std::int64_t filler,
               std::span<std::int64_t> out) {
    auto const count = static_cast<double>(values.size());
    require(core::check_run(kind, count, number(length), number(filler)));
    for (std::size_t k = 0; k < values.size(); ++k) {
        require(
            core::check_range(core::range_of_run(kind), static_cast<double>(values[k]), static_cast<std::int64_t>(k)));
    }
    require(core::check_length("out", static_cast<double>(out.size()), count, 1));
    core::Run<Value> run{kind, length, number(filler)};
    for (std::size_t k = 0; k < values.size(); ++k) out[k] = static_cast<std::int64_t>(run.next(values[k]));
}

}  // namespace

void positions_from_padding(std::span<std::int64_t const> tokens, std::int64_t length, std::int64_t padding,
                            std::span<std::int64_t> out) {
    write_run(RunKind::tokens, tokens, length, padding, out);
}

void positions_from_mask(std::span<std::uint8_t const> mask, std::int64_t length, std::span<std::int64_t> out,
                         std::int64_t fill) {
    write_run(RunKind::mask, mask, length, fill, out);
}

void positions_from_segments(std::span<std::int64_t const> segments, std::int64_t length, std::span<std::int64_t> out) {
    write_run(RunKind::segments, segments, length, 0, out);
}

void positions_from_images(std::span<std::uint8_t const> mask, std::int64_t height, std::int64_t width, bool normalise,
                           std::span<double> out) {
    require(core::check_images(static_cast<double>(mask.size()), number(height), number(width)));
    for (std::size_t k = 0; k < mask.size(); ++k) {
        require(core::check_range(core::range_of_run(RunKind::mask), mask[k], static_cast<std::int64_t>(k)));
    }
    require(core::check_length("out", static_cast<double>(out.size()), static_cast<double>(mask.size()), 2));
    auto const rows = static_cast<std::size_t>(height);
    auto const columns = static_cast<std::size_t>(width);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        std::size_t const count = axis == 0 ? rows : columns;
        std::size_t const stride = axis == 0 ? columns : 1;
        std::vector<double> line(count);
        for (std::size_t k = 0; k * count < mask.size(); ++k) {
            std::size_t const start = axis == 0 ? k / columns * rows * columns + k % columns : k * columns;
            for (std::size_t j = 0; j < count; ++j) line[j] = mask[start + j * stride];
            core::count_line(line.data(), count, normalise, line.data());
            for (std::size_t j = 0; j < count; ++j) out[2 * (start + j * stride) + axis] = line[j];
        }
    }
}

std::int64_t positions_from_grids(std::span<GridPart const> parts, std::span<std::int64_t> out,
                                  std::int64_t spatial_merge, std::optional<double> tokens_per_second) {
    double start = 0;
    double length = 0;
    std::vector<core::PartNumbers> numbers;
    for (GridPart const& part : parts) {
        bool const timed = part.kind == GridPart::Kind::video && tokens_per_second;
        bool const text = part.kind == GridPart::Kind::text;
        numbers.push_back({static_cast<core::PartKind>(part.kind),
                           start,
                           number(spatial_merge),
                           timed ? part.seconds_per_grid : 1,
                           timed ? *tokens_per_second : 1,
                           {number(part.time), text ? 0 : number(part.height), text ? 0 : number(part.width)}});
        require(core::check_part(numbers.back()));
        start = core::end_of(numbers.back());
        length += core::tokens_of(numbers.back());
    }
    require(core::check_length("out", static_cast<double>(out.size()), length, 3));
    std::int64_t* to = out.data();
    for (int stream = 0; stream < 3; ++stream) {
        for (core::PartNumbers const& part : numbers) {
            for (double token = 0; token < core::tokens_of(part); ++token) {
                *to++ = static_cast<std::int64_t>(core::place_in_part(part, stream, token));
            }
        }
    }
    return static_cast<std::int64_t>(start);
}

}  // namespace posenc
