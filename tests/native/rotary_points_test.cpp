// Rotations by several coordinates: cosines and sines against the columns of tables, data against the manual's formula.
#include "rotary_support.hpp"

namespace posenc::test {
namespace {

/** [2, rows / batches, 3, 2n + 5], turned forward and back: the batch has positions of its own, or both have the same.
 */
template <class Kind, class Where>
void expect_rotated(Kind const& e, Where const& where, std::size_t rows, std::size_t n, std::size_t batches) {
    constexpr std::size_t kHeads = 3;
    std::vector<float> cosines(rows * n), sines(rows * n);
    rotary(e, where, std::span(cosines), std::span(sines));
    std::size_t const width = 2 * n + 5;
    std::size_t const steps = rows / batches;
    std::vector<float> x(2 * steps * kHeads * width);
    Random random(11);
    for (float& value : x) value = static_cast<float>(random.between(-4, 4));
    for (bool const inverse : {false, true}) {
        auto wanted = x;
        for (std::size_t vector = 0; vector < 2 * steps * kHeads; ++vector) {
            std::size_t const row = vector / kHeads % rows * n;
            turn_plainly(&wanted[vector * width + 2], n, e.pairing, &cosines[row], &sines[row], inverse);
        }
        auto got = x;
        std::vector<std::int64_t> const shape{2, static_cast<std::int64_t>(steps), kHeads,
                                              static_cast<std::int64_t>(width)};
        rotate(e, where, std::span(got), {shape, 1, inverse, 2});
        EXPECT_TRUE(same_bits(got, wanted)) << (inverse ? "back" : "forward");
    }
}

template <class Kind, class Where>
void expect_all(Kind const& e, Where const& where, std::size_t rows, std::size_t n, std::size_t batches = 1) {
    expect_columns<float>(e, where, rows, n);
    expect_columns<double>(e, where, rows, n);
    expect_columns<float16>(e, where, rows, n);
    expect_columns<bfloat16>(e, where, rows, n);
    expect_rotated(e, where, rows, n, batches);
}

std::vector<double> some_numbers(std::size_t count) {
    Random random(5);
    std::vector<double> numbers(count);
    for (double& number : numbers) number = random.between(-3000, 3000);
    return numbers;
}

TEST(RotaryPoints, Grids) {
    for (Pairing const pairing : kPairings) {
        Grid grid{.axes = {{.encoding = {.dim = 16}}, {.encoding = {.dim = 16, .base = 100, .layout = Layout::halves}}},
                  .pairing = pairing};
        for (Blocks const blocks : {Blocks::axis_major, Blocks::function_major, Blocks::frequency_major}) {
            grid.blocks = blocks;
            for (std::vector<std::int64_t> const& order : {std::vector<std::int64_t>{}, {1, 0}}) {
                grid.axis_order = order;
                expect_all(grid, Cells{{7, 5}}, 35, 16);
                auto const list = some_numbers(24);
                expect_all(grid, Points{list}, 12, 16);
                expect_all(grid, Points{list}, 12, 16, 2);
            }
        }
    }
}

TEST(RotaryPoints, PairsOfUnequalAxesStandOneBehindTheOther) {
    Encoding const axes[] = {{.dim = 4, .order = Order::cos_sin}, {.dim = 22, .base = 50}, {.dim = 2}};
    Grid const grid{.axes = {{.encoding = axes[0]}, {.encoding = axes[1]}, {.encoding = axes[2]}}, .dim = 28};
    auto const list = some_numbers(3 * 9);
    std::vector<float> cosines(9 * 14), sines(9 * 14);
    rotary(grid, Points{list}, std::span(cosines), std::span(sines));
    for (std::size_t row = 0; row < 9; ++row) {
        std::size_t at = row * 14;
        for (std::size_t a = 0; a < 3; ++a) {
            std::size_t const n = size(axes[a].dim) / 2;
            std::vector<double> const position{list[row * 3 + a]};
            std::vector<float> own_cosines(n), own_sines(n);
            rotary(axes[a], std::span<double const>(position), std::span(own_cosines), std::span(own_sines));
            for (std::size_t i = 0; i < n; ++i, ++at) {
                EXPECT_EQ(cosines[at], own_cosines[i]) << row << ' ' << a << ' ' << i;
                EXPECT_EQ(sines[at], own_sines[i]) << row << ' ' << a << ' ' << i;
            }
        }
    }
}

TEST(RotaryPoints, SumsOfAngles) {
    for (Pairing const pairing : kPairings) {
        Fourier fourier{.dim = 20, .axes = 2, .value_scale = 1.5, .pairing = pairing};
        fourier.frequencies = some_numbers(20);
        expect_all(fourier, Cells{{4, 6}}, 24, 10);
        auto const list = some_numbers(16);
        expect_all(fourier, Points{list}, 8, 10, 2);
    }
}

TEST(RotaryPoints, Sections) {
    for (Pairing const pairing : kPairings) {
        for (SectionOrder const order : {SectionOrder::chunked, SectionOrder::interleaved, SectionOrder::alternating}) {
            Encoding const e{.dim = 32, .pairing = pairing, .sections = {6, 5, 5}, .section_order = order};
            auto const list = some_numbers(3 * 14);
            std::span<double const> const streams(list);
            expect_all(e, streams, 14, 16);
            expect_all(e, streams, 14, 16, 2);
            // All streams alike: more than are listed at a time.
            expect_all(e, Positions{.start = 2, .step = 0.5, .count = 700}, 700, 16);
        }
    }
}

TEST(RotaryPoints, Errors) {
    std::vector<float> cosines(8, 7.0f), sines(8, 7.0f), x(16, 7.0f);
    std::vector<std::int64_t> const shape{2, 8};
    auto const refused = [&](auto const& e) {
        std::string const message = message_of([&] { rotary(e, Cells{{1, 2}}, std::span(cosines), std::span(sines)); });
        EXPECT_EQ(message_of([&] { rotate(e, Cells{{1, 2}}, std::span(x), {shape}); }), message);
        return message;
    };
    Grid const plain{.axes = {{.encoding = {.dim = 4}}, {.encoding = {.dim = 4}}}};
    Grid grid = plain;
    grid.identity = true;
    EXPECT_EQ(refused(grid), "invalid identity: true (none in rotations)");
    grid = plain;
    grid.class_rows = 2;
    EXPECT_EQ(refused(grid), "invalid classRows: 2 (0 in rotations)");
    grid = plain;
    grid.axes[1].encoding.dim = 5;
    EXPECT_EQ(refused(grid), "invalid axes[1]: 5 (an even dim, the channels that are rotated)");
    for (std::int64_t const dim : {7, 10}) {
        grid = plain;
        grid.dim = dim;
        EXPECT_EQ(refused(grid), "invalid dim: " + std::to_string(dim) + " (8, the channels that all axes rotate)");
    }
    EXPECT_EQ(refused(Fourier{.dim = 4, .axes = 2, .frequencies = {1, 2, 3, 4}, .identity = true}),
              "invalid identity: true (none in rotations)");
    EXPECT_EQ(message_of([&] {
                  rotary(plain, Cells{{3, 2}}, std::span(cosines), std::span(sines));
              }),
              "invalid cosines: 8 (exactly 24 values)");
    EXPECT_EQ(message_of([&] {
                  rotate(plain, Cells{{3, 2}}, std::span(x), {shape});
              }),
              "invalid positions.length: 6 (2, one a step of the sequence axis in each row)");
    for (auto const* values : {&cosines, &sines, &x}) {
        for (float const value : *values) EXPECT_EQ(value, 7.0f);
    }
}

}  // namespace
}  // namespace posenc::test
