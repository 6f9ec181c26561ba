// Rotations, as bindings.cpp has the rest.
#include <emscripten/bind.h>

#include "../core/rotary.hpp"
#include "../core/table.hpp"
#include "state.hpp"

namespace posenc::wasm {
namespace {

/** Sines, while cosines stand in the output buffer. */
alignas(64) char sines[kScratchBytes];

std::size_t pairs;
Pairing pairing;
/** Of tables: whether rows are full, and of data: whether they turn back. */
bool full_rows;
bool backward;

/** How many pairs what was last set has; 0 if it cannot rotate. */
double check_rotary(int full) {
    full_rows = full != 0;
    bool const several = source == Source::points;
    if (!well(several ? core::check_rotary(points) : core::check_rotary(encoding))) return 0;
    if (several) core::put_cosines_first(points);
    pairs = static_cast<std::size_t>(several ? points.dim : encoding.dim) / 2;
    pairing = several ? points.axes[0].encoding.pairing : encoding.pairing;
    return static_cast<double>(pairs);
}

/** Takes what RotationNumbers has, in its order, and whether to turn back from the input buffer. */
bool check_rotation() {
    double const* const given = doubles_in();
    backward = given[8] != 0;
    return well(core::check_rotation(2 * static_cast<double>(pairs),
                                     {given[0], given[1], given[2], given[3], given[4], given[5], given[6], given[7]}));
}

/** Rows of cosines in the output buffer and of sines in theirs, as `encodeRows` has those of tables. */
void rotary_rows(int format_index, double first_row, int rows) {
    auto const format = static_cast<core::Format>(format_index);
    auto const first = static_cast<std::int64_t>(first_row);
    std::size_t const skipped = full_rows ? pairs * core::size_of(format) : 0;
    core::PairTables const out{output + skipped, sines + skipped, full_rows ? 2 * pairs : pairs};
    if (source == Source::points) {
        core::write_pairs(points, places_of(first), first, rows, format, out);
    } else {
        core::write_pairs(encoding, positions_of(first, rows), format, out);
    }
    if (!full_rows) return;
    for (char* table : {output, sines}) {
        core::fill_rows(table, static_cast<std::size_t>(rows), pairs, format, pairing);
    }
}

/**
 * Rotates what the input buffer holds, [cycles, rows, repeat, width], by rows of half-width float32 tables from `first`
 * on.
 */
void rotate(int format, int first, int rows, int repeat, int cycles, int width, int first_channel) {
    std::size_t const skipped = static_cast<std::size_t>(first) * pairs;
    core::RotationTarget target{input,
                                static_cast<core::Format>(format),
                                static_cast<std::size_t>(width),
                                static_cast<std::size_t>(repeat),
                                reinterpret_cast<float*>(output) + skipped,
                                reinterpret_cast<float*>(sines) + skipped,
                                static_cast<std::size_t>(rows),
                                pairs,
                                pairing == Pairing::half,
                                backward};
    std::size_t const bytes = core::size_of(target.format);
    char* data = input + static_cast<std::size_t>(first_channel) * bytes;
    for (; cycles > 0; --cycles, data += target.rows * target.repeat * target.width * bytes) {
        target.data = data;
        core::kernel().rotate(target);
    }
}

std::uintptr_t sines_address() { return reinterpret_cast<std::uintptr_t>(sines); }

}  // namespace

EMSCRIPTEN_BINDINGS(posenc_rotary) {
    using emscripten::function;
    function("checkRotary", check_rotary);
    function("checkRotation", check_rotation);
    function("rotaryRows", rotary_rows);
    function("rotate", rotate);
    function("sinesAddress", sines_address);
}

}  // namespace posenc::wasm
