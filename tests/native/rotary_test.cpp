// Rotations: cosines and sines against the columns of tables, data against the manual's formula in floats.
#include <array>

#include "half_formats.hpp"
#include "rotary_support.hpp"

namespace posenc::test {
namespace {

TEST(Rotary, TablesAreTheColumnsOfEncode) {
    for (Pairing const pairing : kPairings) {
        for (std::int64_t const dim : {2, 16, 30, 64, 130}) {
            Encoding const e{.dim = dim, .base = 500000, .value_scale = 1.3, .padding = 9, .pairing = pairing};
            std::vector<double> const list{0.5, 9, 1e9, -3, 70};
            for (double const start : {0.0, -20.0, 1e6}) {
                Positions const positions{.start = start, .count = 45};
                expect_columns<float>(e, positions, 45, size(dim) / 2);
                expect_columns<double>(e, positions, 45, size(dim) / 2);
                expect_columns<float16>(e, positions, 45, size(dim) / 2);
                expect_columns<bfloat16>(e, positions, 45, size(dim) / 2);
            }
            expect_columns<float>(e, list, list.size(), size(dim) / 2);
            expect_columns<float16>(e, list, list.size(), size(dim) / 2);
        }
    }
}

TEST(Rotary, ArrangementMeansNothing) {
    Encoding const plain{.dim = 20};
    Encoding const other{
        .dim = 20, .layout = Layout::halves, .order = Order::cos_sin, .odd = Odd::zero, .pairing = Pairing::half};
    std::vector<float> a(300), b(300), c(300), d(300);
    rotary(plain, Positions{.count = 30}, std::span(a), std::span(b));
    rotary(other, Positions{.count = 30}, std::span(c), std::span(d));
    EXPECT_TRUE(same_bits(a, c));
    EXPECT_TRUE(same_bits(b, d));
}

struct Data {
    std::vector<std::int64_t> shape;
    std::int64_t axis;
    bool inverse = false;
    std::int64_t first_channel = 0;
    bool batched = false;
};

std::size_t count_of(std::vector<std::int64_t> const& shape) {
    std::size_t count = 1;
    for (std::int64_t const length : shape) count *= size(length);
    return count;
}

/** Element by element. */
std::vector<float> plainly(Encoding const& e, std::vector<double> const& positions, std::vector<float> x,
                           Data const& d) {
    std::size_t const n = size(e.dim) / 2;
    std::vector<float> const columns = table<float>(as_columns(e), positions);
    std::size_t const width = size(d.shape.back());
    std::size_t const steps = size(d.shape[size(d.axis)]);
    std::size_t inner = 1;
    for (std::size_t k = size(d.axis) + 1; k + 1 < d.shape.size(); ++k) inner *= size(d.shape[k]);
    std::size_t const each = x.size() / size(d.shape[0]);
    for (std::size_t at = 0; at < x.size(); at += width) {
        std::size_t const step = at / width / inner % steps;
        float const* const row = columns.data() + ((d.batched ? at / each * steps : 0) + step) * 2 * n;
        turn_plainly(&x[at + size(d.first_channel)], n, e.pairing, row, row + n, d.inverse);
    }
    return x;
}

TEST(Rotate, EveryOrderOfAxes) {
    Data const all[] = {{{2, 3, 37, 130}, 2},
                        {{2, 37, 3, 131}, 1, true, 1},
                        {{37, 2, 3, 140}, 0, false, 7},
                        {{900, 130}, 0},
                        {{3, 2, 19, 135}, 2, true, 5, true},
                        {{3, 19, 5, 130}, 1, false, 0, true},
                        {{2, 4, 1, 130}, 2, false, 0, true},
                        {{2, 0, 4, 130}, 2}};
    Random random(3);
    for (Pairing const pairing : kPairings) {
        for (std::int64_t const dim : {2, 6, 40, 64, 128, 130}) {
            for (Data const& d : all) {
                Encoding const e{.dim = dim, .value_scale = 1.1, .pairing = pairing};
                std::int64_t const steps = d.shape[size(d.axis)];
                std::vector<double> positions;
                for (std::int64_t k = 0; k < steps * (d.batched ? d.shape[0] : 1); ++k) {
                    positions.push_back(d.batched ? static_cast<double>(random.below(5000))
                                                  : static_cast<double>(k + 3));
                }
                std::vector<float> x(count_of(d.shape));
                for (float& value : x) value = static_cast<float>(random.between(-4, 4));
                auto const wanted = plainly(e, positions, x, d);
                Rotation rotation{d.shape, d.axis, d.inverse, d.first_channel};
                auto got = x;
                rotate(e, std::span<double const>(positions), std::span(got), rotation);
                EXPECT_TRUE(same_bits(got, wanted)) << text_of(e) << " axis " << d.axis << " of " << d.shape.size();
                if (d.batched) continue;
                got = x;
                rotation.sequence_axis -= static_cast<std::int64_t>(d.shape.size());
                rotate(e, Positions{.start = 3, .count = steps}, std::span(got), rotation);
                EXPECT_TRUE(same_bits(got, wanted)) << text_of(e) << " axis " << d.axis << " from the end";
            }
        }
    }
}

/** A pattern of a 16-bit format as a float. */
float number_of(HalfFormat const& format, std::uint16_t pattern) {
    std::size_t const magnitude = pattern & 0x7fff;
    std::size_t const finite = format.values().size();
    float const infinity = std::numeric_limits<float>::infinity();
    float const value = magnitude < finite    ? static_cast<float>(format.values()[magnitude])
                        : magnitude == finite ? infinity
                                              : std::numeric_limits<float>::quiet_NaN();
    return pattern & 0x8000 ? -value : value;
}

template <class Value>
void expect_rounded_once(HalfFormat const& format) {
    constexpr std::int64_t shape[] = {1024, 64};
    for (Pairing const pairing : kPairings) {
        for (std::int64_t const dim : {64, 58}) {
            Encoding const e{.dim = dim, .value_scale = 1.7, .pairing = pairing};
            std::vector<Value> x(65536);
            std::vector<float> wide(65536);
            std::vector<double> positions;
            for (std::size_t k = 0; k < x.size(); ++k) {
                x[k].bits = static_cast<std::uint16_t>(k * 40503);
                wide[k] = number_of(format, x[k].bits);
                if (k % 64 == 0) positions.push_back(static_cast<double>(k) / 64 * 11);
            }
            auto const before = x;
            auto const wanted = plainly(e, positions, wide, {{1024, 64}, 0});
            rotate(e, std::span<double const>(positions), std::span(x), {.shape = shape});
            for (std::size_t k = 0; k < x.size(); ++k) {
                std::uint16_t bits = static_cast<std::uint16_t>(format.values().size());  // infinity
                if (std::isnan(wanted[k])) {
                    bits = format.values().size() == 0x7c00 ? 0x7e00 : 0x7fc0;
                } else {
                    bits = format.nearest(wanted[k]);
                }
                if (static_cast<std::int64_t>(k % 64) >= dim) bits = before[k].bits;
                ASSERT_EQ(x[k].bits, bits) << wanted[k] << " at " << k;
            }
        }
    }
}

TEST(Rotate, Float16IsRoundedOnce) { expect_rounded_once<float16>(binary16()); }
TEST(Rotate, Bfloat16IsRoundedOnce) { expect_rounded_once<bfloat16>(brain16()); }

TEST(Rotate, BackAgain) {
    constexpr std::int64_t shape[] = {4, 100, 96};
    Random random(5);
    std::vector<float> x(4 * 100 * 96);
    for (float& value : x) value = static_cast<float>(random.between(-1, 1));
    for (Pairing const pairing : kPairings) {
        Encoding const e{.dim = 96, .pairing = pairing};
        auto y = x;
        rotate(e, Positions{.start = 1000, .count = 100}, std::span(y), {.shape = shape});
        rotate(e, Positions{.start = 1000, .count = 100}, std::span(y), {.shape = shape, .inverse = true});
        for (std::size_t k = 0; k < x.size(); ++k) ASSERT_NEAR(x[k], y[k], 4e-7);
    }
}

TEST(Rotate, Errors) {
    std::vector<float> x(24, 1.0f);
    auto const before = x;
    auto const refused = [&](Encoding const& e, std::vector<double> const& positions, std::vector<std::int64_t> shape,
                             std::int64_t axis = -2, std::int64_t first_channel = 0) {
        return message_of([&] {
            rotate(e, std::span<double const>(positions), std::span(x), {shape, axis, false, first_channel});
        });
    };
    std::vector<double> const three{0, 1, 2};
    EXPECT_EQ(refused({.dim = 7}, three, {3, 8}), "invalid dim: 7 (an even number, the channels that are rotated)");
    EXPECT_EQ(refused({.dim = 4}, three, {24}), "invalid shape.length: 1 (at least 2 axes)");
    EXPECT_EQ(refused({.dim = 4}, three, {2, 3, -4}), "invalid shape[2]: -4 (a whole number from 0)");
    EXPECT_EQ(refused({.dim = 4}, three, {3, 4}), "invalid x: 24 (exactly 12 values)");
    for (std::int64_t const axis : {-1, 2, 3, -4}) {
        EXPECT_EQ(refused({.dim = 4}, three, {2, 3, 4}, axis).substr(0, 22), "invalid sequenceAxis: ") << axis;
    }
    EXPECT_EQ(refused({.dim = 6}, three, {2, 3, 4}), "invalid shape[2]: 4 (at least 6, the channels that are rotated)");
    EXPECT_EQ(refused({.dim = 4}, three, {3, 8}, -2, 5).substr(0, 54),
              "invalid firstChannel: 5 (a whole number from 0 to 4, w");
    EXPECT_EQ(refused({.dim = 4}, {0, 1, 2, 3}, {2, 3, 4}),
              "invalid positions.length: 4 (3, one a step of the sequence axis in each row)");
    EXPECT_EQ(refused({.dim = 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8}, {2, 3, 4}).substr(0, 27), "invalid positions.shape: 3 ");
    EXPECT_EQ(refused({.dim = 4}, {0, 1, 2, 3}, {2, 3, 4}, 0).substr(0, 27), "invalid positions.shape: 2 ");
    EXPECT_EQ(x, before);
    std::vector<float> cosines(6);
    std::vector<float> sines(7);
    EXPECT_EQ(message_of([&] { rotary({.dim = 4}, Positions{.count = 3}, std::span(cosines), std::span(sines)); }),
              "invalid sines: 7 (exactly 6 values)");
    for (std::size_t const first : {0u, 1u, 5u}) {
        std::vector<float> both(12, 9);
        std::span<float> const all(both);
        for (bool const turned : {false, true}) {
            std::span<float> const front = all.first(6), back = all.subspan(first, 6);
            EXPECT_EQ(message_of([&] {
                          rotary({.dim = 4}, Positions{.count = 3}, turned ? back : front, turned ? front : back);
                      }),
                      "invalid sines: 6 (values apart from those of cosines)");
        }
        EXPECT_EQ(both, std::vector<float>(12, 9));
    }
    std::vector<float> neighbours(12);
    rotary({.dim = 4}, Positions{.count = 3}, std::span(neighbours).first(6), std::span(neighbours).last(6));
}

/** The whole table of a value scale: at an angle of nearly 0 each cosine is 1, in tiles too. */
template <class Value>
void expect_tiles_rounded_once(HalfFormat const& format) {
    std::vector<double> const& values = format.values();
    Random random(17);
    for (int k = 0; k < 6000; ++k) {
        std::size_t const at = size(random.below(static_cast<std::int64_t>(values.size()) - 1));
        double const middle = values[at] + (values[at + 1] - values[at]) / 2;
        double const far = static_cast<double>(static_cast<float>(middle)) * (1 + 0x1p-26);  // the same float
        for (double x : {middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e300), far, values[at]}) {
            if (x > 1e30) continue;
            if (k % 2 == 1) x = -x;
            for (Layout const layout : kLayouts) {
                Encoding const e{.dim = 16, .layout = layout, .scale = 1e-100, .value_scale = x};
                auto const rows = table<Value>(e, Positions{.start = 4, .count = 8});
                for (std::size_t column = 0; column < rows.size(); ++column) {
                    bool const cosine = layout == Layout::halves ? column % 16 >= 8 : column % 2 == 1;
                    if (!cosine) continue;
                    ASSERT_EQ(rows[column].bits, format.nearest(x)) << x << " in column " << column;
                }
            }
        }
    }
}

TEST(Rounding, Float16TilesAtTheMiddles) { expect_tiles_rounded_once<float16>(binary16()); }
TEST(Rounding, Bfloat16TilesAtTheMiddles) { expect_tiles_rounded_once<bfloat16>(brain16()); }

}  // namespace
}  // namespace posenc::test
