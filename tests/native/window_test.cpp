// The picture's means against sums over tables, one position after the other.
#include <algorithm>

#include "support.hpp"

namespace posenc::test {
namespace {

// Promised is 1e-14. The reference adds 1e-15, the error of the float64 tables that it sums; its own sums are kept in
// two doubles. Tables' values share the error of their frequencies, so the mean does not shrink it.
constexpr double kTolerance = 1.1e-14;

/** A sum in two doubles (Neumaier). */
struct Sum {
    double high = 0;
    double low = 0;
    void add(double x) {
        double const next = high + x;
        low += std::fabs(high) >= std::fabs(x) ? (high - next) + x : (x - next) + high;
        high = next;
    }
    [[nodiscard]] double value() const { return high + low; }
};

/** Each column's mean over n positions from `start`. */
std::vector<double> column_means(Encoding const& e, double start, std::int64_t n) {
    std::size_t const dim = size(e.dim);
    std::vector<Sum> sums(dim);
    for (std::int64_t first = 0; first < n; first += 1000) {
        std::int64_t const count = std::min<std::int64_t>(1000, n - first);
        auto const rows = table<double>(e, Positions{.start = start + static_cast<double>(first), .count = count});
        for (std::size_t k = 0; k < rows.size(); ++k) sums[k % dim].add(rows[k]);
    }
    std::vector<double> means;
    for (Sum const& sum : sums) means.push_back(sum.value() / static_cast<double>(n));
    return means;
}

/** The columns that make up each pixel, as the manual describes them. */
std::vector<std::vector<std::size_t>> pixels(Encoding const& e, std::int64_t columns_per_pixel) {
    std::vector<Source> const columns = plain_columns(e);
    std::vector<std::vector<std::size_t>> all;
    if (columns_per_pixel == 1) {
        for (std::size_t c = 0; c < columns.size(); ++c) all.push_back({c});
        return all;
    }
    for (bool const first : {true, false}) {
        std::vector<std::size_t> run;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            if (columns[c].zero || columns[c].sine != (first == (e.order == Order::sin_cos))) continue;
            run.push_back(c);
            if (run.size() < size(columns_per_pixel)) continue;
            all.push_back(run);
            run.clear();
        }
        if (!run.empty()) all.push_back(run);
    }
    if (!columns.empty() && columns.back().zero) all.push_back({columns.size() - 1});
    return all;
}

std::vector<double> wanted_row(Encoding const& e, double start, std::int64_t n, std::int64_t columns_per_pixel) {
    std::vector<double> const means = column_means(e, start, n);
    std::vector<double> row;
    for (auto const& run : pixels(e, columns_per_pixel)) {
        Sum sum;
        for (std::size_t const c : run) sum.add(means[c]);
        row.push_back(sum.value() / static_cast<double>(run.size()));
    }
    return row;
}

void expect_means(Encoding const& e, double start, std::int64_t n, std::int64_t columns_per_pixel,
                  std::int64_t height) {
    std::int64_t const width = picture_width(e, columns_per_pixel);
    Picture const whole{.start = start,
                        .positions_per_pixel = static_cast<double>(n),
                        .height = height,
                        .columns_per_pixel = columns_per_pixel,
                        .width = width};
    auto const got = picture<double>(e, whole);
    auto const got32 = picture<float>(e, whole);
    double const loudness = std::max(1.0, std::fabs(e.value_scale));
    for (std::int64_t y = 0; y < height; ++y) {
        auto const wanted = wanted_row(e, start + static_cast<double>(y * n), n, columns_per_pixel);
        ASSERT_EQ(wanted.size(), size(width));
        for (std::size_t x = 0; x < wanted.size(); ++x) {
            std::size_t const k = size(y * width) + x;
            EXPECT_NEAR(got[k], wanted[x], kTolerance * loudness)
                << text_of(e) << ", " << n << " positions a pixel from " << start << ", " << columns_per_pixel
                << " columns, pixel " << x << ", " << y;
            EXPECT_EQ(got32[k], static_cast<float>(got[k]));
        }
    }
}

TEST(Window, MeansOfFewPositions) {
    for (std::int64_t const dim : {1, 2, 7, 16, 129}) {
        for (Spacing const spacing : kSpacings) {
            for (Odd const odd : kOddRules) {
                Encoding const e{.dim = dim, .spacing = spacing, .odd = odd, .origin = 0.5, .value_scale = -1.25};
                for (std::int64_t const n : {2, 3, 7, 64, 100}) expect_means(e, -150, n, 1, 9);
            }
        }
    }
}

TEST(Window, MeansOfManyPositions) {
    for (double const start : {0.0, -500000.0, 123456789.0}) {
        expect_means({.dim = 16}, start, 1000000, 1, 1);
        expect_means({.dim = 10, .base = 100, .layout = Layout::halves}, start, 65536, 1, 3);
        expect_means({.dim = 64, .order = Order::cos_sin}, start, 9999, 1, 12);
    }
}

TEST(Window, MeansFarFromTheStart) {
    for (double const start : {0x1p52, -0x1p52 - 5, 0x1p53 - 3001, -0x1p53}) {
        for (double const origin : {0.0, 0.5, -3.0}) {
            Encoding const e{.dim = 34, .origin = origin};
            for (std::int64_t const n : {1, 2, 100, 1500}) expect_means(e, start, n, 1, 2);
        }
    }
}

TEST(Window, MeansOfColumns) {
    for (std::int64_t const dim : {1, 2, 5, 64, 131}) {
        for (Layout const layout : kLayouts) {
            for (Order const order : kOrders) {
                for (Odd const odd : kOddRules) {
                    Encoding const e{.dim = dim, .layout = layout, .order = order, .odd = odd};
                    for (std::int64_t const columns :
                         {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{7}, std::int64_t{64}, dim}) {
                        expect_means(e, -5, 1, columns, 11);
                        expect_means(e, 3, 5, columns, 3);
                    }
                }
            }
        }
    }
    expect_means({.dim = 65536}, 7, 3, 1000, 2);
}

TEST(Window, FrequenciesOfWholeAndHalfTurns) {
    // With base 1 every frequency is `scale`; the doubles nearest to whole and half turns a position, where the raw
    // formula divides zeros. The origin makes the constant value visible.
    for (double const turns : {0.5, 1.0, 1.5, 2.0, 3.0, 1000.0, 1048576.5}) {
        for (double const beside : {0.0, 1e-16, -1e-12, 1e-7}) {
            double const scale = turns * 6.283185307179586 * (1 + beside);
            for (double const origin : {0.0, 0.125, 1.0 / 3}) {
                Encoding const e{.dim = 6, .base = 1, .origin = origin, .scale = scale};
                for (std::int64_t const n : {2, 3, 1000, 4097}) expect_means(e, 100, n, 1, 2);
            }
        }
    }
}

TEST(Window, DoublingAPixelAveragesTwo) {
    // No table reaches this far; two neighbouring means and the mean of both must agree.
    for (double const n : {0x1p20, 0x1p31 + 1, 0x1p40, 0x1p45 + 7, 0x1p50}) {
        for (double const scale : {1.0, 3.14159265358979312, 6.283185307179586, -2.0}) {
            for (double const start : {0.0, -2 * n, 12345.0}) {
                Encoding const e{.dim = 40, .origin = 0.5, .scale = scale};
                if (std::fabs(scale) * (start + 4 * n) > 0x1p54) continue;
                auto const halves =
                    picture<double>(e, {.start = start, .positions_per_pixel = n, .height = 2, .width = 40});
                auto const whole =
                    picture<double>(e, {.start = start, .positions_per_pixel = 2 * n, .height = 1, .width = 40});
                for (std::size_t c = 0; c < 40; ++c) {
                    EXPECT_NEAR(whole[c], (halves[c] + halves[40 + c]) / 2, 2e-14)
                        << text_of(e) << ", " << n << " positions a pixel from " << start << ", column " << c;
                }
            }
        }
    }
}

TEST(Window, ManyRowsOfLongPixelsReachingTheEnd) {
    // 40 rows: the grid's rotations and anchors reach beyond the last position.
    double const n = 0x1p47;
    for (double const scale : {1.0, -1.0, 2.0, -2.0, 3.0}) {
        double const start = scale == 3 ? 0 : 0x1p53 - 40 * n;
        Encoding const e{.dim = 24, .base = 3, .scale = scale};
        auto const all = picture<double>(e, {.start = start, .positions_per_pixel = n, .height = 40, .width = 24});
        for (std::int64_t y = 0; y < 40; ++y) {
            auto const one = picture<double>(
                e, {.start = start + n * static_cast<double>(y), .positions_per_pixel = n, .height = 1, .width = 24});
            for (std::size_t c = 0; c < 24; ++c) EXPECT_NEAR(all[size(y) * 24 + c], one[c], 2e-14) << scale << ' ' << y;
        }
    }
}

}  // namespace
}  // namespace posenc::test
