#include "relations.hpp"

#include "rows.hpp"
#include "xpos.hpp"

namespace posenc::core {
namespace {

/**
 * The phasors of a distance, one pair after the other: values that are sines and cosines, without origin and factors.
 */
class DistancePairs {
 public:
    // Where nothing multiplies values, the plan is that of tables.
    DistancePairs(Encoding const& encoding, double distance)
        : plan_(plan_for({.encoding = encoding, .plain = amplitude_of(encoding) != 1})),
          decay_(encoding),
          distance_(distance) {}

    /** Goes on to the next pair, at first to pair 0; false after the last. */
    bool next() {
        if (++pair_ == plan_.columns.pairs()) return false;
        std::size_t const block = pair_ / kBlock;
        if (pair_ % (kSegment * kBlock) == 0) {
            std::size_t const left = plan_.block_count - block;
            std::size_t const count = left < kSegment ? left : kSegment;
            kernel().phasors(plan_.blocks + block, count, false, position_of(plan_, distance_, 0), phasors_);
            if (decay_) decay_.apply({distance_, 0}, block, count, phasors_);
        }
        sine = phasors_[block % kSegment].first[pair_ % kBlock];
        cosine = phasors_[block % kSegment].second[pair_ % kBlock];
        return true;
    }

    [[nodiscard]] std::size_t pair() const { return pair_; }

    double sine;
    double cosine;

 private:
    Plan const& plan_;
    Decay const decay_;
    double distance_;
    std::size_t pair_ = SIZE_MAX;
    PhasorBlock phasors_[kSegment];
};

}  // namespace

void write_frequencies(Encoding const& encoding, double* out) {
    FrequencyLaw law(encoding);
    Triple const two_pi = reciprocal(kTurnsPerRadian);
    for (std::size_t pair = 0; pair < columns_of(encoding).pairs(); ++pair) {
        out[pair] = (law.next_turns() * two_pi).high;
    }
}

void write_wavelengths(Encoding const& encoding, double* out) {
    FrequencyLaw law(encoding);
    for (std::size_t pair = 0; pair < columns_of(encoding).pairs(); ++pair) {
        Triple const turns = law.next_turns();
        double const size = __builtin_fabs(turns.high);
        // Scaled, since the reciprocal of 1e-301 would overflow on the way.
        double const factor = size < 1 ? 0x1p200 : 1;
        out[pair] = size * factor == 0 ? __builtin_inf() : __builtin_fabs(reciprocal(turns * factor).high) * factor;
    }
}

void write_shift(Encoding const& encoding, double distance, std::size_t first, std::size_t count, double* out) {
    for (DistancePairs pairs(encoding, distance); pairs.next();) {
        if (pairs.pair() - first >= count) continue;
        *out++ = pairs.cosine;
        *out++ = pairs.sine;
        *out++ = -pairs.sine;
        *out++ = pairs.cosine;
    }
}

void write_similarity(Encoding const& encoding, std::span<double const> offsets, double* out) {
    double const amplitude = amplitude_of(encoding);
    for (double const offset : offsets) {
        Exact total{0, 0};
        for (DistancePairs pairs(encoding, offset); pairs.next();) {
            if (pairs.pair() >= columns_of(encoding).seconds) break;
            Exact const next = two_sum(total.value, pairs.cosine);
            total = {next.value, total.error + next.error};
        }
        *out++ = amplitude * amplitude * (total.value + total.error);
    }
}

}  // namespace posenc::core
