#include "rotary.hpp"

#include <cstring>
#include <memory>

namespace posenc::core {
namespace {

template <class Bits>
void repeat_values(Bits* row, std::size_t rows, std::size_t pairs) {
    for (; rows > 0; --rows, row += 2 * pairs) {
        // From the first pair on: its channels never lie behind the values that are still to be read.
        for (std::size_t i = 0; i < pairs; ++i) row[2 * i] = row[2 * i + 1] = row[pairs + i];
    }
}

/** Cosines and sines that are made at a time and stay in the L2 cache: at least a row of the widest encoding. */
constexpr std::size_t kTableValues = 65536;

/** Calls write(first, count, tables) for pieces of all positions, and turns what belongs to each. */
template <class Write>
void rotate_pieces(Encoding const& encoding, RotatedData const& x, Write write) {
    thread_local std::unique_ptr<float[]> const table{new float[kTableValues]};
    std::size_t const pairs = static_cast<std::size_t>(encoding.dim) / 2;
    std::size_t const value_bytes = x.format == Format::float32 ? 4 : 2;
    std::size_t const at_once = kTableValues / 2 / pairs;
    float* const sines = table.get() + at_once * pairs;
    std::size_t const each = x.outer / (x.batches ? x.batches : 1);
    for (std::size_t batch = 0; batch < x.batches && each > 0; ++batch) {
        for (std::size_t first = 0; first < x.length; first += at_once) {
            std::size_t const count = x.length - first < at_once ? x.length - first : at_once;
            write(batch * x.length + first, count, PairTables{table.get(), sines, pairs});
            for (std::size_t k = batch * each; k < (batch + 1) * each; ++k) {
                std::size_t const at = (k * x.length + first) * x.inner * x.width + x.first_channel;
                kernel().rotate({static_cast<char*>(x.data) + at * value_bytes, x.format, x.width, x.inner, table.get(),
                                 sines, count, pairs, encoding.pairing == Pairing::half, x.inverse});
            }
        }
    }
}

}  // namespace

void fill_rows(void* table, std::size_t rows, std::size_t pairs, Format format, Pairing pairing) {
    std::size_t const half_bytes = pairs * size_of(format);
    if (pairing == Pairing::half) {
        char* row = static_cast<char*>(table);
        for (; rows > 0; --rows, row += 2 * half_bytes) std::memcpy(row, row + half_bytes, half_bytes);
    } else if (format == Format::float64) {
        repeat_values(static_cast<std::uint64_t*>(table), rows, pairs);
    } else if (format == Format::float32) {
        repeat_values(static_cast<std::uint32_t*>(table), rows, pairs);
    } else {
        repeat_values(static_cast<std::uint16_t*>(table), rows, pairs);
    }
}

void put_cosines_first(PointEncoding& encoding) {
    for (std::size_t k = 0; k < encoding.axis_count; ++k) put_cosines_first(encoding.axes[k].encoding);
}

void write_pairs(PointEncoding const& encoding, PointPlaces const& places, std::int64_t first, std::int64_t count,
                 Format format, PairTables const& out) {
    PointRows rows(encoding, places);
    std::size_t const row_bytes = out.stride * size_of(format);
    RowTarget to{out.cosines, out.sines, format, rows.pairs(), rows.pairs()};
    for (std::int64_t k = first; k < first + count; ++k) {
        kernel().write(rows.row(k), to);
        to.firsts = static_cast<char*>(to.firsts) + row_bytes;
        to.seconds = static_cast<char*>(to.seconds) + row_bytes;
    }
}

void rotate_data(Encoding const& encoding, Positions const& positions, RotatedData const& x) {
    rotate_pieces(encoding, x, [&](std::size_t first, std::size_t count, PairTables const& out) {
        write_pairs(encoding, positions, static_cast<std::int64_t>(first), static_cast<std::int64_t>(count),
                    Format::float32, out);
    });
}

void rotate_data(Encoding const& encoding, std::span<double const> positions, RotatedData const& x) {
    rotate_pieces(encoding, x, [&](std::size_t first, std::size_t count, PairTables const& out) {
        write_pairs(encoding, positions.subspan(first, count), Format::float32, out);
    });
}

}  // namespace posenc::core
