// The one rounding of every format. At position 0 the cosine is 1, so that a table's value is value_scale, rounded:
// any double up to 1e30 can be sent through.
#include "half_formats.hpp"
#include "support.hpp"

namespace posenc::test {
namespace {

template <class Value>
Value rounded(double x) {
    // Nine pairs: the first eight go through the vector loop, the last through the single one.
    auto const row = table<Value>({.dim = 18, .layout = Layout::halves, .value_scale = x}, std::vector{0.0});
    EXPECT_EQ(bits_of(row[9]), bits_of(row[17])) << x;
    return row[9];
}

/** Every number of the format, its neighbours in double, and the middles between numbers with theirs. */
template <class Value>
void expect_every_number_and_middle(HalfFormat const& format) {
    std::vector<double> const& values = format.values();
    double const infinity = std::numeric_limits<double>::infinity();
    std::size_t wrong = 0;
    std::size_t tried = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
        double const value = values[k];
        double const next = k + 1 < values.size() ? values[k + 1] : format.beyond();
        double const middle = value + (next - value) / 2;
        for (double const center : {value, middle}) {
            for (double const x : {center, std::nextafter(center, 0.0), std::nextafter(center, infinity)}) {
                if (x > 1e30) continue;
                for (double const signed_x : {x, -x}) {
                    ++tried;
                    std::uint16_t const got = rounded<Value>(signed_x).bits;
                    std::uint16_t const wanted = format.nearest(signed_x);
                    // -0 and 0 are equal value scales and may give either zero.
                    bool const zeros = signed_x == 0 && (got & 0x7fff) == 0;
                    if (got == wanted || zeros) continue;
                    if (++wrong < 20) ADD_FAILURE() << signed_x << " became " << got << ", wanted " << wanted;
                }
            }
        }
    }
    EXPECT_EQ(wrong, 0u) << "of " << tried;
    EXPECT_GT(tried, 300000u);
}

TEST(Rounding, Float16Everywhere) { expect_every_number_and_middle<float16>(binary16()); }
TEST(Rounding, Bfloat16Everywhere) { expect_every_number_and_middle<bfloat16>(brain16()); }

TEST(Rounding, Float16LimitsByHand) {
    EXPECT_EQ(rounded<float16>(1).bits, 0x3c00);
    EXPECT_EQ(rounded<float16>(-2).bits, 0xc000);
    EXPECT_EQ(rounded<float16>(65504).bits, 0x7bff);
    EXPECT_EQ(rounded<float16>(65519.999).bits, 0x7bff);
    EXPECT_EQ(rounded<float16>(65520).bits, 0x7c00);
    EXPECT_EQ(rounded<float16>(1e30).bits, 0x7c00);
    EXPECT_EQ(rounded<float16>(-1e30).bits, 0xfc00);
    EXPECT_EQ(rounded<float16>(0x1p-14).bits, 0x0400);
    EXPECT_EQ(rounded<float16>(0x1p-24).bits, 0x0001);
    EXPECT_EQ(rounded<float16>(0x1p-25).bits, 0x0000);
    EXPECT_EQ(rounded<float16>(0x1.0000000000001p-25).bits, 0x0001);
    EXPECT_EQ(rounded<float16>(-0x3p-25).bits, 0x8002);
    EXPECT_EQ(rounded<float16>(5e-324).bits, 0x0000);
}

TEST(Rounding, Bfloat16LimitsByHand) {
    EXPECT_EQ(rounded<bfloat16>(1).bits, 0x3f80);
    EXPECT_EQ(rounded<bfloat16>(1 + 0x1p-8).bits, 0x3f80);
    EXPECT_EQ(rounded<bfloat16>(1 + 0x3p-8).bits, 0x3f82);
    EXPECT_EQ(rounded<bfloat16>(-0x1p-126).bits, 0x8080);
    EXPECT_EQ(rounded<bfloat16>(0x1p-133).bits, 0x0001);
    EXPECT_EQ(rounded<bfloat16>(0x1p-134).bits, 0x0000);
    EXPECT_EQ(rounded<bfloat16>(1e-320).bits, 0x0000);
}

TEST(Rounding, Float32IsTheProcessorsRounding) {
    Random random(11);
    for (int k = 0; k < 20000; ++k) {
        double const x = random.log_between(1e-46, 1e30) * (k % 2 == 0 ? 1 : -1);
        ASSERT_EQ(bits_of(rounded<float>(x)), bits_of(static_cast<float>(x))) << x;
    }
    EXPECT_EQ(bits_of(rounded<float>(1 + 0x1p-24)), bits_of(1.0f));
    EXPECT_EQ(bits_of(rounded<float>(1 + 0x3p-24)), bits_of(1 + 0x1p-22f));
}

TEST(Rounding, SixteenBitsRoundTheDoubleAndNotTheFloat) {
    // Through a float first, these would become the middle between two numbers, then the even one.
    EXPECT_EQ(rounded<float16>(1 + 0x1p-11 + 0x1p-40).bits, 0x3c01);
    EXPECT_EQ(rounded<bfloat16>(1 + 0x1p-8 + 0x1p-40).bits, 0x3f81);
}

TEST(Rounding, FormatsRoundTheSameDouble) {
    // The double behind a value, by the picture of single positions; all formats in every arrangement of columns.
    for (Layout const layout : kLayouts) {
        for (double const value_scale : {1.0, 300.0, 1e-5}) {
            Encoding const e{.dim = 75, .layout = layout, .odd = Odd::truncate, .value_scale = value_scale};
            for (double const start : {-40.0, 1e9, 0x1p53 - 100}) {
                Positions const positions{.start = start, .count = 100};
                auto const behind = picture<double>(e, {.start = start, .height = 100, .width = 75});
                auto const halves = table<float16>(e, positions);
                auto const brains = table<bfloat16>(e, positions);
                auto const floats = table<float>(e, positions);
                for (std::size_t k = 0; k < behind.size(); ++k) {
                    ASSERT_EQ(floats[k], static_cast<float>(behind[k])) << text_of(e) << ' ' << k;
                    ASSERT_EQ(halves[k].bits, binary16().nearest(behind[k])) << text_of(e) << ' ' << k;
                    ASSERT_EQ(brains[k].bits, brain16().nearest(behind[k])) << text_of(e) << ' ' << k;
                }
            }
        }
    }
}

}  // namespace
}  // namespace posenc::test
