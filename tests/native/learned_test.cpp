// Learned tables and position ids, by their definitions.
#include "support.hpp"

namespace posenc::test {
namespace {

template <class Value>
std::vector<Value> rows(Learned const& table, std::vector<double> const& positions) {
    auto out = unwritten<Value>(positions.size() * size(table.dim));
    posenc::learned(table, std::span<double const>(positions), std::span<Value>(out));
    return out;
}

TEST(Learned, TheGeneratorHasTheBitsOfEveryMachine) {
    // One hash of the numbers' bits; tests/js/learned.test.ts has the same one.
    std::uint64_t hash = 0;
    for (auto const distribution : {Distribution::normal, Distribution::truncated_normal, Distribution::uniform}) {
        Learned const law{.dim = 32, .length = 500, .seed = 7, .distribution = distribution};
        std::vector<double> out(32 * 500);
        posenc::learned(law, Positions{.count = 500}, std::span<double>(out));
        for (double const value : out) {
            std::uint64_t bits;
            std::memcpy(&bits, &value, sizeof bits);
            hash = (hash ^ bits) * 0x100000001b3;
        }
    }
    EXPECT_EQ(bits_of(hash), "cae50dcb8971b6cf");
}

TEST(Learned, RowsWhosePositionsAreNoDoublesAreOutOfReach) {
    std::vector<float> const rows_of_table{1, 2, 3, 4};
    Learned const law{.dim = 1, .length = 4, .origin = -(std::int64_t{1} << 53), .table = rows_of_table};
    EXPECT_EQ(rows<float>(law, {0x1p53}), std::vector<float>{1});
    // 2^53 + 3, the last row's position, would be rounded to this one, which has none.
    EXPECT_EQ(
        message_of([&] { (void)rows<float>(law, {0x1p53 + 4}); }),
        "invalid positions[0]: 9007199254740996 (a whole number from -origin to 9007199254740992, the table's rows)");
}

TEST(Learned, NormalNumbersByThePolarMethod) {
    auto const mix = [](std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    };
    std::uint64_t const gamma = 0x9e3779b97f4a7c15;
    Learned const law{.dim = 7, .length = 300, .seed = 99, .mean = 1, .deviation = 2};
    std::vector<double> out(7 * 300);
    posenc::learned(law, Positions{.count = 300}, std::span<double>(out));
    for (std::size_t k = 0; k < out.size(); ++k) {
        std::uint64_t state = mix(mix(99 + gamma) + k * gamma);
        auto const next = [&] {
            state += gamma;
            return (static_cast<double>(static_cast<std::int64_t>(mix(state)) >> 11) + 0.5) * 0x1p-52;
        };
        double u = 0;
        double s = 1;
        while (s >= 1) {
            u = next();
            double const v = next();
            s = u * u + v * v;
        }
        long double const z = u * sqrtl(-2 * logl(s) / s);
        EXPECT_NEAR(out[k], static_cast<double>(1 + 2 * z), 1e-15 * (2 + std::fabs(out[k])));
    }
}

TEST(Learned, RowsOfATable) {
    std::vector<float> table(40);
    for (std::size_t k = 0; k < table.size(); ++k) table[k] = static_cast<float>(k) / 7;
    Learned const law{.dim = 4, .length = 10, .origin = 2, .table = table};
    EXPECT_EQ(rows<float>(law, {-2, 7}),
              (std::vector<float>{0, 1 / 7.f, 2 / 7.f, 3 / 7.f, 36 / 7.f, 37 / 7.f, 38 / 7.f, 39 / 7.f}));
    EXPECT_EQ(rows<double>(law, {0})[0], static_cast<double>(table[8]));
    std::vector<float> sums(16, 1);
    add_learned(law, Positions{.start = -1, .count = 2}, sums, 2);
    EXPECT_EQ(sums[0], 1 + table[4]);
    EXPECT_EQ(sums[15], 1 + table[11]);
    EXPECT_EQ(message_of([&] {
                  rows<float>(law, {1, 8});
              }),
              "invalid positions[1]: 8 (a whole number from -origin to 7, the table's rows)");
    EXPECT_EQ(message_of([&] {
                  rows<float>({.dim = 4, .length = 512}, {1, 2, 3, 512});
              }),
              "invalid positions[3]: 512 (a whole number from 0 to 511, the table's rows)");
    EXPECT_EQ(message_of([&] { rows<float>({.dim = 4, .length = 12, .table = table}, {1}); }),
              "invalid table: 40 (exactly 48 values)");
}

TEST(Resample, ConstantsImpulsesAndCopies) {
    // A constant stays one whatever the kernel; the prefix stays.
    std::vector<float> constant(2 + 6 * 2, 3);
    constant[0] = 8;
    for (bool const bilinear : {false, true}) {
        for (bool const antialias : {false, true}) {
            std::vector<float> out(2 + 4 * 5 * 2);
            resample({.from = {2, 3}, .to = {4, 5}, .prefix = 1, .bilinear = bilinear, .antialias = antialias},
                     constant, 2, out);
            EXPECT_EQ(out[0], 8);
            for (std::size_t k = 2; k < out.size(); ++k) EXPECT_EQ(out[k], 3);
        }
    }
    // Twice as many columns: Keys' weights at a quarter and three quarters, a = -0.75.
    std::vector<float> const impulse{0, 0, 0, 1, 0, 0, 0};
    std::vector<float> out(14);
    resample({.from = {1, 7}, .to = {1, 14}}, impulse, 1, out);
    EXPECT_FLOAT_EQ(out[6], 1 + ((-0.75 + 2) * 0.25 - (-0.75 + 3)) * 0.0625);
    EXPECT_FLOAT_EQ(out[9], -0.75 * (((1.25 - 5) * 1.25 + 8) * 1.25 - 4));
    std::vector<float> corners(3);
    resample({.from = {1, 2}, .to = {1, 3}, .bilinear = true, .align_corners = true}, std::vector<float>{1, 2}, 1,
             corners);
    EXPECT_EQ(corners, (std::vector<float>{1, 1.5, 2}));
    EXPECT_EQ(message_of([&] {
                  resample({.from = {}, .to = {3, 3}}, impulse, 1, out);
              }),
              "invalid from: 4 (7 cells, the table's rows without the prefix)");
    EXPECT_EQ(message_of([&] {
                  resample({.from = {1, 7}, .to = {1, 5}}, impulse, 1, out);
              }),
              "invalid out: 14 (exactly 5 values)");
}

TEST(PositionIds, MasksAndSegments) {
    std::vector<std::uint8_t> const mask{0, 0, 1, 1, 1, 0, 1, 1};
    std::vector<std::int64_t> out(8);
    positions_from_mask(mask, 4, out);
    EXPECT_EQ(out, (std::vector<std::int64_t>{1, 1, 0, 1, 0, 1, 1, 2}));
    std::vector<std::int64_t> const segments{std::int64_t{1} << 53, (std::int64_t{1} << 53) + 1, 5, 5, 5, 5, 2, 2};
    positions_from_segments(segments, 4, out);
    EXPECT_EQ(out, (std::vector<std::int64_t>{0, 0, 0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(message_of([&] { positions_from_mask(std::vector<std::uint8_t>{2}, 1, out); }),
              "invalid mask[0]: 2 (0 or 1)");
    EXPECT_EQ(message_of([&] { positions_from_mask(mask, 3, out); }), "invalid mask: 8 (whole rows of 3 values)");
}

TEST(PositionIds, Images) {
    std::vector<std::uint8_t> const mask{1, 1, 0, 1, 1, 0};
    std::vector<double> out(12);
    positions_from_images(mask, 2, 3, false, out);
    EXPECT_EQ(out, (std::vector<double>{1, 1, 1, 2, 0, 2, 2, 1, 2, 2, 0, 2}));
    positions_from_images(mask, 1, 3, true, out);
    EXPECT_EQ(out[3], 2 / (2 + 1e-6));
    EXPECT_EQ(message_of([&] { positions_from_images(mask, 4, 3, true, out); }),
              "invalid mask: 6 (whole images of 12 cells)");
}

TEST(PositionIds, Grids) {
    using Kind = GridPart::Kind;
    // get_rope_index of Qwen2-VL: three tokens of text and vision_start, an image of 4 x 6 patches, text.
    std::vector<GridPart> const parts{{.kind = Kind::text, .time = 4},
                                      {.kind = Kind::image, .time = 1, .height = 4, .width = 6},
                                      {.kind = Kind::text, .time = 2}};
    std::vector<std::int64_t> out(36);
    EXPECT_EQ(positions_from_grids(parts, out), 9);
    EXPECT_EQ(out, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 4, 4, 4, 4, 4, 7, 8, 0, 1, 2, 3, 4, 4,
                                              4, 5, 5, 5, 7, 8, 0, 1, 2, 3, 4, 5, 6, 4, 5, 6, 7, 8}));
    std::vector<GridPart> const video{
        {.kind = Kind::video, .time = 3, .height = 2, .width = 2, .seconds_per_grid = 0.7}};
    out.resize(9);
    EXPECT_EQ(positions_from_grids(video, out, 2, 2), 3);
    EXPECT_EQ(out, (std::vector<std::int64_t>{0, 1, 2, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(message_of([&] { positions_from_grids(parts, out, 3); }),
              "invalid image[1]: 4 (a multiple of spatialMerge, 3)");
    EXPECT_EQ(message_of([&] { positions_from_grids(parts, out); }), "invalid out: 9 (exactly 36 values)");
}

}  // namespace
}  // namespace posenc::test
