// What arguments are allowed. Validation lives here alone: the C++ functions throw what these return, the WebAssembly
// binding hands it on. Numbers come as doubles, so that 2.7 or NaN for a whole number can be told.
#pragma once

#include <cstdint>
#include <span>

#include "../posenc.hpp"
#include "problem.hpp"

namespace posenc::core {

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

/** For a valid encoding: whether it can rotate. */
Problem check_rotary(Encoding const& encoding);

/** What a rotation's data are, before its numbers are whole for sure. `shape[0]` and the others are whole, from 0. */
struct RotationNumbers {
    double axes;
    double sequence_axis;
    double first_channel;
    /** Sizes of the first axis, of the one that `sequence_axis` names if there is such a one, and of the last. */
    double batch;
    double length;
    double width;
    /** Positions in all, and in how many rows. */
    double positions;
    double rows;
};

/** @param channels that are rotated */
Problem check_rotation(double channels, RotationNumbers const& x);

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

/** Whether an axis with `own` as its encoding, which is valid, may follow those that are there. */
Problem check_axis(PointEncoding const& encoding, Axis const& axis, Encoding const& own);

/** A sum of sinusoids: `length` is the number of frequencies. */
Problem check_fourier(double dim, double axes, double length);

/**
 * What concerns all axes: columns of a row (with coordinates, and whatever was cut off or added), rows of 0, and the
 * order, which has each axis once or is empty.
 */
Problem check_arrangement(PointEncoding const& encoding, double dim, double class_rows, std::span<double const> order);

/** Whether an encoding that is arranged can rotate. */
Problem check_rotary(PointEncoding const& encoding);

/** Sizes of a grid, for an encoding that is arranged. */
Problem check_cells(PointEncoding const& encoding, std::span<double const> sizes);

/** Coordinates of points. `offset` is the index of the first of them in the caller's list. */
Problem check_points(PointEncoding const& encoding, std::span<double const> coordinates, std::int64_t offset = 0);

/** Tokens in rows of `length`, with a padding token. */
Problem check_tokens(double count, double length, double padding);

}  // namespace posenc::core
