#include "check.hpp"

#include <initializer_list>

#include "check_numbers.hpp"
#include "multi_double.hpp"
#include "picture.hpp"
#include "plan.hpp"

namespace posenc::core {
namespace {

/** Beyond it an angle's error would pass 5e-16. */
constexpr double kLargestAngle = 0x1p54;
constexpr double kMostBytes = 0x1p53;

constexpr char const* kPositionAllowed = "a finite number, at most 2^53 in size";
constexpr char const* kAngleAllowed = "|frequency * scale * (position + origin)| at most 2^54";
constexpr char const* kFactorAllowed = "a number from 1e-30 to 1e30";
constexpr char const* kCountAllowed = "a whole number from 0 to 2^53";
constexpr char const* kUnitAllowed = "a number from 0 to 1";
/** ln 1e30 */
constexpr double kMostDecay = 69.07755278982137;
/** ln 1e100, and some. */
constexpr double kMostLogarithm = 230.2586;

/** How far positions of an encoding may be. */
struct Reach {
    explicit Reach(Encoding const& encoding)
        : largest(largest_frequency(encoding)), origin(encoding.origin), xpos(encoding.xpos) {
        if (!xpos) return;
        // The logarithm of the smallest s_i, the first, is the largest in size.
        decay = magnitude(approximate_logarithm(xpos->gamma / (1 + xpos->gamma)) / xpos->scale_base);
        double const size = magnitude(encoding.value_scale);
        most_decay = size > 1 ? kMostDecay - approximate_logarithm(size) : kMostDecay;
    }

    /** What is not right with a position that is near, or null. */
    [[nodiscard]] char const* problem(double p) const {
        if (!(magnitude(largest * (p + origin)) <= kLargestAngle)) return kAngleAllowed;
        if (xpos && !(magnitude(p - xpos->center) * decay <= most_decay)) return kXposAllowed;
        return nullptr;
    }

    static constexpr char const* kXposAllowed = "one where xpos multiplies values by 1e30 at most and 1e-30 at least";

