// What bad arguments get: the message word by word, nothing written, and a library that goes on working.
#include <functional>
#include <stdexcept>

#include "support.hpp"

namespace posenc::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/** Outputs filled with a value that must still be there afterwards. */
template <class Value>
class Untouched {
 public:
    explicit Untouched(std::size_t count) : values_(count, Value(77)) {}
    ~Untouched() {
        for (Value const value : values_) EXPECT_EQ(value, Value(77)) << "written before the error";
    }
    Untouched(Untouched const&) = delete;
    Untouched& operator=(Untouched const&) = delete;
    [[nodiscard]] std::span<Value> span() { return values_; }

 private:
    std::vector<Value> values_;
};

std::string encoding_error(Encoding const& e) {
    Untouched<float> out(32);
    Untouched<double> doubles(4);
    std::vector<double> const list{1};
    std::string const message = message_of([&] { encode(e, Positions{.count = 4}, out.span()); });
    // Every function that takes an encoding says the same.
    std::function<void()> const others[] = {
        [&] { encode(e, list, out.span()); },         [&] { add(e, Positions{.count = 4}, out.span()); },
        [&] { add(e, list, out.span(), 3); },         [&] { frequencies(e, doubles.span()); },
        [&] { wavelengths(e, doubles.span()); },      [&] { shift(e, 1, doubles.span()); },
        [&] { similarity(e, list, doubles.span()); }, [&] { window(e, {.height = 4, .width = 8}, out.span()); },
        [&] { (void)picture_width(e, 1); },           [&] { (void)pairs(e); },
    };
    for (auto const& other : others) EXPECT_EQ(message_of(other), message);
    return message;
}

TEST(Errors, Encoding) {
    std::string const dim = " (a whole number from 1 to 65536)";
    EXPECT_EQ(encoding_error({.dim = 0}), "invalid dim: 0" + dim);
    EXPECT_EQ(encoding_error({}), "invalid dim: 0" + dim);
    EXPECT_EQ(encoding_error({.dim = -4}), "invalid dim: -4" + dim);
    EXPECT_EQ(encoding_error({.dim = 65537}), "invalid dim: 65537" + dim);
    EXPECT_EQ(encoding_error({.dim = INT64_MIN}), "invalid dim: -9.223372036854776e+18" + dim);
    EXPECT_EQ(encoding_error({.dim = 7, .odd = Odd::error}), "invalid dim: 7 (an even number, since odd is 'error')");

    std::string const base = " (a number from 1e-100 to 1e100)";
    EXPECT_EQ(encoding_error({.dim = 8, .base = 0}), "invalid base: 0" + base);
    EXPECT_EQ(encoding_error({.dim = 8, .base = 9e-101}), "invalid base: 9e-101" + base);
    EXPECT_EQ(encoding_error({.dim = 8, .base = -10000}), "invalid base: -10000" + base);
    EXPECT_EQ(encoding_error({.dim = 8, .base = kNan}), "invalid base: nan" + base);
    EXPECT_EQ(encoding_error({.dim = 8, .base = kInfinity}), "invalid base: inf" + base);
    EXPECT_EQ(encoding_error({.dim = 8, .base = 1.5e100}), "invalid base: 1.5e+100" + base);

    std::string const position = " (a finite number, at most 2^53 in size)";
    EXPECT_EQ(encoding_error({.dim = 8, .origin = kNan}), "invalid origin: nan" + position);
    EXPECT_EQ(encoding_error({.dim = 8, .origin = -kInfinity}), "invalid origin: -inf" + position);
    EXPECT_EQ(encoding_error({.dim = 8, .origin = 0x1p53 + 2}), "invalid origin: 9007199254740994" + position);
    EXPECT_EQ(encoding_error({.dim = 8, .padding = kNan}), "invalid padding: nan" + position);
    EXPECT_EQ(encoding_error({.dim = 8, .padding = -1e300}), "invalid padding: -1e+300" + position);

    std::string const scale = " (a number from 1e-100 to 2^54 in size)";
    EXPECT_EQ(encoding_error({.dim = 8, .scale = 0}), "invalid scale: 0" + scale);
    EXPECT_EQ(encoding_error({.dim = 8, .scale = kNan}), "invalid scale: nan" + scale);
    EXPECT_EQ(encoding_error({.dim = 8, .scale = -1e-101}), "invalid scale: -1e-101" + scale);
    EXPECT_EQ(encoding_error({.dim = 8, .scale = kInfinity}), "invalid scale: inf" + scale);
    EXPECT_EQ(encoding_error({.dim = 8, .scale = -1e17}), "invalid scale: -1e+17" + scale);

    std::string const value_scale = " (a finite number, at most 1e30 in size)";
    EXPECT_EQ(encoding_error({.dim = 8, .value_scale = kNan}), "invalid valueScale: nan" + value_scale);
    EXPECT_EQ(encoding_error({.dim = 8, .value_scale = -2e30}), "invalid valueScale: -2e+30" + value_scale);
}

