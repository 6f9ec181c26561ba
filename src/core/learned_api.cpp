// The learned tables of posenc.hpp.
#include <algorithm>
#include <vector>

#include "api.hpp"
#include "learned.hpp"
#include "values.hpp"

namespace posenc {
namespace {

double number(std::int64_t whole) { return static_cast<double>(whole); }

void check(Learned const& learned) {
    double const numbers[core::kLearnedNumbers] = {number(learned.dim),  number(learned.length), number(learned.origin),
                                                   number(learned.seed), learned.mean,           learned.deviation};
    require(core::check_learned(numbers));
    if (learned.table.empty()) return;
    require(core::check_length("table", static_cast<double>(learned.table.size()), number(learned.length),
                               number(learned.dim)));
}

double checked_count(Learned const& learned, std::span<double const> positions) {
    check(learned);
    require(core::check_range(core::range_of_rows(learned), positions));
    return static_cast<double>(positions.size());
}

double checked_count(Learned const& learned, Positions const& positions) {
    check(learned);
    require(core::check_range(core::range_of_rows(learned), positions.start, positions.step, number(positions.count)));
    return number(positions.count);
}

/** A progression's positions as a list; their number is that of rows in memory. */
std::vector<double> listed(Positions const& positions) {
    std::vector<double> list(static_cast<std::size_t>(positions.count));
    for (std::size_t k = 0; k < list.size(); ++k) list[k] = positions.start + static_cast<double>(k) * positions.step;
    return list;
}

std::span<double const> listed(std::span<double const> positions) { return positions; }

void write(Learned const& learned, std::span<double const> positions, core::Format format, void* out) {
    std::vector<double> row(static_cast<std::size_t>(learned.dim));
    for (double const& position : positions) {
        if (learned.table.empty()) {
            core::write_learned(learned, {&position, 1}, row.data());
        } else {
            std::int64_t const at = (static_cast<std::int64_t>(position) + learned.origin) * learned.dim;
            std::copy_n(learned.table.begin() + at, row.size(), row.begin());
        }
        core::write_values(row.data(), row.size(), format, out);
        out = static_cast<char*>(out) + row.size() * core::size_of(format);
    }
}

template <class PositionList, class Value>
void encode_checked(Learned const& learned, PositionList const& positions, std::span<Value> out) {
    double const count = checked_count(learned, positions);
    require(core::check_length("out", static_cast<double>(out.size()), count, number(learned.dim)));
    write(learned, listed(positions), format_of<Value>(), out.data());
}

template <class PositionList>
void add_checked(Learned const& learned, PositionList const& positions, std::span<float> embeddings,
                 std::int64_t batch) {
    double const count = checked_count(learned, positions);
    require(core::check_batch(number(batch)));
    require(core::check_length("embeddings", static_cast<double>(embeddings.size()), count * number(batch),
                               number(learned.dim)));
    if (batch == 0) return;  // with any number of rows
    auto const list = listed(positions);
    auto const dim = static_cast<std::size_t>(learned.dim);
    std::vector<float> row(dim);
    for (std::size_t k = 0; k < list.size(); ++k) {
        write(learned, {&list[k], 1}, core::Format::float32, row.data());
        for (std::size_t b = 0; b < static_cast<std::size_t>(batch); ++b) {
            core::kernel().add(embeddings.data() + (b * list.size() + k) * dim, row.data(), dim);
        }
    }
}

}  // namespace

void learned(Learned const& e, Positions const& p, std::span<float> out) { encode_checked(e, p, out); }
void learned(Learned const& e, Positions const& p, std::span<double> out) { encode_checked(e, p, out); }
void learned(Learned const& e, Positions const& p, std::span<float16> out) { encode_checked(e, p, out); }
void learned(Learned const& e, Positions const& p, std::span<bfloat16> out) { encode_checked(e, p, out); }
void learned(Learned const& e, std::span<double const> p, std::span<float> out) { encode_checked(e, p, out); }
void learned(Learned const& e, std::span<double const> p, std::span<double> out) { encode_checked(e, p, out); }
void learned(Learned const& e, std::span<double const> p, std::span<float16> out) { encode_checked(e, p, out); }
void learned(Learned const& e, std::span<double const> p, std::span<bfloat16> out) { encode_checked(e, p, out); }

void add_learned(Learned const& e, Positions const& p, std::span<float> x, std::int64_t batch) {
    add_checked(e, p, x, batch);
}
void add_learned(Learned const& e, std::span<double const> p, std::span<float> x, std::int64_t batch) {
    add_checked(e, p, x, batch);
}

void resample(Resample const& options, std::span<float const> table, std::int64_t dim, std::span<float> out) {
    if (dim < 1 || dim > 65536) require({"dim", number(dim), "a whole number from 1 to 65536"});
    auto const columns = static_cast<std::size_t>(dim);
    std::size_t const length = table.size() / columns;
    require(core::check_length("table", static_cast<double>(table.size()), static_cast<double>(length), number(dim)));
    core::ResampleNumbers how{static_cast<double>(length),
                              number(options.prefix),
                              options.from.rows == 0 && options.from.columns == 0,
                              {number(options.from.rows), number(options.from.columns)},
                              {number(options.to.rows), number(options.to.columns)},
                              options.bilinear,
                              options.antialias,
                              options.align_corners};
    require(core::check_resample(how));
    auto const cells_in = static_cast<std::size_t>(how.from[0] * how.from[1]);
    auto const cells_out = static_cast<std::size_t>(how.to[0] * how.to[1]);
    std::size_t const kept = how.equal_grids() ? length : length - cells_in;
    require(core::check_length("out", static_cast<double>(out.size()), number(options.prefix) + how.to[0] * how.to[1],
                               number(dim)));
    std::copy_n(table.begin(), kept * columns, out.begin());
    if (how.equal_grids()) return;
    std::size_t const at_once = core::channels_at_once(how);
    std::vector<double> grid(cells_in * at_once);
    std::vector<double> between(static_cast<std::size_t>(core::kMostCells));
    std::vector<double> resized(cells_out * at_once);
    for (std::size_t first = kept * columns; first < (kept + 1) * columns; first += at_once) {
        std::size_t const left = (kept + 1) * columns - first;
        std::size_t const count = left < at_once ? left : at_once;
        for (std::size_t k = 0; k < cells_in * count; ++k) grid[k] = table[first + k / count * columns + k % count];
        core::resample_grid(how, grid.data(), count, between.data(), resized.data());
        for (std::size_t k = 0; k < cells_out * count; ++k) {
            out[first + k / count * columns + k % count] = static_cast<float>(resized[k]);
        }
    }
}

}  // namespace posenc
