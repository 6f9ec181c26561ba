// Bindings of what is not sinusoidal: biases, learned tables, positions. Arguments of the set* functions stand in the
// input buffer, one after the other; results are doubles, so that few of Embind's wrappers are needed. Checks return
// whether all is well.
#include <emscripten/bind.h>

#include <cstring>

#include "../core/bias.hpp"
#include "../core/learned.hpp"
#include "../core/places.hpp"
#include "../core/values.hpp"
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
double values[kScratchBytes / sizeof(double)];

std::size_t size(double count) { return static_cast<std::size_t>(count); }

double set_bias(double kind) {
    double const* const in = doubles_in();
    return well(core::prepare_bias(static_cast<core::BiasKind>(static_cast<int>(kind)),
                                   {in[0], in[1], in[2], in[3] != 0, in[4] != 0, in[5]}, bias));
}

double set_learned(double distribution) {
    if (!well(core::check_learned(doubles_in()))) return 0;
    learned = core::learned_of(doubles_in(), static_cast<Distribution>(static_cast<int>(distribution)));
    range = core::range_of_rows(learned);
    return 1;
}

/** Lists to check are queries or, otherwise, keys. */
double set_places(double queries, double narrow) {
    range = core::range_of_places(queries != 0 ? "queries" : "keys", bias, narrow != 0);
    return 1;
}

/** Numbers in the input buffer; `first` is the index of the first. */
double check_numbers(double count, double first) {
    return well(core::check_range(range, listed(static_cast<int>(count)), static_cast<std::int64_t>(first)));
}

double check_numbers_of(double start, double step, double count) {
    return well(core::check_range(range, start, step, count));
}

/** Takes what stands in place of T5's buckets. */
double set_bias_table(double buckets) {
    bias.learned.reset(new double[size(buckets)]);
    std::memcpy(bias.learned.get(), doubles_in(), size(buckets) * sizeof(double));
    return 1;
}

// What follows makes values, of which `take` writes the first `count` in a format.

double take(double format, double count) {
    core::write_values(values, size(count), static_cast<core::Format>(static_cast<int>(format)), output);
    return 1;
}

/** [queries, keys] of a head: keys in the input buffer's first half, queries in its second. */
double write_bias(double head, double queries, double keys) {
    double const* const second = doubles_in() + kScratchBytes / sizeof(double) / 2;
    core::write_bias(bias, size(head), {second, size(queries)}, listed(static_cast<int>(keys)), values);
    return 1;
}

/** Rows of the generator at positions in the input buffer. */
double write_learned(double rows) {
    core::write_learned(learned, listed(static_cast<int>(rows)), values);
    return 1;
}

/** What the input buffer holds. */
double write_input(double count) {
    std::memcpy(values, doubles_in(), size(count) * sizeof(double));
    return 1;
}

/** How many channels can be resampled at once, or 0. */
double set_resample(double how) {
    double const* const in = doubles_in();
    int const flags = static_cast<int>(how);
    resizing = {
        in[0],           in[1], (flags & 8) != 0, {in[2], in[3]}, {in[4], in[5]}, (flags & 1) != 0, (flags & 2) != 0,
        (flags & 4) != 0};
    return well(core::check_resample(resizing)) ? static_cast<double>(core::channels_at_once(resizing)) : 0;
}

/** A grid of some channels in the input buffer. */
double resample(double channels) {
    core::resample_grid(resizing, doubles_in(), size(channels), doubles_out(), values);
    return 1;
}

double set_run(double kind) {
    double const* const in = doubles_in();
    run = {static_cast<core::RunKind>(static_cast<int>(kind)), static_cast<std::int64_t>(in[1]), in[2]};
    range = core::range_of_run(run.kind);
    return well(core::check_run(run.kind, in[0], in[1], in[2]));
}

/** Positions of the next values, in the input buffer. */
double write_run(double count) {
    for (std::size_t k = 0; k < size(count); ++k) values[k] = run.next(doubles_in()[k]);
    return 1;
}

double check_images() { return well(core::check_images(doubles_in()[0], doubles_in()[1], doubles_in()[2])); }

double count_line(double count, double normalise) {
    core::count_line(doubles_in(), size(count), normalise != 0, values);
    return 1;
}

/** How many tokens the part has, or -1. */
double set_part(double kind) {
    double const* const in = doubles_in();
    part = {static_cast<core::PartKind>(static_cast<int>(kind)), in[0], in[1], in[2], in[3], {in[4], in[5], in[6]}};
    return well(core::check_part(part)) ? core::tokens_of(part) : -1;
}

double part_end() { return core::end_of(part); }

double write_part(double stream, double first, double count) {
    for (double k = 0; k < count; ++k) values[size(k)] = core::place_in_part(part, static_cast<int>(stream), first + k);
    return 1;
}

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_bias) {
    using emscripten::function;
    function("setBias", set_bias);
    function("setLearned", set_learned);
    function("setPlaces", set_places);
    function("setBiasTable", set_bias_table);
    function("setResample", set_resample);
    function("setRun", set_run);
    function("setPart", set_part);
    function("checkNumbers", check_numbers);
    function("checkNumbersOf", check_numbers_of);
    function("checkImages", check_images);
    function("partEnd", part_end);
    function("take", take);
    function("writeBias", write_bias);
    function("writeLearned", write_learned);
    function("writeInput", write_input);
    function("resample", resample);
    function("writeRun", write_run);
    function("countLine", count_line);
    function("writePart", write_part);
}

}  // namespace posenc::wasm
