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

Problem check_position(char const* parameter, Reach const& reach, double p, std::int64_t index = -1) {
    if (!near(p)) return {parameter, p, kPositionAllowed, 0, index};
    if (char const* const allowed = reach.problem(p)) return {parameter, p, allowed, 0, index};
    return {};
}

/** The last position of `parameter` rows. */
Problem check_last(char const* parameter, Reach const& reach, double rows, double last) {
    if (!near(last)) return {parameter, rows, "the last position, %, would be beyond 2^53", last};
    if (char const* const allowed = reach.problem(last)) {
        return {parameter, rows,
                allowed == kAngleAllowed
                    ? "for the last position, %, |frequency * scale * (position + origin)| is above 2^54"
                    : "for the last position, %, xpos would multiply values by more than 1e30 or less than 1e-30",
                last};
    }
    return {};
}

/** A list of one value a pair, each between bounds. */
Problem check_values(char const* parameter, std::vector<double> const& list, std::int64_t pairs, double least,
                     double most, char const* allowed) {
    double const length = static_cast<double>(list.size());
    double const count = static_cast<double>(pairs);
    if (length != count) return {parameter, length, "exactly % values, one a pair", count};
    for (std::size_t k = 0; k < list.size(); ++k) {
        if (!(list[k] >= least && list[k] <= most)) {
            return {parameter, list[k], allowed, 0, static_cast<std::int64_t>(k)};
        }
    }
    return {};
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

Problem check_between(char const* parameter, double value, double least, double most) {
    if (value >= least && value <= most) return {};
    return {parameter, value, least > 0 ? kFactorAllowed : most == 1 ? kUnitAllowed : kSizeAllowed};
}

Problem check_scaling(Encoding const& encoding, double dim, std::int64_t pairs) {
    Scaling const& scaling = encoding.scaling;
    unsigned const type = 1u << static_cast<unsigned>(scaling.type);
    if (scaling.type == ScalingType::none) return {};
    for (ScalingNumber const& n : kScalingNumbers) {
        if (!(n.types & type)) continue;
        if (Problem const p = check_between(n.parameter, scaling.*n.value, n.least, n.most)) return p;
    }
    Problem const optional[] = {
        check_between("scaling.length", scaling.length.value_or(0), 0, 1e30),
        check_between("scaling.attentionFactor", scaling.attention_factor.value_or(1), 1e-30, 1e30),
        check_between("scaling.mscale", scaling.mscale.value_or(0), 0, 1e30),
        check_between("scaling.mscaleAllDim", scaling.mscale_all_dim.value_or(0), 0, 1e30),
    };
    for (Problem const& p : optional) {
        if (p) return p;
    }
    if (type & kByBase) {
        if (!(type & kYarn) && law_width(static_cast<std::int64_t>(dim), encoding.odd) <= 2) {
            return {"dim", dim, "above 2, since this scaling has the power dim/(dim - 2)"};
        }
        if (!encoding.frequencies.empty()) {
            return {"frequencies", static_cast<double>(pairs), "none, since this scaling goes by the base"};
        }
        if (encoding.spacing == Spacing::linear || (type & kYarn && encoding.base <= 1)) {
            return {"base", encoding.base, "that of a falling law, since this scaling goes by the base"};
        }
    }
    if (type & kYarn && scaling.beta_fast <= scaling.beta_slow) {
        return {"scaling.betaFast", scaling.beta_fast, "above betaSlow, %", scaling.beta_slow};
    }
    if (type & kLlama3 && scaling.high_freq_factor < scaling.low_freq_factor) {
        return {"scaling.highFreqFactor", scaling.high_freq_factor, "at least lowFreqFactor, %",
                scaling.low_freq_factor};
    }
    if (scaling.type != ScalingType::longrope) return {};
    if (scaling.original_length <= 1) return {"scaling.originalLength", scaling.original_length, "a number above 1"};
    Problem const p = check_values("scaling.shortFactor", scaling.short_factor, pairs, 1e-30, 1e30, kFactorAllowed);
    return p ? p : check_values("scaling.longFactor", scaling.long_factor, pairs, 1e-30, 1e30, kFactorAllowed);
}

/** The law of frequencies, of a dim that is right. */
Problem check_law(Encoding const& encoding, std::int64_t dim, std::int64_t pairs) {
    if (!(encoding.base >= 1e-100 && encoding.base <= 1e100)) {
        return {"base", encoding.base, "a number from 1e-100 to 1e100"};
    }
    double const n = static_cast<double>(law_width(dim, encoding.odd)) / 2;
    bool const shifted = encoding.spacing == Spacing::shifted;
    if (shifted && !(encoding.shift < n && encoding.shift > -1e6)) {
        return {"shift", encoding.shift, "a number below %, above -1e6", n};
    }
    if (!shifted && encoding.shift != 0) return {"shift", encoding.shift, "0, since spacing is not 'shifted'"};
    // Elsewhere the last frequency is 1/base about, except with endpoints and an odd D.
    if ((shifted || (encoding.spacing == Spacing::endpoint && encoding.base < 1)) && pairs > 1) {
        double const last = static_cast<double>(pairs - 1) / (n - (shifted ? encoding.shift : 1));
        if (!(magnitude(approximate_logarithm(encoding.base)) * last <= kMostLogarithm)) {
            return {shifted ? "shift" : "base", shifted ? encoding.shift : encoding.base,
                    "one whose last frequency is from 1e-100 to 1e100"};
        }
    }
    if (!encoding.frequencies.empty()) {
        if (Problem const p = check_values("frequencies", encoding.frequencies, pairs, -1e100, 1e100,
                                           "a finite number, at most 1e100 in size")) {
            return p;
        }
    }
    if (!encoding.frequency_factors.empty()) {
        return check_values("frequencyFactors", encoding.frequency_factors, pairs, 1e-100, 1e100,
                            "a number from 1e-100 to 1e100");
    }
    return {};
}

Problem check_xpos(XPos const& xpos) {
    if (!(magnitude(xpos.scale_base) >= 1e-30 && magnitude(xpos.scale_base) <= 1e30)) {
        return {"xpos.scaleBase", xpos.scale_base, "a number from 1e-30 to 1e30 in size"};
    }
    if (!near(xpos.center)) return {"xpos.center", xpos.center, kPositionAllowed};
    if (!(xpos.gamma >= 1e-6 && xpos.gamma <= 1e6)) return {"xpos.gamma", xpos.gamma, "a number from 1e-6 to 1e6"};
    return {};
}

Problem check_sections(Encoding const& encoding, std::int64_t pairs) {
    std::int64_t left = pairs;
    for (std::size_t k = 0; k < encoding.sections.size(); ++k) {
        std::int64_t const section = encoding.sections[k];
        if (section < 0 || section > left) {
            return {"sections", static_cast<double>(section),
                    "whole numbers from 0 that add up to %, the number of pairs", static_cast<double>(pairs),
                    static_cast<std::int64_t>(k)};
        }
        left -= section;
    }
    if (encoding.sections.empty() || left == 0) return {};
    return {"sections", static_cast<double>(pairs - left), "a sum of %, the number of pairs",
            static_cast<double>(pairs)};
}

}  // namespace

