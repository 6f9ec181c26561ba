#include "table.hpp"

#include <cstring>

#include "pieces.hpp"
#include "rows.hpp"
#include "xpos.hpp"

namespace posenc::core {
namespace {

constexpr double kLargestGrid = 0x1p53;

/** Where rows of a table go. */
struct Destination {
    char* firsts;
    /** Null where second functions are interleaved with the first ones. */
    char* seconds;
    /** From row to row. */
    std::size_t row_bytes;
    /** What a row fills from `firsts` on, and from `seconds` on where these are another table. */
    std::size_t filled_bytes;
    bool apart;
};

Destination whole_rows(Columns const& columns, Format format, void* out) {
    char* const firsts = static_cast<char*>(out);
    std::size_t const bytes = columns.dim * size_of(format);
    char* const seconds = columns.halves ? firsts + columns.firsts * size_of(format) : nullptr;
    return {firsts, seconds, bytes, bytes, false};
}

Destination two_tables(Columns const& columns, Format format, PairTables const& out) {
    return {static_cast<char*>(out.cosines), static_cast<char*>(out.sines), out.stride * size_of(format),
            columns.firsts * size_of(format), true};
}

class TableWriter {
 public:
    TableWriter(Encoding const& encoding, Plan const& plan, Format format, Destination const& destination)
        : rows_(plan),
          columns_(plan.columns),
          decay_(encoding),
          padding_(encoding.padding),
          origin_(encoding.origin),
          format_(format),
          to_(destination) {}

    void write(RowPositions const& positions) {
        std::int64_t const count = positions.count;
        bool const tiles = positions.consecutive() && !decay_;
        past_cache_ = static_cast<std::size_t>(count) * to_.row_bytes >= kPastCacheBytes && !to_.seconds &&
                      to_.row_bytes % 64 == 0 && reinterpret_cast<std::uintptr_t>(to_.firsts) % 64 == 0;
        for (std::int64_t k = 0; k < count;) {
            Exact const q = two_sum(positions[k], origin_);
            if (tiles && count - k >= kTileRows && is_tile(q)) {
                write_tile(static_cast<std::int64_t>(q.value), k);
                k += kTileRows;
            } else {
                write_row(q, k, positions[k]);
                ++k;
            }
        }
        if (!padding_) return;
        for (std::int64_t k = 0; k < count; ++k) {
            if (positions[k] != *padding_) continue;
            std::memset(first_at(k, 0), 0, to_.filled_bytes);
            if (to_.apart) std::memset(second_at(k, 0), 0, to_.filled_bytes);
        }
    }

 private:
    /** Larger tables than this would push everything else out of the caches, and are stored past them. */
    static constexpr std::size_t kPastCacheBytes = 32 << 20;

    /** Tables of double are evaluated directly everywhere. */
    bool on_grid(Exact const& q) const {
        return format_ != Format::float64 && q.error == 0 && q.value >= -kLargestGrid && q.value <= kLargestGrid &&
               q.value == static_cast<double>(static_cast<std::int64_t>(q.value));
    }

    /** Where the first function of a pair of row k goes. */
    char* first_at(std::int64_t k, std::size_t pair) const {
        std::size_t const column = to_.seconds ? pair : 2 * pair;
        return to_.firsts + static_cast<std::size_t>(k) * to_.row_bytes + column * size_of(format_);
    }
    char* second_at(std::int64_t k, std::size_t pair) const {
        return to_.seconds ? to_.seconds + (first_at(k, pair) - to_.firsts) : nullptr;
    }

    /** Whether the eight rows from q on are a tile of the grid. */
    bool is_tile(Exact const& q) const {
        return on_grid(q) && q.value >= 0 && q.value <= kLargestGrid - kTileRows &&
               starts_tile(static_cast<std::int64_t>(q.value));
    }

    void write_row(Exact const& q, std::int64_t k, double position) {
        PhasorBlock phasors[kSegment];
        std::size_t const blocks = rows_.plan().block_count;
        for (std::size_t first = 0; first < blocks; first += kSegment) {
            std::size_t const count = blocks - first < kSegment ? blocks - first : kSegment;
            if (on_grid(q)) {
                rows_.grid_row(static_cast<std::int64_t>(q.value), first, count, phasors);
            } else {
                rows_.direct_row(q.value, q.error, first, count, phasors);
            }
            if (decay_) decay_.apply(decay_.distance_of(position), first, count, phasors);
            put(phasors, first, count, k);
        }
        put_zero(k);
    }

    /** Not of doubles. */
    void write_tile(std::int64_t q, std::int64_t k) {
        std::size_t const blocks = rows_.plan().block_count;
        // Blocks whose pairs have both columns go straight into the table.
        std::size_t first = columns_.seconds / kBlock;
        GridPlace const place = grid_place(q);
        kernel().tile(rows_.plan().blocks, rows_.anchors(place.anchor), first, place.tile,
                      {first_at(k, 0), second_at(k, 0), format_, to_.row_bytes, past_cache_});
        PhasorBlock phasors[kTileRows];
        for (; first < blocks; ++first) {
            rows_.grid_tile(q, first, 1, phasors, 1);
            for (int row = 0; row < kTileRows; ++row) put(phasors + row, first, 1, k + row);
        }
        for (int row = 0; row < kTileRows; ++row) put_zero(k + row);
    }

    /** Writes the columns of blocks first .. first + count - 1. */
    void put(PhasorBlock const* phasors, std::size_t first, std::size_t count, std::int64_t k) const {
        std::size_t const pair = first * kBlock;
        auto const within = [&](std::size_t columns) {
            std::size_t const left = columns - pair;
            std::size_t const most = count * kBlock;
            return columns < pair ? 0 : left < most ? left : most;
        };
        kernel().write(phasors, {first_at(k, pair), second_at(k, pair), format_, within(columns_.firsts),
                                 within(columns_.seconds)});
    }

    void put_zero(std::int64_t k) const {
        if (!columns_.zero_column) return;
        std::size_t const bytes = size_of(format_);
        std::memset(first_at(k, 0) + to_.row_bytes - bytes, 0, bytes);
    }

    Rows rows_;
    Columns columns_;
    Decay decay_;
    std::optional<double> padding_;
    double origin_;
    Format format_;
    Destination to_;
    bool past_cache_ = false;
};

void write_rows(Encoding const& encoding, RowPositions const& positions, Format format, Destination const& to) {
    TableWriter(encoding, plan_for({encoding}), format, to).write(positions);
}

}  // namespace

void write_table(Encoding const& encoding, RowPositions const& positions, Format format, void* out) {
    write_rows(encoding, positions, format, whole_rows(columns_of(encoding), format, out));
}

void put_cosines_first(Encoding& encoding) {
    encoding.layout = Layout::halves;
    encoding.order = Order::cos_sin;
    encoding.odd = Odd::truncate;
}

void write_pairs(Encoding const& encoding, RowPositions const& positions, Format format, PairTables const& out) {
    write_rows(encoding, positions, format, two_tables(columns_of(encoding), format, out));
}

void add_table(Encoding const& encoding, RowPositions const& positions, float* embeddings, std::int64_t batch) {
    add_pieces(encoding.dim, positions.count, embeddings, batch,
               [&](std::int64_t first, std::int64_t count, float* table) {
                   write_table(encoding, positions.part(first, count), Format::float32, table);
               });
}

}  // namespace posenc::core
