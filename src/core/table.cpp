#include "table.hpp"

#include <cstring>

#include "pieces.hpp"
#include "rows.hpp"
#include "xpos.hpp"

namespace posenc::core {
namespace {

constexpr double kLargestGrid = 0x1p53;

struct ListOfPositions {
    double const* values;
    double operator[](std::int64_t k) const { return values[k]; }
};

struct ProgressionOfPositions {
    double start;
    double step;
    std::int64_t first;
    double operator[](std::int64_t k) const { return start + static_cast<double>(first + k) * step; }
};

class TableWriter {
 public:
    TableWriter(Encoding const& encoding, std::int64_t count, Format format, void* out)
        : rows_(plan_for({encoding})),
          columns_(rows_.plan().columns),
          decay_(encoding),
          padding_(encoding.padding),
          origin_(encoding.origin),
          format_(format),
          row_bytes_(static_cast<std::size_t>(columns_.dim) * size_of(format)),
          table_bytes_(static_cast<std::size_t>(count) * row_bytes_),
          out_(static_cast<char*>(out)) {}

    /** @param consecutive whether positions are whole numbers that go up by one */
    template <class PositionList>
    void write(PositionList const& positions, std::int64_t count, bool consecutive) {
        for (std::int64_t k = 0; k < count;) {
            Exact const q = two_sum(positions[k], origin_);
            if (consecutive && !decay_ && count - k >= kTileRows && is_tile(q)) {
                write_tile(static_cast<std::int64_t>(q.value), k);
                k += kTileRows;
            } else {
                write_row(q, k, positions[k]);
                ++k;
            }
        }
        if (!padding_) return;
        for (std::int64_t k = 0; k < count; ++k) {
            if (positions[k] == *padding_) std::memset(row_at(k), 0, row_bytes_);
        }
    }

 private:
    /** Tables of double are evaluated directly everywhere. */
    bool on_grid(Exact const& q) const {
        return format_ != Format::float64 && q.error == 0 && q.value >= -kLargestGrid && q.value <= kLargestGrid &&
               q.value == static_cast<double>(static_cast<std::int64_t>(q.value));
    }

    char* row_at(std::int64_t k) const { return out_ + static_cast<std::size_t>(k) * row_bytes_; }

    /** Whether the eight rows from q on are a tile of the grid. */
    bool is_tile(Exact const& q) const {
        return on_grid(q) && q.value >= 0 && q.value <= kLargestGrid - kTileRows &&
               starts_tile(static_cast<std::int64_t>(q.value));
    }

    /** Larger tables than this would push everything else out of the caches, and are stored past them. */
    static constexpr std::size_t kPastCacheBytes = 32 << 20;

    bool stores_past_cache() const {
        return table_bytes_ >= kPastCacheBytes && !columns_.halves && row_bytes_ % 64 == 0 &&
               reinterpret_cast<std::uintptr_t>(out_) % 64 == 0;
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
            if (decay_) decay_.apply(position, first, count, phasors);
            put(phasors, first, count, k);
        }
        put_zero(k);
    }

    void write_tile(std::int64_t q, std::int64_t k) {
        std::size_t const blocks = rows_.plan().block_count;
        std::size_t first = 0;
        if (format_ == Format::float32) {
            // Blocks whose pairs have both columns go straight into the table.
            first = static_cast<std::size_t>(columns_.seconds) / kBlock;
            GridPlace const place = grid_place(q);
            std::size_t const second_offset = columns_.halves ? static_cast<std::size_t>(columns_.firsts) : 0;
            kernel().tile_float32(rows_.plan().blocks, rows_.anchors(place.anchor), first, place.tile,
                                  {reinterpret_cast<float*>(row_at(k)), static_cast<std::size_t>(columns_.dim),
                                   second_offset, stores_past_cache()});
        }
        PhasorBlock phasors[kTileRows * kSegment];
        for (; first < blocks; first += kSegment) {
            std::size_t const count = blocks - first < kSegment ? blocks - first : kSegment;
            rows_.grid_tile(q, first, count, phasors, kSegment);
            for (int row = 0; row < kTileRows; ++row) {
                put(phasors + static_cast<std::size_t>(row) * kSegment, first, count, k + row);
            }
        }
        for (int row = 0; row < kTileRows; ++row) put_zero(k + row);
    }

    /** Writes the columns of blocks first .. first + count - 1. */
    void put(PhasorBlock const* phasors, std::size_t first, std::size_t count, std::int64_t k) const {
        std::size_t const pair = first * kBlock;
        auto const within = [&](std::int64_t columns) {
            std::size_t const left = static_cast<std::size_t>(columns) - pair;
            std::size_t const most = count * kBlock;
            return static_cast<std::size_t>(columns) < pair ? 0 : left < most ? left : most;
        };
        std::size_t const column = columns_.halves ? pair : 2 * pair;
        kernel().write(phasors,
                       {row_at(k) + column * size_of(format_), format_, columns_.halves,
                        static_cast<std::size_t>(columns_.firsts), within(columns_.firsts), within(columns_.seconds)});
    }

    void put_zero(std::int64_t k) const {
        if (columns_.zero_column) std::memset(row_at(k + 1) - size_of(format_), 0, size_of(format_));
    }

    Rows rows_;
    Columns columns_;
    Decay decay_;
    std::optional<double> padding_;
    double origin_;
    Format format_;
    std::size_t row_bytes_;
    std::size_t table_bytes_;
    char* out_;
};

}  // namespace

void write_table(Encoding const& encoding, Positions const& positions, std::int64_t first, std::int64_t count,
                 Format format, void* out) {
    ProgressionOfPositions const list{positions.start, positions.step, first};
    bool const consecutive = positions.step == 1 && positions.start == __builtin_floor(positions.start);
    TableWriter(encoding, count, format, out).write(list, count, consecutive);
}

void write_table(Encoding const& encoding, std::span<double const> positions, Format format, void* out) {
    auto const count = static_cast<std::int64_t>(positions.size());
    TableWriter(encoding, count, format, out).write(ListOfPositions{positions.data()}, count, false);
}

void add_table(Encoding const& encoding, Positions const& positions, float* embeddings, std::int64_t batch) {
    add_pieces(encoding.dim, positions.count, embeddings, batch,
               [&](std::int64_t first, std::int64_t count, float* table) {
                   write_table(encoding, positions, first, count, Format::float32, table);
               });
}

void add_table(Encoding const& encoding, std::span<double const> positions, float* embeddings, std::int64_t batch) {
    add_pieces(encoding.dim, static_cast<std::int64_t>(positions.size()), embeddings, batch,
               [&](std::int64_t first, std::int64_t count, float* table) {
                   auto const piece =
                       positions.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
                   write_table(encoding, piece, Format::float32, table);
               });
}

}  // namespace posenc::core
