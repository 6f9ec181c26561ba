// Operations on what is not sinusoidal: biases, learned tables, positions.
#include <cstring>

#include "../core/bias.hpp"
#include "../core/learned.hpp"
#include "../core/places.hpp"
#include "../core/values.hpp"
#include "operations.hpp"
#include "state.hpp"

namespace posenc::wasm {
namespace {

core::Bias bias;
Learned learned;
core::ResampleNumbers resizing;
core::Run<double> run;
core::PartNumbers part;
/** What the numbers of a list have to be. */
core::Range range;

}  // namespace

/** The kind, and what BiasNumbers has. */
double set_bias(double* in) {
    return well(core::prepare_bias(static_cast<core::BiasKind>(size(in[0])),
                                   {in[1], in[2], in[3], in[4] != 0, in[5] != 0, in[6]}, bias));
}

/** Whether rows are looked up, the distribution, and the numbers of `check_learned`. */
double set_learned(double* in) {
    if (!well(core::check_learned(in + 2))) return 0;
    source = in[0] != 0 ? Source::looked_up : Source::learned;
    learned = core::learned_of(in + 2, static_cast<Distribution>(size(in[1])));
    range = core::range_of_rows(learned);
    return 1;
}

/** Lists to check are queries or, otherwise, keys; whether results are 32 bits wide. */
double set_places(double* in) {
    range = core::range_of_places(in[0] != 0 ? "queries" : "keys", bias, in[1] != 0);
    return 1;
}

/** Numbers in the input buffer: how many, and the index of the first. */
double check_numbers(double* in) {
    return well(core::check_range(range, listed(in[0]), static_cast<std::int64_t>(in[1])));
}

/** start, step, count */
double check_numbers_of(double* in) { return well(core::check_range(range, in[0], in[1], in[2])); }

/** Takes as many values that stand in place of T5's buckets from the input buffer. */
double set_bias_table(double* in) {
    bias.learned.reset(new double[size(in[0])]);
    std::memcpy(bias.learned.get(), doubles_in(), size(in[0]) * sizeof(double));
    return 1;
}

/** The first of `values`, as numbers of a format. */
double written(double format, double count) {
    core::write_values(values, size(count), format_of(format), output);
    return 1;
}

// What writes takes the format first.

/** [queries, keys] of a head: keys in the input buffer's first half, queries in its second. */
double write_bias(double* in) {
    double const* const second = doubles_in() + kScratchBytes / sizeof(double) / 2;
    core::write_bias(bias, size(in[1]), {second, size(in[2])}, listed(in[3]), values);
    return written(in[0], in[2] * in[3]);
}

void encode_learned(core::Format format, double rows) {
    bool const made = source == Source::learned;
    if (made) core::write_learned(learned, listed(rows), values);
    core::write_values(made ? values : doubles_in(), size(rows) * static_cast<std::size_t>(learned.dim), format,
                       output);
}

/**
 * Whether bilinear, antialias, alignCorners, square; length, prefix, sides from and to. Returns how many channels can
 * be resampled at once, or 0.
 */
double set_resample(double* in) {
    resizing = {in[4], in[5], in[3] != 0, {in[6], in[7]}, {in[8], in[9]}, in[0] != 0, in[1] != 0, in[2] != 0};
    return well(core::check_resample(resizing)) ? static_cast<double>(core::channels_at_once(resizing)) : 0;
}

/** A grid of so many channels in the input buffer. */
double resample(double* in) {
    core::resample_grid(resizing, doubles_in(), size(in[1]), doubles_out(), values);
    return written(in[0], resizing.to[0] * resizing.to[1] * in[1]);
}

/** The kind, how many numbers in all, the length of a row, and what fills. */
double set_run(double* in) {
    run = {static_cast<core::RunKind>(size(in[0])), static_cast<std::int64_t>(in[2]), in[3]};
    range = core::range_of_run(run.kind);
    return well(core::check_run(run.kind, in[1], in[2], in[3]));
}

/** Positions of the next values, in the input buffer: the first one, and how many. */
double write_run(double* in) {
    for (std::size_t k = 0; k < size(in[2]); ++k) values[k] = run.next(doubles_in()[k]);
    return written(in[0], in[2]);
}

/** How many cells, and the height and width of an image. */
double check_images(double* in) { return well(core::check_images(in[0], in[1], in[2])); }

/** A line of a mask in the input buffer: its length, and whether to normalise. */
double count_line(double* in) {
    core::count_line(doubles_in(), size(in[1]), in[2] != 0, values);
    return written(in[0], in[1]);
}

/** What PartNumbers has, in its order. Leaves how many tokens the part has, and the position of what follows it. */
double set_part(double* in) {
    part = {static_cast<core::PartKind>(size(in[0])), in[1], in[2], in[3], in[4], {in[5], in[6], in[7]}};
    if (!well(core::check_part(part))) return 0;
    in[0] = core::tokens_of(part);
    in[1] = core::end_of(part);
    return 1;
}

/** The first token, how many, and the stream. */
double write_part(double* in) {
    int const stream = static_cast<int>(size(in[3]));
    for (double k = 0; k < in[2]; ++k) values[size(k)] = core::place_in_part(part, stream, in[1] + k);
    return written(in[0], in[2]);
}

}  // namespace posenc::wasm