Problem check_encoding(double dim, Encoding const& encoding) {
    if (!whole_between(dim, 1, 65536)) return {"dim", dim, "a whole number from 1 to 65536"};
    if (encoding.odd == Odd::error && dim != 2 * __builtin_floor(dim / 2)) {
        return {"dim", dim, "an even number, since odd is 'error'"};
    }
    auto const columns = static_cast<std::int64_t>(dim);
    std::int64_t const pairs = (encoding.odd == Odd::zero ? columns : columns + 1) / 2;
    if (Problem const p = check_law(encoding, columns, pairs)) return p;
    if (Problem const p = check_scaling(encoding, dim, pairs)) return p;
    if (!near(encoding.origin)) return {"origin", encoding.origin, kPositionAllowed};
    double const scale = magnitude(encoding.scale);
    if (!(scale >= 1e-100 && scale <= kLargestAngle)) {
        return {"scale", encoding.scale, "a number from 1e-100 to 2^54 in size"};
    }
    if (!(magnitude(encoding.value_scale) <= 1e30)) {
        return {"valueScale", encoding.value_scale, "a finite number, at most 1e30 in size"};
    }
    if (encoding.padding && !near(*encoding.padding)) return {"padding", *encoding.padding, kPositionAllowed};
    if (encoding.xpos) {
        if (Problem const p = check_xpos(*encoding.xpos)) return p;
    }
    return check_sections(encoding, pairs);
}

Problem check_progression(Encoding const& encoding, double start, double step, double count) {
    if (!whole_between(count, 0, kFar)) return {"count", count, "a whole number from 0 to 2^53"};
    Reach const reach(encoding);
    if (Problem const problem = check_position("start", reach, start)) return problem;
    if (!finite(step) || step == 0) return {"step", step, "a finite number, not 0"};
    if (count == 0) return {};
    return check_last("count", reach, count, start + (count - 1) * step);
}

Problem check_list(Encoding const& encoding, std::span<double const> positions, std::int64_t offset) {
    Reach const reach(encoding);
    for (std::size_t k = 0; k < positions.size(); ++k) {
        if (Problem const problem =
                check_position("positions", reach, positions[k], offset + static_cast<std::int64_t>(k))) {
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
    Reach const reach(encoding);
    if (!(magnitude(reach.largest * distance) <= kLargestAngle)) {
        return {parameter, distance, "|frequency * scale * offset| at most 2^54", 0, index};
    }
    if (!(magnitude(distance) * reach.decay <= kMostDecay)) {
        return {parameter, distance, Reach::kXposAllowed, 0, index};
    }
    return {};
}

Problem check_batch(double batch) {
    if (!whole_between(batch, 0, kFar)) return {"batch", batch, "a whole number from 0 to 2^53"};
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
    if (encoding.xpos) return {"xpos.scaleBase", encoding.xpos->scale_base, "no xpos, which has no exact means"};
    double const all =
        static_cast<double>(picture_columns(encoding, static_cast<std::int64_t>(picture.columns_per_pixel)));
    if (!whole_between(picture.left, 0, all)) return {"left", picture.left, "a whole number from 0 to %", all};
    if (!whole_between(picture.width, 0, all - picture.left)) {
        return {"width", picture.width, "a whole number from 0 to %, what remains from left", all - picture.left};
    }
    Reach const reach(encoding);
    if (Problem const problem = check_position("start", reach, picture.start)) return problem;
    return check_last("height", reach, picture.height, picture.start + picture.positions_per_pixel * picture.height);
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
