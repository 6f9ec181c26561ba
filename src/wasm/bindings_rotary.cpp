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

/** How many pairs what was last set has; 0 if it cannot rotate. */
double check_rotary() {
    bool const several = source == Source::points;
    if (!well(several ? core::check_rotary(points) : core::check_rotary(encoding))) return 0;
    if (several) core::put_cosines_first(points);
    pairs = static_cast<std::size_t>(several ? points.dim : encoding.dim) / 2;
    pairing = several ? points.axes[0].encoding.pairing : encoding.pairing;
    return static_cast<double>(pairs);
}

bool check_rotation(double axes, double sequence_axis, double first_channel, double batch, double length, double width,
                    double positions_in_all, double rows) {
    return well(core::check_rotation(2 * static_cast<double>(pairs), {axes, sequence_axis, first_channel, batch, length,
                                                                      width, positions_in_all, rows}));
}

/** Rows of cosines in the output buffer and of sines in theirs, as `encodeRows` has those of tables. */
void rotary_rows(int format_index, double first_row, int rows, bool full) {
    auto const format = static_cast<core::Format>(format_index);
    auto const first = static_cast<std::int64_t>(first_row);
    std::size_t const skipped = full ? pairs * core::size_of(format) : 0;
    core::PairTables const out{output + skipped, sines + skipped, full ? 2 * pairs : pairs};
    switch (source) {
        case Source::progression: core::write_pairs(encoding, positions, first, rows, format, out); break;
        case Source::list: core::write_pairs(encoding, listed(rows), format, out); break;
        case Source::points: core::write_pairs(points, places_of(first), first, rows, format, out); break;
    }
    if (!full) return;
    for (char* table : {output, sines}) {
        core::fill_rows(table, static_cast<std::size_t>(rows), pairs, format, pairing);
    }
}

/**
 * Rotates what the input buffer holds, [cycles, rows, repeat, width], by rows of half-width float32 tables from `first`
 * on.
 */
void rotate(int format, int first, int rows, int repeat, int cycles, int width, int first_channel, bool inverse) {
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
                                inverse};
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
