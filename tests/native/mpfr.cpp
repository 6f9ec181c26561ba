// The promise of exactness against MPFR, on random values: posenc_mpfr [COUNT [SEED [THREADS]]].
//
// Encodings of every law, unit, scaling, arrangement, width and base; positions to 2^53, negative, fractional, and near
// zeros of sines and cosines. Each value is looked at as float64, as float32 and as the double behind the float32,
// which a picture of single positions shows.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>

#include "exact_law.hpp"

namespace posenc::test {
namespace {

// Angles have 54 bits before the point: 2^-138 stays behind it, far below what is measured.
constexpr mpfr_prec_t kAnglePrecision = 192;
constexpr mpfr_prec_t kFrequencyPrecision = 224;
constexpr mpfr_prec_t kValuePrecision = 128;

/** The largest of some errors, and where it was. */
struct Worst {
    double error = 0;
    std::string where = "nowhere";

    template <class Where>
    void see(double next, Where where_of) {
        if (!(next <= error)) error = next, where = where_of();
    }
    void see(Worst const& other) {
        see(other.error, [&] { return other.where; });
    }
};

struct Report {
    std::uint64_t values = 0;
    std::uint64_t as_floats = 0;
    std::uint64_t not_rounded = 0;
    Worst ulps, behind, direct;

    void add(Report const& other) {
        values += other.values;
        as_floats += other.as_floats;
        not_rounded += other.not_rounded;
        ulps.see(other.ulps);
        behind.see(other.behind);
        direct.see(other.direct);
    }
};

/** The largest frequency, in radians: how far positions may be goes by it. */
double largest_frequency(Encoding const& e) {
    std::vector<double> all(pairs(e));
    frequencies(e, all);
    // A width without pairs has a reach all the same.
    double largest = all.empty() ? std::fabs(e.scale) : 0;
    for (double const w : all) largest = std::max(largest, std::fabs(w));
    return largest;
}

/** Tests some pairs of one encoding at some positions. */
class Trial {
 public:
    explicit Trial(Random& random) : random_(random), e_(random_encoding(random)) {
        law_.amplitude(*amplitude_);
        unit_ = std::max(1.0, std::fabs(mpfr_get_d(*amplitude_, MPFR_RNDN)));
    }

    void run(Report& report) {
        choose_pairs();
        choose_positions();
        auto const floats = table<float>(e_, positions_);
        auto const doubles = table<double>(e_, positions_);
        std::size_t const dim = size(e_.dim);
        for (std::size_t k = 0; k < positions_.size(); ++k) {
            double const p = positions_[k];
            std::vector<double> behind(doubles.begin() + static_cast<std::ptrdiff_t>(k * dim),
                                       doubles.begin() + static_cast<std::ptrdiff_t>((k + 1) * dim));
            // Of places that are whole though the position is not, tables have a double that nothing else shows.
            bool const is_shown = p == std::floor(p) || p + e_.origin != std::floor(p + e_.origin);
            if (p == std::floor(p) && p < 0x1p53) behind = picture<double>(e_, {p, 1, 1, 0, 1, e_.dim, true});
            for (std::size_t i = 0; i < chosen_.size(); ++i) {
                set_angle(p, i);
                mpfr_sin_cos(*sine_, *cosine_, *angle_, MPFR_RNDN);
                for (Column const& column : chosen_[i].columns) {
                    mpfr_ptr const exact = column.sine ? *sine_ : *cosine_;
                    mpfr_mul(exact, exact, *amplitude_, MPFR_RNDN);
                    std::size_t const at = k * dim + column.index;
                    check(exact, floats[at], doubles[at], behind[column.index], is_shown, report,
                          [&] { return where(p, column.index); });
                }
            }
        }
    }

 private:
    struct Column {
        std::size_t index;
        bool sine;
    };
    struct Chosen {
        std::unique_ptr<Real> frequency;
        std::vector<Column> columns;
    };

    /** Up to 64 pairs: their columns by the manual, their exact frequencies times scale. */
    void choose_pairs() {
        std::vector<Source> const columns = plain_columns(e_);
        std::int64_t const count = static_cast<std::int64_t>(pairs(e_));
        std::vector<std::int64_t> slot_of(size(count), -1);
        for (std::int64_t n = 0; n < std::min<std::int64_t>(count, 64); ++n) {
            std::int64_t const pair = count <= 64 ? n : random_.below(count);
            if (slot_of[size(pair)] >= 0) continue;
            slot_of[size(pair)] = static_cast<std::int64_t>(chosen_.size());
            chosen_.push_back({frequency(pair), {}});
        }
        for (std::size_t c = 0; c < columns.size(); ++c) {
            if (columns[c].zero || slot_of[size(columns[c].pair)] < 0) continue;
            chosen_[size(slot_of[size(columns[c].pair)])].columns.push_back({c, columns[c].sine});
        }
    }

    std::unique_ptr<Real> frequency(std::int64_t pair) {
        auto w = std::make_unique<Real>(kFrequencyPrecision);
        law_.frequency(pair, **w);
        return w;
    }

    [[nodiscard]] bool in_reach(double p) const {
        return std::fabs(p) <= 0x1p53 && std::fabs(largest_ * (p + e_.origin)) <= 0x1p54;
    }

    void choose_positions() {
        while (positions_.size() < 40) {
            double const sign = random_.below(2) == 0 ? 1 : -1;
            double p = 0;
            switch (random_.below(8)) {
                case 0: p = std::floor(random_.between(0, 5000)); break;
                case 1: p = std::floor(random_.log_between(1, 0x1p53)) * sign; break;
                case 2: p = std::floor(random_.between(-0x1p53, 0x1p53)); break;
                case 3: p = random_.between(0, 5000) * sign; break;
                case 4: p = random_.log_between(1e-6, 0x1p53) * sign; break;
                case 5: p = (0x1p53 - static_cast<double>(random_.below(1000))) * sign; break;
                case 6: p = near_zero(sign); break;
                default: p = std::nearbyint(near_zero(sign)); break;
            }
            if (in_reach(p)) positions_.push_back(p);
        }
    }

