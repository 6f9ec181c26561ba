#include "plan.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

namespace posenc::core {
namespace {

/** All that a plan depends on: two keys with equal numbers share one. What plans do not hold is not among them. */
struct KeyNumbers {
    static constexpr std::size_t kLists = 3;
    double single[28];
    /** Which of them are fields of the scaling alone. */
    static constexpr std::size_t kOfScaling = 6;
    static constexpr std::size_t kScalingNumbers = 12;
    std::span<double const> lists[kLists];
};

KeyNumbers numbers_of(PlanKey const& key) {
    Encoding const& e = key.encoding;
    Scaling const& s = e.scaling;
    auto const number = [](auto value) { return static_cast<double>(value); };
    // Of what may be absent, no value is negative.
    auto const optional = [](std::optional<double> const& value) { return value ? *value : -1; };
    KeyNumbers numbers{{e.base,
                        e.scale,
                        key.step,
                        e.origin,
                        e.value_scale,
                        e.shift,
                        s.factor,
                        s.original_length,
                        s.beta_fast,
                        s.beta_slow,
                        s.extrapolation,
                        s.low_freq_factor,
                        s.high_freq_factor,
                        s.fraction,
                        optional(s.length),
                        optional(s.attention_factor),
                        optional(s.mscale),
                        optional(s.mscale_all_dim),
                        number(e.dim),
                        number(e.spacing),
                        number(e.unit),
                        number(e.layout),
                        number(e.order),
                        number(e.odd),
                        number(s.type),
                        number(s.truncate),
                        number(key.mean),
                        number(key.plain)},
                       {e.frequencies, e.frequency_factors, factors_of(s)}};
    // Without a scaling its fields mean nothing, whatever an encoding before has left in them.
    if (s.type == ScalingType::none)
        std::fill_n(numbers.single + KeyNumbers::kOfScaling, KeyNumbers::kScalingNumbers, 0.0);
    return numbers;
}

bool same(std::span<double const> const& a, std::span<double const> const& b) {
    std::size_t k = 0;
    if (a.size() != b.size()) return false;
    while (k < a.size() && a[k] == b[k]) ++k;
    return k == a.size();
}

bool operator==(KeyNumbers const& a, KeyNumbers const& b) {
    bool equal = same(a.single, b.single);
    for (std::size_t k = 0; k < KeyNumbers::kLists; ++k) equal = equal && same(a.lists[k], b.lists[k]);
    return equal;
}

/**
 * Plans one behind the other in one piece of memory, all dropped when it is full: nothing can fragment, and the memory
 * that a thread uses has one known size.
 */
class Store {
 public:
    Plan const* find(KeyNumbers const& numbers) const {
        for (std::size_t k = 0; k < count_; ++k) {
            if (numbers_[k] == numbers) return &plans_[k];
        }
        return nullptr;
    }

    /** How often all plans were dropped. */
    std::size_t drops = 0;

    Plan& append(PlanKey const& key, KeyNumbers const& numbers) {
        Columns const columns = columns_of(key.encoding);
        std::size_t const blocks = (columns.pairs() + kBlock - 1) / kBlock;
        std::size_t listed = 0;
        for (std::span<double const> const list : numbers.lists) listed += list.size();
        if (count_ == kPlans || used_ + blocks > kBlocks || listed_ + listed > kListed) {
            count_ = used_ = listed_ = 0;
            ++drops;
        }
        numbers_[count_] = numbers;
        for (std::span<double const>& list : numbers_[count_].lists) {
            double* const kept = lists_.get() + listed_;
            for (std::size_t k = 0; k < list.size(); ++k) kept[k] = list[k];
            list = {kept, list.size()};
            listed_ += list.size();
        }
        Plan& plan = plans_[count_++];
        plan.key = {key.step, key.mean, key.encoding.order};
        plan.columns = columns;
        plan.blocks = memory_.get() + used_;
        plan.block_count = blocks;
        used_ += blocks;
        return plan;
    }

 private:
    static constexpr std::size_t kPlans = 64;
    static constexpr std::size_t kBlocks = kPlanBytes / sizeof(Block);
    static_assert(kBlocks >= kMostPairs / kBlock, "the widest encoding must fit");
    static constexpr std::size_t kListed = KeyNumbers::kLists * kMostPairs;

