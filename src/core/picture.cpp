#include "picture.hpp"

#include <cstring>

#include "rows.hpp"
#include "values.hpp"

namespace posenc::core {
namespace {

constexpr std::ptrdiff_t kSegmentPairs = kSegment * kBlock;
/** Rows beyond are evaluated directly, as in tables. */
constexpr std::int64_t kLargestGrid = std::int64_t{1} << 53;

/** Of columns, pixels and the rows of a piece: as wide as addresses are. */
using Index = std::ptrdiff_t;

Index divide_up(Index a, Index b) { return (a + b - 1) / b; }

Index smaller(Index a, Index b) { return a < b ? a : b; }

/** In four partial sums, for speed and smaller rounding errors. */
double sum(double const* values, Index count) {
    double parts[4]{};
    Index k = 0;
    for (; k + 4 <= count; k += 4) {
        for (int part = 0; part < 4; ++part) parts[part] += values[k + part];
    }
    for (; k < count; ++k) parts[0] += values[k];
    return (parts[0] + parts[1]) + (parts[2] + parts[3]);
}

/** Replaces values by the means of `across` each; the last mean is of what is left. */
void average(double* values, Index count, Index across) {
    Index const whole = count / across;
    Index const left = count - whole * across;
    double const last = left == 0 ? 0 : sum(values + whole * across, left) / static_cast<double>(left);
    // Few columns a pixel: neighbours add up pairwise in vectors. Many: one sum after the other.
    Index each = across;
    for (; each % 2 == 0 && across <= 8; each /= 2) {
        for (Index k = 0; k < whole * each / 2; ++k) values[k] = values[2 * k] + values[2 * k + 1];
    }
    for (Index pixel = 0; pixel < whole; ++pixel) {
        double const total = each == 1 ? values[pixel] : sum(values + pixel * each, each);
        values[pixel] = total / static_cast<double>(across);
    }
    if (left != 0) values[whole] = last;
}

/**
 * First and second functions of a pixel that is wider than a segment, as far as its columns have gone by: sums whose
 * rounding errors are kept beside them, since it may hold half of 65536 columns.
 */
using WidePixel = Exact[2];

class PictureWriter {
 public:
    /** @param subtract 0 to put pixels, else the factor with which they are taken from the doubles that are there */
    PictureWriter(Encoding const& encoding, Picture const& picture, Format format, void* out, double subtract)
        : origin_(origin_of_grid(encoding, picture)),
          rows_(plan_for({encoding, picture.positions_per_pixel, averages(picture)}), origin_.high, origin_.low),
          firsts_(static_cast<Index>(rows_.plan().columns.firsts)),
          seconds_(static_cast<Index>(rows_.plan().columns.seconds)),
          left_(static_cast<Index>(picture.left)),
          width_(static_cast<Index>(picture.width)),
          across_(static_cast<Index>(picture.columns_per_pixel)),
          format_(format),
          out_(static_cast<char*>(out)),
          subtract_(subtract) {}

    /** Rows first .. first + count - 1 of the window. */
    void write(std::int64_t first, Index count) {
        for (Index y = 0; y < count;) {
            std::int64_t const q = origin_.row + first + y;
            bool const tile =
                origin_.on_grid && q >= 0 && q <= kLargestGrid - kTileRows && starts_tile(q) && count - y >= kTileRows;
            int const rows = tile ? kTileRows : 1;
            write_rows(q, y, rows);
            y += rows;
        }
    }

 private:
    /**
     * Row q of the grid is at the position high + low + q * positions_per_pixel, and the window begins at grid row
     * `row`. With one position a pixel the grid is that of tables, so that the picture shows their very values.
     */
    struct Origin {
        double high;
        double low;
        std::int64_t row;
        bool on_grid;
    };

    static bool averages(Picture const& picture) { return picture.mean && picture.positions_per_pixel > 1; }

    static Origin origin_of_grid(Encoding const& encoding, Picture const& picture) {
        double const n = picture.positions_per_pixel;
        // Means hold the encoding's origin in their phases (plan.cpp).
        Exact const start = two_sum(picture.start, averages(picture) ? (n - 1) / 2 : encoding.origin);
        if (n > 1) return {start.value, start.error, 0, true};
        bool const whole = start.value == __builtin_floor(start.value) && start.error == __builtin_floor(start.error);
        if (!whole) return {start.value, start.error, 0, false};
        return {0, 0, static_cast<std::int64_t>(start.value) + static_cast<std::int64_t>(start.error), true};
    }

