// Plans: what the kernel needs to know of an encoding, kept for the encodings used last.
#pragma once

#include <cstddef>
#include <cstdint>

#include "frequencies.hpp"
#include "kernel.hpp"

namespace posenc::core {

/**
 * Which plan. `step` is the number of positions from one row to the next (1 in tables); with `mean`, a row is the mean
 * over the `step` positions from its own on. `plain` values are sines and cosines, without what multiplies them.
 */
struct PlanKey {
    Encoding const& encoding;
    double step = 1;
    bool mean = false;
    bool plain = false;
};

struct Plan {
    /** Of the key that it was made for. */
    struct {
        double step;
        bool mean;
        Order order;
    } key;
    Columns columns;
    Block* blocks;
    std::size_t block_count;
    /** The largest |w_i * scale|, in radians per position. */
    double largest_frequency;

    [[nodiscard]] bool cosine_first() const { return key.order == Order::cos_sin; }
};

/**
 * The plan for a key, made if it is not there. This thread's plans share 6 MiB, and the lists of their encodings 768
 * KiB; when either is full all are dropped. A plan is good until the next call.
 */
Plan const& plan_for(PlanKey const& key);

/** Plans for several encodings, good together until the next call. All of them must fit in at once. */
void plans_for(Encoding const* const* encodings, std::size_t count, Plan const** plans);

/** The largest |w_i * scale| of an encoding, in radians per position; where it takes work, that of its plan. */
double largest_frequency(Encoding const& encoding);

/** Bytes that a thread's plans may take. */
constexpr std::size_t kPlanBytes = 6 << 20;

}  // namespace posenc::core
