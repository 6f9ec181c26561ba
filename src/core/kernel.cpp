// The hot loops, one source for all vector widths: compiled with POSENC_LANES doubles a vector under the name
// POSENC_KERNEL. Never with fused multiply-add (-ffp-contract=off): every width must give the same bits.
#include "kernel.hpp"

#include "lanes.hpp"
#include "round.hpp"
#include "sine.hpp"

namespace posenc::core {
namespace {

// Eight rows share each load; offset 4 exists on one side only.
constexpr int kSymmetric = 3;

struct Pair {
    Doubles first;
    Doubles second;
};

/** (a, b) turned forward by an angle whose cosine and (signed, see Block) sine are given. */
POSENC_INLINE Pair turn(Pair const& p, Doubles const& cosine, Doubles const& sine) {
    return {p.first * cosine + p.second * sine, p.second * cosine - p.first * sine};
}

/** The centre row of a tile from its anchor. */
POSENC_INLINE Pair centre(Block const& block, PhasorBlock const& anchor, int lane, int tile) {
    Pair const p{load(anchor.first + lane), load(anchor.second + lane)};
    if (tile == 0) return p;
    auto const& rotation = block.tile[(tile < 0 ? -tile : tile) - 1];
    Doubles const sine = load(rotation.sine + lane);
    return turn(p, load(rotation.cosine + lane), tile < 0 ? -sine : sine);
}

void phasors(Block const* blocks, std::size_t count, bool cosine_first, Position p, PhasorBlock* out) {
    double const scaled = 134217729.0 * p.high;  // 2^27 + 1, Dekker's split
    double const upper = scaled - (scaled - p.high);
    SplitPosition const position{p.high, upper, p.high - upper, p.low, p.near};
    for (std::size_t b = 0; b < count; ++b) {
        WideDoubles const amplitude = load<WideDoubles>(blocks[b].amplitude);
        Phasors const phasors = phasors_at(blocks[b], position);
        WideDoubles const sine = phasors.sine * amplitude;
        WideDoubles const cosine = phasors.cosine * amplitude;
        store(cosine_first ? out[b].second : out[b].first, sine);
        store(cosine_first ? out[b].first : out[b].second, cosine);
    }
}

void row(Block const* blocks, PhasorBlock const* anchors, std::size_t count, int tile, int row, PhasorBlock* out) {
    for (std::size_t b = 0; b < count; ++b) {
        for (int lane = 0; lane < kBlock; lane += kLanes) {
            Pair p = centre(blocks[b], anchors[b], lane, tile);
            if (row != 0) {
                auto const& rotation = blocks[b].row[(row < 0 ? -row : row) - 1];
                Doubles const sine = load(rotation.sine + lane);
                p = turn(p, load(rotation.cosine + lane), row < 0 ? -sine : sine);
            }
            store(out[b].first + lane, p.first);
            store(out[b].second + lane, p.second);
        }
    }
}

/** Calls put(row, pair) for the eight rows of a tile, 0 to 7. */
template <class Put>
POSENC_INLINE void tile_rows(Block const& block, Pair const& middle, int lane, Put put) {
    put(4, middle);
    for (int offset = 1; offset <= kSymmetric + 1; ++offset) {
        Doubles const cosine = load(block.row[offset - 1].cosine + lane);
        Doubles const sine = load(block.row[offset - 1].sine + lane);
        Doubles const ac = middle.first * cosine;
        Doubles const bs = middle.second * sine;
        Doubles const bc = middle.second * cosine;
        Doubles const as = middle.first * sine;
        put(4 - offset, Pair{ac - bs, bc + as});
        if (offset <= kSymmetric) put(4 + offset, Pair{ac + bs, bc - as});
    }
}

void tile(Block const* blocks, PhasorBlock const* anchors, std::size_t count, int tile, PhasorBlock* out,
          std::size_t stride) {
    for (std::size_t b = 0; b < count; ++b) {
        for (int lane = 0; lane < kBlock; lane += kLanes) {
            Pair const middle = centre(blocks[b], anchors[b], lane, tile);
            tile_rows(blocks[b], middle, lane, [&](int row, Pair const& p) {
                PhasorBlock& to = out[static_cast<std::size_t>(row) * stride + b];
                store(to.first + lane, p.first);
                store(to.second + lane, p.second);
            });
        }
    }
}

template <bool past_cache>
POSENC_INLINE void interleaved_tile(Block const* blocks, PhasorBlock const* anchors, std::size_t count, int tile,
                                    TileTarget const& target) {
    float* to = static_cast<float*>(target.firsts);
    for (std::size_t b = 0; b < count; ++b) {
        for (int lane = 0; lane < kBlock; lane += kLanes, to += 2 * kLanes) {
            Pair const middle = centre(blocks[b], anchors[b], lane, tile);
            tile_rows(blocks[b], middle, lane, [&](int row, Pair const& p) {
                float* const at = to + static_cast<std::size_t>(row) * target.row_stride;
                Floats const columns = interleave_floats(p.first, p.second);
                if (past_cache) {
                    store_line(at, columns);
                } else {
                    store(at, columns);
                }
            });
        }
    }
}

POSENC_INLINE void halves_tile(Block const* blocks, PhasorBlock const* anchors, std::size_t count, int tile,
                               TileTarget const& target) {
    float* first = static_cast<float*>(target.firsts);
    float* second = static_cast<float*>(target.seconds);
    for (std::size_t b = 0; b < count; ++b) {
        for (int lane = 0; lane < kBlock; lane += kLanes, first += kLanes, second += kLanes) {
            Pair const middle = centre(blocks[b], anchors[b], lane, tile);
            tile_rows(blocks[b], middle, lane, [&](int row, Pair const& p) {
                std::size_t const at = static_cast<std::size_t>(row) * target.row_stride;
                PutFloats::halves(first + at, second + at, p.first, p.second);
            });
        }
    }
}

/** Puts vectors of pairs where both functions have a column, then the rest one by one. */
template <class Put, class Value = typename Put::Value>
POSENC_INLINE void write_as(Put const& put, PhasorBlock const* phasors, RowTarget const& target) {
    Value* const row = static_cast<Value*>(target.firsts);
    bool const halves = target.seconds != nullptr;
    Value* const seconds = halves ? static_cast<Value*>(target.seconds) : row + 1;
    std::size_t const step = halves ? 1 : 2;
    std::size_t const whole = target.second_count / kBlock;
    for (std::size_t b = 0; b < whole; ++b) {
        for (int lane = 0; lane < kBlock; lane += kLanes) {
            std::size_t const pair = b * kBlock + static_cast<std::size_t>(lane);
            Doubles const first = load(phasors[b].first + lane);
            Doubles const second = load(phasors[b].second + lane);
            if (halves) {
                put.halves(row + pair, seconds + pair, first, second);
            } else {
                put.interleaved(row + 2 * pair, first, second);
            }
        }
    }
    for (std::size_t pair = whole * kBlock; pair < target.first_count; ++pair) {
        PhasorBlock const& block = phasors[pair / kBlock];
        row[pair * step] = put.one(block.first[pair % kBlock]);
        if (pair < target.second_count) seconds[pair * step] = put.one(block.second[pair % kBlock]);
    }
}

void write(PhasorBlock const* phasors, RowTarget target) {
    switch (target.format) {
        case Format::float32: return write_as(PutFloats{}, phasors, target);
        case Format::float64: return write_as(PutDoubles{}, phasors, target);
        case Format::float16:
        case Format::bfloat16:
            return write_as(PutHalves{target.format == Format::float16 ? kFloat16 : kBfloat16}, phasors, target);
    }
}

/**
 * Tiles of 16-bit numbers, rounded by way of floats. A block of which a float does not tell how its double is rounded,
 * one in a hundred, is made again from its doubles.
 */
template <int fraction>
POSENC_INLINE void half_tile(Block const* blocks, PhasorBlock const* anchors, std::size_t count, int tile_of_anchor,
                             TileTarget const& target) {
    std::uint16_t* first = static_cast<std::uint16_t*>(target.firsts);
    std::uint16_t* second = static_cast<std::uint16_t*>(target.seconds);
    std::size_t const step = second ? kLanes : 2 * kLanes;
    for (std::size_t b = 0; b < count; ++b) {
        Words doubtful{};
        RowTarget again{first, second, target.format, kBlock, kBlock};
        for (int lane = 0; lane < kBlock; lane += kLanes, first += step, second += second ? step : 0) {
            Pair const middle = centre(blocks[b], anchors[b], lane, tile_of_anchor);
            // No value is larger than the root; the difference is negative where it may be too large for float16.
            Doubles const room = 0x1p31 - (middle.first * middle.first + middle.second * middle.second);
            doubtful |= reinterpret_cast<Words>(bits(room) & INT64_MIN);
            tile_rows(blocks[b], middle, lane, [&](int row, Pair const& p) {
                std::size_t const at = static_cast<std::size_t>(row) * target.row_stride;
                if (second) {
                    store_high_halves(first + at, second + at,
                                      half_words<fraction>(join_floats(p.first, p.second), doubtful));
                } else {
                    store_high_halves(first + at, half_words<fraction>(interleave_floats(p.first, p.second), doubtful));
                }
            });
        }
        if (!any_negative(doubtful)) continue;
        PhasorBlock phasors[kTileRows];
        tile(blocks + b, anchors + b, 1, tile_of_anchor, phasors, 1);
        for (PhasorBlock const& row : phasors) {
            write(&row, again);
            again.firsts = static_cast<std::uint16_t*>(again.firsts) + target.row_stride;
            if (second) again.seconds = static_cast<std::uint16_t*>(again.seconds) + target.row_stride;
        }
    }
}

void write_tile(Block const* blocks, PhasorBlock const* anchors, std::size_t count, int tile, TileTarget target) {
    if (target.format == Format::float16) {
        half_tile<kFloat16.fraction>(blocks, anchors, count, tile, target);
    } else if (target.format == Format::bfloat16) {
        half_tile<kBfloat16.fraction>(blocks, anchors, count, tile, target);
    } else if (target.seconds) {
        halves_tile(blocks, anchors, count, tile, target);
    } else if (kStoresLines && target.past_cache) {
        interleaved_tile<true>(blocks, anchors, count, tile, target);
        publish_lines();
    } else {
        interleaved_tile<false>(blocks, anchors, count, tile, target);
    }
}

void add(float* sums, float const* addends, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) sums[k] += addends[k];
}

/**
 * Rotates pairs `from` to `count` - 1 as many at a time as a vector has lanes; returns how many are done then.
 * @param direction multiplies sines: 1 or -1
 */
template <class Vector>
POSENC_INLINE std::size_t rotate_vectors(float* x, float* y, float const* cosines, float const* sines, std::size_t from,
                                         std::size_t count, float direction) {
    constexpr std::size_t kEach = sizeof(Vector) / sizeof(float);
    std::size_t i = from;
    for (; i + kEach <= count; i += kEach) {
        Vector const c = load<Vector>(cosines + i);
        Vector const s = load<Vector>(sines + i) * direction;
        if (y) {
            Vector const a = load<Vector>(x + i);
            Vector const b = load<Vector>(y + i);
            store(x + i, c * a - s * b);
            store(y + i, s * a + c * b);
        } else {
            Vector const low = load<Vector>(x + 2 * i);
            Vector const high = load<Vector>(x + 2 * i + kEach);
            Vector const a = evens(low, high);
            Vector const b = odds(low, high);
            Vector const turned = c * a - s * b;
            Vector const other = s * a + c * b;
            store(x + 2 * i, zip_low(turned, other));
            store(x + 2 * i + kEach, zip_high(turned, other));
        }
    }
    return i;
}

/**
 * Not inlined into its two callers, for the sake of the module's size.
 * @param y where the second channels begin, or null where they alternate with the first ones
 */
__attribute__((noinline)) void rotate_floats(float* x, float* y, float const* cosines, float const* sines,
                                             std::size_t count, float direction) {
    std::size_t i = rotate_vectors<Floats>(x, y, cosines, sines, 0, count, direction);
    if (sizeof(Floats) > sizeof(FourFloats)) i = rotate_vectors<FourFloats>(x, y, cosines, sines, i, count, direction);
    std::size_t const step = y ? 1 : 2;
    float* const second = y ? y : x + 1;
    for (; i < count; ++i) {
        float const a = x[i * step];
        float const b = second[i * step];
        float const s = sines[i] * direction;
        x[i * step] = cosines[i] * a - s * b;
        second[i * step] = s * a + cosines[i] * b;
    }
}

/** Pairs of 16-bit numbers that are widened, rotated and rounded at a time. */
constexpr std::size_t kWidened = 512;

/** The same for 16-bit numbers, `apart` from x to y or 0 where the channels alternate. */
POSENC_INLINE void rotate_halves(std::uint16_t* x, std::size_t apart, bool float16, float const* cosines,
                                 float const* sines, std::size_t pairs, float direction) {
    auto const to_floats = float16 ? widen_run<kFloat16.fraction> : widen_run<kBfloat16.fraction>;
    auto const from_floats = float16 ? narrow_run<kFloat16.fraction> : narrow_run<kBfloat16.fraction>;
    float wide[2 * kWidened];
    // One run of both channels, or one of each.
    std::size_t const runs = apart ? 2 : 1;
    for (std::size_t first = 0; first < pairs; first += kWidened) {
        std::size_t const count = pairs - first < kWidened ? pairs - first : kWidened;
        std::size_t const length = apart ? count : 2 * count;
        for (std::size_t k = 0; k < runs; ++k) to_floats(x + k * apart, length, wide + k * kWidened);
        rotate_floats(wide, apart ? wide + kWidened : nullptr, cosines + first, sines + first, count, direction);
        for (std::size_t k = 0; k < runs; ++k) from_floats(wide + k * kWidened, length, x + k * apart);
        x += length;
    }
}

void rotate(RotationTarget const& target) {
    std::size_t const apart = target.half ? target.pairs : 0;
    float const direction = target.inverse ? -1.0f : 1.0f;
    bool const float16 = target.format == Format::float16;
    bool const floats = target.format == Format::float32;
    char* data = static_cast<char*>(target.data);
    for (std::size_t row = 0; row < target.rows; ++row) {
        float const* const cosines = target.cosines + row * target.pairs;
        float const* const sines = target.sines + row * target.pairs;
        for (std::size_t k = 0; k < target.repeat; ++k, data += target.width * (floats ? 4 : 2)) {
            if (floats) {
                float* const x = reinterpret_cast<float*>(data);
                rotate_floats(x, apart ? x + apart : nullptr, cosines, sines, target.pairs, direction);
            } else {
                rotate_halves(reinterpret_cast<std::uint16_t*>(data), apart, float16, cosines, sines, target.pairs,
                              direction);
            }
        }
    }
}

}  // namespace

extern Kernel const POSENC_KERNEL;
Kernel const POSENC_KERNEL{POSENC_KERNEL_NAME, phasors, row, tile, write_tile, write, add, rotate};

}  // namespace posenc::core
