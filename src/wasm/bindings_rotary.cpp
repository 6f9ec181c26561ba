// Rotations, as bindings.cpp has the rest.
#include <emscripten/bind.h>

#include "../core/rotary.hpp"
#include "../core/table.hpp"
#include "state.hpp"

namespace posenc::wasm {
namespace {

/** Sines, while cosines stand in the output buffer. */
alignas(64) char sines[kScratchBytes];

bool check_rotary() { return well(core::check_rotary(encoding)); }

bool check_rotation(double axes, double sequence_axis, double first_channel, double batch, double length, double width,
                    double positions_in_all, double rows) {
    return well(core::check_rotation(
        encoding, {axes, sequence_axis, first_channel, batch, length, width, positions_in_all, rows}));
}

/** Makes rows of cosines in the output buffer and of sines in theirs; `write` gets where the first ones go. */
template <class Write>
void make_tables(int format_index, int rows, bool full, Write write) {
    core::Format const format = static_cast<core::Format>(format_index);
    std::size_t const pairs = static_cast<std::size_t>(encoding.dim) / 2;
    std::size_t const skipped = full ? pairs * core::size_of(format) : 0;
    write(format, core::PairTables{output + skipped, sines + skipped, full ? 2 * pairs : pairs});
    if (!full) return;
    for (char* table : {output, sines}) {
        core::fill_rows(table, static_cast<std::size_t>(rows), pairs, format, encoding.pairing);
    }
}

void rotary_progression(int format_index, double first, int rows, bool full) {
    make_tables(format_index, rows, full, [&](core::Format format, core::PairTables const& out) {
        core::write_pairs(encoding, positions, static_cast<std::int64_t>(first), rows, format, out);
    });
}

void rotary_list(int format_index, int rows, bool full) {
    make_tables(format_index, rows, full, [&](core::Format format, core::PairTables const& out) {
        core::write_pairs(encoding, listed(static_cast<std::size_t>(rows)), format, out);
    });
}

/**
 * Rotates what the input buffer holds, [cycles, rows, repeat, width], by rows of half-width float32 tables from `first`
 * on.
 */
void rotate(int format, int first, int rows, int repeat, int cycles, int width, int first_channel, bool inverse) {
    std::size_t const pairs = static_cast<std::size_t>(encoding.dim) / 2;
    std::size_t const skipped = static_cast<std::size_t>(first) * pairs;
    core::RotationTarget target{input,
                                static_cast<core::Format>(format),
                                static_cast<std::size_t>(width),
                                static_cast<std::size_t>(repeat),
                                reinterpret_cast<float*>(output) + skipped,
                                reinterpret_cast<float*>(sines) + skipped,
                                static_cast<std::size_t>(rows),
                                pairs,
                                encoding.pairing == Pairing::half,
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
    function("rotaryProgression", rotary_progression);
    function("rotaryList", rotary_list);
    function("rotate", rotate);
    function("sinesAddress", sines_address);
}

}  // namespace posenc::wasm
