// The functions of posenc.hpp for encodings of several coordinates.
#include <memory>

#include "api.hpp"
#include "grid.hpp"
#include "pieces.hpp"
#include "rotary.hpp"
#include "table.hpp"

namespace posenc {
namespace {

using core::PointEncoding;
using core::PointPlaces;

std::vector<double> doubles_of(std::vector<std::int64_t> const& numbers) { return {numbers.begin(), numbers.end()}; }

/** Adds an axis whose own encoding is valid. */
void add_axis(PointEncoding& encoding, Axis const& axis, std::string const& within = "") {
    require(core::check_axis(encoding, axis, axis.encoding), within);
    encoding.axes[encoding.axis_count++] = axis;
    encoding.dim += axis.encoding.dim;
}

void add_checked_axis(PointEncoding& encoding, Axis const& axis, std::string const& within = "") {
    require_encoding(axis.encoding, within);
    if (!axis.encoding.sections.empty()) {
        require({"sections", static_cast<double>(axis.encoding.sections.size()), "none within an axis"}, within);
    }
    add_axis(encoding, axis, within);
}

PointEncoding checked(Grid const& grid) {
    require(core::check_axis_count(static_cast<double>(grid.axes.size())));
    PointEncoding encoding;
    encoding.blocks = grid.blocks;
    encoding.identity = grid.identity;
    for (Axis const& axis : grid.axes) {
        add_checked_axis(encoding, axis, "axes[" + std::to_string(encoding.axis_count) + "].");
        encoding.axes[encoding.axis_count - 1].encoding.pairing = grid.pairing;
    }
    std::optional<double> dim;
    if (grid.dim) dim = static_cast<double>(*grid.dim);
    require(core::arrange(encoding, dim, static_cast<double>(grid.class_rows), doubles_of(grid.axis_order)));
    return encoding;
}

PointEncoding checked(Fourier const& fourier) {
    require(core::check_fourier(static_cast<double>(fourier.dim), static_cast<double>(fourier.axes),
                                static_cast<double>(fourier.frequencies.size())));
    PointEncoding encoding;
    encoding.mixing = core::Mixing::sum;
    encoding.identity = fourier.identity;
    auto const pairs = static_cast<std::size_t>(fourier.dim / 2);
    for (double const* from = fourier.frequencies.data(); encoding.axis_count < static_cast<std::size_t>(fourier.axes);
         from += pairs) {
        Axis const axis{.encoding = {.dim = fourier.dim,
                                     .frequencies = {from, from + pairs},
                                     .unit = fourier.unit,
                                     .layout = fourier.layout,
                                     .order = fourier.order,
                                     .value_scale = fourier.value_scale,
                                     .pairing = fourier.pairing},
                        .coordinates = fourier.coordinates,
                        .offset = fourier.offset,
                        .reference = fourier.reference};
        add_checked_axis(encoding, axis);
    }
    require(core::arrange(encoding, {}, 0, doubles_of(fourier.axis_order)));
    return encoding;
}

PointEncoding with_streams(Encoding const& sinusoid) {
    PointEncoding encoding;
    encoding.mixing = core::Mixing::selection;
    add_axis(encoding, {.encoding = sinusoid});
    require(core::arrange(encoding, {}, 0, {}));
    return encoding;
}

/** Where a call's points are, checked, and how many rows they give. */
class Rows {
 public:
    Rows(PointEncoding const& encoding, Cells const& cells) : sizes_(doubles_of(cells.sizes)) {
        require(core::check_cells(encoding, sizes_));
        // As a double: beside a size of 0 the product of the others may be beyond integers.
        double all = 1;
        for (double const size : sizes_) all *= size;
        count_ = encoding.class_rows + static_cast<std::int64_t>(all);
        places_.sizes = sizes_.data();
    }

    Rows(PointEncoding const& encoding, Points const& points) {
        auto const length = static_cast<double>(points.coordinates.size());
        std::size_t const axes = encoding.coordinates;
        std::size_t const count = points.coordinates.size() / axes;
        require(core::check_length("positions", length, static_cast<double>(count), static_cast<double>(axes)));
        require(core::check_points(encoding, points.coordinates));
        count_ = encoding.class_rows + static_cast<std::int64_t>(count);
        places_ = {.list = points.coordinates.data(), .point_stride = axes, .axis_stride = 1};
    }

