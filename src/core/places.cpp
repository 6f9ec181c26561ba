#include "places.hpp"

#include <initializer_list>

#include "check_numbers.hpp"

namespace posenc::core {

Problem check_run(RunKind kind, double count, double length, double filler) {
    if (kind == RunKind::tokens) return check_tokens(count, length, filler);
    if (!whole_between(filler, -kFar, kFar)) return {"fill", filler, "a whole number, at most 2^53 in size"};
    if (length == 0 ? count == 0 : whole_between(length, 1, kFar) && whole(count / length)) return {};
    return {kind == RunKind::mask ? "mask" : "segments", count, "whole rows of % values", length};
}

Problem check_run_value(RunKind kind, double value, std::int64_t index) {
    switch (kind) {
        case RunKind::tokens:
            return finite(value) && whole(value) ? Problem{} : Problem{"tokens", value, "a whole number", 0, index};
        case RunKind::mask: return value == 0 || value == 1 ? Problem{} : Problem{"mask", value, "0 or 1", 0, index};
        default: return finite(value) ? Problem{} : Problem{"segments", value, "a finite number", 0, index};
    }
}

Problem check_images(double count, double height, double width) {
    for (double const side : {height, width}) {
        if (!whole_between(side, 0, 65536)) return {"shape", side, "sides of images are whole numbers from 0 to 65536"};
    }
    double const cells = height * width;
    if (cells == 0 ? count == 0 : whole(count / cells)) return {};
    return {"mask", count, "whole images of % cells", cells};
}

void count_line(double const* mask, std::size_t count, bool normalise, double* out) {
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) out[k] = sum += mask[k];
    if (!normalise) return;
    for (std::size_t k = 0; k < count; ++k) out[k] /= sum + 1e-6;
}

namespace {

double rows_of(PartNumbers const& part) { return part.height / part.merge; }
double columns_of(PartNumbers const& part) { return part.width / part.merge; }

double time_of(PartNumbers const& part, double step) {
    if (part.kind != PartKind::video || !part.timed) return step;
    return __builtin_floor(step * part.seconds_per_grid * part.tokens_per_second);
}

}  // namespace

Problem check_part(PartNumbers const& part, double start) {
    char const* const names[] = {"text", "image", "video"};
    char const* const name = names[static_cast<int>(part.kind)];
    bool const text = part.kind == PartKind::text;
    if (!whole_between(part.merge, 1, kFar)) return {"spatialMerge", part.merge, "a whole number from 1 to 2^53"};
    if (!(part.tokens_per_second > 0 && finite(part.tokens_per_second))) {
        return {"tokensPerSecond", part.tokens_per_second, "a finite number above 0"};
    }
    if (!(part.seconds_per_grid >= 0 && finite(part.seconds_per_grid))) {
        return {"secondsPerGrid", part.seconds_per_grid, "a finite number from 0"};
    }
    double const sizes[] = {part.time, part.height, part.width};
    for (int axis = 0; axis < (text ? 1 : 3); ++axis) {
        std::int64_t const index = text ? -1 : axis;
        if (!whole_between(sizes[axis], 0, kFar)) {
            return {name, sizes[axis], "a whole number from 0 to 2^53", 0, index};
        }
        if (axis > 0 && !whole(sizes[axis] / part.merge)) {
            return {name, sizes[axis], "a multiple of spatialMerge, %", part.merge, index};
        }
    }
    double const last = start + positions_of(part);
    if (near(last)) return {};
    return {name, part.time, "the last position, %, would be beyond 2^53", last};
}

double tokens_of(PartNumbers const& part) {
    return part.kind == PartKind::text ? part.time : part.time * rows_of(part) * columns_of(part);
}

double positions_of(PartNumbers const& part) {
    if (part.kind == PartKind::text) return part.time;
    if (tokens_of(part) == 0) return 0;
    double most = time_of(part, part.time - 1) + 1;
    for (double const side : {rows_of(part), columns_of(part)}) most = side > most ? side : most;
    return most;
}

double place_in_part(PartNumbers const& part, int stream, double token) {
    if (part.kind == PartKind::text) return token;
    double const columns = columns_of(part);
    double const row = __builtin_floor(token / columns);
    if (stream == 2) return token - row * columns;
    double const step = __builtin_floor(row / rows_of(part));
    return stream == 1 ? row - step * rows_of(part) : time_of(part, step);
}

}  // namespace posenc::core
