// What arguments are allowed. Validation lives here alone: the C++ functions throw what these return, the WebAssembly
// binding hands it on. Numbers come as doubles, so that 2.7 or NaN for a whole number can be told.
#pragma once

#include <cstdint>
#include <span>

#include "../posenc.hpp"

namespace posenc::core {

/**
 * An argument that is not allowed, or nothing. As data and not as text: the two languages print numbers in their own
 * way, and the WebAssembly module needs no number formatting. The text is "invalid PARAMETER: VALUE (ALLOWED)", with
 * "[INDEX]" behind the parameter where `index` is not negative, and `limit` in place of a "%" in `allowed`.
 */
struct Problem {
    char const* parameter = nullptr;
    double value = 0;
    char const* allowed = nullptr;
    double limit = 0;
    std::int64_t index = -1;

    explicit operator bool() const { return parameter != nullptr; }
};

/** `dim` comes apart, since it may be no whole number yet. */
Problem check_encoding(double dim, Encoding const& encoding);

/** For a valid encoding; `count` comes apart as `dim` does. */
Problem check_progression(Encoding const& encoding, double start, double step, double count);

/** For a valid encoding. `offset` is the index of the first of these positions in the caller's list. */
Problem check_list(Encoding const& encoding, std::span<double const> positions, std::int64_t offset = 0);

/** The length of an array against the `rows` times `dim` values that go into it. */
Problem check_length(char const* parameter, double length, double rows, double dim);

/** Shifts and offsets: finite, at most 2^53 in size, and their angles within reach. */
Problem check_distance(char const* parameter, Encoding const& encoding, double distance, std::int64_t index = -1);

Problem check_batch(double batch);

/** A picture's numbers, before they are whole for sure. */
struct PictureNumbers {
    double start;
    double positions_per_pixel;
    double height;
    double left;
    double columns_per_pixel;
    double width;
};

/** For a valid encoding. */
Problem check_picture(Encoding const& encoding, PictureNumbers const& picture);

Problem check_columns_per_pixel(double columns_per_pixel);

// Encodings of points (check_points.cpp).

struct PointEncoding;

Problem check_axis_count(double count);

/** For a valid encoding of the axis. */
Problem check_axis(Axis const& axis);

/** A sum of sinusoids: `length` is the number of frequencies. */
Problem check_fourier(double dim, double axes, double length);

/**
 * What concerns all axes: columns of all of them, columns of a row (with coordinates, and whatever was cut off or
 * added), rows of 0, and the order, which has each axis once or is empty.
 */
Problem check_arrangement(PointEncoding const& encoding, double dim, double class_rows, std::span<double const> order);

/** Sizes of a grid, for an encoding that is arranged. */
Problem check_cells(PointEncoding const& encoding, std::span<double const> sizes);

/** Coordinates of points. `offset` is the index of the first of them in the caller's list. */
Problem check_points(PointEncoding const& encoding, std::span<double const> coordinates, std::int64_t offset = 0);

/** Whether x is a whole number between two others. */

/** Tokens in rows of `length`, with a padding token. */
Problem check_tokens(double count, double length, double padding);

}  // namespace posenc::core
