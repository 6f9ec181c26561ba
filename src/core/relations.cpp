#include "relations.hpp"

#include "rows.hpp"
#include "xpos.hpp"

namespace posenc::core {
namespace {

/**
 * Calls visit(pair, sine, cosine) with the phasors of a distance: values that are sines and cosines, without origin and
 * factors.
 */
template <class Visit>
void visit_phasors(Encoding const& encoding, double distance, Visit visit) {
    // Where nothing multiplies values, the plan is that of tables.
    Plan const& plan = plan_for({.encoding = encoding, .plain = amplitude_of(encoding) != 1});
    Decay const decay(encoding);
    PhasorBlock phasors[kSegment];
    std::size_t const pairs = plan.columns.pairs();
    for (std::size_t block = 0; block < plan.block_count; block += kSegment) {
        std::size_t const count = plan.block_count - block < kSegment ? plan.block_count - block : kSegment;
        kernel().phasors(plan.blocks + block, count, false, position_of(plan, distance, 0), phasors);
        if (decay) decay.apply({distance, 0}, block, count, phasors);
        for (std::size_t pair = block * kBlock; pair < pairs && pair < (block + count) * kBlock; ++pair) {
            PhasorBlock const& from = phasors[pair / kBlock - block];
            visit(pair, from.first[pair % kBlock], from.second[pair % kBlock]);
        }
    }
}

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
    visit_phasors(encoding, distance, [&](std::size_t pair, double sine, double cosine) {
        if (pair < first || pair - first >= count) return;
        double* const m = out + 4 * (pair - first);
        m[0] = cosine;
        m[1] = sine;
        m[2] = -sine;
        m[3] = cosine;
    });
}

void write_similarity(Encoding const& encoding, std::span<double const> offsets, double* out) {
    std::size_t const complete = columns_of(encoding).seconds;
    double const amplitude = amplitude_of(encoding);
    for (std::size_t k = 0; k < offsets.size(); ++k) {
        Exact total{0, 0};
        visit_phasors(encoding, offsets[k], [&](std::size_t pair, double, double cosine) {
            if (pair >= complete) return;
            Exact const next = two_sum(total.value, cosine);
            total = {next.value, total.error + next.error};
        });
        out[k] = amplitude * amplitude * (total.value + total.error);
    }
}

}  // namespace posenc::core
