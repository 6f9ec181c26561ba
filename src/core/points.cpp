#include "points.hpp"

#include <memory>

#include "rows.hpp"

namespace posenc::core {
namespace {

/** Pairs of the widest encoding. */
constexpr std::size_t kRowBlocks = 65536 / 2 / kBlock + 1;

/** The row last made, of this thread. */
PhasorBlock* row_blocks() {
    thread_local std::unique_ptr<PhasorBlock[]> const blocks{new PhasorBlock[kRowBlocks]};
    return blocks.get();
}

/** a / b in two doubles; a quotient that is a double is found exactly. */
Exact quotient(Exact const& a, Exact const& b) {
    double const value = a.value / b.value;
    Exact const product = two_product(value, b.value);
    double const rest = ((a.value - product.value) - product.error) + (a.error - value * b.error);
    return fast_two_sum(value, rest / b.value);
}

/** The coordinate of cell k of an axis of `size` cells, never rounded to one double. */
Exact coordinate_of_cell(Axis const& axis, double k, double size) {
    switch (axis.coordinates) {
        case Coordinates::index: break;
        case Coordinates::ends: return size == 1 ? Exact{-1, 0} : quotient({2 * k - (size - 1), 0}, {size - 1, 0});
        case Coordinates::centres: return quotient({2 * k - size + 1, 0}, {size, 0});
        case Coordinates::scaled: return quotient(two_product(k, axis.reference), {size, 0});
        case Coordinates::fractions: return quotient({k + 1, 0}, two_sum(size, 1e-6));
    }
    return {k, 0};
}

/** The stream of pair i. */
std::size_t stream_of(std::size_t i, SectionOrder order, std::span<double const> sections) {
    if (order == SectionOrder::chunked) {
        double end = 0;
        for (std::size_t stream = 0;; ++stream) {
            end += sections[stream];
            if (static_cast<double>(i) < end) return stream;
        }
    }
    if (static_cast<double>(i) < 3 * sections[i % 3]) return i % 3;
    return order == SectionOrder::interleaved ? 0 : 3;
}

}  // namespace

Reach reach_of(PointEncoding const& encoding, std::size_t coordinate) {
    Reach reach;
    for (std::size_t k = 0; k < encoding.coordinates; ++k) {
        if (encoding.order[k] == coordinate) {
            Encoding const& own = encoding.ordered(k).encoding;
            reach = {largest_frequency(own), own.origin};
        }
    }
    return reach;
}

Problem arrange(PointEncoding& encoding, std::optional<double> dim, double class_rows, SectionOrder section_order,
                std::span<double const> list) {
    double width = 0;
    for (Axis const& axis : encoding.axes) width += static_cast<double>(axis.encoding.dim);
    bool const selection = encoding.mixing == Mixing::selection;
    encoding.coordinates = selection ? list.size() : encoding.axes.size();
    if (Problem const problem = check_total_width(width)) return problem;
    if (encoding.mixing == Mixing::sum) width = static_cast<double>(encoding.axes[0].encoding.dim);
    if (encoding.identity) width += static_cast<double>(encoding.coordinates);
    if (Problem const problem = check_row(dim.value_or(width), class_rows)) return problem;
    if (Problem const problem = selection ? check_sections(encoding.axes[0].encoding, section_order, list)
                                          : check_axis_order(encoding.coordinates, list)) {
        return problem;
    }
    encoding.dim = static_cast<std::int64_t>(dim.value_or(width));
    encoding.class_rows = static_cast<std::int64_t>(class_rows);
    for (std::size_t k = 0; k < encoding.coordinates; ++k) {
        encoding.order[k] = static_cast<std::uint8_t>(selection || list.empty() ? static_cast<double>(k) : list[k]);
    }
    if (selection) {
        encoding.streams.resize(static_cast<std::size_t>(columns_of(encoding.axes[0].encoding).pairs()));
        for (std::size_t i = 0; i < encoding.streams.size(); ++i) {
            encoding.streams[i] = static_cast<std::uint8_t>(stream_of(i, section_order, list));
        }
    }
    return {};
}

PointRows::PointRows(PointEncoding const& encoding, PointPlaces const& places) : encoding_(encoding), places_(places) {
    Encoding const* encodings[kMostAxes];
    Plan const* plans[kMostAxes];
    for (std::size_t k = 0; k < encoding.coordinates; ++k) encodings[k] = &encoding.ordered(k).encoding;
    plans_for(encodings, encoding.coordinates, plans);
    for (std::size_t k = 0; k < encoding.coordinates; ++k) {
        bool const own = encoding.mixing == Mixing::concatenation;
        parts_[k] = {plans[k], encodings[k]->origin, own ? pairs_ : 0};
        if (own || k == 0) pairs_ += static_cast<std::size_t>(plans[k]->columns.pairs());
        held_[k] = {__builtin_nan(""), 0};
    }
}

void PointRows::locate(std::int64_t k) {
    std::size_t const count = encoding_.coordinates;
    if (!places_.sizes) {
        double const* const point = places_.list + static_cast<std::size_t>(k - places_.list_first) * places_.point_stride;
        for (std::size_t a = 0; a < count; ++a) coordinates_[a] = {point[a * places_.axis_stride], 0};
        return;
    }
    for (std::size_t a = count; a-- > 0;) {
        auto const size = static_cast<std::int64_t>(places_.sizes[a]);
        coordinates_[a] = coordinate_of_cell(encoding_.axes[a], static_cast<double>(k % size), places_.sizes[a]);
        k /= size;
    }
}

PhasorBlock const* PointRows::row(std::int64_t k) {
    if (k < encoding_.class_rows) return nullptr;
    locate(k - encoding_.class_rows);
    Term terms[kMostAxes];
    bool const sum = encoding_.mixing == Mixing::sum;
    bool changed = false;
    for (std::size_t j = 0; j < encoding_.coordinates; ++j) {
        Part const& part = parts_[j];
        Exact const& coordinate = coordinates_[encoding_.order[j]];
        Exact const q = two_sum(coordinate.value, part.origin);
        terms[j] = {part.plan->blocks, position_of(*part.plan, q.value, q.error + coordinate.error)};
        // Rows of a grid share most coordinates with the row before.
        if (coordinate.value == held_[j].value && coordinate.error == held_[j].error) continue;
        held_[j] = coordinate;
        changed = true;
        if (!sum) fill(&terms[j], 1, part, encoding_.mixing == Mixing::selection ? static_cast<int>(j) : -1);
    }
    if (sum && changed) {
        // The short way of near positions is one for single terms.
        if (encoding_.coordinates > 1) terms[0].position.near = false;
        for (std::size_t j = 1; j < encoding_.coordinates; ++j) terms[j].position.near = false;
        fill(terms, encoding_.coordinates, parts_[0], -1);
    }
    return row_blocks();
}

/** @param stream whose pairs alone are taken, or -1 for all */
void PointRows::fill(Term* terms, std::size_t term_count, Part const& part, int stream) {
    PhasorBlock* const to = row_blocks();
    auto const pairs = static_cast<std::size_t>(part.plan->columns.pairs());
    for (std::size_t first = 0; first < pairs; first += kSegment * kBlock) {
        PhasorBlock phasors[kSegment];
        std::size_t const left = pairs - first;
        std::size_t const here = left < kSegment * kBlock ? left : kSegment * kBlock;
        kernel().sums(terms, term_count, (here + kBlock - 1) / kBlock, part.plan->cosine_first(), phasors);
        for (std::size_t k = 0; k < term_count; ++k) terms[k].blocks += kSegment;
        for (std::size_t k = 0; k < here; ++k) {
            if (stream >= 0 && encoding_.streams[first + k] != stream) continue;
            std::size_t const pair = part.first_pair + first + k;
            to[pair / kBlock].first[pair % kBlock] = phasors[k / kBlock].first[k % kBlock];
            to[pair / kBlock].second[pair % kBlock] = phasors[k / kBlock].second[k % kBlock];
        }
    }
}

}  // namespace posenc::core