    /** The double nearest to a zero of a chosen pair's sine or cosine: a whole number of quarter turns. */
    double near_zero(double sign) {
        if (chosen_.empty()) return 0;
        Real& w = *chosen_[size(random_.below(static_cast<std::int64_t>(chosen_.size())))].frequency;
        double const most = std::fabs(mpfr_get_d(*w, MPFR_RNDN)) * 0x1p53;
        mpfr_const_pi(*angle_, MPFR_RNDN);
        mpfr_mul_d(*angle_, *angle_, std::floor(random_.log_between(1, std::max(2.0, most))) * sign / 2, MPFR_RNDN);
        mpfr_div(*angle_, *angle_, *w, MPFR_RNDN);
        mpfr_sub_d(*angle_, *angle_, e_.origin, MPFR_RNDN);
        return mpfr_get_d(*angle_, MPFR_RNDN);
    }

    void set_angle(double p, std::size_t i) {
        mpfr_set_d(*angle_, p, MPFR_RNDN);
        mpfr_add_d(*angle_, *angle_, e_.origin, MPFR_RNDN);
        mpfr_mul(*angle_, *angle_, **chosen_[i].frequency, MPFR_RNDN);
    }

    double distance(double value, mpfr_ptr exact) {
        mpfr_sub_d(*difference_, exact, value, MPFR_RNDN);
        return std::fabs(mpfr_get_d(*difference_, MPFR_RNDN));
    }

    template <class Where>
    void check(mpfr_ptr exact, float as_float, double as_double, double behind, bool is_shown, Report& report,
               Where where_of) {
        ++report.values;
        // Above 1, amplitudes multiply errors.
        report.direct.see(distance(as_double, exact) / unit_, where_of);
        report.behind.see(distance(behind, exact) / unit_, where_of);
        report.not_rounded += is_shown && as_float != static_cast<float>(behind);
        // MPFR's exponents count from 1/2 to 1.
        if (mpfr_zero_p(exact) || mpfr_get_exp(exact) - 1 < -10) return;
        ++report.as_floats;
        double const ulp = std::ldexp(1.0, static_cast<int>(mpfr_get_exp(exact)) - 1 - 23);
        report.ulps.see(distance(static_cast<double>(as_float), exact) / ulp, where_of);
    }

    std::string where(double p, std::size_t column) const {
        std::ostringstream text;
        text.precision(17);
        text << text_of(e_) << ", position " << p << ", column " << column;
        return text.str();
    }

    Random& random_;
    Encoding e_;
    ExactLaw law_{e_};
    double largest_ = largest_frequency(e_);
    Real amplitude_{kFrequencyPrecision};
    double unit_ = 1;
    std::vector<Chosen> chosen_;
    std::vector<double> positions_;
    Real angle_{kAnglePrecision};
    Real sine_{kValuePrecision};
    Real cosine_{kValuePrecision};
    Real difference_{kValuePrecision};
};

int run(std::uint64_t count, std::uint64_t seed, unsigned thread_count) {
    auto const begin = std::chrono::steady_clock::now();
    std::vector<Report> reports(thread_count);
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < thread_count; ++t) {
        threads.emplace_back([&, t] {
            // Each trial has a seed of its own, so that it does not depend on those before.
            for (std::uint64_t trial = t; reports[t].values < count / thread_count + 1; trial += thread_count) {
                Random random(seed + trial * 0x2545f4914f6cdd1d);
                Trial(random).run(reports[t]);
            }
            mpfr_free_cache();
        });
    }
    for (std::thread& thread : threads) thread.join();
    Report all;
    for (Report const& report : reports) all.add(report);
    double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

    std::printf("float32, %llu values of 2^-10 and more: %.7f ulp\n  at %s\n",
                static_cast<unsigned long long>(all.as_floats), all.ulps.error, all.ulps.where.c_str());
    std::printf("the double behind: %.3g\n  at %s\n", all.behind.error, all.behind.where.c_str());
    std::printf("float64: %.3g\n  at %s\n", all.direct.error, all.direct.where.c_str());
    bool const kept =
        all.ulps.error <= 0.5001 && all.behind.error <= 1e-14 && all.direct.error <= 1e-15 && all.not_rounded == 0;
    std::printf(
        "%s: %llu values, seed %llu, unit %s, %u threads, %.0f s; worst float32 %.6f ulp (0.5001 allowed), double "
        "behind %.2e (1e-14), float64 %.2e (1e-15), not the double rounded once: %llu\n",
        kept ? "kept" : "BROKEN", static_cast<unsigned long long>(all.values), static_cast<unsigned long long>(seed),
        isa(), thread_count, seconds, all.ulps.error, all.behind.error, all.direct.error,
        static_cast<unsigned long long>(all.not_rounded));
    return kept ? 0 : 1;
}

}  // namespace
}  // namespace posenc::test

int main(int count, char** arguments) {
    auto const argument = [&](int k, std::uint64_t otherwise) {
        return k < count ? static_cast<std::uint64_t>(std::strtod(arguments[k], nullptr)) : otherwise;
    };
    unsigned const threads = static_cast<unsigned>(argument(3, std::thread::hardware_concurrency() > 1 ? 2 : 1));
    return posenc::test::run(argument(1, 10000000), argument(2, 20170612), std::max(threads, 1u));
}
