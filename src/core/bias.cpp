#include "bias.hpp"

#include <cstring>

#include "check_numbers.hpp"
#include "frequencies.hpp"

namespace posenc::core {
namespace {

constexpr Triple kLn2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56, 0x1.7b57a079a1934p-111};
constexpr std::size_t kMostThresholds = 65536;

/** 2^-x for 0 <= x <= 1000, to about 150 bits. */
Triple power_of_half(Exact const& x) {
    double const whole_part = __builtin_floor(x.value);
    // e^y = (e^(y / 256))^256
    Triple const y = Triple{(whole_part - x.value) / 256, -x.error / 256, 0.0} * kLn2;
    // The series times 14!, so that its coefficients are whole numbers.
    Triple power{1.0, 0.0, 0.0};
    double coefficient = 1;
    for (int k = 14; k >= 1; --k) {
        coefficient *= k;
        power = power * y + Triple{coefficient, 0.0, 0.0};
    }
    power = power * reciprocal({coefficient, 0.0, 0.0});
    for (int k = 0; k < 8; ++k) power = power * power;
    std::uint64_t const bits = static_cast<std::uint64_t>(1023 - static_cast<int>(whole_part)) << 52;
    double scale;
    std::memcpy(&scale, &bits, sizeof scale);
    return {power.high * scale, 0.0, 0.0};
}

/**
 * Slopes 2^(-maxBias u / 2c), c the power of two below the heads: u = 2, 4 ... 2c, then the odd u for the heads that
 * are left. Sorted, the odd ones stand between the first even ones.
 */
void make_slopes(BiasNumbers const& numbers, std::vector<double>& slopes) {
    int const heads = static_cast<int>(numbers.heads);
    int below = 1;
    while (2 * below <= heads) below *= 2;
    int const left = heads - below;
    for (int k = 0; k < heads; ++k) {
        int u = k < below ? 2 * (k + 1) : 2 * (k - below) + 1;
        if (numbers.flag) u = k < 2 * left ? k + 1 : 2 * (k - left + 1);
        Exact x = two_product(numbers.reach, u);
        x.value /= 2 * below;
        x.error /= 2 * below;
        slopes.push_back(power_of_half(x).high);
    }
}

/**
 * The bounds exact * (most / exact)^(j / count) between a law's buckets, as the smallest whole distances beyond them:
 * for T5, whose distances at a bound belong to the bucket after it, j = 1 ... count - 1; for DeBERTa, where they belong
 * to the one before it, j = 0, 1 ... as far as distances reach.
 *
 * A bound is known to 140 bits, and one within 2^-95 of a whole number is that number: it is either rational, so that
 * its denominator, at most `exact`, would keep it farther away, or as good as random.
 */
bool make_thresholds(double exact, double most, double count, bool deberta, std::vector<double>& thresholds) {
    if (count < 1) return true;
    Triple const ratio =
        root(most, static_cast<std::int64_t>(count)) * reciprocal(root(exact, static_cast<std::int64_t>(count)));
    Triple bound{exact, 0.0, 0.0};
    for (double j = 0; deberta || j < count; ++j, bound = bound * ratio) {
        if (bound.high > kFar) return true;
        if (!deberta && j == 0) continue;
        double const nearest = __builtin_floor(bound.high + 0.5);
        double const tolerance = nearest * 0x1p-95;
        double const above = (bound.high - nearest) + (bound.middle + bound.low);
        if (thresholds.size() == kMostThresholds) return false;
        thresholds.push_back(above > (deberta ? -tolerance : tolerance) ? nearest + 1 : nearest);
    }
    return true;
}

double bucket_of(Bias const& bias, double distance) {
    std::size_t first = 0;
    for (std::size_t left = bias.values.size(); left > 0;) {
        std::size_t const half = left / 2;
        bool const within = bias.values[first + half] <= distance;
        first = within ? first + half + 1 : first;
        left = within ? left - half - 1 : half;
    }
    return (distance < bias.exact ? distance : bias.exact) + static_cast<double>(first);
}

double alibi(BiasNumbers const& numbers, double slope, double query, double key) {
    Exact from{key, 0};
    if (numbers.anchor == Anchor::last_key) from = two_sum(key, -numbers.last_key);
    if (numbers.anchor == Anchor::distance) {
        from = two_sum(query, -key);
        if (from.value > 0) from = {-from.value, -from.error};
    }
    Exact const product = two_product(slope, from.value);
    return product.value + (product.error + slope * from.error);
}

double t5(Bias const& bias, double query, double key) {
    double const relative = key - query;
    double const distance = bias.numbers.flag ? magnitude(relative) : relative < 0 ? -relative : 0;
    double const bucket = bucket_of(bias, distance) + (bias.numbers.flag && relative > 0 ? bias.numbers.size / 2 : 0);
    return bias.learned.empty() ? bucket : bias.learned[static_cast<std::size_t>(bucket)];
}

double deberta(Bias const& bias, double query, double key) {
    double const relative = query - key;
    if (!bias.numbers.flag) return relative;
    double const bucket = bucket_of(bias, magnitude(relative));
    return relative < 0 ? -bucket : bucket;
}

/** (dy + H - 1) (2W - 1) + dx + W - 1; the class token as query, as key and with itself has the three numbers after. */
double swin(BiasNumbers const& numbers, double query, double key) {
    double const across = 2 * numbers.reach - 1;
    if (numbers.flag) {
        if (query == 0 || key == 0) {
            return (2 * numbers.size - 1) * across + (query != 0 ? 1 : key == 0 ? 2 : 0);
        }
        --query;
        --key;
    }
    double const rows = __builtin_floor(query / numbers.reach) - __builtin_floor(key / numbers.reach);
    double const columns = query - key - rows * numbers.reach;
    return (rows + numbers.size - 1) * across + columns + numbers.reach - 1;
}

Problem check_place(char const* parameter, Bias const& bias, Format format, double place, std::int64_t index) {
    // A relative position is a result of its own, which must fit.
    bool const relative = bias.numbers.kind == BiasKind::deberta && !bias.numbers.flag;
    double const limit = !relative ? kFar : format == kInt32 ? 0x1p30 : 0x1p52;
    if (bias.numbers.kind == BiasKind::alibi) {
        if (magnitude(place) <= limit) return {};
        return {parameter, place, "a finite number, at most % in size", limit, index};
    }
    if (whole_between(place, -limit, limit)) return {};
    return {parameter, place, "a whole number, at most % in size", limit, index};
}

}  // namespace