    double largest;
    double origin;
    std::optional<XPos> const& xpos;
    double decay = 0;
    double most_decay = 0;
};

void check_position(Problem& found, char const* parameter, Reach const& reach, double p, std::int64_t index = -1) {
    found.require(near(p), parameter, p, kPositionAllowed, 0, index);
    if (char const* const allowed = reach.problem(p)) found.require(false, parameter, p, allowed, 0, index);
}

/** The last position of `parameter` rows. */
void check_last(Problem& found, char const* parameter, Reach const& reach, double rows, double last) {
    found.require(near(last), parameter, rows, "the last position, %, would be beyond 2^53", last);
    char const* const allowed = reach.problem(last);
    found.require(!allowed, parameter, rows,
                  allowed == kAngleAllowed
                      ? "for the last position, %, |frequency * scale * (position + origin)| is above 2^54"
                      : "for the last position, %, xpos would multiply values by more than 1e30 or less than 1e-30",
                  last);
}

/** A list of one value a pair, each between bounds. */
void check_values(Problem& found, char const* parameter, std::vector<double> const& list, double pairs, double least,
                  double most, char const* allowed) {
    double const length = static_cast<double>(list.size());
    found.require(length == pairs, parameter, length, "exactly % values, one a pair", pairs);
    for (std::size_t k = 0; k < list.size(); ++k) {
        found.require(list[k] >= least && list[k] <= most, parameter, list[k], allowed, 0,
                      static_cast<std::int64_t>(k));
    }
}

/** Numbers of a scaling, and which types they belong to. */
struct ScalingNumber {
    char const* parameter;
    double Scaling::*value;
    double least;
    double most;
    unsigned types;
};

constexpr unsigned types_of(std::initializer_list<ScalingType> types) {
    unsigned bits = 0;
    for (ScalingType const type : types) bits |= 1u << static_cast<unsigned>(type);
    return bits;
}

constexpr unsigned kYarn = types_of({ScalingType::yarn});
constexpr unsigned kLlama3 = types_of({ScalingType::llama3});
constexpr unsigned kByBase = types_of({ScalingType::ntk, ScalingType::dynamic, ScalingType::yarn});
constexpr unsigned kWithLength =
    types_of({ScalingType::dynamic, ScalingType::yarn, ScalingType::longrope, ScalingType::llama3});
constexpr char const* kSizeAllowed = "a number from 0 to 1e30";

constexpr ScalingNumber kScalingNumbers[] = {
    {"scaling.factor", &Scaling::factor, 1e-30, 1e30, ~0u},
    {"scaling.originalLength", &Scaling::original_length, 1e-30, 1e30, kWithLength},
    {"scaling.betaFast", &Scaling::beta_fast, 1e-30, 1e30, kYarn},
    {"scaling.betaSlow", &Scaling::beta_slow, 1e-30, 1e30, kYarn},
    {"scaling.lowFreqFactor", &Scaling::low_freq_factor, 0, 1e30, kLlama3},
    {"scaling.highFreqFactor", &Scaling::high_freq_factor, 0, 1e30, kLlama3},
    {"scaling.extrapolation", &Scaling::extrapolation, 0, 1, kYarn},
    {"scaling.fraction", &Scaling::fraction, 0, 1, types_of({ScalingType::proportional})},
};

void check_factor(Problem& found, char const* parameter, double value, double least, double most) {
    found.between(parameter, value, least, most, least > 0 ? kFactorAllowed : most == 1 ? kUnitAllowed : kSizeAllowed);
}

void check_scaling(Problem& found, Encoding const& encoding, double dim, double pairs) {
    Scaling const& scaling = encoding.scaling;
    unsigned const type = 1u << static_cast<unsigned>(scaling.type);
    if (scaling.type == ScalingType::none) return;
    for (ScalingNumber const& n : kScalingNumbers) {
        if (n.types & type) check_factor(found, n.parameter, scaling.*n.value, n.least, n.most);
    }
    check_factor(found, "scaling.length", scaling.length.value_or(0), 0, 1e30);
    check_factor(found, "scaling.attentionFactor", scaling.attention_factor.value_or(1), 1e-30, 1e30);
    check_factor(found, "scaling.mscale", scaling.mscale.value_or(0), 0, 1e30);
    check_factor(found, "scaling.mscaleAllDim", scaling.mscale_all_dim.value_or(0), 0, 1e30);
    if (type & kByBase) {
        found.require(type & kYarn || law_width(static_cast<std::int64_t>(dim), encoding.odd) > 2, "dim", dim,
                      "above 2, since this scaling has the power dim/(dim - 2)");
        found.require(encoding.frequencies.empty(), "frequencies", pairs, "none, since this scaling goes by the base");
        found.require(encoding.spacing != Spacing::linear && !(type & kYarn && encoding.base <= 1), "base",
                      encoding.base, "that of a falling law, since this scaling goes by the base");
    }
    found.require(!(type & kYarn) || scaling.beta_fast >= scaling.beta_slow, "scaling.betaFast", scaling.beta_fast,
                  "at least betaSlow, %", scaling.beta_slow);
    found.require(!(type & kLlama3) || scaling.high_freq_factor >= scaling.low_freq_factor, "scaling.highFreqFactor",
                  scaling.high_freq_factor, "at least lowFreqFactor, %", scaling.low_freq_factor);
    if (scaling.type != ScalingType::longrope) return;
    found.require(scaling.original_length > 1, "scaling.originalLength", scaling.original_length, "a number above 1");
    check_values(found, "scaling.shortFactor", scaling.short_factor, pairs, 1e-30, 1e30, kFactorAllowed);
    check_values(found, "scaling.longFactor", scaling.long_factor, pairs, 1e-30, 1e30, kFactorAllowed);
}

/** The law of frequencies, of a dim and a scaling that are right. */
void check_law(Problem& found, Encoding const& encoding, std::int64_t dim, double pairs) {
    double const base = encoding.base;
    double const shift = encoding.shift;
    found.between("base", base, 1e-100, 1e100, "a number from 1e-100 to 1e100");
    double const n = static_cast<double>(law_width(dim, encoding.odd)) / 2;
    bool const shifted = encoding.spacing == Spacing::shifted;
    if (shifted) {
        found.require(shift < n && shift > -1e6, "shift", shift, "a number below %, above -1e6", n);
    } else {
        found.require(shift == 0, "shift", shift, "0, since spacing is not 'shifted'");
    }
    // Elsewhere the last frequency is 1/base about, except with endpoints and an odd D.
    bool const raised = encoding.scaling.type == ScalingType::ntk || encoding.scaling.type == ScalingType::dynamic;
    if (!found && (shifted || (encoding.spacing == Spacing::endpoint && (base < 1 || raised))) && pairs > 1) {
        double const last = (pairs - 1) / (n - (shifted ? shift : 1));
        double const log_base = raised ? log_base_of(encoding, 2 * n).high : approximate_logarithm(base);
        found.require(magnitude(log_base) * last <= kMostLogarithm, shifted ? "shift" : "base", shifted ? shift : base,
                      "one whose last frequency is from 1e-100 to 1e100");
    }
    if (!encoding.frequencies.empty()) {
        check_values(found, "frequencies", encoding.frequencies, pairs, -1e100, 1e100,
                     "a finite number, at most 1e100 in size");
    }
    if (!encoding.frequency_factors.empty()) {
        check_values(found, "frequencyFactors", encoding.frequency_factors, pairs, 1e-100, 1e100,
                     "a number from 1e-100 to 1e100");
    }
}

void check_sections(Problem& found, std::vector<std::int64_t> const& sections, double pairs) {
    double sum = 0;
    for (std::size_t k = 0; k < sections.size(); ++k) {
        auto const section = static_cast<double>(sections[k]);
        sum += section;
        found.require(section >= 0 && sum <= pairs, "sections", section,
                      "whole numbers from 0 that add up to %, the number of pairs", pairs,
                      static_cast<std::int64_t>(k));
    }
    found.require(sections.empty() || sum == pairs, "sections", sum, "a sum of %, the number of pairs", pairs);
}

}  // namespace

Problem check_encoding(double dim, Encoding const& encoding) {
    Problem found;
    found.whole_between("dim", dim, 1, 65536, "a whole number from 1 to 65536");
    if (found) return found;
    auto const columns = static_cast<std::int64_t>(dim);
    found.require(encoding.odd != Odd::error || columns % 2 == 0, "dim", dim, "an even number, since odd is 'error'");
    auto const pairs = static_cast<double>((encoding.odd == Odd::zero ? columns : columns + 1) / 2);
    check_scaling(found, encoding, dim, pairs);
    check_law(found, encoding, columns, pairs);
    found.require(near(encoding.origin), "origin", encoding.origin, kPositionAllowed);
    double const scale = magnitude(encoding.scale);
    found.require(scale >= 1e-100 && scale <= kLargestAngle, "scale", encoding.scale,
                  "a number from 1e-100 to 2^54 in size");
    found.require(magnitude(encoding.value_scale) <= 1e30, "valueScale", encoding.value_scale,
                  "a finite number, at most 1e30 in size");
    if (encoding.padding) found.require(near(*encoding.padding), "padding", *encoding.padding, kPositionAllowed);
    if (encoding.xpos) {
        auto const& [scale_base, center, gamma] = *encoding.xpos;
        found.require(magnitude(scale_base) >= 1e-30 && magnitude(scale_base) <= 1e30, "xpos.scaleBase", scale_base,
                      "a number from 1e-30 to 1e30 in size");
        found.require(near(center), "xpos.center", center, kPositionAllowed);
        found.between("xpos.gamma", gamma, 1e-6, 1e6, "a number from 1e-6 to 1e6");
    }
    check_sections(found, encoding.sections, pairs);
    return found;
}

Problem check_progression(Encoding const& encoding, double start, double step, double count) {
    Problem found;
    found.whole_between("count", count, 0, kFar, kCountAllowed);
    Reach const reach(encoding);
    check_position(found, "start", reach, start);
    found.require(finite(step) && step != 0, "step", step, "a finite number, not 0");
    if (count != 0) check_last(found, "count", reach, count, start + (count - 1) * step);
    return found;
}

Problem check_list(Encoding const& encoding, std::span<double const> positions, std::int64_t offset) {
    Problem found;
    Reach const reach(encoding);
    for (double const position : positions) check_position(found, "positions", reach, position, offset++);
    return found;
}

Problem check_length(char const* parameter, double length, double rows, double dim) {
    Problem found;
    double const values = rows * dim;
    found.require(values * 8 <= kMostBytes, "count", rows, "the result would take more than 2^53 bytes");
    found.require(length == values, parameter, length, "exactly % values", values);
    return found;
}

Problem check_distance(char const* parameter, Encoding const& encoding, double distance, std::int64_t index) {
    Problem found;
    Reach const reach(encoding);
    found.require(near(distance), parameter, distance, kPositionAllowed, 0, index);
    found.require(magnitude(reach.largest * distance) <= kLargestAngle, parameter, distance,
                  "|frequency * scale * offset| at most 2^54", 0, index);
    found.require(magnitude(distance) * reach.decay <= kMostDecay, parameter, distance, Reach::kXposAllowed, 0, index);
    return found;
}

Problem check_batch(double batch) {
    Problem found;
    found.whole_between("batch", batch, 0, kFar, kCountAllowed);
    return found;
}

Problem check_rotary(Encoding const& encoding) {
    Problem found;
    found.require(encoding.dim % 2 == 0, "dim", static_cast<double>(encoding.dim),
                  "an even number, the channels that are rotated");
    return found;
}

Problem check_rotation(double channels, RotationNumbers const& x) {
    Problem found;
    found.require(x.axes >= 2, "shape.length", x.axes, "at least 2 axes");
    found.require(whole_between(x.sequence_axis, -x.axes, x.axes - 2) && x.sequence_axis != -1, "sequenceAxis",
                  x.sequence_axis, "a whole number from -% to -2, or from 0: not the last axis", x.axes);
    found.require(x.width >= channels, "shape", x.width, "at least %, the channels that are rotated", channels,
                  static_cast<std::int64_t>(x.axes) - 1);
    found.whole_between("firstChannel", x.first_channel, 0, x.width - channels,
                        "a whole number from 0 to %, where the rotated channels end the axis");
    double const steps = x.rows * x.length;
    found.require(x.positions == steps, "positions.length", x.positions,
                  "%, one a step of the sequence axis in each row", steps);
    double const batch = x.sequence_axis != 0 && x.sequence_axis != -x.axes ? x.batch : 0;
    found.require(x.rows == 1 || (batch != 0 && x.rows == batch), "positions.shape", x.rows,
                  "1 row or one for each of the % in the first axis, if that is a batch", batch);
    return found;
}

Problem check_picture(Encoding const& encoding, PictureNumbers const& picture) {
    auto const& [start, positions_per_pixel, height, left, columns_per_pixel, width] = picture;
    Problem found;
    found.whole_between("start", start, -kFar, kFar, "a whole number, at most 2^53 in size");
    found.whole_between("positionsPerPixel", positions_per_pixel, 1, kFar, "a whole number from 1 to 2^53");
    found.whole_between("height", height, 0, 0x1p31, "a whole number from 0 to 2^31");
    found.add(check_columns_per_pixel(columns_per_pixel));
    if (encoding.xpos) {
        found.require(false, "xpos.scaleBase", encoding.xpos->scale_base, "no xpos, which has no exact means");
    }
    if (found) return found;
    auto const all = static_cast<double>(picture_columns(encoding, static_cast<std::int64_t>(columns_per_pixel)));
    found.whole_between("left", left, 0, all, "a whole number from 0 to %");
    found.whole_between("width", width, 0, all - left, "a whole number from 0 to %, what remains from left");
    Reach const reach(encoding);
    check_position(found, "start", reach, start);
    check_last(found, "height", reach, height, start + positions_per_pixel * height);
    return found;
}

Problem check_columns_per_pixel(double columns_per_pixel) {
    Problem found;
    found.whole_between("columnsPerPixel", columns_per_pixel, 1, 65536, "a whole number from 1 to 65536");
    return found;
}

Problem check_tokens(double count, double length, double padding) {
    Problem found;
    found.whole_between("padding", padding, -kFar, kFar, "a whole number, at most 2^53 in size");
    found.whole_between("length", length, 0, kFar, kCountAllowed);
    found.require(length == 0 ? count == 0 : whole(count / length), "tokens", count, "whole rows of % tokens", length);
    found.require(near(padding + length), "padding", padding, "padding + length at most 2^53 in size");
    return found;
}

}  // namespace posenc::core
