// add: the float sum of embeddings and the float table, bit for bit.
#include "support.hpp"

namespace posenc::test {
namespace {

std::vector<float> embeddings(std::size_t count) {
    Random random(5);
    std::vector<float> x(count);
    for (float& value : x) value = static_cast<float>(random.between(-2, 2));
    return x;
}

void expect_sum(Encoding const& e, Positions const& positions, std::int64_t batch) {
    SCOPED_TRACE(::testing::Message() << text_of(e) << ", " << positions.count << " positions, batch " << batch);
    auto const rows = table<float>(e, positions);
    auto x = embeddings(rows.size() * size(batch));
    auto again = x;
    auto wanted = x;
    for (std::size_t k = 0; k < wanted.size(); ++k) wanted[k] = wanted[k] + rows[k % rows.size()];
    add(e, positions, x, batch);
    EXPECT_TRUE(same_bits(x, wanted));
    add(e, listed(positions), again, batch);
    EXPECT_TRUE(same_bits(again, wanted)) << "as a list";
}

TEST(Add, IsTheFloatSum) {
    for (std::int64_t const dim : {1, 2, 7, 64, 513, 768}) {
        for (Odd const odd : kOddRules) {
            for (std::int64_t const batch : {1, 2, 5}) {
                for (std::int64_t const count : {1, 9, 130}) {
                    Encoding const e{.dim = dim, .layout = Layout::halves, .odd = odd, .padding = 3};
                    expect_sum(e, {.start = -2, .count = count}, batch);
                    expect_sum(e, {.start = 0.5, .step = 1.25, .count = count}, batch);
                }
            }
        }
    }
}

TEST(Add, InManyPieces) {
    // Wide and long enough that the table is made piece by piece.
    expect_sum({.dim = 1000}, {.start = 123, .count = 500}, 3);
    expect_sum({.dim = 65536}, {.start = 60, .count = 5}, 2);
    expect_sum({.dim = 65535, .odd = Odd::zero}, {.start = 60, .count = 3}, 1);
    expect_sum({.dim = 1}, {.start = -70000, .count = 140000}, 2);
}

TEST(Add, NoBatchDoesNothing) {
    // However many positions: there is nothing to add to.
    std::vector<float> nothing;
    add({.dim = 8}, Positions{.count = std::int64_t{1} << 49}, nothing, 0);
    add({.dim = 8}, Positions{}, nothing, 7);
    SUCCEED();
}

TEST(Add, LeavesWhatStandsBesideAlone) {
    std::vector<float> x(100 * 24 + 16, 3.0f);
    add({.dim = 24}, Positions{.count = 50}, std::span(x).subspan(8, 2400), 2);
    for (std::size_t k = 0; k < 8; ++k) {
        EXPECT_EQ(x[k], 3.0f);
        EXPECT_EQ(x[x.size() - 1 - k], 3.0f);
    }
}

TEST(PositionsFromPadding, FollowFairseq) {
    // cumsum(token != padding) * (token != padding) + padding
    std::vector<std::int64_t> const tokens{1, 1, 8, 9, 4, /**/ 7, 1, 7, 1, 7, /**/ 1, 1, 1, 1, 1};
    std::vector<std::int64_t> out(tokens.size());
    positions_from_padding(tokens, 5, 1, out);
    EXPECT_EQ(out, (std::vector<std::int64_t>{1, 1, 2, 3, 4, 2, 1, 3, 1, 4, 1, 1, 1, 1, 1}));
    positions_from_padding(tokens, 15, 0, out);
    EXPECT_EQ(out, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
    positions_from_padding(tokens, 5, -7, out);
    EXPECT_EQ(out[0], -6);
    EXPECT_EQ(out[14], -2);
    positions_from_padding({}, 0, 1, {});
}

}  // namespace
}  // namespace posenc::test
