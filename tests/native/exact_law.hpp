// Frequencies and amplitudes of every law and scaling in MPFR, by the formulas of posenc.hpp, and random encodings.
#pragma once

#include <mpfr.h>

#include <algorithm>
#include <cmath>

#include "support.hpp"

namespace posenc::test {

class Real {
 public:
    explicit Real(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
    ~Real() { mpfr_clear(value_); }
    Real(Real const&) = delete;
    Real& operator=(Real const&) = delete;
    mpfr_ptr operator*() { return value_; }

 private:
    mpfr_t value_;
};

/** The frequencies of an encoding, whose dim is even where it has a scaling. */
class ExactLaw {
 public:
    explicit ExactLaw(Encoding const& encoding) : e_(encoding), scaling_(encoding.scaling) {
        if (e_.dim % 2 == 1 && e_.odd == Odd::truncate_next) width_ += 1;
        if (e_.dim % 2 == 1 && e_.odd == Odd::zero) width_ -= 1;
        set_log_base();
        if (scaling_.type == ScalingType::yarn) set_yarn_bounds();
    }

    /** The frequency of a pair times the encoding's scale, in radians. */
    void frequency(std::int64_t pair, mpfr_ptr out) {
        set_law(pair, out);
        if (e_.unit != Unit::radian) {
            mpfr_const_pi(*a_, MPFR_RNDN);
            mpfr_mul(out, out, *a_, MPFR_RNDN);
            if (e_.unit == Unit::turn) mpfr_mul_si(out, out, 2, MPFR_RNDN);
        }
        if (!e_.frequency_factors.empty()) mpfr_div_d(out, out, e_.frequency_factors[size(pair)], MPFR_RNDN);
        reshape(pair, out);
        mpfr_mul_d(out, out, e_.scale, MPFR_RNDN);
    }

    /** What all values are multiplied by. */
    void amplitude(mpfr_ptr out) {
        mpfr_set_d(out, 1, MPFR_RNDN);
        bool const yarn = scaling_.type == ScalingType::yarn;
        if (scaling_.attention_factor) {
            mpfr_set_d(out, *scaling_.attention_factor, MPFR_RNDN);
        } else if (scaling_.factor > 1 && yarn) {
            mpfr_set_d(*a_, scaling_.factor, MPFR_RNDN);
            mpfr_log(*a_, *a_, MPFR_RNDN);
            mpfr_mul_d(*a_, *a_, 0.1, MPFR_RNDN);
            mpfr_add(out, out, *a_, MPFR_RNDN);
        } else if (scaling_.factor > 1 && scaling_.type == ScalingType::longrope) {
            mpfr_set_d(*a_, scaling_.factor, MPFR_RNDN);
            mpfr_log(*a_, *a_, MPFR_RNDN);
            mpfr_set_d(*b_, scaling_.original_length, MPFR_RNDN);
            mpfr_log(*b_, *b_, MPFR_RNDN);
            mpfr_div(*a_, *a_, *b_, MPFR_RNDN);
            mpfr_add(out, out, *a_, MPFR_RNDN);
            mpfr_sqrt(out, out, MPFR_RNDN);
        }
        mpfr_mul_d(out, out, e_.value_scale, MPFR_RNDN);
    }

 private:
    static constexpr mpfr_prec_t kPrecision = 256;

    /** log2 of the base, stretched by dynamic and ntk: base * s^(D/(D - 2)). */
    void set_log_base() {
        mpfr_set_d(*log_base_, e_.base, MPFR_RNDN);
        mpfr_log2(*log_base_, *log_base_, MPFR_RNDN);
        mpfr_set_d(*a_, scaling_.factor, MPFR_RNDN);
        if (scaling_.type == ScalingType::dynamic) {
            if (*scaling_.length <= scaling_.original_length) return;
            mpfr_mul_d(*a_, *a_, *scaling_.length, MPFR_RNDN);
            mpfr_div_d(*a_, *a_, scaling_.original_length, MPFR_RNDN);
            mpfr_sub_d(*a_, *a_, scaling_.factor, MPFR_RNDN);
            mpfr_add_d(*a_, *a_, 1, MPFR_RNDN);
        } else if (scaling_.type != ScalingType::ntk) {
            return;
        }
        mpfr_log2(*a_, *a_, MPFR_RNDN);
        mpfr_mul_si(*a_, *a_, static_cast<long>(width_), MPFR_RNDN);
        mpfr_div_si(*a_, *a_, static_cast<long>(width_ - 2), MPFR_RNDN);
        mpfr_add(*log_base_, *log_base_, *a_, MPFR_RNDN);
    }

    /** The pair that turns so many times within the original length. */
    void set_pair_of(double turns, mpfr_ptr out) {
        mpfr_const_pi(out, MPFR_RNDN);
        mpfr_mul_d(out, out, 2 * turns, MPFR_RNDN);
        mpfr_d_div(out, scaling_.original_length, out, MPFR_RNDN);
        mpfr_log2(out, out, MPFR_RNDN);
        mpfr_mul_si(out, out, static_cast<long>(width_), MPFR_RNDN);
        mpfr_div(out, out, *log_base_, MPFR_RNDN);
        mpfr_div_si(out, out, 2, MPFR_RNDN);
    }

