// Resizing of grids as torch.nn.functional.interpolate does it, each axis by itself.
#include <initializer_list>

#include "check_numbers.hpp"
#include "learned.hpp"

namespace posenc::core {
namespace {

/** The kernels at a distance: the triangle, and Keys' cubic convolution. */
double weight(double x, bool bilinear, double a) {
    x = __builtin_fabs(x);
    if (bilinear) return x < 1 ? 1 - x : 0;
    if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

/**
 * One axis: [outer, from, inner] to [outer, to, inner]. Where taps lie beyond the border, the border counts (as without
 * antialias in PyTorch) or nothing does (as with it).
 */
void resample_axis(ResampleNumbers const& how, double from, double to, double outer, std::size_t inner,
                   double const* in, double* out) {
    double const scale = from / to;
    double const stretch = how.antialias && scale > 1 ? scale : 1;
    double const reach = (how.bilinear ? 1 : 2) * stretch;
    for (double k = 0; k < outer * to; ++k) {
        double const line = __builtin_floor(k / to);
        double const place = k - line * to;
        double centre = (place + 0.5) * scale - 0.5;
        if (how.align_corners) centre = to > 1 ? place * ((from - 1) / (to - 1)) : 0;
        double total = 0;
        for (std::size_t c = 0; c < inner; ++c) out[c] = 0;
        for (double tap = __builtin_ceil(centre - reach); tap <= centre + reach; ++tap) {
            double const inside = tap < 0 ? 0 : tap >= from ? from - 1 : tap;
            if (how.antialias && tap != inside) continue;
            double const w = weight((tap - centre) / stretch, how.bilinear, how.antialias ? -0.5 : -0.75);
            double const* const values = in + static_cast<std::size_t>(line * from + inside) * inner;
            total += w;
            for (std::size_t c = 0; c < inner; ++c) out[c] += w * values[c];
        }
        for (std::size_t c = 0; c < inner; ++c) *out++ /= total;
    }
}

}  // namespace

Problem check_resample(ResampleNumbers& how) {
    Problem found;
    found.whole_between("prefix", how.prefix, 0, how.length, "a whole number from 0 to %, the table's rows");
    double const cells = how.length - how.prefix;
    if (how.square) how.from[0] = how.from[1] = __builtin_floor(__builtin_sqrt(cells));
    double const* const grids[] = {how.from, how.to};
    for (int k = 0; k < 4; ++k) {
        found.whole_between(k < 2 ? "from" : "to", grids[k / 2][k % 2], 1, kMostCells, "a whole number from 1 to %",
                            k % 2);
    }
    found.require(how.from[0] * how.from[1] == cells, "from", how.from[0] * how.from[1],
                  "% cells, the table's rows without the prefix", cells);
    if (!found) {
        found.require(channels_at_once(how) > 0, "to", how.to[0] * how.to[1],
                      "at most 65536 cells, as rows times columns of from and to");
    }
    found.require(!(how.align_corners && how.antialias), "alignCorners", 1, "without antialias", 0, Problem::kTruth);
    return found;
}

std::size_t channels_at_once(ResampleNumbers const& how) {
    // The rows are resized first.
    double most = 0;
    for (double const cells : {how.from[0] * how.from[1], how.to[0] * how.from[1], how.to[0] * how.to[1]}) {
        if (cells > most) most = cells;
    }
    return static_cast<std::size_t>(kMostCells / most);
}

void resample_grid(ResampleNumbers const& how, double const* grid, std::size_t channels, double* between, double* out) {
    resample_axis(how, how.from[0], how.to[0], 1, static_cast<std::size_t>(how.from[1]) * channels, grid, between);
    resample_axis(how, how.from[1], how.to[1], how.to[0], channels, between, out);
}

}  // namespace posenc::core
