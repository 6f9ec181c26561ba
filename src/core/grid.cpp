#include "grid.hpp"

#include <memory>

#include "rows.hpp"
#include "values.hpp"

namespace posenc::core {
namespace {

/**
 * What stands in each column, as an index into a row's doubles: its blocks of pairs one behind the other, eight first
 * functions and eight second functions each, behind the block of coordinates and zeros (PointRows::row).
 */
class ColumnSources {
 public:
    ColumnSources(PointEncoding const& encoding, PointRows const& rows) : encoding_(encoding), rows_(rows) {
        if (encoding.identity) {
            for (std::uint32_t a = 0; a < encoding.coordinates; ++a) put(a);
        }
        std::size_t const blocks = encoding.mixing == Mixing::concatenation ? encoding.coordinates : 1;
        if (encoding.blocks == Blocks::axis_major) {
            for (std::size_t b = 0; b < blocks; ++b) put_blocks(b, b + 1, columns(b).halves);
        } else {
            put_blocks(0, blocks, encoding.blocks == Blocks::function_major);
        }
        while (count_ < static_cast<std::size_t>(encoding.dim)) put(kZero);
    }

    std::uint32_t operator[](std::size_t column) const { return sources_[column]; }

 private:
    static constexpr std::uint32_t kZero = kBlock;

    [[nodiscard]] Columns const& columns(std::size_t block) const { return rows_.columns(block); }

    /** For one call at a time, of the widest row. */
    static std::uint32_t* room() {
        thread_local std::unique_ptr<std::uint32_t[]> const sources{new std::uint32_t[65536]};
        return sources.get();
    }

    /** Columns beyond the width are cut off. */
    void put(std::uint32_t source) {
        if (count_ < static_cast<std::size_t>(encoding_.dim)) sources_[count_++] = source;
    }

    void put_pair(std::size_t block, std::size_t i, bool second) {
        Columns const& own = columns(block);
        if (i >= (second ? own.seconds : own.firsts)) return;
        std::size_t const pair = rows_.first_pair(block) + i;
        put(static_cast<std::uint32_t>((pair / kBlock + 1) * 2 * kBlock + pair % kBlock + (second ? kBlock : 0)));
    }

    /** First functions of all these blocks, then second ones: all at once, or for one pair after the other. */
    void put_blocks(std::size_t first, std::size_t end, bool function_major) {
        std::size_t const blocks = end - first;
        std::size_t most = 0;
        for (std::size_t b = first; b < end; ++b) {
            if (columns(b).firsts > most) most = columns(b).firsts;
        }
        for (std::size_t k = 0; k < 2 * blocks * most; ++k) {
            if (function_major) {
                put_pair(first + k / most % blocks, k % most, k / most >= blocks);
            } else {
                put_pair(first + k % blocks, k / blocks / 2, k / blocks % 2 == 1);
            }
        }
        for (std::size_t b = first; b < end; ++b) {
            if (columns(b).zero_column) put(kZero);
        }
    }

    PointEncoding const& encoding_;
    PointRows const& rows_;
    std::uint32_t* sources_ = room();
    std::size_t count_ = 0;
};

}  // namespace

void write_points(PointEncoding const& encoding, PointPlaces const& places, std::int64_t first, std::int64_t count,
                  Format format, void* out) {
    PointRows rows(encoding, places);
    ColumnSources const sources(encoding, rows);
    auto const dim = static_cast<std::size_t>(encoding.dim);
    auto* to = static_cast<char*>(out);
    for (std::int64_t k = first; k < first + count; ++k) {
        PhasorBlock const* const pairs = rows.row(k);
        double const* const from = pairs ? reinterpret_cast<double const*>(pairs - 1) : nullptr;
        for (std::size_t column = 0; column < dim; column += 2 * kBlock) {
            double values[2 * kBlock];
            std::size_t const left = dim - column;
            std::size_t const here = left < 2 * kBlock ? left : 2 * kBlock;
            for (std::size_t c = 0; c < here; ++c) values[c] = from ? from[sources[column + c]] : 0;
            write_values(values, here, format, to);
            to += here * size_of(format);
        }
    }
}

}  // namespace posenc::core
