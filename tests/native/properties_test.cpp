// What the theory says of encodings: unit circles, shifts as rotations, distances, wavelengths.
#include <algorithm>

#include "support.hpp"

namespace posenc::test {
namespace {

TEST(Properties, CompletePairsLieOnTheUnitCircle) {
    for (std::int64_t const dim : {2, 8, 513, 4096}) {
        for (Odd const odd : kOddRules) {
            Encoding const e{.dim = dim, .odd = odd};
            for (double const start : {0.0, -1e6, 1.7e9 + 0.25, 0x1p53 - 400}) {
                auto const rows = table<float>(e, Positions{.start = start, .count = 400});
                std::size_t const d = size(dim);
                double worst = 0;
                for (std::size_t k = 0; k < 400; ++k) {
                    for (std::size_t c = 0; c + 1 < d; c += 2) {
                        double const s = static_cast<double>(rows[k * d + c]);
                        double const t = static_cast<double>(rows[k * d + c + 1]);
                        worst = std::max(worst, std::fabs(s * s + t * t - 1));
                    }
                }
                EXPECT_LE(worst, 2.4e-7) << text_of(e) << " from " << start;
            }
        }
    }
}

TEST(Properties, AShiftIsARotationOfEveryPair) {
    double worst = 0;
    for (std::int64_t const dim : {2, 6, 64, 512}) {
        for (Spacing const spacing : kSpacings) {
            for (double const scale : {1.0, -0.3}) {
                Encoding const e{.dim = dim, .spacing = spacing, .origin = 0.5, .scale = scale, .value_scale = 0.75};
                // p + k is exact, or the two sides would have different positions.
                for (double const k : {1.0, -5.0, 0.25, 1e6, 0x1p40 + 1, -0x1p52}) {
                    std::vector<double> m(4 * pairs(e));
                    shift(e, k, m);
                    for (double const p : {0.0, 3.0, 1000.5, 0x1p50}) {
                        ASSERT_EQ((p + k) - k, p);
                        auto const from = table<double>(e, std::vector{p});
                        auto const to = table<double>(e, std::vector{p + k});
                        for (std::size_t i = 0; i < pairs(e); ++i) {
                            double const* const r = m.data() + 4 * i;
                            double const s = from[2 * i];
                            double const c = from[2 * i + 1];
                            double const off = std::max(std::fabs(r[0] * s + r[1] * c - to[2 * i]),
                                                        std::fabs(r[2] * s + r[3] * c - to[2 * i + 1]));
                            worst = std::max(worst, off);
                            EXPECT_LE(off, 1e-13) << text_of(e) << ", " << p << " + " << k << ", pair " << i;
                            EXPECT_EQ(r[0], r[3]);
                            EXPECT_EQ(r[1], -r[2]);
                        }
                    }
                }
            }
        }
    }
    RecordProperty("worst", std::to_string(worst * 1e15) + "e-15");
}

TEST(Properties, ShiftsAreTheSameForEveryLayoutAndOrder) {
    std::vector<double> wanted(4 * 32);
    shift({.dim = 64}, 11.5, wanted);
    for (Layout const layout : kLayouts) {
        for (Order const order : kOrders) {
            std::vector<double> m(4 * 32);
            shift({.dim = 64, .layout = layout, .order = order, .origin = 9, .value_scale = 3}, 11.5, m);
            EXPECT_TRUE(same_bits(m, wanted));
        }
    }
}

TEST(Properties, RowsOfThePapersLawAreDistinct) {
    constexpr std::size_t kRows = 100000;
    for (std::int64_t const dim : {8, 9, 16, 64}) {
        auto const rows = table<float>({.dim = dim}, Positions{.count = kRows});
        std::size_t const bytes = size(dim) * sizeof(float);
        std::vector<std::size_t> order(kRows);
        for (std::size_t k = 0; k < kRows; ++k) order[k] = k;
        auto const compare = [&](std::size_t a, std::size_t b) {
            return std::memcmp(rows.data() + a * size(dim), rows.data() + b * size(dim), bytes);
        };
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return compare(a, b) < 0; });
        for (std::size_t k = 1; k < kRows; ++k) ASSERT_NE(compare(order[k - 1], order[k]), 0) << "dim " << dim;
    }
}

TEST(Properties, SimilarityIsTheDotProduct) {
    for (std::int64_t const dim : {1, 2, 7, 64, 513}) {
        for (Odd const odd : kOddRules) {
            for (Layout const layout : kLayouts) {
                Encoding const e{.dim = dim, .layout = layout, .odd = odd, .origin = 2, .value_scale = 1.5};
                std::vector<double> const offsets{0, 1, -1, 2.5, 100, 4096, -1e6};
                std::vector<double> got(offsets.size());
                similarity(e, offsets, got);
                std::vector<Source> const columns = plain_columns(e);
                for (double const p : {0.0, 1234.0}) {
                    auto const a = table<double>(e, std::vector{p});
                    for (std::size_t k = 0; k < offsets.size(); ++k) {
                        auto const b = table<double>(e, std::vector{p + offsets[k]});
                        // Complete pairs alone: those that have both columns.
                        double dot = 0;
                        for (std::size_t c = 0; c < columns.size(); ++c) {
                            bool const complete = columns[c].pair < dim / 2;
                            if (complete && !columns[c].zero) dot += a[c] * b[c];
                        }
                        // Each product is off by two values' 1e-15 at most, sums add their rounding.
                        EXPECT_NEAR(got[k], dot, 1e-14 * static_cast<double>(dim))
                            << text_of(e) << " offset " << offsets[k];
                    }
                }
                EXPECT_EQ(got[1], got[2]);
                EXPECT_DOUBLE_EQ(got[0], static_cast<double>(dim / 2) * 2.25);
            }
        }
    }
}

