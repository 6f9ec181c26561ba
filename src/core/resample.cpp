// Resizing of grids as torch.nn.functional.interpolate does it, each axis by itself.
#include "check_numbers.hpp"
#include "learned.hpp"

namespace posenc::core {
namespace {

/** The kernels at a distance: the triangle, and Keys' cubic convolution. */
double weight(double x, bool bilinear, double a) {
    x = magnitude(x);
    if (bilinear) return x < 1 ? 1 - x : 0;
    if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

/**
 * One axis: [outer, from, inner] to [outer, to, inner]. Where taps lie beyond the border, the border counts (as without
 * antialias in PyTorch) or nothing does (as with it).
 */
void resample_axis(ResampleNumbers const& how, int axis, std::size_t outer, std::size_t inner, double const* in,
                   double* out) {
    double const from = how.from[axis];
    double const to = how.to[axis];
    double const scale = from / to;
    double const stretch = how.antialias && scale > 1 ? scale : 1;
    double const reach = (how.bilinear ? 1 : 2) * stretch;
    double const a = how.antialias ? -0.5 : -0.75;
    auto const all = static_cast<std::size_t>(from) * inner;
    for (std::size_t o = 0; o < outer; ++o, in += all) {
        for (double k = 0; k < to; ++k, out += inner) {
            double const centre = !how.align_corners ? (k + 0.5) * scale - 0.5
                                  : to > 1           ? k * ((from - 1) / (to - 1))
                                                     : 0;
            double total = 0;
            for (std::size_t c = 0; c < inner; ++c) out[c] = 0;
            for (double tap = __builtin_ceil(centre - reach); tap <= centre + reach; ++tap) {
                if (how.antialias && (tap < 0 || tap >= from)) continue;
                double const w = weight((tap - centre) / stretch, how.bilinear, a);
                double const* const line = in + static_cast<std::size_t>(tap < 0       ? 0
                                                                         : tap >= from ? from - 1
                                                                                       : tap) *
                                                    inner;
                total += w;
                for (std::size_t c = 0; c < inner; ++c) out[c] += w * line[c];
            }
            for (std::size_t c = 0; c < inner; ++c) out[c] /= total;
        }
    }
}

bool rows_first(ResampleNumbers const& how) { return how.to[0] * how.from[1] <= how.from[0] * how.to[1]; }

}  // namespace

Problem check_resample(ResampleNumbers& how) {
    if (!whole_between(how.prefix, 0, how.length)) {
        return {"prefix", how.prefix, "a whole number from 0 to %, the table's rows", how.length};
    }
    double const cells = how.length - how.prefix;
    if (how.square) {
        how.from[0] = how.from[1] = __builtin_floor(__builtin_sqrt(cells));
        if (how.from[0] * how.from[1] != cells) {
            return {"from", cells, "to be given: this number of rows is no square"};
        }
    }
    for (int k = 0; k < 2; ++k) {
        double const* const grid = k == 0 ? how.from : how.to;
        char const* const parameter = k == 0 ? "from" : "to";
        for (int axis = 0; axis < 2; ++axis) {
            if (whole_between(grid[axis], 1, kMostCells)) continue;
            return {parameter, grid[axis], "a whole number from 1 to 65536", 0, axis};
        }
        if (grid[0] * grid[1] > kMostCells) return {parameter, grid[0] * grid[1], "at most 65536 cells"};
    }
    if (how.from[0] * how.from[1] != cells) {
        return {"from", how.from[0] * how.from[1], "% cells, the table's rows without the prefix", cells};
    }
    if (how.align_corners && how.antialias) return {"alignCorners", 1, "without antialias"};
    return {};
}

std::size_t channels_at_once(ResampleNumbers const& how) {
    double most = how.from[0] * how.from[1];
    double const between = rows_first(how) ? how.to[0] * how.from[1] : how.from[0] * how.to[1];
    if (between > most) most = between;
    if (how.to[0] * how.to[1] > most) most = how.to[0] * how.to[1];
    return static_cast<std::size_t>(kMostCells / most);
}

void resample_grid(ResampleNumbers const& how, double const* grid, std::size_t channels, double* between, double* out) {
    auto const size = [](double side) { return static_cast<std::size_t>(side); };
    if (rows_first(how)) {
        resample_axis(how, 0, 1, size(how.from[1]) * channels, grid, between);
        resample_axis(how, 1, size(how.to[0]), channels, between, out);
    } else {
        resample_axis(how, 1, size(how.from[0]), channels, grid, between);
        resample_axis(how, 0, 1, size(how.to[1]) * channels, between, out);
    }
}

}  // namespace posenc::core
