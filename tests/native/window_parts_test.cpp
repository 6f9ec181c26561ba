// Which pixels a window shows: parts of the whole picture, single positions, padding rows, the table itself.
#include "support.hpp"

namespace posenc::test {
namespace {

TEST(WindowParts, OnePositionAPixelIsTheTable) {
    for (std::int64_t const dim : {1, 7, 64, 513}) {
        for (Layout const layout : kLayouts) {
            for (double const origin : {0.0, 0.5, -7.0}) {
                for (double const start : {0.0, -100.0, 0x1p53 - 100, -0x1p53}) {
                    for (bool const mean : {true, false}) {
                        Encoding const e{.dim = dim, .layout = layout, .odd = Odd::zero, .origin = origin};
                        Picture const whole{.start = start, .height = 80, .width = dim, .mean = mean};
                        auto const wanted = table<float>(e, Positions{.start = start, .count = 80});
                        EXPECT_TRUE(same_bits(picture<float>(e, whole), wanted)) << text_of(e) << " from " << start;
                        // The double behind each value of a float table.
                        auto const behind = picture<double>(e, whole);
                        std::vector<float> rounded;
                        for (double const value : behind) rounded.push_back(static_cast<float>(value));
                        EXPECT_TRUE(same_bits(rounded, wanted)) << text_of(e) << " from " << start;
                    }
                }
            }
        }
    }
}

TEST(WindowParts, PointsAreEveryNthRow) {
    for (double const n : {2.0, 7.0, 64.0, 1e6, 0x1p40 + 1}) {
        for (double const start : {0.0, -13.0, 1e9}) {
            Encoding const e{.dim = 35, .odd = Odd::zero};
            auto const points = picture<double>(
                e, {.start = start, .positions_per_pixel = n, .height = 90, .width = 35, .mean = false});
            auto const rows = table<double>(e, Positions{.start = start, .step = n, .count = 90});
            // Pictures turn phasors from row to row (1e-14), float64 tables do not (1e-15).
            for (std::size_t k = 0; k < rows.size(); ++k) ASSERT_NEAR(points[k], rows[k], 1.1e-14) << n << ' ' << k;
        }
    }
}

TEST(WindowParts, PartsOfAWindowAreTheWhole) {
    for (std::int64_t const dim : {9, 300, 2049}) {
        for (std::int64_t const columns : {std::int64_t{1}, std::int64_t{3}, std::int64_t{64}}) {
            for (Layout const layout : kLayouts) {
                Encoding const e{.dim = dim, .layout = layout, .odd = Odd::zero, .origin = 0.5};
                std::int64_t const width = picture_width(e, columns);
                Picture whole{
                    .start = -64, .positions_per_pixel = 5, .height = 21, .columns_per_pixel = columns, .width = width};
                auto const all = picture<float>(e, whole);
                for (std::int64_t const step : {1, 3, 50}) {
                    for (std::int64_t left = 0; left < width; left += step * (1 + width / 40)) {
                        Picture part = whole;
                        part.left = left;
                        part.width = std::min(step, width - left);
                        auto const got = picture<float>(e, part);
                        for (std::int64_t y = 0; y < part.height; ++y) {
                            for (std::int64_t x = 0; x < part.width; ++x) {
                                ASSERT_EQ(bits_of(got[size(y * part.width + x)]),
                                          bits_of(all[size(y * width + left + x)]))
                                    << text_of(e) << " pixel " << left + x << ", " << y;
                            }
                        }
                    }
                }
            }
        }
    }
}

TEST(WindowParts, TheWidestPictureHasTheColumnsOfItsHalves) {
    EXPECT_EQ(picture_width({.dim = 512}, 1), 512);
    EXPECT_EQ(picture_width({.dim = 512}, 2), 256);
    EXPECT_EQ(picture_width({.dim = 512}, 100), 6);
    EXPECT_EQ(picture_width({.dim = 512}, 65536), 2);
    EXPECT_EQ(picture_width({.dim = 5}, 1), 5);
    EXPECT_EQ(picture_width({.dim = 5}, 2), 3);
    EXPECT_EQ(picture_width({.dim = 5, .odd = Odd::zero}, 2), 3);
    EXPECT_EQ(picture_width({.dim = 1, .odd = Odd::zero}, 7), 1);
}

/** A mean over n positions in which the padding position's row counts as zeros. */
TEST(WindowParts, PaddingCountsAsZerosInItsPixel) {
    Encoding const plain{.dim = 20, .layout = Layout::halves, .origin = 1};
    for (double const padding : {0.0, 7.0, -3.0, 2.5, 1e6}) {
        Encoding padded = plain;
        padded.padding = padding;
        for (std::int64_t const n : {1, 2, 10}) {
            for (bool const mean : {true, false}) {
                Picture const whole{.start = -20,
                                    .positions_per_pixel = static_cast<double>(n),
                                    .height = 30,
                                    .width = 20,
                                    .mean = mean};
                auto const without = picture<double>(plain, whole);
                auto const with = picture<double>(padded, whole);
                for (std::int64_t y = 0; y < whole.height; ++y) {
                    double const first = whole.start + static_cast<double>(y * n);
                    std::int64_t const seen = mean ? n : 1;
                    auto const rows = table<double>(padded, Positions{.start = first, .count = seen});
                    for (std::size_t c = 0; c < 20; ++c) {
                        double sum = 0;
                        for (std::size_t k = 0; k < size(seen); ++k) sum += rows[k * 20 + c];
                        std::size_t const at = size(y) * 20 + c;
                        EXPECT_NEAR(with[at], sum / static_cast<double>(seen), 1.2e-14) << padding << ' ' << n;
                        bool const inside = padding == std::floor(padding) && padding >= first &&
                                            padding < first + static_cast<double>(seen);
                        EXPECT_EQ(bits_of(with[at]) == bits_of(without[at]), !inside) << padding << ' ' << n;
                    }
                }
            }
        }
    }
}

TEST(WindowParts, PaddingBesideAWholePositionHidesNothing) {
    // 0.5 + 2^53 is no double: the distance from the start must not round to a position that is there.
    for (double const padding : {0.5, -0.5, 1.0, -1.0}) {
        Encoding const e{.dim = 2, .padding = padding};
        auto const rows = picture<double>(
            e, {.start = -0x1p53, .positions_per_pixel = 0x1p52, .height = 4, .width = 2, .mean = false});
        EXPECT_NEAR(rows[2 * 2 + 1], 1, 1e-14) << padding;  // cos 0
    }
    Encoding const e{.dim = 2, .padding = 0x1p52 + 1};
    auto const rows =
        picture<double>(e, {.start = -0x1p53, .positions_per_pixel = 0x1p52, .height = 4, .width = 2, .mean = false});
    EXPECT_NEAR(std::hypot(rows[6], rows[7]), 1, 1e-14);  // position 2^52
}

TEST(WindowParts, FloatPixelsRoundTheirDoubleOnce) {
    // Where padding leaves a mean, too.
    Encoding const e{.dim = 64, .padding = 4};
    Picture const whole{.positions_per_pixel = 3, .height = 5, .columns_per_pixel = 2, .width = 32};
    auto const doubles = picture<double>(e, whole);
    auto const floats = picture<float>(e, whole);
    for (std::size_t k = 0; k < doubles.size(); ++k) EXPECT_EQ(floats[k], static_cast<float>(doubles[k])) << k;
}

TEST(WindowParts, EmptyWindows) {
    Encoding const e{.dim = 12, .padding = 5};
    EXPECT_TRUE(picture<float>(e, {.height = 0, .width = 12}).empty());
    EXPECT_TRUE(picture<float>(e, {.height = 9, .left = 12, .width = 0}).empty());
    EXPECT_TRUE(picture<double>({.dim = 65536}, {.height = std::int64_t{1} << 31, .width = 0}).empty());
}

}  // namespace
}  // namespace posenc::test