    /** Streams, [streams, count]; they are checked as positions are. */
    Rows(PointEncoding const& encoding, std::span<double const> positions) {
        std::size_t const streams = encoding.coordinates;
        std::size_t const count = positions.size() / streams;
        require(core::check_length("positions", static_cast<double>(positions.size()), static_cast<double>(count),
                                   static_cast<double>(streams)));
        count_ = static_cast<std::int64_t>(count);
        places_ = {.list = positions.data(), .point_stride = 1, .axis_stride = count};
    }

    Rows(PointEncoding const&, Positions const& positions) : progression_(positions), count_(positions.count) {}

    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] bool listed() const { return places_.list != nullptr; }

    void write(PointEncoding const& encoding, std::int64_t first, std::int64_t count, core::Format format,
               void* out) const {
        auto* to = static_cast<char*>(out);
        each(first, count, [&](PointPlaces const& places, std::int64_t from, std::int64_t here) {
            core::write_points(encoding, places, from, here, format, to);
            to += static_cast<std::size_t>(here * encoding.dim) * core::size_of(format);
        });
    }

    void write_pairs(PointEncoding const& encoding, std::int64_t first, std::int64_t count, core::Format format,
                     core::PairTables out) const {
        each(first, count, [&](PointPlaces const& places, std::int64_t from, std::int64_t here) {
            core::write_pairs(encoding, places, from, here, format, out);
            std::size_t const bytes = static_cast<std::size_t>(here) * out.stride * core::size_of(format);
            out.cosines = static_cast<char*>(out.cosines) + bytes;
            out.sines = static_cast<char*>(out.sines) + bytes;
        });
    }

 private:
    /** Calls visit(places, first, count) for parts of some rows. */
    template <class Visit>
    void each(std::int64_t first, std::int64_t count, Visit visit) const {
        if (places_.sizes || places_.list) return visit(places_, first, count);
        constexpr std::int64_t kAtOnce = 512;
        double list[kAtOnce];
        for (std::int64_t done = 0; done < count; done += kAtOnce) {
            std::int64_t const here = count - done < kAtOnce ? count - done : kAtOnce;
            for (std::int64_t k = 0; k < here; ++k) {
                list[k] = progression_.start + static_cast<double>(first + done + k) * progression_.step;
            }
            visit(PointPlaces{.list = list, .point_stride = 1, .list_first = first + done}, first + done, here);
        }
    }

    std::vector<double> sizes_;
    PointPlaces places_;
    Positions progression_;
    std::int64_t count_ = 0;
};

template <class Where>
void encode_rows(PointEncoding const& encoding, Where const& where, core::Format format, void* out,
                 std::size_t length) {
    Rows const rows(encoding, where);
    require(core::check_length("out", static_cast<double>(length), static_cast<double>(rows.count()),
                               static_cast<double>(encoding.dim)));
    rows.write(encoding, 0, rows.count(), format, out);
}

template <class Where>
void add_rows(PointEncoding const& encoding, Where const& where, std::span<float> embeddings, std::int64_t batch) {
    Rows const rows(encoding, where);
    require(core::check_batch(static_cast<double>(batch)));
    require(core::check_length("embeddings", static_cast<double>(embeddings.size()),
                               static_cast<double>(rows.count()) * static_cast<double>(batch),
                               static_cast<double>(encoding.dim)));
    core::add_pieces(encoding.dim, rows.count(), embeddings.data(), batch,
                     [&](std::int64_t first, std::int64_t count, float* table) {
                         rows.write(encoding, first, count, core::Format::float32, table);
                     });
}

template <class Kind, class Where, class Value>
void encode_points(Kind const& encoding, Where const& where, std::span<Value> out) {
    encode_rows(checked(encoding), where, format_of<Value>(), out.data(), out.size());
}

template <class Where>
PairRows pair_rows(PointEncoding const& given, Where const& where) {
    auto const encoding = std::make_shared<PointEncoding>(given);
    auto const rows = std::make_shared<Rows>(*encoding, where);
    require(core::check_rotary(*encoding));
    core::put_cosines_first(*encoding);
    return {encoding->dim / 2, encoding->axes[0].encoding.pairing, rows->count(), rows->listed(),
            [encoding, rows](std::int64_t first, std::int64_t count, core::Format format, core::PairTables const& out) {
                rows->write_pairs(*encoding, first, count, format, out);
            }};
}

}  // namespace