std::string positions_error(Encoding const& e, Positions const& positions) {
    Untouched<float> out(32);
    Untouched<double> doubles(32);
    std::string const message = message_of([&] { encode(e, positions, out.span()); });
    EXPECT_EQ(message_of([&] { encode(e, positions, doubles.span()); }), message);
    EXPECT_EQ(message_of([&] { add(e, positions, out.span()); }), message);
    return message;
}

TEST(Errors, Progressions) {
    Encoding const e{.dim = 8};
    EXPECT_EQ(positions_error(e, {.count = -1}), "invalid count: -1 (a whole number from 0 to 2^53)");
    EXPECT_EQ(positions_error(e, {.count = INT64_MAX}),
              "invalid count: 9.223372036854776e+18 (a whole number from 0 to 2^53)");
    std::string const position = " (a finite number, at most 2^53 in size)";
    EXPECT_EQ(positions_error(e, {.start = kNan, .count = 4}), "invalid start: nan" + position);
    EXPECT_EQ(positions_error(e, {.start = kInfinity, .count = 4}), "invalid start: inf" + position);
    EXPECT_EQ(positions_error(e, {.start = -0x1p53 - 2, .count = 4}), "invalid start: -9007199254740994" + position);
    EXPECT_EQ(positions_error(e, {.step = 0, .count = 4}), "invalid step: 0 (a finite number, not 0)");
    EXPECT_EQ(positions_error(e, {.step = kNan, .count = 4}), "invalid step: nan (a finite number, not 0)");
    EXPECT_EQ(positions_error(e, {.step = -kInfinity, .count = 4}), "invalid step: -inf (a finite number, not 0)");
    EXPECT_EQ(positions_error(e, {.start = 0x1p53 - 1, .count = 4}),
              "invalid count: 4 (the last position, 9007199254740994, would be beyond 2^53)");
    EXPECT_EQ(positions_error(e, {.step = -1e300, .count = 4}),
              "invalid count: 4 (the last position, -3e+300, would be beyond 2^53)");
    EXPECT_EQ(positions_error({.dim = 8, .origin = 1, .scale = 0x1p53}, {.start = -4, .count = 4}),
              "invalid start: -4 (|frequency * scale * (position + origin)| at most 2^54)");
    EXPECT_EQ(positions_error({.dim = 8, .scale = 0x1p53}, {.start = 0, .count = 4}),
              "invalid count: 4 (for the last position, 3, |frequency * scale * (position + origin)| is above 2^54)");
}

TEST(Errors, Lists) {
    Encoding const e{.dim = 8};
    Untouched<float> out(24);
    auto const error = [&](Encoding const& with, std::vector<double> const& list) {
        std::string const message = message_of([&] { encode(with, list, out.span()); });
        EXPECT_EQ(message_of([&] { add(with, list, out.span()); }), message);
        return message;
    };
    std::string const position = " (a finite number, at most 2^53 in size)";
    EXPECT_EQ(error(e, {0, 1, kNan}), "invalid positions[2]: nan" + position);
    EXPECT_EQ(error(e, {-kInfinity, kNan, 1}), "invalid positions[0]: -inf" + position);
    EXPECT_EQ(error(e, {0, 1e16, 1}), "invalid positions[1]: 1e+16" + position);
    EXPECT_EQ(error({.dim = 8, .scale = -1e16}, {1, 1.5, 2}),
              "invalid positions[2]: 2 (|frequency * scale * (position + origin)| at most 2^54)");
}

