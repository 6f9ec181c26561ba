#include "xpos.hpp"

#include <memory>

#include "frequencies.hpp"

namespace posenc::core {
namespace {

/** With those that only fill a block. */
constexpr std::size_t kMostLogarithms = kMostPairs + kBlock;

/** This thread's logarithms of the encoding used last: they take longer than a row. */
struct Kept {
    std::int64_t dim = 0;
    double gamma = 0;
    std::unique_ptr<Exact[]> logarithms;
};

Exact const* logarithms_of(std::int64_t dim, double gamma) {
    thread_local Kept kept;
    if (kept.dim != dim || kept.gamma != gamma) {
        // As large as it may be: pages that are not reached are never touched.
        if (!kept.logarithms) kept.logarithms.reset(new Exact[kMostLogarithms]);
        Triple const one_over_all = reciprocal(triple(gamma) + 1);
        Triple const one_over_dim = reciprocal(static_cast<double>(dim));
        for (std::size_t i = 0; i < static_cast<std::size_t>(dim / 2) + kBlock; ++i) {
            Triple const s = (one_over_dim * (2 * static_cast<double>(i)) + gamma) * one_over_all;
            Triple const logarithm_of_s = logarithm(s);
            kept.logarithms[i] = {logarithm_of_s.high, logarithm_of_s.middle};
        }
        kept.dim = dim;
        kept.gamma = gamma;
    }
    return kept.logarithms.get();
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

void Decay::apply(Exact const& distance, std::size_t first, std::size_t count, PhasorBlock* phasors) const {
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
