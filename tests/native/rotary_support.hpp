// What tests of rotations share: cosines and sines are the columns of tables, and data turn by the manual's formula.
#pragma once

#include "support.hpp"

namespace posenc::test {

inline constexpr Pairing kPairings[] = {Pairing::adjacent, Pairing::half};

// The same values as tables whose columns are all cosines, then all sines.

inline Encoding as_columns(Encoding e) {
    e.layout = Layout::halves;
    e.order = Order::cos_sin;
    return e;
}

inline Fourier as_columns(Fourier e) {
    e.layout = Layout::halves;
    e.order = Order::cos_sin;
    return e;
}

inline Grid as_columns(Grid e) {
    for (Axis& axis : e.axes) axis.encoding = as_columns(axis.encoding);
    e.blocks = Blocks::function_major;
    return e;
}

/** `rotary` at `rows` places, n pairs each: the columns of `encode`, half-width and full. */
template <class Value, class Kind, class Where>
void expect_columns(Kind const& e, Where const& where, std::size_t rows, std::size_t n) {
    SCOPED_TRACE(::testing::Message() << sizeof(Value) << " bytes a value, " << rows << " rows");
    auto columns = unwritten<Value>(rows * 2 * n);
    encode(as_columns(e), where, std::span(columns));
    std::vector<Value> wanted[2];
    std::vector<Value> wanted_full[2];
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < 2; ++k) {
            auto const at = [&](std::size_t i) { return columns[row * 2 * n + k * n + i]; };
            for (std::size_t i = 0; i < n; ++i) wanted[k].push_back(at(i));
            for (std::size_t i = 0; i < 2 * n; ++i) {
                wanted_full[k].push_back(at(e.pairing == Pairing::half ? i % n : i / 2));
            }
        }
    }
    auto cosines = unwritten<Value>(rows * n);
    auto sines = unwritten<Value>(rows * n);
    rotary(e, where, std::span(cosines), std::span(sines));
    EXPECT_TRUE(same_bits(cosines, wanted[0]));
    EXPECT_TRUE(same_bits(sines, wanted[1]));
    cosines = unwritten<Value>(rows * 2 * n);
    sines = unwritten<Value>(rows * 2 * n);
    rotary(e, where, std::span(cosines), std::span(sines));
    EXPECT_TRUE(same_bits(cosines, wanted_full[0]));
    EXPECT_TRUE(same_bits(sines, wanted_full[1]));
}

/**
 * Turns a vector of channels, from x on, by rows of n cosines and sines, as the manual says. volatile: no compiler may
 * fuse products and sums.
 */
inline void turn_plainly(float* x, std::size_t n, Pairing pairing, float const* cosines, float const* sines,
                         bool inverse) {
    bool const half = pairing == Pairing::half;
    for (std::size_t i = 0; i < n; ++i) {
        float& a = x[half ? i : 2 * i];
        float& b = x[half ? n + i : 2 * i + 1];
        float const cosine = cosines[i];
        float const sine = inverse ? -sines[i] : sines[i];
        float const volatile ca = cosine * a, sb = sine * b, sa = sine * a, cb = cosine * b;
        a = ca - sb;
        b = sa + cb;
    }
}

}  // namespace posenc::test