TEST(Errors, Lengths) {
    Encoding const e{.dim = 8};
    Untouched<float> out(31);
    Untouched<double> doubles(5);
    std::vector<double> const list{1, 2, 3};
    std::vector<double> const five(5, 1.0);
    EXPECT_EQ(message_of([&] { encode(e, Positions{.count = 4}, out.span()); }), "invalid out: 31 (exactly 32 values)");
    EXPECT_EQ(message_of([&] { encode(e, Positions{}, out.span()); }), "invalid out: 31 (exactly 0 values)");
    EXPECT_EQ(message_of([&] { encode(e, list, out.span()); }), "invalid out: 31 (exactly 24 values)");
    EXPECT_EQ(message_of([&] { add(e, Positions{.count = 2}, out.span(), 2); }),
              "invalid embeddings: 31 (exactly 32 values)");
    EXPECT_EQ(message_of([&] { add(e, list, out.span()); }), "invalid embeddings: 31 (exactly 24 values)");
    EXPECT_EQ(message_of([&] { frequencies(e, doubles.span()); }), "invalid out: 5 (exactly 4 values)");
    EXPECT_EQ(message_of([&] { wavelengths(e, doubles.span()); }), "invalid out: 5 (exactly 4 values)");
    EXPECT_EQ(message_of([&] { shift(e, 1, doubles.span()); }), "invalid out: 5 (exactly 16 values)");
    EXPECT_EQ(message_of([&] { similarity(e, list, doubles.span()); }), "invalid out: 5 (exactly 3 values)");
    EXPECT_EQ(message_of([&] { window(e, {.height = 2, .width = 3}, out.span()); }),
              "invalid out: 31 (exactly 6 values)");
    EXPECT_EQ(message_of([&] { encode(e, Positions{.count = std::int64_t{1} << 52}, out.span()); }),
              "invalid count: 4503599627370496 (the result would take more than 2^53 bytes)");
    EXPECT_EQ(message_of([&] { add(e, Positions{.count = 4}, out.span(), -1); }),
              "invalid batch: -1 (a whole number from 0 to 2^53)");
}

TEST(Errors, Distances) {
    Untouched<double> out(16);
    Encoding const e{.dim = 8};
    std::string const position = " (a finite number, at most 2^53 in size)";
    EXPECT_EQ(message_of([&] { shift(e, kNan, out.span()); }), "invalid k: nan" + position);
    EXPECT_EQ(message_of([&] { shift(e, -1e16, out.span()); }), "invalid k: -1e+16" + position);
    EXPECT_EQ(message_of([&] { shift({.dim = 8, .scale = 1e10}, 1e10, out.span()); }),
              "invalid k: 10000000000 (|frequency * scale * offset| at most 2^54)");
    EXPECT_EQ(message_of([&] {
                  similarity(e, std::vector{0.0, kInfinity}, out.span());
              }),
              "invalid offsets[1]: inf" + position);
    EXPECT_EQ(message_of([&] { similarity({.dim = 8, .scale = 1e10}, std::vector{1e10}, out.span()); }),
              "invalid offsets[0]: 10000000000 (|frequency * scale * offset| at most 2^54)");
}

TEST(Errors, Pictures) {
    Encoding const e{.dim = 8};
    Untouched<float> out(32);
    Untouched<double> doubles(32);
    auto const error = [&](Picture const& bad, Encoding const& with = {.dim = 8}) {
        std::string const message = message_of([&] { window(with, bad, out.span()); });
        EXPECT_EQ(message_of([&] { window(with, bad, doubles.span()); }), message);
        return message;
    };
    std::string const start = " (a whole number, at most 2^53 in size)";
    EXPECT_EQ(error({.start = 0.5, .height = 4, .width = 8}), "invalid start: 0.5" + start);
    EXPECT_EQ(error({.start = kNan, .height = 4, .width = 8}), "invalid start: nan" + start);
    EXPECT_EQ(error({.start = 1e16, .height = 4, .width = 8}), "invalid start: 1e+16" + start);
    std::string const each = " (a whole number from 1 to 2^53)";
    EXPECT_EQ(error({.positions_per_pixel = 0, .height = 4, .width = 8}), "invalid positionsPerPixel: 0" + each);
    EXPECT_EQ(error({.positions_per_pixel = 2.5, .height = 4, .width = 8}), "invalid positionsPerPixel: 2.5" + each);
    EXPECT_EQ(error({.positions_per_pixel = kNan, .height = 4, .width = 8}), "invalid positionsPerPixel: nan" + each);
    EXPECT_EQ(error({.height = -1, .width = 8}), "invalid height: -1 (a whole number from 0 to 2^31)");
    EXPECT_EQ(error({.height = std::int64_t{1} << 32, .width = 8}),
              "invalid height: 4294967296 (a whole number from 0 to 2^31)");
    EXPECT_EQ(error({.height = 4, .columns_per_pixel = 0, .width = 8}),
              "invalid columnsPerPixel: 0 (a whole number from 1 to 65536)");
    EXPECT_EQ(error({.height = 4, .left = 9, .width = 0}), "invalid left: 9 (a whole number from 0 to 8)");
    EXPECT_EQ(error({.height = 4, .left = -1, .width = 8}), "invalid left: -1 (a whole number from 0 to 8)");
    EXPECT_EQ(error({.height = 4, .left = 3, .width = 8}),
              "invalid width: 8 (a whole number from 0 to 5, what remains from left)");
    EXPECT_EQ(error({.height = 4, .columns_per_pixel = 3, .width = 5}),
              "invalid width: 5 (a whole number from 0 to 4, what remains from left)");
    EXPECT_EQ(error({.positions_per_pixel = 0x1p52, .height = 4, .width = 8}),
              "invalid height: 4 (the last position, 18014398509481984, would be beyond 2^53)");
    EXPECT_EQ(error({.start = 4, .height = 4, .width = 8}, {.dim = 8, .scale = 0x1p53}),
              "invalid start: 4 (|frequency * scale * (position + origin)| at most 2^54)");
    EXPECT_EQ(error({.height = 4, .width = 8}, {.dim = 8, .scale = 0x1p53}),
              "invalid height: 4 (for the last position, 4, |frequency * scale * (position + origin)| is above 2^54)");
    EXPECT_EQ(message_of([&] { (void)picture_width(e, 0); }),
              "invalid columnsPerPixel: 0 (a whole number from 1 to 65536)");
    EXPECT_EQ(message_of([&] { (void)picture_width(e, 65537); }),
              "invalid columnsPerPixel: 65537 (a whole number from 1 to 65536)");
}

