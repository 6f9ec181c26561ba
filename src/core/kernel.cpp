// The hot loops, one source for all vector widths: compiled with POSENC_LANES doubles a vector under the name
// POSENC_KERNEL. Never with fused multiply-add (-ffp-contract=off): every width must give the same bits.
#include "kernel.hpp"

#include "lanes.hpp"
#include "round.hpp"
#include "sine.hpp"

namespace posenc::core {
namespace {

struct Pair {
    Doubles first;
    Doubles second;
};

/** (a, b) turned forward by an angle whose cosine and (signed, see Block) sine are given. */
POSENC_INLINE Pair turn(Pair const& p, Doubles const& cosine, Doubles const& sine) {
    return {p.first * cosine + p.second * sine, p.second * cosine - p.first * sine};
}

/** Turned by `steps` of a block's rotations, -4 to 4. */
POSENC_INLINE Pair turn(Pair const& p, Block::Rotation const* rotations, int lane, int steps) {
    if (steps == 0) return p;
    Block::Rotation const& rotation = rotations[(steps < 0 ? -steps : steps) - 1];
    Doubles const sine = load(rotation.sine + lane);
    return turn(p, load(rotation.cosine + lane), steps < 0 ? -sine : sine);
}

/** The centre row of a tile from its anchor. */
POSENC_INLINE Pair centre(Block const& block, PhasorBlock const& anchor, int lane, int tile) {
    return turn({load(anchor.first + lane), load(anchor.second + lane)}, block.tile, lane, tile);
}

void phasors(Block const* blocks, std::size_t count, bool cosine_first, Position const& p, PhasorBlock* out) {
    double const scaled = 134217729.0 * p.high;  // 2^27 + 1, Dekker's split
    double const upper = scaled - (scaled - p.high);
    SplitPosition const position{p.high, upper, p.high - upper, p.low, p.near};
    for (; count > 0; --count, ++blocks, ++out) {
        double* const sines = cosine_first ? out->second : out->first;
        double* const cosines = cosine_first ? out->first : out->second;
        for (int lane = 0; lane < kBlock; lane += kWideLanes) {
            WideDoubles const amplitude = load<WideDoubles>(blocks->amplitude + lane);
            Phasors const phasors = phasors_at(*blocks, lane, position);
            store(sines + lane, phasors.sine * amplitude);
            store(cosines + lane, phasors.cosine * amplitude);
        }
    }
}

void row(Block const* blocks, PhasorBlock const* anchors, std::size_t count, int tile, int row, PhasorBlock* out) {
    for (; count > 0; --count, ++blocks, ++anchors, ++out) {
        for (int lane = 0; lane < kBlock; lane += kLanes) {
            Pair const p = turn(centre(*blocks, *anchors, lane, tile), blocks->row, lane, row);
            store(out->first + lane, p.first);
            store(out->second + lane, p.second);
        }
    }
}

/**
 * Calls put(row, pair) for the eight rows of a tile, 0 to 7: rows on both sides of the centre share their products.
 * @tparam unroll how many steps of the loop become code of their own
 */
template <int unroll, class Put>
POSENC_INLINE void tile_rows(Block const& block, Pair const& middle, int lane, Put put) {
    constexpr int kMiddle = kTileRows / 2;
#if defined(__clang__)
#pragma clang loop unroll_count(unroll)
#else
#pragma GCC unroll 5
#endif
    for (int offset = 0; offset <= kMiddle; ++offset) {
        Pair before = middle;
        Pair after = middle;
        if (offset > 0) {
            Doubles const cosine = load(block.row[offset - 1].cosine + lane);
            Doubles const sine = load(block.row[offset - 1].sine + lane);
            Doubles const ac = middle.first * cosine;
            Doubles const bs = middle.second * sine;
            Doubles const bc = middle.second * cosine;
            Doubles const as = middle.first * sine;
            before = {ac - bs, bc + as};
            after = {ac + bs, bc - as};
        }
        put(kMiddle - offset, before);
        // The centre is there once, and offset 4 exists on one side only.
        if (offset % kMiddle != 0) put(kMiddle + offset, after);
    }
}

/** The steps of that loop. */
constexpr int kAllSteps = kTileRows / 2 + 1;

/** How values stand in a table: known when compiling or when running. */
struct Arrangement {
    Format format;
    bool halves;
    bool past_cache;
};

/** Calls use(arrangement): unless it has to be small, with one that is known when compiling. */
template <class Use>
POSENC_INLINE void arrange(bool small, Format format, bool halves, Use use) {
    if (small) return use(Arrangement{format, halves, false});
    auto const use_known = [&](Format known) __attribute__((always_inline)) {
        return halves ? use(Arrangement{known, true, false}) : use(Arrangement{known, false, false});
    };
    switch (format) {
        case Format::float32: return use_known(Format::float32);
        case Format::float64: return use_known(Format::float64);
        case Format::float16: return use_known(Format::float16);
        case Format::bfloat16: return use_known(Format::bfloat16);
    }
}

POSENC_INLINE std::size_t bytes_of(Format format) {
    return format == Format::float64 ? 8 : format == Format::float32 ? 4 : 2;
}

/** Puts a vector of pairs into a table. @param round from floats to 16 bits, in the upper halves of words */
template <class Round>
POSENC_INLINE void put(Arrangement const& as, char* firsts, char* seconds, Pair const& p, Round round) {
    if (as.format == Format::float64) {
        if (as.halves) {
            store(firsts, p.first);
            store(seconds, p.second);
        } else {
            store_interleaved(firsts, p.first, p.second);
        }
        return;
    }
    Floats const v = as.halves ? join_floats(p.first, p.second) : interleave_floats(p.first, p.second);
    if (as.format == Format::float32) {
        if (as.halves) {
            store_halves(firsts, seconds, v);
        } else if (as.past_cache) {
            store_line(firsts, v);
        } else {
            store(firsts, v);
        }
    } else {
        Words const rounded = round(v);
        if (as.halves) {
            store_high_halves(firsts, seconds, rounded);
        } else {
            store_high_halves(firsts, rounded);
        }
    }
}

void put_again(Block const& block, PhasorBlock const& anchor, int tile, TileTarget const& target);

template <int unroll>
POSENC_INLINE void put_tile(Block const* block, PhasorBlock const* anchor, std::size_t count, int tile,
                            TileTarget const& target, Arrangement const& as) {
    HalfFormat const half = half_format(as.format);
    std::size_t const pair_bytes = bytes_of(as.format) * (as.halves ? 1 : 2);
    // Doubles go into PhasorBlocks.
    std::size_t const block_bytes = as.format == Format::float64 ? sizeof(PhasorBlock) : kBlock * pair_bytes;
    std::size_t const row_bytes = target.row_bytes;
    char* firsts = static_cast<char*>(target.firsts);
    // Where there are none, they follow the first ones and nothing is put there.
    char* seconds = static_cast<char*>(as.halves ? target.seconds : target.firsts);
    for (char const* const end = firsts + count * block_bytes; firsts != end; ++block, ++anchor) {
        Words doubtful{};
        for (int lane = 0; lane < kBlock; lane += kLanes) {
            Pair const middle = centre(*block, *anchor, lane, tile);
            // No value is larger than the root; the difference is negative where it may be too large for float16.
            Doubles const room = 0x1p31 - (middle.first * middle.first + middle.second * middle.second);
            doubtful |= reinterpret_cast<Words>(bits(room) & INT64_MIN);
            std::size_t const at = static_cast<std::size_t>(lane) * pair_bytes;
            auto const put_row = [&](int row, Pair const& p) __attribute__((always_inline)) {
                std::size_t const to = at + static_cast<std::size_t>(row) * row_bytes;
                put(
                    as, firsts + to, seconds + to,
                    p, [&](Floats const& v) __attribute__((always_inline)) { return round_floats(v, half, doubtful); });
            };
            tile_rows<unroll>(*block, middle, lane, put_row);
        }
        if (bytes_of(as.format) == 2 && any_negative(doubtful)) {
            put_again(*block, *anchor, tile, {firsts, as.halves ? seconds : nullptr, as.format, row_bytes, false});
        }
        firsts += block_bytes;
        seconds += block_bytes;
    }
}

void tile(Block const* blocks, PhasorBlock const* anchors, std::size_t count, int tile, TileTarget const& target) {
    if (kStoresLines && target.past_cache) {
        put_tile<kAllSteps>(blocks, anchors, count, tile, target, {Format::float32, false, true});
        return publish_lines();
    }
    bool const small = kSmall && target.format != Format::float32;
    auto const put_as = [&](Arrangement const& as) __attribute__((always_inline)) {
        if (small) {
            put_tile<1>(blocks, anchors, count, tile, target, as);
        } else {
            put_tile<kAllSteps>(blocks, anchors, count, tile, target, as);
        }
    };
    arrange(small, target.format, target.seconds != nullptr, put_as);
}

POSENC_INLINE void write_as(PhasorBlock const* phasors, RowTarget const& target, Arrangement const& as) {
    HalfFormat const half = half_format(as.format);
    std::size_t const bytes = bytes_of(as.format);
    std::size_t const pair_bytes = bytes * (as.halves ? 1 : 2);
    char* firsts = static_cast<char*>(target.firsts);
    // Where there are none, they follow the first ones and nothing is put there.
    char* seconds = static_cast<char*>(as.halves ? target.seconds : target.firsts);
    for (std::size_t pair = 0; pair < target.first_count; pair += kBlock, ++phasors) {
        // Columns that are not whole blocks are put aside first.
        PhasorBlock aside;
        bool const whole = pair + kBlock <= target.second_count;
        char* const to_firsts = whole ? firsts : reinterpret_cast<char*>(aside.first);
        char* const to_seconds = whole ? seconds : reinterpret_cast<char*>(aside.second);
        for (int lane = 0; lane < kBlock; lane += kLanes) {
            Pair p{load(phasors->first + lane), load(phasors->second + lane)};
            if (bytes == 2) p = {round_to_odd(p.first), round_to_odd(p.second)};
            std::size_t const at = static_cast<std::size_t>(lane) * pair_bytes;
            put(
                as, to_firsts + at, to_seconds + at,
                p, [&](Floats const& v) __attribute__((always_inline)) { return narrow(v, half); });
        }
        if (!whole) {
            std::size_t const some = target.first_count - pair;
            std::size_t const first_count = some < kBlock ? some : kBlock;
            std::size_t const second_count = target.second_count < pair ? 0 : target.second_count - pair;
            std::memcpy(firsts, aside.first, (as.halves ? first_count : first_count + second_count) * bytes);
            if (as.halves) std::memcpy(seconds, aside.second, second_count * bytes);
        }
        firsts += kBlock * pair_bytes;
        seconds += kBlock * pair_bytes;
    }
}

void write(PhasorBlock const* phasors, RowTarget const& target) {
    arrange(
        kSmall, target.format, target.seconds != nullptr, [&](Arrangement const& as) __attribute__((always_inline)) {
            write_as(phasors, target, as);
        });
}

/** Makes a block of 16-bit numbers from its doubles. */
void put_again(Block const& block, PhasorBlock const& anchor, int tile_of_anchor, TileTarget const& target) {
    PhasorBlock phasors[kTileRows];
    tile(&block, &anchor, 1, tile_of_anchor,
         {phasors->first, phasors->second, Format::float64, sizeof *phasors, false});
    RowTarget to{target.firsts, target.seconds, target.format, kBlock, kBlock};
    for (PhasorBlock const& row : phasors) {
        write(&row, to);
        to.firsts = static_cast<char*>(to.firsts) + target.row_bytes;
        if (to.seconds) to.seconds = static_cast<char*>(to.seconds) + target.row_bytes;
    }
}

void add(float* sums, float const* addends, std::size_t count) {
    std::size_t k = 0;
    for (; k + kFloatLanes <= count; k += kFloatLanes) {
        store(sums + k, load<Floats>(sums + k) + load<Floats>(addends + k));
    }
    for (; k < count; ++k) sums[k] += addends[k];
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
POSENC_INLINE void rotate_halves(std::uint16_t* x, std::size_t apart, HalfFormat const& format, float const* cosines,
                                 float const* sines, std::size_t pairs, float direction) {
    float wide[2 * kWidened];
    // One run of both channels, or one of each.
    std::size_t const runs = apart ? 2 : 1;
    for (std::size_t first = 0; first < pairs; first += kWidened) {
        std::size_t const count = pairs - first < kWidened ? pairs - first : kWidened;
        std::size_t const length = apart ? count : 2 * count;
        for (std::size_t k = 0; k < runs; ++k) widen_run(x + k * apart, length, format, wide + k * kWidened);
        rotate_floats(wide, apart ? wide + kWidened : nullptr, cosines + first, sines + first, count, direction);
        for (std::size_t k = 0; k < runs; ++k) narrow_run(wide + k * kWidened, length, format, x + k * apart);
        x += length;
    }
}

POSENC_INLINE void rotate_as(RotationTarget const& target, Format format) {
    std::size_t const apart = target.half ? target.pairs : 0;
    float const direction = target.inverse ? -1.0f : 1.0f;
    char* data = static_cast<char*>(target.data);
    for (std::size_t row = 0; row < target.rows; ++row) {
        float const* const cosines = target.cosines + row * target.pairs;
        float const* const sines = target.sines + row * target.pairs;
        for (std::size_t k = 0; k < target.repeat; ++k, data += target.width * bytes_of(format)) {
            if (format == Format::float32) {
                float* const x = reinterpret_cast<float*>(data);
                rotate_floats(x, apart ? x + apart : nullptr, cosines, sines, target.pairs, direction);
            } else {
                rotate_halves(reinterpret_cast<std::uint16_t*>(data), apart, half_format(format), cosines, sines,
                              target.pairs, direction);
            }
        }
    }
}

void rotate(RotationTarget const& target) {
    if (kSmall) {
        rotate_as(target, target.format);
    } else if (target.format == Format::float32) {
        rotate_as(target, Format::float32);
    } else if (target.format == Format::float16) {
        rotate_as(target, Format::float16);
    } else {
        rotate_as(target, Format::bfloat16);
    }
}

}  // namespace

extern Kernel const POSENC_KERNEL;
Kernel const POSENC_KERNEL{POSENC_KERNEL_NAME, phasors, row, tile, write, add, rotate};

}  // namespace posenc::core
