#include "rows.hpp"

#include <memory>

namespace posenc::core {
namespace {

constexpr std::size_t kAnchorBlocks = 65536 / 2 / kBlock;
constexpr std::size_t kMostSlots = 64;
constexpr std::int64_t kNone = INT64_MIN;

/** Anchors of this thread's running call: slot k % slots holds anchor k. */
struct AnchorCache {
    std::unique_ptr<PhasorBlock[]> phasors{new PhasorBlock[kAnchorBlocks]};
    std::int64_t held[kMostSlots];
};

AnchorCache& cache() {
    thread_local AnchorCache instance;
    return instance;
}

}  // namespace

Rows::Rows(Plan const& plan, double base_high, double base_low)
    : plan_(plan), base_high_(base_high), base_low_(base_low), slots_(1) {
    // A power of two, so that neighbours never share a slot and the slot is a mask away.
    while (slots_ < kMostSlots && slots_ * 2 * plan.block_count <= kAnchorBlocks) slots_ *= 2;
    for (std::int64_t& held : cache().held) held = kNone;
}

PhasorBlock const* Rows::anchors(std::int64_t anchor) {
    AnchorCache& anchors = cache();
    std::size_t const slot = static_cast<std::size_t>(anchor) & (slots_ - 1);
    PhasorBlock* const phasors = anchors.phasors.get() + slot * plan_.block_count;
    if (anchors.held[slot] != anchor) {
        Exact const distance = two_product(static_cast<double>(anchor * kAnchorRows), plan_.key.step);
        Exact const position = two_sum(distance.value, base_high_);
        direct_row(position.value, position.error + (distance.error + base_low_), 0, plan_.block_count, phasors);
        anchors.held[slot] = anchor;
    }
    return phasors;
}

void Rows::grid_row(std::int64_t q, std::size_t first, std::size_t count, PhasorBlock* out) {
    GridPlace const place = grid_place(q < 0 ? -q : q);
    kernel().row(plan_.blocks + first, anchors(place.anchor) + first, count, place.tile, place.row, out);
    if (q >= 0) return;
    for (std::size_t b = 0; b < count; ++b) {
        for (double& sine : plan_.cosine_first() ? out[b].second : out[b].first) sine = -sine;
    }
}

void Rows::grid_tile(std::int64_t q, std::size_t first, std::size_t count, PhasorBlock* out, std::size_t stride) {
    GridPlace const place = grid_place(q);
    kernel().tile(plan_.blocks + first, anchors(place.anchor) + first, count, place.tile,
                  {out->first, out->second, Format::float64, stride * sizeof *out, false});
}

void Rows::direct_row(double high, double low, std::size_t first, std::size_t count, PhasorBlock* out) const {
    kernel().phasors(plan_.blocks + first, count, plan_.cosine_first(), position_of(plan_, high, low), out);
}

}  // namespace posenc::core
