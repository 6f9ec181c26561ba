#include "points.hpp"

#include <memory>

#include "rows.hpp"

namespace posenc::core {
namespace {

/** With the one of coordinates, and one since the pairs of axes are not whole blocks. */
constexpr std::size_t kRowBlocks = kMostPairs / kBlock + 2;

/** The pairs of the row last made, of this thread. */
PhasorBlock* row_blocks() {
    thread_local std::unique_ptr<PhasorBlock[]> const blocks{new PhasorBlock[kRowBlocks]{}};
    return blocks.get() + 1;
}

/** The coordinate of cell k of an axis of `size` cells in two doubles; what is a double is found exactly. */
Exact coordinate_of_cell(Axis const& axis, double k, double size) {
    Exact a{k, 0};
    Exact b{1, 0};
    switch (axis.coordinates) {
        case Coordinates::index: a = two_sum(k, axis.offset); break;
        case Coordinates::ends:
            if (size > 1) b.value = size - 1;
            a.value = size > 1 ? 2 * k - b.value : -1;
            break;
        case Coordinates::centres:
            a.value = 2 * k - size + 1;
            b.value = size;
            break;
        case Coordinates::fractions:
            a.value = k + 1;
            b = two_sum(size, 1e-6);
            break;
    }
    if (axis.reference) {
        double const reference = *axis.reference;
        Exact const product = two_product(a.value, reference);
        a = {product.value, product.error + a.error * reference};
        b = two_product(b.value, size);
    }
    double const quotient = a.value / b.value;
    Exact const product = two_product(quotient, b.value);
    double const rest = ((a.value - product.value) - product.error) + (a.error - quotient * b.error);
    return fast_two_sum(quotient, rest / b.value);
}

/** The stream of pair i. */
std::size_t stream_of(std::size_t i, Encoding const& encoding) {
    std::int64_t const* const sections = encoding.sections.data();
    auto left = static_cast<std::int64_t>(i);
    if (encoding.section_order == SectionOrder::chunked) {
        std::size_t stream = 0;
        for (; left >= sections[stream]; ++stream) left -= sections[stream];
        return stream;
    }
    if (encoding.section_order == SectionOrder::alternating) return left < 2 * sections[1] ? 1 + i % 2 : 0;
    if (left < 3 * sections[i % 3]) return i % 3;
    return encoding.section_order == SectionOrder::interleaved ? 0 : 3;
}

}  // namespace

Problem arrange(PointEncoding& encoding, std::optional<double> dim, double class_rows, std::span<double const> order) {
    Encoding const& first = encoding.axes[0].encoding;
    encoding.coordinates = encoding.mixing == Mixing::selection ? first.sections.size() : encoding.axis_count;
    double width = encoding.identity ? static_cast<double>(encoding.coordinates) : 0;
    width += static_cast<double>(encoding.mixing == Mixing::sum ? first.dim : encoding.dim);
    if (dim) width = *dim;
    Problem const problem = check_arrangement(encoding, width, class_rows, order);
    if (!problem) {
        encoding.dim = static_cast<std::int64_t>(width);
        encoding.class_rows = static_cast<std::int64_t>(class_rows);
        for (std::size_t k = 0; k < encoding.coordinates; ++k) {
            std::size_t const coordinate = order.empty() ? k : static_cast<std::size_t>(order[k]);
            encoding.order[k] = static_cast<std::uint8_t>(coordinate);
            Encoding const& own = encoding.ordered(k).encoding;
            encoding.reach[coordinate] = {largest_frequency(own), own.origin};
        }
    }
    return problem;
}

PointRows::PointRows(PointEncoding const& encoding, PointPlaces const& places) : encoding_(encoding), places_(places) {
    Encoding const* encodings[kMostAxes];
    Plan const* plans[kMostAxes];
    for (std::size_t k = 0; k < encoding.coordinates; ++k) encodings[k] = &encoding.ordered(k).encoding;
    plans_for(encodings, encoding.coordinates, plans);
    for (std::size_t k = 0; k < encoding.coordinates; ++k) {
        bool const own = encoding.mixing == Mixing::concatenation;
        parts_[k] = {plans[k], encodings[k]->origin, own ? pairs_ : 0, {__builtin_nan(""), 0}};
        if (own || k == 0) pairs_ += plans[k]->columns.pairs();
    }
}

void PointRows::locate(std::int64_t k) {
    std::size_t const count = encoding_.coordinates;
    if (!places_.sizes) {
        double const* const point =
            places_.list + static_cast<std::size_t>(k - places_.list_first) * places_.point_stride;
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
    bool changed = false;
    for (std::size_t j = 0; j < encoding_.coordinates; ++j) {
        Part& part = parts_[j];
        Exact const& coordinate = coordinates_[encoding_.order[j]];
        row_blocks()[-1].first[j] = coordinates_[j].value;
        Exact position = two_sum(coordinate.value, part.origin);
        position.error += coordinate.error;
        // Rows of a grid share most coordinates with the row before.
        if (position.value == part.held.value && position.error == part.held.error) continue;
        part.held = position;
        changed = true;
        if (encoding_.mixing != Mixing::sum) fill(j);
    }
    if (encoding_.mixing == Mixing::sum && changed) fill(0);
    return row_blocks();
}

/** Evaluates the pairs of a part that have their value from it. */
void PointRows::fill(std::size_t part_index) {
    Part const& part = parts_[part_index];
    PhasorBlock* const to = row_blocks();
    std::size_t const pairs = part.plan->columns.pairs();
    for (std::size_t b = 0; b < part.plan->block_count; ++b) {
        PhasorBlock phasors;
        Block sum;
        Block const* block = part.plan->blocks + b;
        Position position = position_of(*part.plan, part.held.value, part.held.error);
        if (encoding_.mixing == Mixing::sum && encoding_.coordinates > 1) {
            sum_angles(b, sum);
            block = &sum;
            position = {1, 0, false};
        }
        kernel().phasors(block, 1, part.plan->cosine_first(), position, &phasors);
        for (std::size_t lane = 0; lane < kBlock && b * kBlock + lane < pairs; ++lane) {
            std::size_t const i = b * kBlock + lane;
            if (encoding_.mixing == Mixing::selection && stream_of(i, encoding_.axes[0].encoding) != part_index)
                continue;
            std::size_t const pair = part.first_pair + i;
            to[pair / kBlock].first[pair % kBlock] = phasors.first[lane];
            to[pair / kBlock].second[pair % kBlock] = phasors.second[lane];
        }
    }
}

/**
 * Block b of an encoding whose frequencies are the angles themselves: of each product of frequency and coordinate whole
 * turns go exactly, and what is left is summed in two doubles.
 */
void PointRows::sum_angles(std::size_t b, Block& sum) const {
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
        double angle = 0;
        double small = 0;
        for (std::size_t j = 0; j < encoding_.coordinates; ++j) {
            Block const& block = parts_[j].plan->blocks[b];
            Exact const& position = parts_[j].held;
            double const frequency = block.high_upper[lane] + block.high_lower[lane];
            Exact const product = two_product(frequency, position.value);
            Exact const turned = two_sum(angle, product.value - 4 * __builtin_floor(product.value / 4 + 0.5));
            angle = turned.value;
            small += turned.error + (product.error + (block.low[lane] * position.value + frequency * position.error));
        }
        Exact const whole = two_sum(angle, small);
        Exact const halves = split(whole.value);
        sum.high_upper[lane] = halves.value;
        sum.high_lower[lane] = halves.error;
        sum.low[lane] = whole.error;
        sum.phase[lane] = 0;
        sum.amplitude[lane] = parts_[0].plan->blocks[b].amplitude[lane];
    }
}

}  // namespace posenc::core
