#include "xpos.hpp"

#include <vector>

namespace posenc::core {
namespace {

/** This thread's logarithms of the encoding used last: they take longer than a row. */
struct Kept {
    std::int64_t dim = 0;
    double gamma = 0;
    std::vector<Exact> logarithms;
};

Exact const* logarithms_of(std::int64_t dim, double gamma) {
    thread_local Kept kept;
    if (kept.dim != dim || kept.gamma != gamma) {
        // Pairs that only fill a block too.
        kept.logarithms.resize(static_cast<std::size_t>(dim / (2 * kBlock) + 1) * kBlock);
        Exact const all = two_sum(1, gamma);
        Triple const one_over_all = reciprocal({all.value, all.error, 0.0});
        Triple const one_over_dim = reciprocal(triple(static_cast<double>(dim)));
        for (std::size_t i = 0; i < kept.logarithms.size(); ++i) {
            Triple const fraction = triple(2 * static_cast<double>(i)) * one_over_dim;
            Triple const logarithm_of_s = logarithm((fraction + triple(gamma)) * one_over_all);
            kept.logarithms[i] = {logarithm_of_s.high, logarithm_of_s.middle};
        }
        kept.dim = dim;
        kept.gamma = gamma;
    }
    return kept.logarithms.data();
}

/** e^(high + low) within 1e-15 of itself, |high| below 500. */
double short_exponential(double high, double low) {
    constexpr double kLn2Low = 0x1.abc9e3b39803fp-56;
    double const twos = __builtin_floor(high / kLn2 + 0.5);
    Exact const whole = two_product(twos, kLn2);
    // The difference of neighbours in size is exact.
    double const x = (high - whole.value) + (low - (whole.error + twos * kLn2Low));
    // Horner's scheme times 14!, as in exponential(): the next term is below 2^-57.
    double coefficient = 1;
    double sum = 1;
    for (int k = 14; k > 0; --k) {
        coefficient *= k;
        sum = sum * x + coefficient;
    }
    return sum / coefficient * power_of_two(twos);
}

}  // namespace

Decay::Decay(Encoding const& encoding) {
    if (!encoding.xpos) return;
    logarithms_ = logarithms_of(encoding.dim, encoding.xpos->gamma);
    center_ = encoding.xpos->center;
    scale_base_ = encoding.xpos->scale_base;
}

void Decay::apply(double position, std::size_t first, std::size_t count, PhasorBlock* phasors) const {
    Exact const distance = two_sum(position, -center_);
    // In two doubles: powers are as exact as exponents are, and these reach 69.
    double const powers = distance.value / scale_base_;
    Exact const back = two_product(powers, scale_base_);
    double const powers_low = ((distance.value - back.value) - back.error + distance.error) / scale_base_;
    for (std::size_t b = 0; b < count; ++b) {
        for (std::size_t lane = 0; lane < kBlock; ++lane) {
            Exact const logarithm_of_s = logarithms_[(first + b) * kBlock + lane];
            Exact const exponent = two_product(powers, logarithm_of_s.value);
            double const low = exponent.error + (powers_low * logarithm_of_s.value + powers * logarithm_of_s.error);
            double const factor = short_exponential(exponent.value, low);
            phasors[b].first[lane] *= factor;
            phasors[b].second[lane] *= factor;
        }
    }
}

}  // namespace posenc::core
