#include "frequencies.hpp"

namespace posenc::core {
namespace {

Triple quotient(double a, double b) { return reciprocal(b) * a; }

/** By how much, but for a power, dynamic and ntk raise the base. */
Triple stretch(Scaling const& scaling) {
    if (scaling.type == ScalingType::ntk) return triple(scaling.factor);
    double const length = scaling.length.value_or(0);
    if (scaling.type != ScalingType::dynamic || length <= scaling.original_length) return triple(1);
    // f * L/M - (f - 1)
    return (quotient(length, scaling.original_length) + -1) * scaling.factor + 1;
}

/** What makes the law's frequency of a pair into the next one's. */
Triple step_of(Encoding const& encoding, double width, Triple const& log_base) {
    double const shift = encoding.spacing == Spacing::paper     ? 0
                         : encoding.spacing == Spacing::shifted ? encoding.shift
                                                                : 1;
    Exact const steps = two_sum(width / 2, -shift);
    // With one pair there is no step.
    if (steps.value <= 0) return triple(1);
    Triple const one_step = reciprocal({steps.value, steps.error, 0.0});
    if (encoding.spacing == Spacing::linear) return (triple(encoding.base) + -1) * one_step;
    return exponential(-(log_base * one_step));
}

/** Turns in a unit. */
Triple turns_of(Unit unit) {
    if (unit == Unit::radian) return kTurnsPerRadian;
    return triple(unit == Unit::half_turn ? 0.5 : 1);
}

/** The pair, as a real number, that turns `turns` times within the original length. */
Triple pair_of(double turns, double width, Scaling const& scaling, Triple const& log_base) {
    Triple const length = quotient(scaling.original_length, turns) * kTurnsPerRadian;
    return logarithm(length) * reciprocal(log_base) * (width / 2);
}

/** What `scaling` multiplies the values by. */
double attention_factor(Scaling const& scaling) {
    bool const yarn = scaling.type == ScalingType::yarn;
    if (!yarn && scaling.type != ScalingType::longrope) return 1;
    if (scaling.attention_factor) return *scaling.attention_factor;
    if (scaling.factor <= 1) return 1;
    Triple const log_factor = logarithm(scaling.factor);
    if (!yarn) {
        Triple const ratio = log_factor * reciprocal(logarithm(scaling.original_length));
        return __builtin_sqrt((ratio + 1).high);
    }
    auto const magnitude = [&](double mscale) { return log_factor * (0.1 * mscale) + 1; };
    double const mscale = scaling.mscale.value_or(0);
    double const of_all = scaling.mscale_all_dim.value_or(0);
    if (mscale == 0 || of_all == 0) return magnitude(1).high;
    return (magnitude(mscale) * reciprocal(magnitude(of_all))).high;
}

}  // namespace

Columns columns_of(Encoding const& encoding) {
    auto const dim = static_cast<std::size_t>(encoding.dim);
    bool const odd = dim % 2 == 1;
    bool const zero_column = odd && encoding.odd == Odd::zero;
    std::size_t const firsts = zero_column ? dim / 2 : (dim + 1) / 2;
    return {dim, firsts, dim / 2, encoding.layout == Layout::halves, zero_column};
}

std::int64_t law_width(std::int64_t dim, Odd odd) {
    if (dim % 2 == 0 || odd == Odd::truncate) return dim;
    return odd == Odd::zero ? dim - 1 : dim + 1;
}

Triple log_base_of(Encoding const& encoding, double width) {
    Triple log_base = logarithm(encoding.base);
    Triple const stretched = stretch(encoding.scaling);
    // Without a stretch the frequencies have the bits of those without a scaling.
    if (stretched.high != 1) log_base += logarithm(stretched) * quotient(width, width - 2);
    return log_base;
}

FrequencyLaw::FrequencyLaw(Encoding const& encoding)
    : encoding_(encoding),
      unit_(turns_of(encoding.unit) * encoding.scale),
      one_over_factor_(reciprocal(encoding.scaling.factor)),
      factors_(factors_of(encoding.scaling)) {
    Scaling const& scaling = encoding.scaling;
    double const width = static_cast<double>(law_width(encoding.dim, encoding.odd));
    Triple const log_base = log_base_of(encoding, width);
    step_ = step_of(encoding, width, log_base);
    if (scaling.type == ScalingType::yarn) {
        ramp_start_ = pair_of(scaling.beta_fast, width, scaling, log_base);
        Triple end = pair_of(scaling.beta_slow, width, scaling, log_base);
        if (scaling.truncate) {
            ramp_start_ = triple(floor_of(ramp_start_));
            end = triple(-floor_of(-end));
        }
        if (ramp_start_.high < 0) ramp_start_ = {};
        if ((end + (1 - width)).high > 0) end = triple(width - 1);
        end += -ramp_start_;
        ramp_slope_ = reciprocal(end.high == 0 ? triple(0.001) : end);
    } else if (scaling.type == ScalingType::llama3) {
        Exact const length = two_sum(scaling.high_freq_factor, -scaling.low_freq_factor);
        ramp_start_ = triple(scaling.low_freq_factor);
        // Equal factors (Llama 4) blend nothing: what is not below them is kept.
        ramp_slope_ = length.value == 0 ? triple(1e60) : reciprocal({length.value, length.error, 0.0});
        ramp_turns_ = quotient(scaling.original_length, encoding.scale);
    } else if (scaling.type == ScalingType::proportional) {
        kept_ = static_cast<std::size_t>(scaling.fraction * width / 2);
    }
}

Triple FrequencyLaw::next_turns() {
    std::size_t const pair = pair_++;
    Triple turns = current_;
    if (!encoding_.frequencies.empty()) {
        turns = triple(encoding_.frequencies[pair] + 0.0);
    } else if (encoding_.spacing == Spacing::linear) {
        current_ += step_;
    } else {
        current_ *= step_;
    }
    turns *= unit_;
    if (!encoding_.frequency_factors.empty()) turns *= reciprocal(encoding_.frequency_factors[pair]);
    switch (encoding_.scaling.type) {
        case ScalingType::none:
        case ScalingType::ntk:
        case ScalingType::dynamic: break;
        case ScalingType::linear: turns *= one_over_factor_; break;
        case ScalingType::longrope: turns *= reciprocal(factors_[pair]); break;
        case ScalingType::proportional: turns *= pair < kept_ ? one_over_factor_ : Triple{}; break;
        case ScalingType::yarn:
        case ScalingType::llama3: blend(turns, pair);
    }
    return turns;
}

void FrequencyLaw::blend(Triple& turns, std::size_t pair) const {
    bool const yarn = encoding_.scaling.type == ScalingType::yarn;
    Triple kept = yarn ? triple(static_cast<double>(pair)) : turns * ramp_turns_;
    if (kept.high < 0) kept = -kept;
    kept += -ramp_start_;
    kept *= ramp_slope_;
    if (kept.high < 0) kept = {};
    if (kept.high >= 1) kept = triple(1);
    if (yarn) kept = (-kept + 1) * encoding_.scaling.extrapolation;
    if (kept.high != 1) turns *= one_over_factor_ + kept * (-one_over_factor_ + 1);
}

std::span<double const> factors_of(Scaling const& scaling) {
    if (scaling.type != ScalingType::longrope) return {};
    return scaling.length.value_or(0) > scaling.original_length ? scaling.long_factor : scaling.short_factor;
}

double amplitude_of(Encoding const& encoding) { return encoding.value_scale * attention_factor(encoding.scaling); }

double length_for(Scaling const& scaling, double largest_position) {
    double const length = largest_position + 1;
    if (!(length > scaling.original_length)) return scaling.original_length;
    if (scaling.type == ScalingType::longrope) return 2 * scaling.original_length;
    return length < 0x1p54 ? length : 0x1p54;
}

}  // namespace posenc::core
