#include "bias.hpp"

#include "check_numbers.hpp"
#include "multi_double.hpp"

namespace posenc::core {
namespace {

constexpr char const* kFromOne = "a whole number from 1 to %";

/** x^(1/n) */
Triple root(double x, double n) { return exponential(logarithm(triple(x)) * reciprocal(triple(n))); }

/** first, first * ratio, ...: known to 140 bits up to the 131072nd. */
struct Geometric {
    Triple next;
    Triple ratio;
    void advance() { next = next * ratio; }
};

/**
 * Slopes 2^(-maxBias u / 2c), c the power of two below the heads: u = 2, 4 ... 2c, then the odd u for the heads that
 * are left. Sorted, the odd ones stand between the even ones.
 */
void make_slopes(Bias& bias) {
    auto const heads = static_cast<std::size_t>(bias.numbers.heads);
    std::size_t below = 1;
    while (2 * below <= heads) below *= 2;
    double power = 1;
    for (double k = 0; k < bias.numbers.reach; ++k) power *= 2;
    Geometric slope{triple(1), reciprocal(root(power, static_cast<double>(2 * below)))};
    for (std::size_t u = 1; u <= 2 * below; ++u) {
        slope.advance();
        std::size_t const place = u % 2 == 1 ? below + u / 2 : u / 2 - 1;
        if (place >= heads) continue;
        bias.values[bias.numbers.flag ? bias.count : place] = slope.next.high;
        ++bias.count;
    }
}

/**
 * The bounds exact * (most / exact)^(j / buckets) between a law's buckets, as the smallest whole distances beyond them:
 * for T5, whose distances at a bound belong to the bucket after it, j = 1 ... buckets - 1; for DeBERTa, where they
 * belong to the one before it, j = 0, 1 ... as far as distances reach. False if those are too many.
 *
 * A bound within 2^-95 of a whole number is that number: it is either rational, so that its denominator, at most
 * `exact`, would keep it farther away, or as good as random.
 */
bool make_thresholds(Bias& bias, double most, double buckets) {
    bool const deberta = bias.kind == BiasKind::deberta;
    if (buckets == 0) return true;
    Geometric bound{triple(bias.exact), root(most, buckets) * reciprocal(root(bias.exact, buckets))};
    if (!deberta) bound.advance();
    for (double j = deberta ? 0 : 1; (deberta || j < buckets) && bound.next.high <= kFar; ++j, bound.advance()) {
        double const nearest = __builtin_floor(bound.next.high + 0.5);
        double const above = (bound.next.high - nearest) + (bound.next.middle + bound.next.low);
        if (bias.count == Bias::kMostValues) return false;
        bias.values[bias.count++] = above > nearest * (deberta ? -0x1p-95 : 0x1p-95) ? nearest + 1 : nearest;
    }
    return true;
}

double bucket_of(Bias const& bias, double distance) {
    std::size_t first = 0;
    for (std::size_t end = bias.count; first < end;) {
        std::size_t const middle = (first + end) / 2;
        if (bias.values[middle] <= distance) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return (distance < bias.exact ? distance : bias.exact) + static_cast<double>(first);
}

double alibi(BiasNumbers const& numbers, double slope, double query, double key) {
    Exact from = two_sum(key, -(numbers.from_query ? query : numbers.last_key));
    if (numbers.from_query && from.value > 0) from = {-from.value, -from.error};
    Exact const product = two_product(slope, from.value);
    return product.value + (product.error + slope * from.error);
}

/** Swin's (dy + H - 1) (2W - 1) + dx + W - 1 is a difference of such numbers, and a constant. */
double swin_place(double token, double columns) { return token + __builtin_floor(token / columns) * (columns - 1); }

/** The class token as query, as key and with itself has the three numbers after the others. */
double swin(BiasNumbers const& numbers, double query, double key) {
    double const across = 2 * numbers.reach - 1;
    if (numbers.flag) {
        if (query == 0 || key == 0) return (2 * numbers.size - 1) * across + (query != 0 ? 1 : key == 0 ? 2 : 0);
        --query;
        --key;
    }
    return swin_place(query, numbers.reach) - swin_place(key, numbers.reach) + (numbers.size - 1) * across +
           numbers.reach - 1;
}

double value_of(Bias const& bias, std::size_t head, double query, double key) {
    BiasNumbers const& numbers = bias.numbers;
    if (bias.kind == BiasKind::alibi) return alibi(numbers, bias.values[head], query, key);
    if (bias.kind == BiasKind::swin) return swin(numbers, query, key);
    bool const t5 = bias.kind == BiasKind::t5;
    double const relative = query - key;
    if (!t5 && !numbers.flag) return relative;
    // T5's other direction has the second half of the buckets, or counts as 0.
    double const distance = t5 && !numbers.flag && relative < 0 ? 0 : magnitude(relative);
    double bucket = bucket_of(bias, distance);
    if (numbers.flag && relative < 0) bucket = t5 ? bucket + __builtin_floor(numbers.size / 2) : -bucket;
    return bias.learned ? bias.learned[static_cast<std::size_t>(bucket)] : bucket;
}

}  // namespace

Problem prepare_bias(BiasKind kind, BiasNumbers const& numbers, Bias& bias) {
    bias.kind = kind;
    bias.numbers = numbers;
    bias.count = 0;
    bias.learned.reset();
    auto const& [heads, size, reach, flag, from_query, last_key] = numbers;
    bool const is_alibi = kind == BiasKind::alibi;
    Problem found;
    found.whole_between("heads", heads, 1, 65536, kFromOne);
    if (is_alibi) found.whole_between("maxBias", reach, 1, 300, kFromOne);
    // The index of a larger window would pass 2^31 - 1.
    for (int axis = 0; kind == BiasKind::swin && axis < 2; ++axis) {
        found.whole_between("window", axis == 0 ? size : reach, 1, 16384, kFromOne, axis);
    }
    if (!found && is_alibi) make_slopes(bias);
    bool const is_t5 = kind == BiasKind::t5;
    if (!is_t5 && !(kind == BiasKind::deberta && flag)) return found;
    // T5's bidirectional buckets are two sets of half the number; the last of an odd number stays unused, as there.
    bool const halved = is_t5 && flag;
    double const set = halved ? __builtin_floor(size / 2) : size;
    double const fewest = halved ? 4 : 2;
    found.require(whole_between(size, fewest, 65536), "buckets", size, "a whole number from % to 65536", fewest);
    bias.exact = __builtin_floor(set / 2);
    double const least = bias.exact + (is_t5 ? 1 : 2);
    found.require(whole_between(reach, least, kFar), is_t5 ? "maxDistance" : "maxPosition", reach,
                  "a whole number from % to 2^53", least);
    if (!found) {
        found.require(make_thresholds(bias, is_t5 ? reach : reach - 1, is_t5 ? set - bias.exact : bias.exact - 1),
                      "maxPosition", reach, "so large that distances up to 2^53 have at most 65536 buckets");
    }
    return found;
}

Range range_of_places(char const* parameter, Bias const& bias, bool narrow) {
    bool const is_alibi = bias.kind == BiasKind::alibi;
    bool const relative = bias.kind == BiasKind::deberta && !bias.numbers.flag;
    double const most = !relative ? kFar : narrow ? 0x1p30 : 0x1p52;
    return {parameter, -most, most, !is_alibi,
            is_alibi ? "a finite number, at most % in size" : "a whole number, at most % in size"};
}

void write_bias(Bias const& bias, std::size_t head, std::span<double const> queries, std::span<double const> keys,
                double* out) {
    for (double const query : queries) {
        for (double const key : keys) *out++ = value_of(bias, head, query, key);
    }
}

}  // namespace posenc::core