TEST(Errors, Tokens) {
    Untouched<std::int64_t> out(6);
    std::vector<std::int64_t> const tokens(6, 5);
    auto const error = [&](std::int64_t length, std::int64_t padding) {
        return message_of([&] { positions_from_padding(tokens, length, padding, out.span()); });
    };
    EXPECT_EQ(error(4, 1), "invalid tokens: 6 (whole rows of 4 tokens)");
    EXPECT_EQ(error(0, 1), "invalid tokens: 6 (whole rows of 0 tokens)");
    EXPECT_EQ(error(-3, 1), "invalid length: -3 (a whole number from 0 to 2^53)");
    EXPECT_EQ(error(3, INT64_MIN), "invalid padding: -9.223372036854776e+18 (a whole number, at most 2^53 in size)");
    EXPECT_EQ(error(3, std::int64_t{1} << 53),
              "invalid padding: 9007199254740992 (padding + length at most 2^53 in size)");
    Untouched<std::int64_t> five(5);
    EXPECT_EQ(message_of([&] { positions_from_padding(tokens, 3, 1, five.span()); }),
              "invalid out: 5 (exactly 6 values)");
}

TEST(Errors, LeaveTheLibraryWorking) {
    Encoding const e{.dim = 24};
    Positions const positions{.start = -9, .count = 50};
    auto const before = table<float>(e, positions);
    for (int k = 0; k < 1000; ++k) {
        EXPECT_THROW(table<float>({.dim = 24, .base = kNan}, positions), std::invalid_argument);
        EXPECT_THROW(table<float>(e, std::vector{kNan}), std::invalid_argument);
    }
    EXPECT_TRUE(same_bits(table<float>(e, positions), before));
}

TEST(Errors, TheLargestArgumentsAreAllowed) {
    EXPECT_EQ(message_of([] {
                  table<float>({.dim = 65536, .base = 1e100}, std::vector{0x1p53, -0x1p53});
              }),
              "no error");
    EXPECT_EQ(message_of([] { table<float>({.dim = 3, .origin = 0x1p53}, std::vector{0x1p53}); }), "no error");
    EXPECT_EQ(message_of([] { table<float>({.dim = 3, .base = 1, .scale = -0x1p54}, std::vector{1.0}); }), "no error");
    EXPECT_EQ(message_of([] { table<float>({.dim = 3, .scale = 1e-100, .value_scale = -1e30}, std::vector{1.0}); }),
              "no error");
    EXPECT_EQ(message_of([] {
                  picture<double>({.dim = 3},
                                  {.start = -0x1p53, .positions_per_pixel = 0x1p53, .height = 2, .width = 3});
              }),
              "no error");
}

}  // namespace
}  // namespace posenc::test