    void write_rows(std::int64_t q, Index y, int rows) {
        PhasorBlock phasors[kTileRows * kStride];
        WidePixel wide[kTileRows]{};
        for (Index begin = 0, end; begin < firsts_; begin = end) {
            end = segment_end(begin);
            if (!any_shown(begin, end)) continue;
            Index const block = begin / kBlock;
            auto const count = static_cast<std::size_t>(divide_up(end, kBlock) - block);
            make_rows(q, rows, static_cast<std::size_t>(block), count, phasors);
            for (int row = 0; row < rows; ++row)
                put_pixels(phasors + static_cast<std::size_t>(row) * kStride, begin, end, y + row, wide[row]);
        }
        double const zero = 0;  // in any format
        if (!rows_.plan().columns.zero_column) return;
        for (int row = 0; row < rows; ++row) put(y + row, 2 * divide_up(firsts_, across_), &zero, 1);
    }

    /** A segment holds whole pixels where they are narrow; a wider pixel takes several segments. */
    Index segment_end(Index begin) const {
        Index const end = across_ > kSegmentPairs ? smaller(begin + kSegmentPairs, (begin / across_ + 1) * across_)
                                                  : begin + kSegmentPairs / across_ * across_;
        return smaller(end, firsts_);
    }

    void make_rows(std::int64_t q, int rows, std::size_t block, std::size_t count, PhasorBlock* out) {
        if (rows == kTileRows) {
            rows_.grid_tile(q, block, count, out, kStride);
        } else if (origin_.on_grid && q >= -kLargestGrid && q <= kLargestGrid) {
            rows_.grid_row(q, block, count, out);
        } else {
            // Beyond 2^53 a row's number takes two doubles. The sum's first is the nearest, as where tables ask.
            std::int64_t const most = q < 0 ? -kLargestGrid : kLargestGrid;
            Exact const row = two_sum(static_cast<double>(most), static_cast<double>(q - most));
            Exact const sum = two_sum(origin_.high, row.value);
            Exact const position = fast_two_sum(sum.value, sum.error + (row.error + origin_.low));
            rows_.direct_row(position.value, position.error, block, count, out);
        }
    }

    /** Puts the pixels of pairs begin .. end - 1, of which the first is in the first block; means replace phasors. */
    void put_pixels(PhasorBlock* phasors, Index begin, Index end, Index y, WidePixel& wide) {
        Index counts[2] = {end - begin, smaller(end, seconds_) - begin};
        for (int function = 0; across_ > 1 && function < 2; ++function) {
            double line[kSegmentPairs + kBlock];
            double* const values = line + begin % kBlock;
            auto const block = [&](Index b) { return function == 0 ? phasors[b].first : phasors[b].second; };
            for (Index k = 0; k < end - begin + kBlock; k += kBlock) {
                std::memcpy(line + k, block(k / kBlock), kBlock * sizeof *line);
            }
            Index& count = counts[function];
            count = means(values, begin, begin + count, end, wide[function]);
            for (Index k = 0; k < count; k += kBlock) {
                std::memcpy(block(k / kBlock), values + k, kBlock * sizeof *line);
            }
        }
        double pixels[2 * kSegmentPairs];  // in any format
        double* const seconds = pixels + kSegmentPairs;
        kernel().write(phasors, {pixels, interleaved() ? nullptr : seconds, format_,
                                 static_cast<std::size_t>(counts[0]), static_cast<std::size_t>(counts[1])});
        if (interleaved()) return put(y, 2 * begin, pixels, counts[0] + counts[1]);
        put(y, begin / across_, pixels, counts[0]);
        put(y, second_column(begin / across_), seconds, counts[1]);
    }

    /**
     * Replaces the values of pairs begin .. own_end - 1 by the pixels' means, and returns how many those are. Of a wide
     * pixel there is one when it is complete.
     */
    Index means(double* values, Index begin, Index own_end, Index end, Exact& wide) const {
        if (across_ <= kSegmentPairs) {
            average(values, own_end - begin, across_);
            return divide_up(own_end - begin, across_);
        }
        Exact const next = two_sum(wide.value, sum(values, own_end - begin));
        wide = {next.value, wide.error + next.error};
        Index const columns = own_end - begin / across_ * across_;
        if (columns == 0 || (end % across_ != 0 && end != firsts_)) return 0;
        values[0] = (wide.value + wide.error) / static_cast<double>(columns);
        wide = {};
        return 1;
    }

    bool interleaved() const { return across_ == 1 && !rows_.plan().columns.halves; }
    Index second_column(Index pixel) const { return divide_up(firsts_, across_) + pixel; }

