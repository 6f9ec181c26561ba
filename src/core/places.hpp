// Positions from what a sequence is made of: tokens, masks, segments, padded images, grids of images and videos.
#pragma once

#include <span>

#include "ranges.hpp"

namespace posenc::core {

enum class RunKind : std::uint8_t { tokens, mask, segments };

/**
 * Positions that count along rows of `length`. Carries on from one piece of the values to the next, wherever they are
 * cut.
 */
template <class Value>
struct Run {
    RunKind kind;
    std::int64_t length;
    /** Tokens: the padding token, and its position. Mask: the position of what is masked. */
    double filler;
    /** Values of the row so far, the last position counted, and the last value. */
    std::int64_t column = 0;
    double last = 0;
    Value previous{};

    /** The position of the next value. */
    double next(Value value) {
        bool const starts = column == 0;
        if (++column == length) column = 0;
        if (kind == RunKind::segments) {
            last = starts || value != previous ? 0 : last + 1;
            previous = value;
            return last;
        }
        bool const tokens = kind == RunKind::tokens;
        if (starts) last = tokens ? filler : -1;
        return value == static_cast<Value>(tokens ? filler : 0) ? filler : ++last;
    }
};

/** `count` values in rows of `length`. */
Problem check_run(RunKind kind, double count, double length, double filler);

/** Which values there may be. */
Range range_of_run(RunKind kind);

/** `count` cells of images of some size. */
Problem check_images(double count, double height, double width);

/**
 * DETR's coordinates along a line of cells: how many up to and with this one are 1, or that divided by
 * (all of them + 1e-6).
 */
void count_line(double const* mask, std::size_t count, bool normalise, double* out);

enum class PartKind : std::uint8_t { text, image, video };

/** A part of a sequence for M-RoPE, before its numbers are whole for sure. */
struct PartNumbers {
    PartKind kind;
    /** Where it begins. */
    double start;
    /** Patches a side of a token. */
    double merge;
    /** Time positions a time step, as a product; of a video. */
    double seconds_per_grid;
    double tokens_per_second;
    /** Text: its tokens, 0, 0. Otherwise time steps, and rows and columns in patches. */
    double sizes[3];
};

Problem check_part(PartNumbers const& part);

/** Tokens of a part. */
double tokens_of(PartNumbers const& part);

/** The position of what follows the part. */
double end_of(PartNumbers const& part);

/** The position of a token of the part in stream 0 (time), 1 (rows) or 2 (columns). */
double place_in_part(PartNumbers const& part, int stream, double token);

}  // namespace posenc::core