    // Uninitialised on purpose: pages that no plan reaches are never touched.
    std::unique_ptr<Block[]> memory_{new Block[kBlocks]};
    std::unique_ptr<double[]> lists_{new double[kListed]};
    KeyNumbers numbers_[kPlans];
    Plan plans_[kPlans];
    std::size_t count_ = 0;
    std::size_t used_ = 0;
    std::size_t listed_ = 0;
};

constexpr double kTwoPi = 0x1.921fb54442d18p+2;

double nearest(double x) { return __builtin_floor(x + 0.5); }

/** Puts pair k's frequency, in turns, into its block. */
void set_frequency(Block& block, std::size_t k, double high, double low) {
    Exact const halves = split(4 * high);
    block.high_upper[k] = halves.value;
    block.high_lower[k] = halves.error;
    block.low[k] = 4 * low;
}

/** The angles of 1 to 4 and 8 to 32 steps for every pair. */
void set_rotations(Plan& plan, Block& block) {
    double const step = plan.key.step;
    double const sign = plan.cosine_first() ? -1.0 : 1.0;
    PhasorBlock phasors;
    for (int k = 0; k < 8; ++k) {
        double const rows = k < 4 ? k + 1 : 8.0 * (k - 3);
        Exact const position = two_product(rows, step);
        kernel().phasors(&block, 1, false, {position.value, position.error, false}, &phasors);
        auto& rotation = k < 4 ? block.row[k] : block.tile[k - 4];
        for (int lane = 0; lane < kBlock; ++lane) {
            rotation.sine[lane] = sign * phasors.first[lane];
            rotation.cosine[lane] = phasors.second[lane];
        }
    }
}

struct PhaseAndAmplitude {
    double phase[kBlock]{};
    double amplitude[kBlock]{};
};

/**
 * Prepares means over `count` positions: the mean of sin(w p) over p = a .. a+N-1 is sin(w (a + (N-1)/2)) times the
 * Dirichlet factor sin(N w/2) / (N sin(w/2)). At whole turns the raw factor is 0/0, so whole turns are taken off the
 * frequency first; positions are whole, so that this changes no angle but that of the origin, which becomes a phase.
 */
void reduce_to_means(Block& block, double count, double origin, PhaseAndAmplitude& result) {
    Block half{};
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
        double const high = (block.high_upper[lane] + block.high_lower[lane]) / 4;
        double const low = block.low[lane] / 4;
        Exact const product = two_product(high, origin);
        result.phase[lane] = 4 * ((product.value - nearest(product.value)) + (product.error + low * origin));
        Exact const reduced = two_sum(high - nearest(high), low);
        set_frequency(block, lane, reduced.value, reduced.error);
        set_frequency(half, lane, reduced.value / 2, reduced.error / 2);
        half.amplitude[lane] = 1;
    }
    PhasorBlock over;
    PhasorBlock under;
    kernel().phasors(&half, 1, false, {count, 0, false}, &over);
    kernel().phasors(&half, 1, false, {1, 0, false}, &under);
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
        double const below = count * under.first[lane];
        result.amplitude[lane] = below == 0 ? 1 : over.first[lane] / below;
    }
}

void make(Plan& plan, Encoding const& encoding, double value_scale) {
    FrequencyLaw law(encoding);
    std::size_t const pairs = plan.columns.pairs();
    double largest = 0;
    for (std::size_t b = 0; b < plan.block_count; ++b) {
        Block& block = plan.blocks[b];
        block = Block{};
        for (std::size_t lane = 0; lane < kBlock && b * kBlock + lane < pairs; ++lane) {
            Triple const turns = law.next_turns();
            set_frequency(block, lane, turns.high, turns.middle);
            double const size = __builtin_fabs(turns.high);
            if (size > largest) largest = size;
        }
        PhaseAndAmplitude own;
        if (plan.key.mean) reduce_to_means(block, plan.key.step, encoding.origin, own);
        // Rotations have neither phase nor amplitude: they are made before the block gets them.
        for (double& amplitude : block.amplitude) amplitude = 1;
        set_rotations(plan, block);
        for (std::size_t lane = 0; lane < kBlock; ++lane) {
            block.phase[lane] = own.phase[lane];
            block.amplitude[lane] = value_scale * (plan.key.mean ? own.amplitude[lane] : 1);
        }
    }
    plan.largest_frequency = largest * kTwoPi;
}

Store& store() {
    thread_local Store instance;
    return instance;
}

}  // namespace

Plan const& plan_for(PlanKey const& key) {
    KeyNumbers const numbers = numbers_of(key);
    if (Plan const* known = store().find(numbers)) return *known;
    Plan& plan = store().append(key, numbers);
    // + 0.0 makes 0 of -0: encodings that are equal share a plan.
    make(plan, key.encoding, key.plain ? 1 : amplitude_of(key.encoding) + 0.0);
    return plan;
}

void plans_for(Encoding const* const* encodings, std::size_t count, Plan const** plans) {
    // Where making one dropped others, there is room for all afterwards.
    std::size_t drops;
    do {
        drops = store().drops;
        for (std::size_t k = 0; k < count; ++k) plans[k] = &plan_for({*encodings[k]});
    } while (store().drops != drops);
}

double largest_frequency(Encoding const& e) {
    bool const falls = e.frequencies.empty() && e.spacing != Spacing::linear && e.base >= 1;
    bool const plain = e.frequency_factors.empty() && e.scaling.type == ScalingType::none && e.unit == Unit::radian;
    return falls && plain ? __builtin_fabs(e.scale) : plan_for({e}).largest_frequency;
}

}  // namespace posenc::core