PairRows pairs_of(Grid const& e, Cells const& c) { return pair_rows(checked(e), c); }
PairRows pairs_of(Grid const& e, Points const& p) { return pair_rows(checked(e), p); }
PairRows pairs_of(Fourier const& e, Cells const& c) { return pair_rows(checked(e), c); }
PairRows pairs_of(Fourier const& e, Points const& p) { return pair_rows(checked(e), p); }
PairRows pairs_of_sections(Encoding const& e, Positions const& p) { return pair_rows(with_streams(e), p); }
PairRows pairs_of_sections(Encoding const& e, std::span<double const> p) { return pair_rows(with_streams(e), p); }

void encode_sections(Encoding const& e, Positions const& p, core::Format format, void* out, std::size_t length) {
    encode_rows(with_streams(e), p, format, out, length);
}
void encode_sections(Encoding const& e, std::span<double const> p, core::Format format, void* out, std::size_t length) {
    encode_rows(with_streams(e), p, format, out, length);
}
void add_sections(Encoding const& e, Positions const& p, std::span<float> x, std::int64_t batch) {
    add_rows(with_streams(e), p, x, batch);
}
void add_sections(Encoding const& e, std::span<double const> p, std::span<float> x, std::int64_t batch) {
    add_rows(with_streams(e), p, x, batch);
}

void encode(Grid const& e, Cells const& c, std::span<float> out) { encode_points(e, c, out); }
void encode(Grid const& e, Cells const& c, std::span<double> out) { encode_points(e, c, out); }
void encode(Grid const& e, Cells const& c, std::span<float16> out) { encode_points(e, c, out); }
void encode(Grid const& e, Cells const& c, std::span<bfloat16> out) { encode_points(e, c, out); }
void encode(Grid const& e, Points const& p, std::span<float> out) { encode_points(e, p, out); }
void encode(Grid const& e, Points const& p, std::span<double> out) { encode_points(e, p, out); }
void encode(Grid const& e, Points const& p, std::span<float16> out) { encode_points(e, p, out); }
void encode(Grid const& e, Points const& p, std::span<bfloat16> out) { encode_points(e, p, out); }
void encode(Fourier const& e, Cells const& c, std::span<float> out) { encode_points(e, c, out); }
void encode(Fourier const& e, Cells const& c, std::span<double> out) { encode_points(e, c, out); }
void encode(Fourier const& e, Cells const& c, std::span<float16> out) { encode_points(e, c, out); }
void encode(Fourier const& e, Cells const& c, std::span<bfloat16> out) { encode_points(e, c, out); }
void encode(Fourier const& e, Points const& p, std::span<float> out) { encode_points(e, p, out); }
void encode(Fourier const& e, Points const& p, std::span<double> out) { encode_points(e, p, out); }
void encode(Fourier const& e, Points const& p, std::span<float16> out) { encode_points(e, p, out); }
void encode(Fourier const& e, Points const& p, std::span<bfloat16> out) { encode_points(e, p, out); }

void add(Grid const& e, Cells const& c, std::span<float> x, std::int64_t batch) { add_rows(checked(e), c, x, batch); }
void add(Grid const& e, Points const& p, std::span<float> x, std::int64_t batch) { add_rows(checked(e), p, x, batch); }
void add(Fourier const& e, Cells const& c, std::span<float> x, std::int64_t batch) {
    add_rows(checked(e), c, x, batch);
}
void add(Fourier const& e, Points const& p, std::span<float> x, std::int64_t batch) {
    add_rows(checked(e), p, x, batch);
}

}  // namespace posenc