    void set_yarn_bounds() {
        set_pair_of(scaling_.beta_fast, *low_);
        set_pair_of(scaling_.beta_slow, *high_);
        if (scaling_.truncate) {
            mpfr_floor(*low_, *low_);
            mpfr_ceil(*high_, *high_);
        }
        if (mpfr_sgn(*low_) < 0) mpfr_set_d(*low_, 0, MPFR_RNDN);
        if (mpfr_cmp_si(*high_, static_cast<long>(width_ - 1)) > 0) {
            mpfr_set_si(*high_, static_cast<long>(width_ - 1), MPFR_RNDN);
        }
        if (mpfr_equal_p(*low_, *high_)) mpfr_add_d(*high_, *high_, 0.001, MPFR_RNDN);
    }

    void set_law(std::int64_t pair, mpfr_ptr out) {
        if (!e_.frequencies.empty()) {
            mpfr_set_d(out, e_.frequencies[size(pair)], MPFR_RNDN);
            return;
        }
        // The steps from the first to the last pair, were there one more: n less what the law takes away.
        mpfr_set_si(*a_, static_cast<long>(width_), MPFR_RNDN);
        mpfr_div_si(*a_, *a_, 2, MPFR_RNDN);
        double const less = e_.spacing == Spacing::paper ? 0 : e_.spacing == Spacing::shifted ? e_.shift : 1;
        mpfr_sub_d(*a_, *a_, less, MPFR_RNDN);
        if (pair == 0 || mpfr_sgn(*a_) <= 0) {
            mpfr_set_d(out, 1, MPFR_RNDN);
        } else if (e_.spacing == Spacing::linear) {
            mpfr_set_d(out, e_.base, MPFR_RNDN);
            mpfr_sub_d(out, out, 1, MPFR_RNDN);
            mpfr_mul_si(out, out, static_cast<long>(pair), MPFR_RNDN);
            mpfr_div(out, out, *a_, MPFR_RNDN);
            mpfr_add_d(out, out, 1, MPFR_RNDN);
        } else {
            mpfr_mul_si(out, *log_base_, static_cast<long>(-pair), MPFR_RNDN);
            mpfr_div(out, out, *a_, MPFR_RNDN);
            mpfr_exp2(out, out, MPFR_RNDN);
        }
    }

    void reshape(std::int64_t pair, mpfr_ptr out) {
        switch (scaling_.type) {
            case ScalingType::none:
            case ScalingType::ntk:
            case ScalingType::dynamic: return;
            case ScalingType::linear: mpfr_div_d(out, out, scaling_.factor, MPFR_RNDN); return;
            case ScalingType::longrope: {
                bool const is_long = *scaling_.length > scaling_.original_length;
                auto const& factors = is_long ? scaling_.long_factor : scaling_.short_factor;
                mpfr_div_d(out, out, factors[size(pair)], MPFR_RNDN);
                return;
            }
            case ScalingType::proportional:
                if (static_cast<double>(pair) < std::floor(scaling_.fraction * static_cast<double>(width_) / 2)) {
                    mpfr_div_d(out, out, scaling_.factor, MPFR_RNDN);
                } else {
                    mpfr_set_d(out, 0, MPFR_RNDN);
                }
                return;
            case ScalingType::yarn:
                mpfr_si_sub(*a_, static_cast<long>(pair), *low_, MPFR_RNDN);
                mpfr_sub(*b_, *high_, *low_, MPFR_RNDN);
                mpfr_div(*a_, *a_, *b_, MPFR_RNDN);
                clip(*a_);
                mpfr_si_sub(*a_, 1, *a_, MPFR_RNDN);
                mpfr_mul_d(*a_, *a_, scaling_.extrapolation, MPFR_RNDN);
                break;
            case ScalingType::llama3:
                // Turns within the original length.
                mpfr_const_pi(*b_, MPFR_RNDN);
                mpfr_mul_si(*b_, *b_, 2, MPFR_RNDN);
                mpfr_div(*a_, out, *b_, MPFR_RNDN);
                mpfr_mul_d(*a_, *a_, scaling_.original_length, MPFR_RNDN);
                mpfr_abs(*a_, *a_, MPFR_RNDN);
                mpfr_sub_d(*a_, *a_, scaling_.low_freq_factor, MPFR_RNDN);
                mpfr_set_d(*b_, scaling_.high_freq_factor, MPFR_RNDN);
                mpfr_sub_d(*b_, *b_, scaling_.low_freq_factor, MPFR_RNDN);
                mpfr_div(*a_, *a_, *b_, MPFR_RNDN);
                clip(*a_);
                break;
        }
        // w/factor * (1 - m) + w * m
        mpfr_si_sub(*b_, 1, *a_, MPFR_RNDN);
        mpfr_div_d(*b_, *b_, scaling_.factor, MPFR_RNDN);
        mpfr_add(*b_, *b_, *a_, MPFR_RNDN);
        mpfr_mul(out, out, *b_, MPFR_RNDN);
    }

