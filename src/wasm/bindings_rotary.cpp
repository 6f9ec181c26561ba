// Rotations, as bindings.cpp has the rest.
#include "../core/rotary.hpp"
#include "../core/table.hpp"
#include "operations.hpp"
#include "state.hpp"

namespace posenc::wasm {
namespace {

/** The encoding in use with its cosines first: what is in use does not change. Of points, each call brings its own. */
Encoding turned;
std::size_t pairs;
Pairing pairing;
/** Of tables: whether rows are full, and of data: whether they turn back. */
bool full_rows;
bool backward;

}  // namespace

/** How many pairs what was last set has; 0 if it cannot rotate. `full` of rows to come: 0 or 1. */
double check_rotary(double* in) {
    full_rows = in[0] != 0;
    bool const several = source == Source::points;
    if (!well(several ? core::check_rotary(points) : core::check_rotary(encoding))) return 0;
    turned = encoding;
    several ? core::put_cosines_first(points) : core::put_cosines_first(turned);
    pairs = static_cast<std::size_t>(several ? points.dim : encoding.dim) / 2;
    pairing = several ? points.axes[0].encoding.pairing : encoding.pairing;
    return static_cast<double>(pairs);
}

/** What RotationNumbers has, in its order, and whether to turn back. */
double check_rotation(double* in) {
    backward = in[8] != 0;
    return well(
        core::check_rotation(2 * static_cast<double>(pairs), {in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7]}));
}

/** Rows of cosines in the output buffer and of sines in theirs, as `encodeRows` has those of tables. */
double rotary_rows(double* in) {
    core::Format const format = format_of(in[0]);
    auto const first = static_cast<std::int64_t>(in[1]);
    auto const rows = static_cast<std::int64_t>(in[2]);
    std::size_t const skipped = full_rows ? pairs * core::size_of(format) : 0;
    core::PairTables const out{output + skipped, sines + skipped, full_rows ? 2 * pairs : pairs};
    if (source == Source::points) {
        core::write_pairs(points, places_of(first), first, rows, format, out);
    } else {
        core::write_pairs(turned, positions_of(in), format, out);
    }
    for (char* table : {output, sines}) {
        if (full_rows) core::fill_rows(table, size(in[2]), pairs, format, pairing);
    }
    return 1;
}

/**
 * Rotates what the input buffer holds, [cycles, rows, repeat, width], by rows of half-width float32 tables from `first`
 * on: format, first, rows, repeat, cycles, width, first channel.
 */
double rotate(double* in) {
    std::size_t const skipped = size(in[1]) * pairs;
    core::RotationTarget target{input,
                                format_of(in[0]),
                                size(in[5]),
                                size(in[3]),
                                reinterpret_cast<float*>(output) + skipped,
                                reinterpret_cast<float*>(sines) + skipped,
                                size(in[2]),
                                pairs,
                                pairing == Pairing::half,
                                backward};
    std::size_t const bytes = core::size_of(target.format);
    char* data = input + size(in[6]) * bytes;
    for (std::size_t cycles = size(in[4]); cycles > 0; --cycles) {
        target.data = data;
        core::kernel().rotate(target);
        data += target.rows * target.repeat * target.width * bytes;
    }
    return 1;
}

}  // namespace posenc::wasm
