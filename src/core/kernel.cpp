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
    float* to = target.rows;
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
    float* to = target.rows;
    for (std::size_t b = 0; b < count; ++b) {
        for (int lane = 0; lane < kBlock; lane += kLanes, to += kLanes) {
            Pair const middle = centre(blocks[b], anchors[b], lane, tile);
            tile_rows(blocks[b], middle, lane, [&](int row, Pair const& p) {
                float* const first = to + static_cast<std::size_t>(row) * target.row_stride;
                PutFloats::halves(first, first + target.second_offset, p.first, p.second);
            });
        }
    }
}

void tile_float32(Block const* blocks, PhasorBlock const* anchors, std::size_t count, int tile, TileTarget target) {
    if (target.second_offset != 0) {
        halves_tile(blocks, anchors, count, tile, target);
    } else if (kStoresLines && target.past_cache) {
        interleaved_tile<true>(blocks, anchors, count, tile, target);
        publish_lines();
    } else {
        interleaved_tile<false>(blocks, anchors, count, tile, target);
    }
}

/** Puts vectors of pairs where both functions have a column, then the rest one by one. */
template <class Put, class Value = typename Put::Value>
POSENC_INLINE void write_as(Put const& put, PhasorBlock const* phasors, RowTarget const& target) {
    Value* const row = static_cast<Value*>(target.row);
    Value* const seconds = target.halves ? row + target.second_offset : row + 1;
    std::size_t const step = target.halves ? 1 : 2;
    std::size_t const whole = target.seconds / kBlock;
    for (std::size_t b = 0; b < whole; ++b) {
        for (int lane = 0; lane < kBlock; lane += kLanes) {
            std::size_t const pair = b * kBlock + static_cast<std::size_t>(lane);
            Doubles const first = load(phasors[b].first + lane);
            Doubles const second = load(phasors[b].second + lane);
            if (target.halves) {
                put.halves(row + pair, seconds + pair, first, second);
            } else {
                put.interleaved(row + 2 * pair, first, second);
            }
        }
    }
    for (std::size_t pair = whole * kBlock; pair < target.firsts; ++pair) {
        PhasorBlock const& block = phasors[pair / kBlock];
        row[pair * step] = put.one(block.first[pair % kBlock]);
        if (pair < target.seconds) seconds[pair * step] = put.one(block.second[pair % kBlock]);
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

void add(float* sums, float const* addends, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) sums[k] += addends[k];
}

}  // namespace

extern Kernel const POSENC_KERNEL;
Kernel const POSENC_KERNEL{POSENC_KERNEL_NAME, phasors, row, tile, tile_float32, write, add};

}  // namespace posenc::core