    /** Whether the window shows any pixel that pairs begin .. end - 1 belong to. */
    bool any_shown(Index begin, Index end) const {
        Index const first = begin / across_;
        Index const last = (end - 1) / across_;
        auto const overlaps = [&](Index from, Index to) { return to >= left_ && from < left_ + width_; };
        return interleaved() ? overlaps(2 * first, 2 * last + 1)
                             : overlaps(first, last) || overlaps(second_column(first), second_column(last));
    }

    /** Puts `count` values, in the window's format, into the columns from `column` on, as far as it shows them. */
    void put(Index y, Index column, double const* values, Index count) {
        Index const x = column - left_;
        Index const begin = x < 0 ? -x : 0;
        Index const end = smaller(count, width_ - x);
        if (end <= begin) return;
        if (subtract_ != 0) {
            double* const pixels = reinterpret_cast<double*>(out_) + y * width_ + x;
            for (Index k = begin; k < end; ++k) pixels[k] -= subtract_ * values[k];
            return;
        }
        auto const bytes = static_cast<Index>(size_of(format_));
        std::memcpy(out_ + (y * width_ + x + begin) * bytes, reinterpret_cast<char const*>(values) + begin * bytes,
                    static_cast<std::size_t>((end - begin) * bytes));
    }

    /** A segment's blocks: pixels may begin within a block, so that there is one more. */
    static constexpr std::size_t kStride = kSegment + 1;

    Origin origin_;
    Rows rows_;
    /** Pairs with a first function, and with a second. */
    Index firsts_;
    Index seconds_;
    Index left_;
    Index width_;
    /** Columns a pixel. */
    Index across_;
    Format format_;
    char* out_;
    double subtract_;
};

/** The window's row that holds the padding position, or -1. */
std::int64_t padded_row(Encoding const& encoding, Picture const& picture) {
    if (!encoding.padding) return -1;
    // As integers: the distance may be no double.
    if (*encoding.padding != __builtin_floor(*encoding.padding)) return -1;
    std::int64_t const distance =
        static_cast<std::int64_t>(*encoding.padding) - static_cast<std::int64_t>(picture.start);
    auto const each = static_cast<std::int64_t>(picture.positions_per_pixel);
    bool const seen = distance >= 0 && (picture.mean || distance % each == 0);
    return seen && distance / each < picture.height ? distance / each : -1;
}

}  // namespace

std::int64_t picture_columns(Encoding const& encoding, std::int64_t columns_per_pixel) {
    Columns const columns = columns_of(encoding);
    auto const across = static_cast<std::size_t>(columns_per_pixel);
    std::size_t const pixels = (columns.firsts + across - 1) / across + (columns.seconds + across - 1) / across;
    return static_cast<std::int64_t>(pixels) + columns.zero_column;
}

void write_picture(Encoding const& encoding, Picture const& picture, std::int64_t first, std::int64_t count,
                   Format format, void* out) {
    if (picture.width == 0) return;  // at any height
    PictureWriter(encoding, picture, format, out, 0).write(first, static_cast<Index>(count));
    std::int64_t const padded = padded_row(encoding, picture);
    if (padded < first || padded >= first + count) return;
    std::size_t const row_bytes = static_cast<std::size_t>(picture.width) * size_of(format);
    char* const row = static_cast<char*>(out) + static_cast<std::size_t>(padded - first) * row_bytes;
    if (!picture.mean || picture.positions_per_pixel == 1) {
        std::memset(row, 0, row_bytes);
        return;
    }
    // The row of zeros: the values that stand there otherwise leave the mean. In doubles, a piece at a time, so that a
    // float is rounded once here too.
    constexpr std::int64_t kPiece = 512;
    double pixels[kPiece];
    for (std::int64_t x = 0; x < picture.width; x += kPiece) {
        Picture piece = picture;
        piece.left += x;
        piece.width = picture.width - x < kPiece ? picture.width - x : kPiece;
        PictureWriter(encoding, piece, Format::float64, pixels, 0).write(padded, 1);
        Picture single = piece;
        single.start = *encoding.padding;
        single.positions_per_pixel = 1;
        single.height = 1;
        PictureWriter(encoding, single, Format::float64, pixels, 1 / picture.positions_per_pixel).write(0, 1);
        write_values(pixels, static_cast<std::size_t>(piece.width), format,
                     row + static_cast<std::size_t>(x) * size_of(format));
    }
}

}  // namespace posenc::core
