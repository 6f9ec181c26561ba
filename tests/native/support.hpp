// What the tests share: tables as vectors, comparison of bits, and the formulas as papers and manuals write them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <posenc.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace posenc::test {

constexpr Spacing kSpacings[] = {Spacing::paper, Spacing::endpoint};
constexpr Layout kLayouts[] = {Layout::interleaved, Layout::halves};
constexpr Order kOrders[] = {Order::sin_cos, Order::cos_sin};
constexpr Odd kOddRules[] = {Odd::truncate, Odd::truncate_next, Odd::zero};

inline std::size_t size(std::int64_t count) { return static_cast<std::size_t>(count); }

/** What a call says is wrong with its arguments. */
template <class Call>
std::string message_of(Call call) {
    try {
        call();
    } catch (std::invalid_argument const& problem) {
        return problem.what();
    }
    return "no error";
}

/** An output full of what is never written, so that a value left out shows. */
template <class Value>
std::vector<Value> unwritten(std::size_t count) {
    std::vector<Value> out(count);
    if (count > 0) std::memset(out.data(), 0x5a, count * sizeof(Value));
    return out;
}

template <class Value>
std::vector<Value> table(Encoding const& encoding, Positions const& positions) {
    auto out = unwritten<Value>(size(positions.count * encoding.dim));
    encode(encoding, positions, std::span<Value>(out));
    return out;
}

template <class Value>
std::vector<Value> table(Encoding const& encoding, std::vector<double> const& positions) {
    auto out = unwritten<Value>(positions.size() * size(encoding.dim));
    encode(encoding, std::span<double const>(positions), std::span<Value>(out));
    return out;
}

template <class Value>
std::vector<Value> picture(Encoding const& encoding, Picture const& window_of) {
    auto out = unwritten<Value>(size(window_of.height * window_of.width));
    window(encoding, window_of, std::span<Value>(out));
    return out;
}

/** The positions of a progression, as its definition says. */
inline std::vector<double> listed(Positions const& positions) {
    std::vector<double> list(size(positions.count));
    for (std::size_t k = 0; k < list.size(); ++k) list[k] = positions.start + static_cast<double>(k) * positions.step;
    return list;
}

template <class Value>
std::string bits_of(Value const& value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    std::ostringstream text;
    text << std::hex << bits;
    return text.str();
}

template <class Value>
::testing::AssertionResult same_bits(std::vector<Value> const& got, std::vector<Value> const& wanted) {
    if (got.size() != wanted.size()) return ::testing::AssertionFailure() << got.size() << " values";
    if (got.empty() || std::memcmp(got.data(), wanted.data(), got.size() * sizeof(Value)) == 0) {
        return ::testing::AssertionSuccess();
    }
    std::size_t k = 0;
    while (std::memcmp(&got[k], &wanted[k], sizeof(Value)) == 0) ++k;
    return ::testing::AssertionFailure() << "value " << k << " of " << got.size() << " has the bits " << bits_of(got[k])
                                         << ", wanted " << bits_of(wanted[k]);
}

/** An encoding in a line, for messages. */
inline std::string text_of(Encoding const& e) {
    std::ostringstream text;
    text.precision(17);
    text << "dim " << e.dim << " base " << e.base << (e.spacing == Spacing::paper ? " paper" : " endpoint")
         << (e.layout == Layout::halves ? " halves" : " interleaved")
         << (e.order == Order::sin_cos ? " sin-cos" : " cos-sin") << " odd rule " << static_cast<int>(e.odd)
         << " origin " << e.origin << " scale " << e.scale << " value scale " << e.value_scale;
    return text.str();
}

/** Where a column comes from: a pair's sine or cosine, or nowhere (a column of zeros). */
struct Source {
    std::int64_t pair;
    bool sine;
    bool zero;
};

/** The columns of a row as the manual describes them: all columns of whole pairs, then the odd rule. */
inline std::vector<Source> plain_columns(Encoding const& e) {
    bool const odd = e.dim % 2 == 1;
    std::int64_t const pairs = odd && e.odd == Odd::zero ? (e.dim - 1) / 2 : (e.dim + 1) / 2;
    std::vector<Source> columns;
    for (std::int64_t column = 0; column < 2 * pairs; ++column) {
        bool const interleaved = e.layout == Layout::interleaved;
        std::int64_t const pair = interleaved ? column / 2 : column % pairs;
        bool const first = interleaved ? column % 2 == 0 : column < pairs;
        columns.push_back({pair, first == (e.order == Order::sin_cos), false});
    }
    if (odd && e.odd == Odd::zero) columns.push_back({0, false, true});
    columns.resize(size(e.dim));
    return columns;
}

/** Angular frequencies by the manual's formulas. Good to the accuracy of the platform's pow, not to the last bit. */
inline std::vector<double> plain_frequencies(Encoding const& e) {
    bool const odd = e.dim % 2 == 1;
    std::int64_t const pairs = odd && e.odd == Odd::zero ? (e.dim - 1) / 2 : (e.dim + 1) / 2;
    double width = static_cast<double>(e.dim);
    if (odd && e.odd == Odd::truncate_next) width += 1;
    if (odd && e.odd == Odd::zero) width -= 1;
    std::vector<double> frequencies;
    for (std::int64_t i = 0; i < pairs; ++i) {
        double const n = static_cast<double>(i);
        double exponent = -2 * n / width;
        if (e.spacing == Spacing::endpoint) exponent = pairs == 1 ? 0 : -n / (width / 2 - 1);
        frequencies.push_back(std::pow(e.base, exponent) * e.scale);
    }
    return frequencies;
}

/** A row by the manual's formulas; for small positions, where libm is good enough. */
inline std::vector<double> plain_row(Encoding const& e, double position) {
    std::vector<double> const frequencies = plain_frequencies(e);
    std::vector<double> row;
    for (Source const& source : plain_columns(e)) {
        double const angle = source.zero ? 0 : frequencies[size(source.pair)] * (position + e.origin);
        row.push_back(source.zero ? 0 : e.value_scale * (source.sine ? std::sin(angle) : std::cos(angle)));
    }
    return row;
}

/** Random numbers that are the same everywhere (Steele, Lea and Flood's splitmix64). */
class Random {
 public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    /** From 0 to 1, 1 excluded. */
    double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    double between(double least, double most) { return least + (most - least) * unit(); }
    /** A whole number from 0 to count - 1. */
    std::int64_t below(std::int64_t count) {
        return static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(count));
    }
    /** Evenly spread over the orders of magnitude. */
    double log_between(double least, double most) { return std::exp2(between(std::log2(least), std::log2(most))); }

 private:
    std::uint64_t state_;
};

}  // namespace posenc::test