TEST(Properties, FrequenciesFollowTheLaws) {
    for (std::int64_t const dim : {1, 2, 3, 4, 5, 64, 129, 512, 4097, 65536}) {
        for (Spacing const spacing : kSpacings) {
            for (Odd const odd : kOddRules) {
                for (double const base : {1.0, 2.0, 10000.0, 1e9}) {
                    for (double const scale : {1.0, -0.25, 3.7}) {
                        Encoding const e{.dim = dim, .base = base, .spacing = spacing, .odd = odd, .scale = scale};
                        std::vector<double> const wanted = plain_frequencies(e);
                        std::vector<double> got(pairs(e));
                        std::vector<double> lengths(pairs(e));
                        ASSERT_EQ(got.size(), wanted.size()) << text_of(e);
                        frequencies(e, got);
                        wavelengths(e, lengths);
                        for (std::size_t i = 0; i < got.size(); ++i) {
                            // The exponent's rounding times ln base <= 21 is the larger part of pow's error here.
                            ASSERT_NEAR(got[i] / wanted[i], 1, 1e-14) << text_of(e) << " pair " << i;
                            ASSERT_NEAR(lengths[i] * std::fabs(wanted[i]) / 6.283185307179586, 1, 1e-14)
                                << text_of(e) << " pair " << i;
                        }
                    }
                }
            }
        }
    }
}

TEST(Properties, LawsEndWhereTheySay) {
    std::vector<double> w(256);
    frequencies({.dim = 512}, w);
    EXPECT_EQ(w[0], 1);
    EXPECT_EQ(w[128], 0.01);  // 10000^(-1/2)
    frequencies({.dim = 512, .spacing = Spacing::endpoint}, w);
    EXPECT_EQ(w[0], 1);
    EXPECT_EQ(w[255], 0.0001);
    wavelengths({.dim = 512, .spacing = Spacing::endpoint}, w);
    EXPECT_DOUBLE_EQ(w[0], 6.283185307179586);
    EXPECT_DOUBLE_EQ(w[255], 62831.85307179586);
}

TEST(Properties, PowersOfTwoScaleWithoutRounding) {
    Encoding const plain{.dim = 130};
    Encoding twice = plain;
    twice.scale = 2;
    for (double const p : {3.0, 0.7, -12345.5, 0x1p51 + 1}) {
        EXPECT_TRUE(same_bits(table<double>(twice, std::vector{p}), table<double>(plain, std::vector{2 * p}))) << p;
    }
    Encoding loud = plain;
    loud.value_scale = 1024;
    auto const quiet = table<float>(plain, Positions{.start = -30, .count = 99});
    auto const scaled = table<float>(loud, Positions{.start = -30, .count = 99});
    for (std::size_t k = 0; k < quiet.size(); ++k) EXPECT_EQ(scaled[k], 1024 * quiet[k]);
}

TEST(Properties, AnglesUpTo2To54) {
    // The farthest angles that are allowed: with a scale of a power of two they are those of a nearer position times
    // that power. Angle addition gives the truth: sin 2a = 2 sin a cos a, cos 2a = 1 - 2 sin^2 a.
    for (std::int64_t const dim : {2, 64}) {
        for (double const p : {0x1p53, 0x1p53 - 1, 0x1p53 - 2, 0x1.cp52, 0x1.9p52, 0x1.6a09p52, 7e15, 8.5e15}) {
            for (double const sign : {1.0, -1.0}) {
                auto const near = table<double>({.dim = dim}, std::vector{sign * p});
                auto const far = table<double>({.dim = dim, .scale = 2}, std::vector{sign * p});
                auto const negative = table<double>({.dim = dim, .scale = -2}, std::vector{-sign * p});
                auto const far32 = table<float>({.dim = dim, .scale = 2}, std::vector{sign * p});
                auto const negative32 = table<float>({.dim = dim, .scale = -2}, std::vector{-sign * p});
                for (std::size_t c = 0; c < near.size(); c += 2) {
                    double const s = near[c];
                    double const sine = 2 * s * near[c + 1];
                    double const cosine = 1 - 2 * s * s;
                    SCOPED_TRACE(::testing::Message() << "dim " << dim << " position " << sign * p << " column " << c);
                    EXPECT_NEAR(far[c], sine, 5e-15);
                    EXPECT_NEAR(far[c + 1], cosine, 5e-15);
                    EXPECT_NEAR(negative[c], sine, 5e-15);
                    EXPECT_NEAR(negative[c + 1], cosine, 5e-15);
                    EXPECT_NEAR(static_cast<double>(far32[c]), sine, 1e-7);
                    EXPECT_NEAR(static_cast<double>(negative32[c]), sine, 1e-7);
                    EXPECT_NEAR(static_cast<double>(negative32[c + 1]), cosine, 1e-7);
                }
            }
        }
    }
}

}  // namespace
}  // namespace posenc::test
