// The WebAssembly module's surface: a flat list of operations that only translate. It keeps the arguments of the
// running call, buffers and the last problem; src/js is its only caller.
//
// Embind registers one function, which runs an operation on the numbers that JavaScript has put at `arguments`: a
// function of its own for each would be 3 KB more. A call in JavaScript becomes: `setEncoding` (`setList` for each of
// its lists before), then one of the position checks, then writes into the scratch buffer, piece by piece. Checks
// return 1 if all is well; otherwise `problem` tells what is not.
#include <emscripten/bind.h>

#include <array>

#include "../core/frequencies.hpp"
#include "../core/picture.hpp"
#include "../core/relations.hpp"
#include "../core/table.hpp"
#include "operations.hpp"
#include "state.hpp"

namespace posenc::wasm {

Encoding encoding;
Positions positions;
Source source;

namespace {

/** The numbers of an operation, which also takes its several results there. */
double numbers[64];

double distance;
Picture picture;
core::Problem last_problem;

double address_of(void const* place) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(place)); }

}  // namespace

bool well(core::Problem const& found) {
    last_problem = found;
    return !found;
}

namespace {

// Places of the encoding in use, in the order of encoding.ts.

double* const numbers_of_encoding[] = {&encoding.base, &encoding.shift, &encoding.origin, &encoding.scale,
                                       &encoding.value_scale};
void* const choices_of_encoding[] = {&encoding.spacing, &encoding.unit,    &encoding.layout,       &encoding.order,
                                     &encoding.odd,     &encoding.pairing, &encoding.section_order};
double* const numbers_of_scaling[] = {&encoding.scaling.factor,           &encoding.scaling.original_length,
                                      &encoding.scaling.beta_fast,        &encoding.scaling.beta_slow,
                                      &encoding.scaling.extrapolation,    &encoding.scaling.low_freq_factor,
                                      &encoding.scaling.high_freq_factor, &encoding.scaling.fraction};
std::optional<double>* const optionals_of_scaling[] = {&encoding.scaling.length, &encoding.scaling.attention_factor,
                                                       &encoding.scaling.mscale, &encoding.scaling.mscale_all_dim};

/** An encoding's lists, in the order of encoding.ts. */
std::array<std::vector<double>*, 4> lists_of(Encoding& of) {
    return {&of.frequencies, &of.frequency_factors, &of.scaling.short_factor, &of.scaling.long_factor};
}

/** Whether a list of the coming encoding is there already. */
bool has_lists = false;

/** An encoding has no lists unless they are set. */
void begin_encoding() {
    if (has_lists) return;
    drop_lists(encoding);
    encoding.sections.clear();
    has_lists = true;
}

}  // namespace

void drop_lists(Encoding& of) {
    for (std::vector<double>* const list : lists_of(of)) std::vector<double>().swap(*list);
}

/** The buffers, and the bytes of each. */
double addresses(double* out) {
    out[0] = address_of(input);
    out[1] = address_of(output);
    out[2] = address_of(sines);
    return kScratchBytes;
}

/** The last problem; texts are addresses of zero-terminated ASCII. Returns the value that is not allowed. */
double problem(double* out) {
    out[0] = address_of(last_problem.parameter);
    out[1] = address_of(last_problem.allowed);
    out[2] = last_problem.limit;
    out[3] = static_cast<double>(last_problem.index);
    return last_problem.value;
}

/** Takes one of the coming encoding's lists, in the order of encoding.ts, from the input buffer. */
double set_list(double* in) {
    begin_encoding();
    auto const which = size(in[0]);
    std::span<double const> const list = listed(in[1]);
    if (which == 4) {
        encoding.sections.assign(list.begin(), list.end());  // whole numbers
    } else {
        lists_of(encoding)[which]->assign(list.begin(), list.end());
    }
    return 1;
}

/**
 * Takes the other values of the coming encoding: which of the optional values are there, dim, and what is listed above.
 * If it is not valid, none is in use.
 */
double set_encoding(double* next) {
    begin_encoding();
    has_lists = false;
    auto given = static_cast<unsigned>(*next++);
    auto const optional = [&] {
        bool const present = given & 1;
        given >>= 1;
        return present ? std::optional(*next++) : (++next, std::nullopt);
    };
    double const dim = *next++;
    for (double* const number : numbers_of_encoding) *number = *next++;
    for (void* const choice : choices_of_encoding)
        *static_cast<std::uint8_t*>(choice) = static_cast<std::uint8_t>(*next++);
    encoding.padding = optional();
    encoding.xpos = given & 1 ? std::optional(XPos{next[0], next[1], next[2]}) : std::nullopt;
    given >>= 1;
    next += 3;
    encoding.scaling.type = static_cast<ScalingType>(*next++);
    if (encoding.scaling.type != ScalingType::none) {
        for (double* const number : numbers_of_scaling) *number = *next++;
        encoding.scaling.truncate = *next++ != 0;
        for (std::optional<double>* const number : optionals_of_scaling) *number = optional();
    }
    if (!well(core::check_encoding(dim, encoding))) return 0;
    encoding.dim = static_cast<std::int64_t>(dim);
    return 1;
}