Problem prepare_bias(BiasNumbers const& numbers, Bias& bias) {
    bias.numbers = numbers;
    bias.values.clear();
    bias.learned.clear();
    auto const& [kind, heads, size, reach, flag, anchor, last_key] = numbers;
    if (!whole_between(heads, 1, 65536)) return {"heads", heads, "a whole number from 1 to 65536"};
    if (kind == BiasKind::alibi) {
        if (!(reach > 0 && reach <= 1000)) return {"maxBias", reach, "a number above 0, at most 1000"};
        make_slopes(numbers, bias.values);
        return {};
    }
    if (kind == BiasKind::swin) {
        for (int axis = 0; axis < 2; ++axis) {
            double const side = axis == 0 ? size : reach;
            if (!whole_between(side, 1, 32768)) return {"window", side, "a whole number from 1 to 32768", 0, axis};
        }
        // The index of a larger window would pass 2^31 - 1.
        if (size * reach > 0x1p28) return {"window", size * reach, "at most 2^28 tokens"};
        return {};
    }
    bool const is_t5 = kind == BiasKind::t5;
    if (!is_t5 && !flag) return {};
    double const least = is_t5 && flag ? 4 : 2;
    if (!whole_between(size, least, 65536)) return {"buckets", size, "a whole number from % to 65536", least};
    double const half = __builtin_floor(size / 2);
    if (is_t5 && flag && size != 2 * half) return {"buckets", size, "an even number, since bidirectional is true"};
    // T5's bidirectional buckets are two sets of half the number.
    double const set = is_t5 && flag ? half : size;
    bias.exact = __builtin_floor(set / 2);
    double const least_reach = bias.exact + (is_t5 ? 1 : 2);
    if (!whole_between(reach, least_reach, kFar)) {
        return {is_t5 ? "maxDistance" : "maxPosition", reach, "a whole number from % to 2^53", least_reach};
    }
    if (!make_thresholds(bias.exact, is_t5 ? reach : reach - 1, is_t5 ? set - bias.exact : bias.exact - 1, !is_t5,
                         bias.values)) {
        return {"maxPosition", reach, "so large that distances up to 2^53 have at most 65536 buckets"};
    }
    return {};
}

Problem check_places(char const* parameter, Bias const& bias, Format format, std::span<double const> places,
                     std::int64_t offset) {
    for (std::size_t k = 0; k < places.size(); ++k) {
        Problem const problem = check_place(parameter, bias, format, places[k], offset + static_cast<std::int64_t>(k));
        if (problem) return problem;
    }
    return {};
}

Problem check_places(char const* parameter, Bias const& bias, Format format, double start, double step, double count) {
    if (!whole_between(count, 0, kFar)) return {parameter, count, "a whole number from 0 to 2^53"};
    if (!finite(step) || step == 0) return {"step", step, "a finite number, not 0"};
    if (bias.numbers.kind != BiasKind::alibi && !whole(step)) return {"step", step, "a whole number"};
    Problem const problem = check_place(parameter, bias, format, start, 0);
    if (problem || count == 0) return problem;
    return check_place(parameter, bias, format, start + (count - 1) * step, static_cast<std::int64_t>(count) - 1);
}

void write_bias(Bias const& bias, std::size_t head, std::span<double const> queries, std::span<double const> keys,
                Format format, void* out) {
    for (double const query : queries) {
        out = write_each(keys.size(), format, out, [&](std::size_t k) {
            switch (bias.numbers.kind) {
                case BiasKind::alibi: return alibi(bias.numbers, bias.values[head], query, keys[k]);
                case BiasKind::t5: return t5(bias, query, keys[k]);
                case BiasKind::deberta: return deberta(bias, query, keys[k]);
                default: return swin(bias.numbers, query, keys[k]);
            }
        });
    }
}

}  // namespace posenc::core
