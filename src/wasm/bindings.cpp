// The WebAssembly module's surface: a flat list that only translates. It keeps the arguments of the running call, two
// scratch buffers and the last problem; src/js is its only caller.
//
// A call in JavaScript becomes: `setEncoding` (`setList` for each of its lists before), then one of the position
// checks, then writes into the scratch buffer, piece by piece. Checks return true if all is well; otherwise the
// problem* functions tell what is not.
#include <emscripten/bind.h>

#include <array>

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

bool length_is_open = false;
Picture picture;
core::Problem problem;

}  // namespace

bool well(core::Problem const& found) {
    problem = found;
    return !found;
}

namespace {

/** The encoding whose lists are there already. */
Encoding coming;

std::array<std::vector<double>*, 4> lists_of(Encoding& e) {
    return {&e.frequencies, &e.frequency_factors, &e.scaling.short_factor, &e.scaling.long_factor};
}

/** Takes one of the coming encoding's lists, in the order of encoding.ts, from the input buffer. */
void set_list(int which, int count) {
    std::span<double const> const list = listed(count);
    if (which == 4) {
        coming.sections.assign(list.begin(), list.end());  // whole numbers
        return;
    }
    lists_of(coming)[static_cast<std::size_t>(which)]->assign(list.begin(), list.end());
}

/** Takes the other values of the coming encoding, in the order of encoding.ts, from the input buffer. */
bool set_encoding() {
    double const* next = doubles_in();
    auto const number = [&] { return *next++; };
    auto const choice = [&] { return static_cast<std::uint8_t>(*next++); };
    // Which of the optional values are there; the others are 0.
    unsigned given = static_cast<unsigned>(number());
    auto const optional = [&] {
        double const value = *next++;
        bool const present = given & 1;
        given >>= 1;
        return present ? std::optional(value) : std::nullopt;
    };
    Encoding& e = coming;
    double const dim = number();
    e.base = number();
    e.shift = number();
    e.origin = number();
    e.scale = number();
    e.value_scale = number();
    e.spacing = static_cast<Spacing>(choice());
    e.unit = static_cast<Unit>(choice());
    e.layout = static_cast<Layout>(choice());
    e.order = static_cast<Order>(choice());
    e.odd = static_cast<Odd>(choice());
    e.pairing = static_cast<Pairing>(choice());
    e.section_order = static_cast<SectionOrder>(choice());
    e.padding = optional();
    if (auto const scale_base = optional()) {
        double const center = number();
        e.xpos = {*scale_base, center, number()};
    } else {
        e.xpos = std::nullopt;
        next += 2;
    }
    e.scaling.type = static_cast<ScalingType>(choice());
    if (e.scaling.type != ScalingType::none) {
        Scaling& s = e.scaling;
        for (double* const value : {&s.factor, &s.original_length, &s.beta_fast, &s.beta_slow, &s.extrapolation,
                                    &s.low_freq_factor, &s.high_freq_factor, &s.fraction}) {
            *value = number();
        }
        s.truncate = number() != 0;
        for (std::optional<double>* const value : {&s.length, &s.attention_factor, &s.mscale, &s.mscale_all_dim}) {
            *value = optional();
        }
    }
    bool const valid = well(core::check_encoding(dim, e));
    if (valid) {
        e.dim = static_cast<std::int64_t>(dim);
        length_is_open = core::lacks_length(e.scaling);
        encoding = e;
    }
    // What comes next has no lists unless they are set.
    for (std::vector<double>* const list : lists_of(e)) list->clear();
    e.sections.clear();
    return valid;
}

/** The largest position of a call, for an encoding that leaves its length open. */
void reach(double largest_position) {
    if (length_is_open) encoding.scaling.length = core::length_for(encoding.scaling, largest_position);
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

double pair_count() { return static_cast<double>(core::columns_of(encoding).pairs()); }

/** Rows first .. first + rows - 1 of what was set last; of a list, the input buffer holds these rows' positions. */
void encode_rows(int format_number, double first_row, int rows) {
    auto const format = static_cast<core::Format>(format_number);
    auto const first = static_cast<std::int64_t>(first_row);
    if (source == Source::points) return encode_points(format, first, rows);
    core::write_table(encoding, positions_of(first, rows), format, output);
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

core::RowPositions positions_of(std::int64_t first, int rows) {
    if (source == Source::list) return listed(rows);
    return core::RowPositions(positions).part(first, rows);
}

EMSCRIPTEN_BINDINGS(posenc) {
    using emscripten::function;
    function("setList", set_list);
    function("setEncoding", set_encoding);
    function("reach", reach);
    function("setProgression", set_progression);
    function("setPicture", set_picture);
    function("checkList", check_list);
    function("checkOffsets", check_offsets);
    function("checkDistance", check_distance);
    function("checkBatch", check_batch);
    function("checkInto", check_into);
    function("checkEmbeddings", check_embeddings);
    function("pairCount", pair_count);
    function("encodeRows", encode_rows);
    function("add", add);
    function("frequencies", frequencies);
    function("wavelengths", wavelengths);
    function("shift", shift);
    function("similarity", similarity);
    function("pictureWidth", picture_width);
    function("window", window);
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
