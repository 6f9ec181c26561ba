#include "places.hpp"

#include <initializer_list>

#include "check_numbers.hpp"

namespace posenc::core {

Problem check_run(RunKind kind, double count, double length, double filler) {
    if (kind == RunKind::tokens) return check_tokens(count, length, filler);
    Problem found;
    found.whole_between("fill", filler, -kFar, kFar, "a whole number, at most 2^53 in size");
    found.require(length == 0 ? count == 0 : whole_between(length, 1, kFar) && whole(count / length),
                  kind == RunKind::mask ? "mask" : "segments", count, "whole rows of % values", length);
    return found;
}

Range range_of_run(RunKind kind) {
    constexpr double kLargest = 1.7976931348623157e308;
    static constexpr Range kRanges[] = {
        {"tokens", -kLargest, kLargest, true, "a whole number"},
        {"mask", 0, 1, true, "0 or 1"},
        {"segments", -kLargest, kLargest, false, "a finite number"},
    };
    return kRanges[static_cast<int>(kind)];
}

Problem check_images(double count, double height, double width) {
    Problem found;
    for (double const side : {height, width}) {
        found.whole_between("shape", side, 0, 65536, "sides of images are whole numbers from 0 to 65536");
    }
    double const cells = height * width;
    found.require(cells == 0 ? count == 0 : whole(count / cells), "mask", count, "whole images of % cells", cells);
    return found;
}

void count_line(double const* mask, std::size_t count, bool normalise, double* out) {
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) out[k] = sum += mask[k];
    if (!normalise) return;
    for (std::size_t k = 0; k < count; ++k) out[k] /= sum + 1e-6;
}

namespace {

double rows_of(PartNumbers const& part) { return part.sizes[1] / part.merge; }
double columns_of(PartNumbers const& part) { return part.sizes[2] / part.merge; }

double time_of(PartNumbers const& part, double step) {
    return __builtin_floor(step * part.seconds_per_grid * part.tokens_per_second);
}

}  // namespace

Problem check_part(PartNumbers const& part) {
    static constexpr Range kRanges[] = {
        {"spatialMerge", 1, kFar, true, "a whole number from 1 to %"},
        {"secondsPerGrid", 0, 1e15, false, "a number from 0 to %"},
        {"tokensPerSecond", 0, 1e15, false, "a number from 0 to %"},
    };
    static constexpr char const* kNames[] = {"text", "image", "video"};
    char const* const name = kNames[static_cast<int>(part.kind)];
    Problem found;
    found.add(check_ranges(kRanges, &part.merge));
    for (int axis = 0; axis < 3; ++axis) {
        double const side = part.sizes[axis];
        found.whole_between(name, side, 0, kFar, "a whole number from 0 to %", axis);
        found.require(axis == 0 || whole(side / part.merge), name, side, "a multiple of spatialMerge, %", part.merge,
                      axis);
    }
    double const end = end_of(part);
    found.require(near(end), name, part.sizes[0], "the last position, %, would be beyond 2^53", end, 0);
    return found;
}

double tokens_of(PartNumbers const& part) {
    return part.kind == PartKind::text ? part.sizes[0] : part.sizes[0] * rows_of(part) * columns_of(part);
}

double end_of(PartNumbers const& part) {
    double most = part.sizes[0];
    if (part.kind != PartKind::text) {
        if (tokens_of(part) == 0) return part.start;
        most = time_of(part, most - 1) + 1;
        for (double const side : {rows_of(part), columns_of(part)}) most = side > most ? side : most;
    }
    return part.start + most;
}

double place_in_part(PartNumbers const& part, int stream, double token) {
    double place = token;
    if (part.kind != PartKind::text) {
        double const row = __builtin_floor(token / columns_of(part));
        double const step = __builtin_floor(row / rows_of(part));
        place = stream == 0   ? time_of(part, step)
                : stream == 1 ? row - step * rows_of(part)
                              : token - row * columns_of(part);
    }
    return part.start + place;
}

}  // namespace posenc::core