    static void clip(mpfr_ptr x) {
        if (mpfr_sgn(x) < 0) mpfr_set_d(x, 0, MPFR_RNDN);
        if (mpfr_cmp_si(x, 1) > 0) mpfr_set_d(x, 1, MPFR_RNDN);
    }

    Encoding const& e_;
    Scaling const& scaling_;
    std::int64_t width_ = e_.dim;
    Real log_base_{kPrecision};
    Real low_{kPrecision};
    Real high_{kPrecision};
    Real a_{kPrecision};
    Real b_{kPrecision};
};

inline std::vector<double> random_numbers(Random& random, std::size_t count, double least, double most) {
    std::vector<double> numbers(count);
    for (double& number : numbers) number = random.log_between(least, most);
    return numbers;
}

/** One of the scalings, each type as often. */
inline Scaling random_scaling(Random& random, std::size_t pairs) {
    Scaling s;
    s.type = static_cast<ScalingType>(1 + random.below(7));
    s.factor = random.below(3) == 0 ? std::exp2(static_cast<double>(random.below(7))) : random.log_between(0.5, 64);
    s.original_length = std::floor(random.log_between(64, 1e6));
    if (s.type == ScalingType::dynamic || s.type == ScalingType::longrope) {
        s.length = std::floor(s.original_length * random.log_between(0.5, 50));
    }
    // A stretch of 0 and less has no power.
    if (s.type == ScalingType::dynamic) s.factor = std::max(s.factor, 1.0);
    if (s.type == ScalingType::yarn) {
        s.beta_slow = random.log_between(0.25, 4);
        s.beta_fast = s.beta_slow * random.log_between(1.5, 100);
        s.truncate = random.below(2) == 0;
        if (random.below(3) == 0) s.extrapolation = random.between(0, 1);
    }
    if (s.type == ScalingType::longrope) {
        s.short_factor = random_numbers(random, pairs, 0.5, 4);
        s.long_factor = random_numbers(random, pairs, 1, 100);
    }
    if (s.type == ScalingType::llama3) {
        s.low_freq_factor = random.log_between(0.1, 4);
        s.high_freq_factor = s.low_freq_factor * random.log_between(1.1, 16);
    }
    if (s.type == ScalingType::proportional) s.fraction = random.between(0, 1);
    bool const has_attention = s.type == ScalingType::yarn || s.type == ScalingType::longrope;
    if (has_attention && random.below(2) == 0) s.attention_factor = random.log_between(0.25, 2);
    return s;
}

/** Encodings of every law, unit, scaling, arrangement, width and base. */
inline Encoding random_encoding(Random& random) {
    Encoding e;
    e.dim = random.below(8) == 0 ? 65536 - random.below(9) : static_cast<std::int64_t>(random.log_between(1, 20000));
    e.base = random.log_between(2, 1e9);
    if (random.below(4) == 0) e.base = std::floor(e.base);
    e.layout = kLayouts[random.below(2)];
    e.order = kOrders[random.below(2)];
    e.odd = kOddRules[random.below(3)];
    bool const is_scaled = random.below(3) == 0;
    if (is_scaled) e.dim = std::max<std::int64_t>(4, e.dim / 2 * 2);
    auto const count = pairs(e);
    switch (random.below(6)) {
        case 0: e.spacing = Spacing::endpoint; break;
        case 1:
            if (e.dim < 2) break;
            e.spacing = Spacing::shifted;
            e.shift = random.between(-4, 0.9) * static_cast<double>(e.dim / 2);
            break;
        case 2:
            if (is_scaled) break;
            e.spacing = Spacing::linear;
            e.base = random.log_between(1e-3, 1e3);
            break;
        case 3:
            if (is_scaled) break;
            e.frequencies = random_numbers(random, count, 1e-9, 10);
            break;
        default: break;
    }
    if (is_scaled) e.scaling = random_scaling(random, count);
    if (random.below(6) == 0) e.unit = random.below(2) == 0 ? Unit::turn : Unit::half_turn;
    if (random.below(8) == 0) e.frequency_factors = random_numbers(random, count, 0.25, 64);
    constexpr double kOrigins[] = {0, 0, 0, 1, 2, 0.5, -7};
    std::int64_t const origin = random.below(9);
    e.origin = origin < 7 ? kOrigins[origin] : random.between(-1, 1) * (origin == 7 ? 1000 : 0x1p53);
    if (random.below(3) == 0) e.scale = random.log_between(1e-4, 8) * (random.below(2) == 0 ? 1 : -1);
    if (random.below(6) == 0) e.value_scale = random.between(-1, 1);
    return e;
}

}  // namespace posenc::test
