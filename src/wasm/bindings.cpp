// The WebAssembly module's surface: a flat list that only translates. It keeps the arguments of the running call, two
// scratch buffers and the last problem; src/js is its only caller.
//
// A call in JavaScript becomes: `setEncoding`, then one of the position checks, then writes into the scratch buffer,
// piece by piece. Checks return true if all is well; otherwise the problem* functions tell what is not.
#include <emscripten/bind.h>

#include "../core/check.hpp"
#include "../core/frequencies.hpp"
#include "../core/picture.hpp"
#include "../core/relations.hpp"
#include "../core/table.hpp"
#include "state.hpp"

namespace posenc::wasm {

alignas(64) char output[kScratchBytes];
alignas(64) char input[kScratchBytes];

Encoding encoding;
Positions positions;
Source source;

namespace {

Picture picture;
core::Problem problem;

}  // namespace

bool well(core::Problem const& found) {
    problem = found;
    return !found;
}

namespace {

/** Lists of the coming encoding. */
std::vector<double> frequency_list;
std::vector<std::int64_t> section_list;

void set_list(int which, int count) {
    auto const list = listed(count);
    if (which == 0) frequency_list.assign(list.begin(), list.end());
    else section_list.assign(list.begin(), list.end());
}

bool set_encoding(double dim, double base, double origin, double scale, double value_scale, double padding,
                  bool has_padding, int spacing, int layout, int order, int odd, int unit, int section_order) {
    Encoding next{.dim = 1,
                  .base = base,
                  .spacing = static_cast<Spacing>(spacing),
                  .frequencies = frequency_list,
                  .unit = static_cast<Unit>(unit),
                  .layout = static_cast<Layout>(layout),
                  .order = static_cast<Order>(order),
                  .odd = static_cast<Odd>(odd),
                  .origin = origin,
                  .scale = scale,
                  .value_scale = value_scale,
                  .padding = has_padding ? std::optional(padding) : std::nullopt,
                  .sections = section_list,
                  .section_order = static_cast<SectionOrder>(section_order)};
    frequency_list = {};
    section_list = {};
    if (!well(core::check_encoding(dim, next))) return false;
    next.dim = static_cast<std::int64_t>(dim);
    encoding = next;
    return true;
}

bool set_progression(double start, double step, double count) {
    if (!well(core::check_progression(encoding, start, step, count))) return false;
    positions = {start, step, static_cast<std::int64_t>(count)};
    source = Source::progression;
    return true;
}

/** Positions that the input buffer holds; `offset` is the index of the first in the whole list. */
bool check_list(int count, double offset) {
    source = Source::list;
    return well(core::check_list(encoding, listed(count), static_cast<std::int64_t>(offset)));
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

bool check_embeddings(double length, double rows, double columns) {
    return well(core::check_length("embeddings", length, rows, columns));
}

bool check_tokens(double count, double length, double padding) {
    return well(core::check_tokens(count, length, padding));
}

double pair_count() { return static_cast<double>(core::columns_of(encoding).pairs()); }

/** Rows first .. first + rows - 1 of what was set last; of a list, the input buffer holds these rows' positions. */
void encode_rows(int format_number, double first_row, int rows) {
    auto const format = static_cast<core::Format>(format_number);
    auto const first = static_cast<std::int64_t>(first_row);
    switch (source) {
        case Source::progression: return core::write_table(encoding, positions, first, rows, format, output);
        case Source::list: return core::write_table(encoding, listed(rows), format, output);
        case Source::points: return encode_points(format, first, rows);
    }
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

void similarity(int count) { core::write_similarity(encoding, listed(count), doubles_out()); }

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
    return core::write_padded_row(listed(count), padding, position, doubles_out());
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
    function("setList", set_list);
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
    function("encodeRows", encode_rows);
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
