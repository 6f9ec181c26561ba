#include "check.hpp"

#include "multi_double.hpp"
#include "picture.hpp"

namespace posenc::core {
namespace {

constexpr double kFar = 0x1p53;
/** Beyond it an angle's error would pass 5e-16. */
constexpr double kLargestAngle = 0x1p54;
constexpr double kMostBytes = 0x1p53;

double magnitude(double x) { return __builtin_fabs(x); }

bool finite(double x) { return magnitude(x) <= 1.7976931348623157e308; }

bool whole_between(double x, double least, double most) { return x >= least && x <= most && x == __builtin_floor(x); }

bool near(double x) { return magnitude(x) <= kFar; }

/** |scale * (p + origin)| in reach; every frequency of the laws is 1 radian a position at most. */
bool angle_in_reach(Encoding const& encoding, double position) {
    return magnitude(encoding.scale * (position + encoding.origin)) <= kLargestAngle;
}

constexpr char const* kPositionAllowed = "a finite number, at most 2^53 in size";
constexpr char const* kAngleAllowed = "|scale * (position + origin)| at most 2^54";

Problem check_position(char const* parameter, Encoding const& encoding, double p, std::int64_t index = -1) {
    if (!near(p)) return {parameter, p, kPositionAllowed, 0, index};
    if (!angle_in_reach(encoding, p)) return {parameter, p, kAngleAllowed, 0, index};
    return {};
}

}  // namespace

Problem check_encoding(double dim, Encoding const& encoding) {
    if (!whole_between(dim, 1, 65536)) return {"dim", dim, "a whole number from 1 to 65536"};
    if (encoding.odd == Odd::error && dim != 2 * __builtin_floor(dim / 2)) {
        return {"dim", dim, "an even number, since odd is 'error'"};
    }
    if (!(encoding.base >= 1 && encoding.base <= 1e100)) return {"base", encoding.base, "a number from 1 to 1e100"};
    if (!near(encoding.origin)) return {"origin", encoding.origin, kPositionAllowed};
    double const scale = magnitude(encoding.scale);
    if (!(scale >= 1e-100 && scale <= kLargestAngle)) {
        return {"scale", encoding.scale, "a number from 1e-100 to 2^54 in size"};
    }
    if (!(magnitude(encoding.value_scale) <= 1e30)) {
        return {"valueScale", encoding.value_scale, "a finite number, at most 1e30 in size"};
    }
    if (encoding.padding && !near(*encoding.padding)) return {"padding", *encoding.padding, kPositionAllowed};
    return {};
}

Problem check_progression(Encoding const& encoding, double start, double step, double count) {
    if (!whole_between(count, 0, kFar)) return {"count", count, "a whole number from 0 to 2^53"};
    if (Problem const problem = check_position("start", encoding, start)) return problem;
    if (!finite(step) || step == 0) return {"step", step, "a finite number, not 0"};
    if (count == 0) return {};
    double const last = start + (count - 1) * step;
    if (!near(last)) return {"count", count, "the last position, %, would be beyond 2^53", last};
    if (!angle_in_reach(encoding, last)) {
        return {"count", count, "for the last position, %, |scale * (position + origin)| is above 2^54", last};
    }
    return {};
}

Problem check_list(Encoding const& encoding, std::span<double const> positions, std::int64_t offset) {
    for (std::size_t k = 0; k < positions.size(); ++k) {
        if (Problem const problem =
                check_position("positions", encoding, positions[k], offset + static_cast<std::int64_t>(k))) {
            return problem;
        }
    }
    return {};
}

Problem check_length(char const* parameter, double length, double rows, double dim) {
    double const values = rows * dim;
    if (!(values * 8 <= kMostBytes)) return {"count", rows, "the result would take more than 2^53 bytes"};
    if (length != values) return {parameter, length, "exactly % values", values};
    return {};
}

Problem check_distance(char const* parameter, Encoding const& encoding, double distance, std::int64_t index) {
    if (!near(distance)) return {parameter, distance, kPositionAllowed, 0, index};
    if (magnitude(encoding.scale * distance) > kLargestAngle) {
        return {parameter, distance, "|scale * offset| at most 2^54", 0, index};
    }
    return {};
}

Problem check_batch(double batch) {
    if (!whole_between(batch, 0, kFar)) return {"batch", batch, "a whole number from 0 to 2^53"};
    return {};
}

Problem check_rotary(Encoding const& encoding) {
    if (encoding.dim % 2 == 0) return {};
    return {"dim", static_cast<double>(encoding.dim), "an even number, the channels that are rotated"};
}

Problem check_rotation(Encoding const& encoding, RotationNumbers const& x) {
    if (x.axes < 2) return {"shape.length", x.axes, "at least 2 axes"};
    if (!whole_between(x.sequence_axis, -x.axes, x.axes - 2) || x.sequence_axis == -1) {
        return {"sequenceAxis", x.sequence_axis, "a whole number from -% to -2, or from 0: not the last axis", x.axes};
    }
    double const channels = static_cast<double>(encoding.dim);
    if (x.width < channels) {
        return {"shape", x.width, "at least %, the channels that are rotated", channels,
                static_cast<std::int64_t>(x.axes) - 1};
    }
    if (!whole_between(x.first_channel, 0, x.width - channels)) {
        return {"firstChannel", x.first_channel, "a whole number from 0 to %, where the rotated channels end the axis",
                x.width - channels};
    }
    if (x.positions != x.rows * x.length) {
        return {"positions.length", x.positions, "%, one a step of the sequence axis in each row", x.rows * x.length};
    }
    bool const leading = x.sequence_axis != 0 && x.sequence_axis != -x.axes;
    if (x.rows != 1 && !(leading && x.rows == x.batch)) {
        return {"positions.shape", x.rows, "1 row or one for each of the % in the first axis, if that is a batch",
                leading ? x.batch : 0};
    }
    return {};
}

Problem check_picture(Encoding const& encoding, PictureNumbers const& picture) {
    if (!whole_between(picture.start, -kFar, kFar)) {
        return {"start", picture.start, "a whole number, at most 2^53 in size"};
    }
    if (!whole_between(picture.positions_per_pixel, 1, kFar)) {
        return {"positionsPerPixel", picture.positions_per_pixel, "a whole number from 1 to 2^53"};
    }
    if (!whole_between(picture.height, 0, 0x1p31)) {
        return {"height", picture.height, "a whole number from 0 to 2^31"};
    }
    if (Problem const problem = check_columns_per_pixel(picture.columns_per_pixel)) return problem;
    double const all =
        static_cast<double>(picture_columns(encoding, static_cast<std::int64_t>(picture.columns_per_pixel)));
    if (!whole_between(picture.left, 0, all)) return {"left", picture.left, "a whole number from 0 to %", all};
    if (!whole_between(picture.width, 0, all - picture.left)) {
        return {"width", picture.width, "a whole number from 0 to %, what remains from left", all - picture.left};
    }
    if (Problem const problem = check_position("start", encoding, picture.start)) return problem;
    double const end = picture.start + picture.positions_per_pixel * picture.height;
    if (!near(end)) return {"height", picture.height, "the last position, %, would be beyond 2^53", end};
    if (!angle_in_reach(encoding, end)) {
        return {"height", picture.height, "for the last position, %, |scale * (position + origin)| is above 2^54", end};
    }
    return {};
}

Problem check_columns_per_pixel(double columns_per_pixel) {
    if (!whole_between(columns_per_pixel, 1, 65536)) {
        return {"columnsPerPixel", columns_per_pixel, "a whole number from 1 to 65536"};
    }
    return {};
}

Problem check_tokens(double count, double length, double padding) {
    if (!whole_between(padding, -kFar, kFar)) {
        return {"padding", padding, "a whole number, at most 2^53 in size"};
    }
    if (!whole_between(length, 0, kFar)) return {"length", length, "a whole number from 0 to 2^53"};
    if (length == 0 ? count != 0 : count != length * __builtin_floor(count / length)) {
        return {"tokens", count, "whole rows of % tokens", length};
    }
    if (!near(padding + length)) return {"padding", padding, "padding + length at most 2^53 in size"};
    return {};
}

}  // namespace posenc::core
