#include "learned.hpp"

#include "check_numbers.hpp"
#include "multi_double.hpp"

namespace posenc::core {
namespace {

constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15;

/** The finaliser of splitmix64 (Steele, Lea and Flood, 2014). */
std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/** Numbers between -1 and 1, all multiples of 2^-53 that are odd. */
class Stream {
 public:
    explicit Stream(std::uint64_t key) : state_(key) {}
    double next() {
        auto const signed_bits = static_cast<std::int64_t>(mix(state_ += kGamma)) >> 11;
        return (static_cast<double>(signed_bits) + 0.5) * 0x1p-52;
    }

 private:
    std::uint64_t state_;
};

/** Deviations of value k from the mean: a stream for each value, so that it depends on seed and k alone. */
double deviations(std::uint64_t seed, std::uint64_t k, Distribution distribution) {
    Stream stream(mix(mix(seed + kGamma) + k * kGamma));
    if (distribution == Distribution::uniform) return stream.next();
    for (;;) {
        // Marsaglia's polar method.
        double const u = stream.next();
        double const v = stream.next();
        double const s = u * u + v * v;
        if (s >= 1) continue;
        double const z = u * __builtin_sqrt(-2 * approximate_logarithm(s) / s);
        if (distribution == Distribution::normal || magnitude(z) <= 2) return z;
    }
}

}  // namespace

Problem check_learned(double const* numbers) {
    static constexpr Range kRanges[kLearnedNumbers] = {
        {"dim", 1, 65536, true, "a whole number from 1 to 65536"},
        {"length", 1, 0x1p32, true, "a whole number from 1 to %"},
        {"origin", -kFar, kFar, true, "a whole number, at most % in size"},
        {"seed", 0, 0x1p32 - 1, true, "a whole number from 0 to %"},
        {"mean", -1e30, 1e30, false, "a finite number, at most 1e30 in size"},
        {"deviation", 0, 1e30, false, "a finite number from 0 to 1e30"}};
    return check_ranges(kRanges, numbers);
}

Learned learned_of(double const* numbers, Distribution distribution) {
    return {static_cast<std::int64_t>(numbers[0]),
            static_cast<std::int64_t>(numbers[1]),
            static_cast<std::int64_t>(numbers[2]),
            {},
            static_cast<std::uint32_t>(numbers[3]),
            distribution,
            numbers[4],
            numbers[5]};
}

Range range_of_rows(Learned const& learned) {
    auto const origin = static_cast<double>(learned.origin);
    double const last = static_cast<double>(learned.length) - 1 - origin;
    // Beyond 2^53 the last row's position may be no double.
    return {"positions", -origin, last < kFar ? last : kFar, true,
            origin == 0 ? "a whole number from 0 to %, the table's rows"
                        : "a whole number from -origin to %, the table's rows"};
}

void write_learned(Learned const& learned, std::span<double const> positions, double* out) {
    for (double const position : positions) {
        auto k = static_cast<std::uint64_t>((static_cast<std::int64_t>(position) + learned.origin) * learned.dim);
        for (std::int64_t column = 0; column < learned.dim; ++column) {
            *out++ = learned.mean + learned.deviation * deviations(learned.seed, k++, learned.distribution);
        }
    }
}

}  // namespace posenc::core
