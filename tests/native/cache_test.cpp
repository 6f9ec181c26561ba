// What the library keeps between calls must not show: the same bits whatever was asked before, in every thread.
#include "support.hpp"
#if !defined(__EMSCRIPTEN__)
#include <thread>
#endif

namespace posenc::test {
namespace {

/** Encodings whose tables of frequencies take far more than the 6 MiB that are kept. */
std::vector<Encoding> many_encodings() {
    std::vector<Encoding> all;
    for (int k = 0; k < 60; ++k) {
        all.push_back({.dim = 700 + 301 * k, .base = 100.0 + k, .order = k % 2 == 0 ? Order::sin_cos : Order::cos_sin});
    }
    return all;
}

std::uint64_t hash_of(std::vector<float> const& values) {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    for (float const value : values) {
        std::uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        hash = (hash ^ bits) * 1099511628211u;
    }
    return hash;
}

std::vector<std::uint64_t> hashes_of(std::vector<Encoding> const& encodings) {
    std::vector<std::uint64_t> hashes;
    for (Encoding const& e : encodings) {
        hashes.push_back(hash_of(table<float>(e, Positions{.start = 1e6, .count = 9})));
    }
    return hashes;
}

TEST(Cache, CyclingThroughManyEncodingsChangesNothing) {
    std::vector<Encoding> const encodings = many_encodings();
    std::vector<std::uint64_t> const first = hashes_of(encodings);
    EXPECT_EQ(hashes_of(encodings), first);
    // Right values, not only equal ones: after all that, a row of each against the formula.
    for (Encoding const& e : encodings) {
        auto const row = table<double>(e, std::vector{3.0});
        auto const wanted = plain_row(e, 3.0);
        for (std::size_t c = 0; c < row.size(); ++c) ASSERT_NEAR(row[c], wanted[c], 1e-14) << text_of(e);
    }
}

TEST(Cache, ManySmallEncodingsChangeNothing) {
    std::vector<Encoding> encodings;
    for (int k = 0; k < 1000; ++k) encodings.push_back({.dim = 1 + k % 20, .base = 2.0 + k});
    std::vector<std::uint64_t> const first = hashes_of(encodings);
    std::vector<std::uint64_t> again(encodings.size());
    for (std::size_t k = encodings.size(); k-- > 0;) {
        again[k] = hash_of(table<float>(encodings[k], Positions{.start = 1e6, .count = 9}));
    }
    EXPECT_EQ(again, first);
}

TEST(Cache, EncodingsThatDifferInOneFieldAreApart) {
    Encoding const base{.dim = 12};
    std::vector<Encoding> encodings(11, base);
    encodings[1].dim = 13;
    encodings[2].base = 10001;
    encodings[3].spacing = Spacing::endpoint;
    encodings[4].layout = Layout::halves;
    encodings[5].order = Order::cos_sin;
    encodings[6].origin = 1;
    encodings[7].scale = 2;
    encodings[8].value_scale = 2;
    encodings[9].padding = 2;
    encodings[10] = {.dim = 13, .odd = Odd::zero};
    for (int round = 0; round < 2; ++round) {
        for (Encoding const& e : encodings) {
            auto const row = table<double>(e, std::vector{2.0});
            auto const wanted = e.padding ? std::vector<double>(12) : plain_row(e, 2.0);
            for (std::size_t c = 0; c < row.size(); ++c) EXPECT_NEAR(row[c], wanted[c], 1e-14) << text_of(e);
        }
    }
}

/** Fills the cache with other encodings, so that what comes next is made anew. */
void forget_all() {
    for (int k = 0; k < 70; ++k) (void)table<float>({.dim = 6, .base = 50.0 + k}, Positions{.count = 1});
}

TEST(Cache, EveryFieldThatTheLawsReadIsTold) {
    auto const with = [](Encoding encoding, auto change) {
        change(encoding);
        return encoding;
    };
    Encoding const listed{.dim = 6, .frequencies = {1, 0.5, 0.25}, .frequency_factors = {1, 2, 3}};
    Encoding const shifted{.dim = 12, .spacing = Spacing::shifted, .shift = 1};
    auto const scaled = [](Scaling const& scaling) { return Encoding{.dim = 12, .scaling = scaling}; };
    Encoding const yarn = scaled({.type = ScalingType::yarn, .factor = 4, .original_length = 4096});
    Encoding const mscaled = with(yarn, [](Encoding& e) {
        e.scaling.mscale = 1;
        e.scaling.mscale_all_dim = 0.5;
    });
    Encoding const dynamic = scaled({.type = ScalingType::dynamic, .factor = 4, .original_length = 100, .length = 200});
    Encoding const llama3 = scaled({.type = ScalingType::llama3, .factor = 4, .original_length = 100});
    Encoding const proportional = scaled({.type = ScalingType::proportional, .factor = 4});
    std::vector<double> const ones(6, 1);
    Encoding const longrope = scaled({.type = ScalingType::longrope,
                                      .factor = 4,
                                      .original_length = 100,
                                      .length = 200,
                                      .short_factor = ones,
                                      .long_factor = ones});
    std::pair<Encoding, Encoding> const pairs[] = {
        {listed, with(listed, [](Encoding& e) { e.frequencies[1] = 0.75; })},
        {listed, with(listed, [](Encoding& e) { e.frequency_factors[2] = 4; })},
        {listed, with(listed, [](Encoding& e) { e.unit = Unit::turn; })},
        {shifted, with(shifted, [](Encoding& e) { e.shift = 2; })},
        {yarn, with(yarn, [](Encoding& e) { e.scaling.type = ScalingType::linear; })},
        {yarn, with(yarn, [](Encoding& e) { e.scaling.factor = 5; })},
        {yarn, with(yarn, [](Encoding& e) { e.scaling.original_length = 1000; })},
        {yarn, with(yarn, [](Encoding& e) { e.scaling.beta_fast = 8; })},
        {yarn, with(yarn, [](Encoding& e) { e.scaling.beta_slow = 0.01; })},
        {yarn, with(yarn, [](Encoding& e) { e.scaling.truncate = false; })},
        {yarn, with(yarn, [](Encoding& e) { e.scaling.extrapolation = 0.5; })},
        {yarn, with(yarn, [](Encoding& e) { e.scaling.attention_factor = 2; })},
        {mscaled, with(mscaled, [](Encoding& e) { e.scaling.mscale = 2; })},
        {mscaled, with(mscaled, [](Encoding& e) { e.scaling.mscale_all_dim = 2; })},
        {dynamic, with(dynamic, [](Encoding& e) { e.scaling.length = 300; })},
        {llama3, with(llama3, [](Encoding& e) { e.scaling.low_freq_factor = 2; })},
        {llama3, with(llama3, [](Encoding& e) { e.scaling.high_freq_factor = 8; })},
        {proportional, with(proportional, [](Encoding& e) { e.scaling.fraction = 0.5; })},
        {longrope, with(longrope, [](Encoding& e) { e.scaling.long_factor[3] = 2; })},
        {longrope, with(longrope,
                        [](Encoding& e) {
                            e.scaling.length = 50;
                            e.scaling.short_factor[3] = 2;
                        })},
    };
    std::vector<double> const position{7};
    for (std::size_t k = 0; k < std::size(pairs); ++k) {
        auto const& [one, other] = pairs[k];
        forget_all();
        auto const alone = table<double>(other, position);
        forget_all();
        EXPECT_FALSE(same_bits(table<double>(one, position), alone)) << "pair " << k;
        EXPECT_TRUE(same_bits(table<double>(other, position), alone)) << "pair " << k;
    }
}

TEST(Cache, PicturesAndTablesOfOneEncodingDoNotMix) {
    Encoding const e{.dim = 40};
    auto const rows = table<float>(e, Positions{.count = 40});
    Picture const means{.positions_per_pixel = 9, .height = 10, .width = 40};
    auto const pixels = picture<float>(e, means);
    for (int round = 0; round < 3; ++round) {
        EXPECT_TRUE(same_bits(picture<float>(e, means), pixels));
        EXPECT_TRUE(same_bits(table<float>(e, Positions{.count = 40}), rows));
    }
}

TEST(Cache, EqualEncodingsHaveEqualBits) {
    // 0 and -0 are equal, so a kept table may stand for either: the sign must not show.
    Encoding const zero{.dim = 6, .value_scale = 0.0};
    Encoding const minus{.dim = 6, .value_scale = -0.0};
    ASSERT_EQ(zero, minus);
    forget_all();
    auto const fresh = table<float>(minus, Positions{.count = 3});
    forget_all();
    EXPECT_TRUE(same_bits(table<float>(zero, Positions{.count = 3}), fresh));
}

TEST(Cache, TheVectorUnitHasAName) {
    std::string const name = isa();
    EXPECT_TRUE(name == "sse2" || name == "avx2" || name == "avx512" || name == "wasm" || name == "generic") << name;
}

#if !defined(__EMSCRIPTEN__)
TEST(Cache, ThreadsGetTheSameBits) {
    std::vector<Encoding> const encodings = many_encodings();
    std::vector<std::uint64_t> const wanted = hashes_of(encodings);
    std::vector<std::vector<std::uint64_t>> got(8);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < got.size(); ++t) {
        threads.emplace_back([&, t] {
            // Each begins elsewhere, so that they keep different encodings at any time.
            got[t].resize(encodings.size());
            for (std::size_t k = 0; k < encodings.size(); ++k) {
                std::size_t const at = (k + 7 * t) % encodings.size();
                got[t][at] = hashes_of({encodings[at]})[0];
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (auto const& hashes : got) EXPECT_EQ(hashes, wanted);
}
#endif

}  // namespace
}  // namespace posenc::test
