// Biases, by the formulas of those who published them and by values of their code.
#include "support.hpp"

namespace posenc::test {
namespace {

std::vector<double> whole_from(std::int64_t first, std::int64_t last) {
    std::vector<double> list;
    for (std::int64_t k = first; k <= last; ++k) list.push_back(static_cast<double>(k));
    return list;
}

TEST(Alibi, SlopesAreThePublishedList) {
    std::vector<double> slopes(12);
    alibi_slopes({.heads = 12}, slopes);
    // sqrt is correctly rounded: the nearest doubles of 2^(-1/2), 2^(-3/2) ...
    double const root = std::sqrt(0.5);
    std::vector<double> const wanted{0.5,    0.25,   0.125, 0.0625,   0.03125,  0.015625,
                                     0x1p-7, 0x1p-8, root,  root / 2, root / 4, root / 8};
    EXPECT_EQ(slopes, wanted);
    alibi_slopes({.heads = 12, .order = SlopeOrder::sorted}, slopes);
    std::vector<double> const sorted{root,     0.5,    root / 2, 0.25,     root / 4, 0.125,
                                     root / 8, 0.0625, 0.03125,  0.015625, 0x1p-7,   0x1p-8};
    EXPECT_EQ(slopes, sorted);
}

TEST(Alibi, EverySlopeIsWithinHalfAnUlpForAnyNumberOfHeads) {
    for (std::int64_t const heads : {1, 3, 71, 128, 1000, 65536}) {
        std::vector<double> slopes(size(heads));
        alibi_slopes({.heads = heads}, slopes);
        std::int64_t below = 1;
        while (2 * below <= heads) below *= 2;
        for (std::int64_t k = 0; k < heads; ++k) {
            long double const exponent =
                k < below ? -8.0L * (k + 1) / below : -8.0L * (2 * (k - below) + 1) / (2 * below);
            long double const exact = exp2l(exponent);
            double const ulp = std::nextafter(slopes[size(k)], 2) - slopes[size(k)];
            EXPECT_LE(std::fabs(static_cast<double>(slopes[size(k)] - exact)), 0.501 * ulp) << heads << ' ' << k;
        }
    }
}

TEST(Alibi, Biases) {
    std::vector<double> const queries{0.5, 7};
    std::vector<double> const keys{0, 1, 2};
    std::vector<double> out(4 * 2 * 3);
    bias(Alibi{.heads = 4}, queries, keys, std::span<double>(out));
    EXPECT_EQ(out[1], -0.25 * 0.5);
    EXPECT_EQ(out[3], -0.25 * 7);
    EXPECT_EQ(out[23], -5.0 / 256);
    bias(Alibi{.heads = 4, .anchor = Anchor::key}, queries, keys, std::span<double>(out));
    EXPECT_EQ(out[2], 0.5);
    bias(Alibi{.heads = 4, .anchor = Anchor::last_key}, queries, keys, std::span<double>(out));
    EXPECT_EQ(out[0], -0.5);
    EXPECT_EQ(out[2], 0);
    std::vector<bfloat16> half(24);
    bias(Alibi{.heads = 4, .anchor = Anchor::last_key}, queries, keys, std::span<bfloat16>(half));
    EXPECT_EQ(half[0].bits, 0xbf00);
}

TEST(T5Buckets, HuggingFacesNumbers) {
    std::vector<double> const relative{-200, -128, -64, -32, -16, -9, -8, -1, 0, 1, 8, 64, 200};
    std::vector<double> const query{0};
    std::vector<std::int64_t> out(relative.size());
    t5_buckets({}, query, relative, out);
    EXPECT_EQ(out, (std::vector<std::int64_t>{15, 15, 14, 12, 10, 8, 8, 1, 0, 17, 24, 30, 31}));
    t5_buckets({.bidirectional = false}, query, relative, out);
    EXPECT_EQ(out, (std::vector<std::int64_t>{31, 31, 26, 21, 16, 9, 8, 1, 0, 0, 0, 0, 0}));
}

TEST(T5Buckets, LargeTablesFallAtTheLogarithmsBounds) {
    T5 const t5{.buckets = 65536, .max_distance = std::int64_t{1} << 53, .bidirectional = false};
    std::vector<double> keys;
    Random random(5);
    for (int k = 0; k < 4000; ++k) keys.push_back(-std::floor(random.log_between(1, 0x1p53)));
    std::vector<std::int64_t> out(keys.size());
    t5_buckets(t5, std::vector<double>{0}, keys, out);
    for (std::size_t k = 0; k < keys.size(); ++k) {
        long double const distance = -static_cast<long double>(keys[k]);
        long double const law =
            32768 + logl(distance / 32768) / logl(static_cast<long double>(t5.max_distance) / 32768) * 32768;
        long double const nearest = roundl(law);
        if (distance >= 32768 && std::fabs(static_cast<double>(law - nearest)) < 1e-10) continue;
        std::int64_t const wanted =
            distance < 32768 ? static_cast<std::int64_t>(distance) : static_cast<std::int64_t>(floorl(law));
        EXPECT_EQ(out[k], std::min<std::int64_t>(wanted, 65535)) << keys[k];
    }
}

TEST(T5Buckets, Table) {
    std::vector<float> table(32 * 2);
    for (std::size_t k = 0; k < table.size(); ++k) table[k] = static_cast<float>(k) / 3;
    std::vector<double> const queries{0, 5};
    std::vector<double> const keys = whole_from(0, 40);
    std::vector<std::int64_t> buckets(2 * keys.size());
    t5_buckets({}, queries, keys, buckets);
    std::vector<float> out(2 * buckets.size());
    bias(T5{}, table, 2, queries, keys, out);
    for (std::size_t k = 0; k < out.size(); ++k) {
        std::size_t const head = k / buckets.size();
        EXPECT_EQ(out[k], table[static_cast<std::size_t>(buckets[k % buckets.size()]) * 2 + head]);
    }
}

TEST(DebertaBuckets, HuggingFacesNumbers) {
    std::vector<double> const queries{-511, -150, -128, 0, 127, 129, 511};
    std::vector<double> const key{0};
    std::vector<std::int64_t> out(queries.size());
    deberta_buckets({.buckets = 256, .max_position = 512}, queries, key, out);
    EXPECT_EQ(out, (std::vector<std::int64_t>{-255, -143, -128, 0, 127, 129, 255}));
    deberta_buckets({}, queries, key, out);
    EXPECT_EQ(out, (std::vector<std::int64_t>{-511, -150, -128, 0, 127, 129, 511}));
}

TEST(SwinIndex, TimmsNumbers) {
    std::vector<std::int64_t> out(36);
    swin_index(2, 3, false, out);
    EXPECT_EQ((std::vector<std::int64_t>{out.begin(), out.begin() + 7}),
              (std::vector<std::int64_t>{7, 6, 5, 2, 1, 0, 8}));
    out.resize(49);
    swin_index(2, 3, true, out);
    EXPECT_EQ(out[0], 17);
    EXPECT_EQ(out[1], 15);
    EXPECT_EQ(out[7], 16);
    EXPECT_EQ(out[8], 7);
}

TEST(BiasErrors, NameTheField) {
    std::vector<double> const one{0};
    std::vector<std::int64_t> out(1);
    std::vector<double> values(1);
    auto const t5 = [&](T5 const& law) { return message_of([&] { t5_buckets(law, one, one, out); }); };
    EXPECT_EQ(t5({.buckets = 3}), "invalid buckets: 3 (a whole number from 4 to 65536)");
    EXPECT_EQ(t5({.max_distance = 8}), "invalid maxDistance: 8 (a whole number from 9 to 2^53)");
    EXPECT_EQ(message_of([&] { deberta_buckets({.buckets = 8, .max_position = 5}, one, one, out); }),
              "invalid maxPosition: 5 (a whole number from 6 to 2^53)");
    EXPECT_EQ(message_of([&] { swin_index(0, 3, false, out); }),
              "invalid window[0]: 0 (a whole number from 1 to 16384)");
    EXPECT_EQ(message_of([&] { swin_index(3, 3, false, out); }), "invalid out: 1 (exactly 81 values)");
    EXPECT_EQ(message_of([&] { bias(Alibi{}, one, one, std::span<double>(values)); }),
              "invalid heads: 0 (a whole number from 1 to 65536)");
    EXPECT_EQ(message_of([&] { bias(Alibi{.heads = 1, .max_bias = 0.5}, one, one, std::span<double>(values)); }),
              "invalid maxBias: 0.5 (a whole number from 1 to 300)");
    std::vector<double> const bad{std::numeric_limits<double>::infinity()};
    EXPECT_EQ(message_of([&] { t5_buckets({}, bad, one, out); }),
              "invalid queries[0]: inf (a whole number, at most 9007199254740992 in size)");
    std::vector<float> five(5);
    EXPECT_EQ(message_of([&] { bias(T5{}, five, 1, one, one, std::span(five).first(1)); }),
              "invalid table: 5 (exactly 32 values)");
}

}  // namespace
}  // namespace posenc::test
