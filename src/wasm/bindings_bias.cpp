// Bindings of what is not sinusoidal: biases, learned tables, positions. All numbers are doubles, so that Embind needs
// one wrapper for each number of them; checks return whether all is well.
#include <emscripten/bind.h>

#include "../core/bias.hpp"
#include "../core/learned.hpp"
#include "../core/places.hpp"
#include "../core/values.hpp"
#include "state.hpp"

namespace posenc::wasm {
namespace {

using core::Format;

core::Bias bias;
Format bias_format;
Learned learned;
core::ResampleNumbers resample_numbers;
double between[static_cast<std::size_t>(core::kMostCells)];
core::Run<double> run;
core::PartNumbers part;
double part_start;

std::size_t size(double count) { return static_cast<std::size_t>(count); }
Format format_of(double format) { return static_cast<Format>(static_cast<int>(format)); }

double set_bias(double kind, double heads, double numbers_size, double reach, double flag, double anchor,
                double last_key, double format) {
    bias_format = format_of(format);
    return well(core::prepare_bias({static_cast<core::BiasKind>(static_cast<int>(kind)), heads, numbers_size, reach,
                                    flag != 0, static_cast<Anchor>(static_cast<int>(anchor)), last_key},
                                   bias));
}

char const* side(double keys) { return keys != 0 ? "keys" : "queries"; }

/** Queries or keys that the input buffer holds; `offset` is the index of the first. */
double check_places(double keys, double count, double offset) {
    return well(
        core::check_places(side(keys), bias, bias_format, listed(size(count)), static_cast<std::int64_t>(offset)));
}

double check_place_progression(double keys, double start, double step, double count) {
    return well(core::check_places(side(keys), bias, bias_format, start, step, count));
}

/** Takes what stands in place of the buckets from the output buffer. */
double set_bias_table(double buckets) {
    bias.learned.assign(doubles_out(), doubles_out() + size(buckets));
    return 1;
}

/** [queries, keys] of a head: keys in the input buffer's first half, queries in its second. */
double write_bias(double head, double queries, double keys) {
    std::size_t const half = kScratchBytes / sizeof(double) / 2;
    core::write_bias(bias, size(head), {doubles_in() + half, size(queries)}, listed(size(keys)), bias_format, output);
    return 1;
}

double set_learned(double dim, double length, double origin, double seed, double distribution, double mean,
                   double deviation) {
    Learned next;
    next.distribution = static_cast<Distribution>(static_cast<int>(distribution));
    next.mean = mean;
    next.deviation = deviation;
    if (!well(core::check_learned(dim, length, origin, seed, next))) return 0;
    next.dim = static_cast<std::int64_t>(dim);
    next.length = static_cast<std::int64_t>(length);
    next.origin = static_cast<std::int64_t>(origin);
    next.seed = static_cast<std::uint32_t>(seed);
    learned = next;
    return 1;
}

double check_rows(double count, double offset) {
    return well(core::check_rows(learned, listed(size(count)), static_cast<std::int64_t>(offset)));
}

double check_row_progression(double start, double step, double count) {
    return well(core::check_rows(learned, start, step, count));
}

/** Rows of the generator at positions in the input buffer. */
double write_learned(double format, double rows) {
    core::write_learned(learned, listed(size(rows)), format_of(format), output);
    return 1;
}

/** Values of the input buffer in a format. */
double write_values(double format, double count) {
    core::write_values(doubles_in(), size(count), format_of(format), output);
    return 1;
}

/** How many channels can be resampled at once. */
double set_resample(double length, double prefix, double square, double from_rows, double from_columns, double to_rows,
                    double to_columns, double bilinear, double antialias, double align_corners) {
    resample_numbers = {
        length,        prefix,         square != 0,       {from_rows, from_columns}, {to_rows, to_columns},
        bilinear != 0, antialias != 0, align_corners != 0};
    return well(core::check_resample(resample_numbers)) ? static_cast<double>(core::channels_at_once(resample_numbers))
                                                        : 0;
}

/** A grid of some channels in the input buffer, to float64. */
double resample(double channels) {
    core::resample_grid(resample_numbers, doubles_in(), size(channels), between, doubles_out());
    return 1;
}

double set_run(double kind, double count, double length, double filler) {
    auto const run_kind = static_cast<core::RunKind>(static_cast<int>(kind));
    run = {run_kind, static_cast<std::int64_t>(length), filler};
    return well(core::check_run(run_kind, count, length, filler));
}

double check_run(double count, double offset) {
    for (double k = 0; k < count; ++k) {
        auto const index = static_cast<std::int64_t>(offset + k);
        if (!well(core::check_run_value(run.kind, doubles_in()[size(k)], index))) return 0;
    }
    return 1;
}

/** Positions of the next values, in the input buffer. */
double write_run(double format, double count) {
    for (double k = 0; k < count; ++k) doubles_in()[size(k)] = run.next(doubles_in()[size(k)]);
    return write_values(format, count);
}

double check_images(double count, double height, double width) {
    return well(core::check_images(count, height, width));
}

double count_line(double count, double normalise) {
    core::count_line(doubles_in(), size(count), normalise != 0, doubles_out());
    return 1;
}

/** How many tokens the part has, or -1. Not timed: without `tokens_per_second`, 0. */
double set_part(double kind, double start, double time, double height, double width, double merge,
                double seconds_per_grid, double tokens_per_second, double timed) {
    part = {static_cast<core::PartKind>(static_cast<int>(kind)),
            time,
            height,
            width,
            merge,
            seconds_per_grid,
            tokens_per_second,
            timed != 0};
    part_start = start;
    return well(core::check_part(part, start)) ? core::tokens_of(part) : -1;
}

double part_positions() { return core::positions_of(part); }

double write_part(double format, double count, double stream, double first) {
    core::write_each(size(count), format_of(format), output, [&](std::size_t k) {
        return part_start + core::place_in_part(part, static_cast<int>(stream), first + static_cast<double>(k));
    });
    return 1;
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_bias) {
    using emscripten::function;
    function("setBias", set_bias);
    function("checkPlaces", check_places);
    function("checkPlaceProgression", check_place_progression);
    function("setBiasTable", set_bias_table);
    function("writeBias", write_bias);
    function("setLearned", set_learned);
    function("checkRows", check_rows);
    function("checkRowProgression", check_row_progression);
    function("writeLearned", write_learned);
    function("writeValues", write_values);
    function("setResample", set_resample);
    function("resample", resample);
    function("setRun", set_run);
    function("checkRun", check_run);
    function("writeRun", write_run);
    function("checkImages", check_images);
    function("countLine", count_line);
    function("setPart", set_part);
    function("partPositions", part_positions);
    function("writePart", write_part);
}

}  // namespace posenc::wasm