/** The largest position of a call, of an encoding that leaves its length open: JavaScript knows whether it does. */
double reach(double* in) {
    encoding.scaling.length = core::length_for(encoding.scaling, in[0]);
    return well(core::check_encoding(static_cast<double>(encoding.dim), encoding));
}

/** start, step, count */
double set_progression(double* in) {
    if (!well(core::check_progression(encoding, in[0], in[1], in[2]))) return 0;
    positions = {in[0], in[1], static_cast<std::int64_t>(in[2])};
    source = Source::progression;
    return 1;
}

/** Positions that the input buffer holds: how many, and the index of the first in the whole list. */
double check_list(double* in) {
    source = Source::list;
    return well(core::check_list(encoding, listed(in[0]), static_cast<std::int64_t>(in[1])));
}

/** The same of offsets. */
double check_offsets(double* in) {
    for (std::size_t k = 0; k < size(in[0]); ++k) {
        auto const index = static_cast<std::int64_t>(in[1]) + static_cast<std::int64_t>(k);
        if (!well(core::check_distance("offsets", encoding, doubles_in()[k], index))) return 0;
    }
    return 1;
}

/** The distance of shifts. */
double set_distance(double* in) {
    distance = in[0];
    return well(core::check_distance("k", encoding, distance));
}

double check_batch(double* in) { return well(core::check_batch(in[0])); }

/** Of an array: its length, and the rows and columns that go into it. */
double check_into(double* in) { return well(core::check_length("into", in[0], in[1], in[2])); }
double check_embeddings(double* in) { return well(core::check_length("embeddings", in[0], in[1], in[2])); }

/** How many pairs there are, which may be none. */
double pair_count(double* out) {
    *out = static_cast<double>(core::columns_of(encoding).pairs());
    return 1;
}

core::RowPositions positions_of(double const* in) {
    if (source == Source::list) return listed(in[2]);
    return core::RowPositions(positions).part(static_cast<std::int64_t>(in[1]), static_cast<std::int64_t>(in[2]));
}

/**
 * Rows of what was set last: the format, the first row and their number. Of a list, the input buffer holds these rows'
 * positions (or, of a learned table, values).
 */
double encode_rows(double* in) {
    core::Format const format = format_of(in[0]);
    auto const first = static_cast<std::int64_t>(in[1]);
    if (source == Source::points) {
        core::write_points(points, places_of(first), first, static_cast<std::int64_t>(in[2]), format, output);
    } else if (source == Source::progression || source == Source::list) {
        core::write_table(encoding, positions_of(in), format, output);
    } else {
        encode_learned(format, in[2]);
    }
    return 1;
}

/** Adds floats of the output buffer to those of the input buffer. */
double add(double* in) {
    core::kernel().add(reinterpret_cast<float*>(input), reinterpret_cast<float*>(output), size(in[0]));
    return 1;
}

// Relations are float64. All pairs have a place in the output buffer.

double frequencies(double*) {
    core::write_frequencies(encoding, doubles_out());
    return 1;
}

double wavelengths(double*) {
    core::write_wavelengths(encoding, doubles_out());
    return 1;
}

/** Matrices of some pairs: the format, the first pair and their number. */
double shift(double* in) {
    core::write_shift(encoding, distance, size(in[1]), size(in[2]), doubles_out());
    return 1;
}

/** At offsets in the input buffer: the format, the first one and their number. */
double similarity(double* in) {
    core::write_similarity(encoding, listed(in[2]), doubles_out());
    return 1;
}

/** Pixels across the whole picture, for so many columns a pixel, or 0 if that is no number of columns. */
double picture_width(double* in) {
    if (!well(core::check_columns_per_pixel(in[0]))) return 0;
    return static_cast<double>(core::picture_columns(encoding, static_cast<std::int64_t>(in[0])));
}

/** What PictureNumbers has, in its order, and whether pixels are means. */
double set_picture(double* in) {
    if (!well(core::check_picture(encoding, {in[0], in[1], in[2], in[3], in[4], in[5]}))) return 0;
    auto const whole = [&](int k) { return static_cast<std::int64_t>(in[k]); };
    picture = {in[0], in[1], whole(2), whole(3), whole(4), whole(5), in[6] != 0};
    return 1;
}

/** Rows of the picture: the format, the first row and their number. */
double window(double* in) {
    core::write_picture(encoding, picture, static_cast<std::int64_t>(in[1]), static_cast<std::int64_t>(in[2]),
                        format_of(in[0]), output);
    return 1;
}

namespace {

double call(int operation) {
#define POSENC_ADDRESS(name) name,
    static constexpr Operation* kOperations[] = {POSENC_OPERATIONS(POSENC_ADDRESS)};
#undef POSENC_ADDRESS
    return kOperations[operation](numbers);
}

double arguments() { return address_of(numbers); }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc) {
    emscripten::function("call", call);
    emscripten::function("arguments", arguments);
}

}  // namespace posenc::wasm
