// The contract of the hot loops: frequencies and positions to phasors, phasors to columns.
//
// kernel.cpp holds one source for all vector widths; it is compiled once a width, and dispatch.cpp chooses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace posenc::core {

/** Pairs in a block: the widest vector that is compiled for. */
constexpr int kBlock = 8;
/** Rows of a tile, centred: offsets -4 to 3 from its centre row. */
constexpr int kTileRows = 8;
/** Rows that share an anchor: tiles -3 to 4 around it. Row q has the anchor (q + 28) >> 6. */
constexpr int kAnchorRows = 64;
constexpr int kRowsBeforeAnchor = 28;

/**
 * What is known of eight pairs before any position is: everything that the loops read, side by side so that no two
 * arrays can compete for one cache set. (cos, sin) of the angle of 1, 2, 3, 4 and 8, 16, 24, 32 steps; the sines are
 * negated where the cosine is the first function, so that no loop has to know the order.
 */
struct alignas(64) Block {
    /** Frequency in quarter turns per position: high = high_upper + high_lower (Dekker's split), and low. */
    double high_upper[kBlock];
    double high_lower[kBlock];
    double low[kBlock];
    /** Quarter turns added to every angle. */
    double phase[kBlock];
    /** Multiplies every value. */
    double amplitude[kBlock];
    struct Rotation {
        double cosine[kBlock];
        double sine[kBlock];
    } row[4], tile[4];
};

/**
 * The position high + low. Near: angles below 2^40 quarter turns, low = 0, and phases of 0, for which direct evaluation
 * has a shorter way.
 */
struct Position {
    double high;
    double low;
    bool near;
};

/** First and second function of eight pairs at one position. */
struct alignas(64) PhasorBlock {
    double first[kBlock];
    double second[kBlock];
};

/** The number formats of a table. */
enum class Format : std::uint8_t { float32, float64, float16, bfloat16 };

/** Where eight rows of a tile go. */
struct TileTarget {
    void* firsts;
    /** Null where second functions are interleaved with the first ones. */
    void* seconds;
    /** Doubles are not rounded and go into PhasorBlocks, `seconds` into those of `firsts`. */
    Format format;
    /** From row to row. */
    std::size_t row_bytes;
    /** Store past the cache; rows are floats, interleaved, and begin at whole cache lines then. */
    bool past_cache;
};

/** Columns of one row to write from phasors. */
struct RowTarget {
    void* firsts;
    /** Null where second functions are interleaved with the first ones. */
    void* seconds;
    Format format;
    /** Pairs with a first function, and with a second: where they are interleaved as many, or one less. */
    std::size_t first_count;
    std::size_t second_count;
};

/** Vectors to rotate: for each row of a table of cosines and sines `repeat` of them, all one behind the other. */
struct RotationTarget {
    /** The first channel to rotate of the first vector. */
    void* data;
    /** Not float64. */
    Format format;
    /** From vector to vector, in values. */
    std::size_t width;
    std::size_t repeat;
    /** `rows` rows of `pairs` values one behind the other. */
    float const* cosines;
    float const* sines;
    std::size_t rows;
    std::size_t pairs;
    /** Pair i is channels i and pairs + i, in place of 2i and 2i + 1. */
    bool half;
    bool inverse;
};

struct Kernel {
    char const* name;

    /** Phasors at a position, evaluated directly: within 4e-16. */
    void (*phasors)(Block const* blocks, std::size_t count, bool cosine_first, Position const& position,
                    PhasorBlock* out);
    /** Row `8 * tile + row` from its anchor, tile in -3..4 and row in -4..3. */
    void (*row)(Block const* blocks, PhasorBlock const* anchors, std::size_t count, int tile, int row,
                PhasorBlock* out);
    /** The eight rows of a tile, rounded and straight into a table, or as they are: the same bits as `row`. */
    void (*tile)(Block const* blocks, PhasorBlock const* anchors, std::size_t count, int tile,
                 TileTarget const& target);
    /** Rounds phasors to a format and puts them into their columns. */
    void (*write)(PhasorBlock const* phasors, RowTarget const& target);
    /** sums[k] += addends[k] */
    void (*add)(float* sums, float const* addends, std::size_t count);
    /** (x, y) of each pair becomes (c x - s y, s x + c y), in floats. */
    void (*rotate)(RotationTarget const& target);
};

/** The kernel of this machine, or the one that POSENC_ISA names. */
Kernel const& kernel();

}  // namespace posenc::core
