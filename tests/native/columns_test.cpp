// Which value stands in which column, against the manual's formulas in libm at positions where libm is good enough.
#include "support.hpp"

namespace posenc::test {
namespace {

void expect_row(Encoding const& e, double position, std::vector<double> const& wanted, double tolerance) {
    SCOPED_TRACE(::testing::Message() << text_of(e) << ", position " << position);
    auto const row32 = table<float>(e, std::vector{position});
    auto const row64 = table<double>(e, std::vector{position});
    ASSERT_EQ(row64.size(), wanted.size());
    for (std::size_t c = 0; c < wanted.size(); ++c) {
        EXPECT_NEAR(row64[c], wanted[c], tolerance) << "column " << c;
        EXPECT_NEAR(static_cast<double>(row32[c]), wanted[c], 1e-7 + tolerance) << "column " << c;
    }
}

TEST(Columns, FollowThePlainFormulas) {
    for (std::int64_t const dim : {1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 17, 33, 64, 129, 512, 513, 769}) {
        for (Spacing const spacing : kSpacings) {
            for (Layout const layout : kLayouts) {
                for (Order const order : kOrders) {
                    for (Odd const odd : kOddRules) {
                        for (double const base : {1.0, 2.0, 100.0, 10000.0, 5e5}) {
                            Encoding const e{.dim = dim,
                                             .base = base,
                                             .spacing = spacing,
                                             .layout = layout,
                                             .order = order,
                                             .odd = odd};
                            // Up to 16, pow's relative error of an ulp stays below 1e-14 in the angle.
                            for (double const p : {0.0, 1.0, 2.5, -3.0, 16.0}) {
                                expect_row(e, p, plain_row(e, p), 1e-14);
                            }
                        }
                    }
                }
            }
        }
    }
}

TEST(Columns, OriginScaleAndValueScaleFollowTheFormula) {
    for (double const origin : {0.0, 1.0, -2.25}) {
        for (double const scale : {1.0, 0.125, -3.0, 1.1}) {
            for (double const value_scale : {1.0, -0.5, 0.7, 22.627416997969522}) {
                Encoding e{.dim = 37, .odd = Odd::zero, .origin = origin, .scale = scale, .value_scale = value_scale};
                for (double const p : {0.0, 1.0, -1.5, 4.0}) {
                    double const tolerance = 1e-14 * std::max(1.0, std::fabs(value_scale));
                    auto const row32 = table<float>(e, std::vector{p});
                    auto const row64 = table<double>(e, std::vector{p});
                    auto const wanted = plain_row(e, p);
                    for (std::size_t c = 0; c < wanted.size(); ++c) {
                        EXPECT_NEAR(row64[c], wanted[c], tolerance) << text_of(e) << " column " << c;
                        EXPECT_NEAR(static_cast<double>(row32[c]), wanted[c], 1e-7 * std::max(1.0, value_scale));
                    }
                }
            }
        }
    }
}

/** Rows that libraries print for d = 5 and d = 6, to nine digits. */
TEST(Columns, AreThoseOfPublishedImplementations) {
    Encoding e{.dim = 5};
    expect_row(e, 1, {0.841470985, 0.540302306, 0.0251162229, 0.999684538, 0.000630957303}, 1e-9);  // paper, Keras
    e.odd = Odd::truncate_next;
    expect_row(e, 1, {0.841470985, 0.540302306, 0.0463992235, 0.998922976, 0.00215443302}, 1e-9);  // tatp22
    e = {.dim = 5, .layout = Layout::halves};
    expect_row(e, 1, {0.841470985, 0.0251162229, 0.000630957303, 0.540302306, 0.999684538}, 1e-9);  // HF Marian
    e.odd = Odd::zero;
    expect_row(e, 1, {0.841470985, 0.00999983333, 0.540302306, 0.99995, 0}, 1e-9);  // diffusers, shift 0
    e.order = Order::cos_sin;
    expect_row(e, 1, {0.540302306, 0.99995, 0.841470985, 0.00999983333, 0}, 1e-9);  // flipped
    e.order = Order::sin_cos;
    e.spacing = Spacing::endpoint;  // tensor2tensor, fairseq, diffusers with shift 1
    expect_row(e, 1, {0.841470985, 0.0000999999998, 0.540302306, 0.999999995, 0}, 1e-9);

    e = {.dim = 6, .spacing = Spacing::endpoint, .layout = Layout::halves};
    expect_row(e, 3.5, {-0.350783228, 0.0349928546, 0.000349999993, -0.936456687, 0.999387563, 0.999999939}, 1e-9);
    e = {.dim = 6, .layout = Layout::halves, .order = Order::cos_sin};
    expect_row(e, 3.5, {-0.936456687, 0.986833084, 0.99997157, -0.350783228, 0.161741968, 0.00754044996}, 1e-9);
}

TEST(Columns, EndpointOfOnePairIsTheFrequencyOne) {
    for (std::int64_t const dim : {1, 2, 3}) {
        for (Odd const odd : kOddRules) {
            Encoding const e{.dim = dim, .spacing = Spacing::endpoint, .odd = odd};
            if (pairs(e) != 1) continue;
            std::vector<double> all(1);
            frequencies(e, all);
            EXPECT_EQ(all[0], 1) << text_of(e);
        }
    }
}

TEST(Columns, OneColumn) {
    expect_row({.dim = 1}, 2, {std::sin(2.0)}, 1e-15);
    expect_row({.dim = 1, .layout = Layout::halves}, 2, {std::sin(2.0)}, 1e-15);
    expect_row({.dim = 1, .order = Order::cos_sin}, 2, {std::cos(2.0)}, 1e-15);
    expect_row({.dim = 1, .odd = Odd::truncate_next}, 2, {std::sin(2.0)}, 1e-15);
    expect_row({.dim = 1, .odd = Odd::zero}, 2, {0}, 0);
    EXPECT_EQ(pairs({.dim = 1, .odd = Odd::zero}), 0u);
    EXPECT_EQ(pairs({.dim = 5}), 3u);
    EXPECT_EQ(pairs({.dim = 5, .odd = Odd::zero}), 2u);
    EXPECT_EQ(pairs({.dim = 65536}), 32768u);
}

TEST(Columns, ZeroColumnIsPlusZeroInEveryFormat) {
    for (double const value_scale : {1.0, -1.0}) {
        for (Layout const layout : kLayouts) {
            Encoding const e{.dim = 19, .layout = layout, .odd = Odd::zero, .value_scale = value_scale};
            Positions const positions{.start = -20, .count = 90};
            auto const a = table<float>(e, positions);
            auto const b = table<double>(e, positions);
            auto const c = table<float16>(e, positions);
            auto const d = table<bfloat16>(e, positions);
            for (std::size_t k = 18; k < a.size(); k += 19) {
                EXPECT_EQ(bits_of(a[k]) + bits_of(b[k]) + bits_of(c[k]) + bits_of(d[k]), "0000");
            }
        }
    }
}

TEST(Columns, PaddingPositionIsARowOfZeros) {
    for (double const padding : {0.0, 3.0, 12.0, -2.0, 1.5}) {
        Encoding const plain{.dim = 21, .value_scale = -2};
        Encoding padded = plain;
        padded.padding = padding;
        for (double const start : {-8.0, 0.5}) {
            Positions const positions{.start = start, .count = 40};
            auto wanted = table<float>(plain, positions);
            auto wanted64 = table<double>(plain, positions);
            std::vector<double> const list = listed(positions);
            for (std::size_t k = 0; k < wanted.size(); ++k) {
                if (list[k / 21] == padding) wanted[k] = 0, wanted64[k] = 0;
            }
            EXPECT_TRUE(same_bits(table<float>(padded, positions), wanted)) << padding << " from " << start;
            EXPECT_TRUE(same_bits(table<float>(padded, list), wanted)) << padding << " from " << start;
            EXPECT_TRUE(same_bits(table<double>(padded, positions), wanted64)) << padding << " from " << start;
        }
    }
}

TEST(Columns, NothingButTheTableIsWritten) {
    for (std::int64_t const dim : {1, 7, 16, 33, 520}) {
        for (Layout const layout : kLayouts) {
            Encoding const e{.dim = dim, .layout = layout};
            Positions const positions{.start = -3, .count = 29};
            std::size_t const values = size(29 * dim);
            std::vector<float> out(values + 64, 77.0f);
            encode(e, positions, std::span(out).subspan(32, values));
            for (std::size_t k = 0; k < 32; ++k) {
                EXPECT_EQ(out[k], 77.0f);
                EXPECT_EQ(out[out.size() - 1 - k], 77.0f);
            }
            std::vector<float> const inner(out.begin() + 32, out.end() - 32);
            EXPECT_TRUE(same_bits(inner, table<float>(e, positions)));
        }
    }
}

TEST(Columns, NoPositionsMakeAnEmptyTable) {
    EXPECT_TRUE(table<float>({.dim = 512}, Positions{}).empty());
    EXPECT_TRUE(table<double>({.dim = 3}, std::vector<double>{}).empty());
}

}  // namespace
}  // namespace posenc::test
