// The WebAssembly module's surface: a flat list that only translates. It keeps the arguments of the running call, two
// scratch buffers and the last problem; src/js is its only caller.
//
// A call in JavaScript becomes: `setEncoding`, then one of the position checks, then writes into the scratch buffer,
// piece by piece. Checks return true if all is well; otherwise the problem* functions tell what is not.
#include <emscripten/bind.h>

#include "../core/frequencies.hpp"
#include "../core/picture.hpp"
#include "../core/relations.hpp"
#include "../core/table.hpp"
#include "state.hpp"

namespace posenc::wasm {
namespace {

Picture picture;

double* doubles_in() { return reinterpret_cast<double*>(input); }
double* doubles_out() { return reinterpret_cast<double*>(output); }

bool set_encoding(double dim, double base, double origin, double scale, double value_scale, double padding,
                  bool has_padding, int spacing, int layout, int order, int odd, int pairing) {
    Encoding next{.dim = 1,
                  .base = base,
                  .spacing = static_cast<Spacing>(spacing),
                  .layout = static_cast<Layout>(layout),
                  .order = static_cast<Order>(order),
                  .odd = static_cast<Odd>(odd),
                  .origin = origin,
                  .scale = scale,
                  .value_scale = value_scale,
                  .padding = has_padding ? std::optional(padding) : std::nullopt,
                  .pairing = static_cast<Pairing>(pairing)};
    if (!well(core::check_encoding(dim, next))) return false;
    next.dim = static_cast<std::int64_t>(dim);
    encoding = next;
    return true;
}

bool set_progression(double start, double step, double count) {
    if (!well(core::check_progression(encoding, start, step, count))) return false;
    positions = {start, step, static_cast<std::int64_t>(count)};
    return true;
}

/** Positions that the input buffer holds; `offset` is the index of the first in the whole list. */
bool check_list(int count, double offset) {
    return well(core::check_list(encoding, listed(static_cast<std::size_t>(count)), static_cast<std::int64_t>(offset)));
}

bool check_offsets(int count, double offset) {
    for (int k = 0; k < count; ++k) {
        if (!well(core::check_distance("offsets", encoding, doubles_in()[k], static_cast<std::int64_t>(offset) + k))) {
            return false;
        }
    }
    return true;
}

bool check_distance(double k) { return well(core::check_distance("k", encoding, k)); }
bool check_batch(double batch) { return well(core::check_batch(batch)); }

bool check_into(double length, double rows, double columns) {
    return well(core::check_length("into", length, rows, columns));
}

bool check_embeddings(double length, double rows) {
    return well(core::check_length("embeddings", length, rows, static_cast<double>(encoding.dim)));
}

bool check_tokens(double count, double length, double padding) {
    return well(core::check_tokens(count, length, padding));
}

double pair_count() { return static_cast<double>(core::columns_of(encoding).pairs()); }

void encode_progression(int format, double first, int rows) {
    core::write_table(encoding, positions, static_cast<std::int64_t>(first), rows, static_cast<core::Format>(format),
                      output);
}

void encode_list(int format, int rows) {
    core::write_table(encoding, listed(static_cast<std::size_t>(rows)), static_cast<core::Format>(format), output);
}

/** Adds the floats of the output buffer, from `first` on, to those of the input buffer. */
void add(int first, int count) {
    core::kernel().add(reinterpret_cast<float*>(input), reinterpret_cast<float*>(output) + first,
                       static_cast<std::size_t>(count));
}

void frequencies() { core::write_frequencies(encoding, doubles_out()); }
void wavelengths() { core::write_wavelengths(encoding, doubles_out()); }

/** The matrices of pairs first .. first + count - 1. */
void shift(double k, int first, int count) {
    core::write_shift(encoding, k, static_cast<std::size_t>(first), static_cast<std::size_t>(count), doubles_out());
}

void similarity(int count) { core::write_similarity(encoding, listed(static_cast<std::size_t>(count)), doubles_out()); }

/** Pixels across the whole picture, or 0 if that is no number of columns. */
double picture_width(double columns_per_pixel) {
    if (!well(core::check_columns_per_pixel(columns_per_pixel))) return 0;
    return static_cast<double>(core::picture_columns(encoding, static_cast<std::int64_t>(columns_per_pixel)));
}

bool set_picture(double start, double positions_per_pixel, double height, double left, double columns_per_pixel,
                 double width, bool mean) {
    core::PictureNumbers const numbers{start, positions_per_pixel, height, left, columns_per_pixel, width};
    if (!well(core::check_picture(encoding, numbers))) return false;
    picture = {start,
               positions_per_pixel,
               static_cast<std::int64_t>(height),
               static_cast<std::int64_t>(left),
               static_cast<std::int64_t>(columns_per_pixel),
               static_cast<std::int64_t>(width),
               mean};
    return true;
}

void window(int format, double first, int rows) {
    core::write_picture(encoding, picture, static_cast<std::int64_t>(first), rows, static_cast<core::Format>(format),
                        output);
}

/** Whole rows of tokens in the input buffer to positions in the output buffer; `position` carries a long row on. */
double pad_positions(int count, double padding, double position) {
    return core::write_padded_row(listed(static_cast<std::size_t>(count)), padding, position, doubles_out());
}

std::uintptr_t address_of(char const* text) { return reinterpret_cast<std::uintptr_t>(text); }

std::uintptr_t output_address() { return address_of(output); }
std::uintptr_t input_address() { return address_of(input); }
double scratch_bytes() { return kScratchBytes; }

// Texts are addresses of zero-terminated ASCII.
std::uintptr_t problem_parameter() { return address_of(problem.parameter); }
std::uintptr_t problem_allowed() { return address_of(problem.allowed); }
double problem_value() { return problem.value; }
double problem_limit() { return problem.limit; }
double problem_index() { return static_cast<double>(problem.index); }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc) {
    using emscripten::function;
    function("setEncoding", set_encoding);
    function("setProgression", set_progression);
    function("setPicture", set_picture);
    function("checkList", check_list);
    function("checkOffsets", check_offsets);
    function("checkDistance", check_distance);
    function("checkBatch", check_batch);
    function("checkInto", check_into);
    function("checkEmbeddings", check_embeddings);
    function("checkTokens", check_tokens);
    function("pairCount", pair_count);
    function("encodeProgression", encode_progression);
    function("encodeList", encode_list);
    function("add", add);
    function("frequencies", frequencies);
    function("wavelengths", wavelengths);
    function("shift", shift);
    function("similarity", similarity);
    function("pictureWidth", picture_width);
    function("window", window);
    function("padPositions", pad_positions);
    function("outputAddress", output_address);
    function("inputAddress", input_address);
    function("scratchBytes", scratch_bytes);
    function("problemParameter", problem_parameter);
    function("problemAllowed", problem_allowed);
    function("problemValue", problem_value);
    function("problemLimit", problem_limit);
    function("problemIndex", problem_index);
}

}  // namespace posenc::wasm
