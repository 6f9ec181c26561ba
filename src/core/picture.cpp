#include "picture.hpp"

#include <cstring>

#include "rows.hpp"

namespace posenc::core {
namespace {

constexpr std::int64_t kSegmentPairs = kSegment * kBlock;
/** Rows beyond are evaluated directly, as in tables. */
constexpr std::int64_t kLargestGrid = std::int64_t{1} << 53;

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

std::int64_t smaller(std::int64_t a, std::int64_t b) { return a < b ? a : b; }

/** In four partial sums, for speed and smaller rounding errors. */
double sum(double const* values, std::int64_t count) {
    double parts[4]{};
    std::int64_t k = 0;
    for (; k + 4 <= count; k += 4) {
        for (int part = 0; part < 4; ++part) parts[part] += values[k + part];
    }
    for (; k < count; ++k) parts[0] += values[k];
    return (parts[0] + parts[1]) + (parts[2] + parts[3]);
}

/** A sum whose rounding errors are kept beside it: a pixel may hold half of 65536 columns. */
struct CarefulSum {
    double value = 0;
    double error = 0;
    void add(double x) {
        Exact const next = two_sum(value, x);
        value = next.value;
        error += next.error;
    }
    [[nodiscard]] double total() const { return value + error; }
};

/** A pixel wider than a segment, as far as its columns have gone by. */
struct WidePixel {
    CarefulSum first;
    CarefulSum second;
};

/** First and second functions of a segment's pairs, each in one run. */
struct Line {
    double first[kSegmentPairs + kBlock];
    double second[kSegmentPairs + kBlock];

    void take(PhasorBlock const* phasors, std::size_t count) {
        for (std::size_t b = 0; b < count; ++b) {
            std::memcpy(first + b * kBlock, phasors[b].first, sizeof phasors[b].first);
            std::memcpy(second + b * kBlock, phasors[b].second, sizeof phasors[b].second);
        }
    }
};

class PictureWriter {
 public:
    /** @param subtract 0 to put pixels, else the factor with which they are taken from what is there */
    PictureWriter(Encoding const& encoding, Picture const& picture, Format format, void* out, double subtract)
        : picture_(picture),
          origin_(origin_of_grid(encoding, picture)),
          rows_(plan_for({encoding, picture.positions_per_pixel, averages(picture)}), origin_.high, origin_.low),
          columns_(rows_.plan().columns),
          format_(format),
          out_(out),
          subtract_(subtract) {}

    /** Rows first .. first + count - 1 of the window. */
    void write(std::int64_t first, std::int64_t count) {
        for (std::int64_t y = 0; y < count;) {
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

    void write_rows(std::int64_t q, std::int64_t y, int rows) {
        PhasorBlock phasors[kTileRows * kStride];
        WidePixel wide[kTileRows];
        for (std::int64_t begin = 0, end; begin < columns_.firsts; begin = end) {
            end = segment_end(begin);
            if (!any_shown(begin, end)) continue;
            std::int64_t const block = begin / kBlock;
            auto const count = static_cast<std::size_t>(divide_up(end, kBlock) - block);
            make_rows(q, rows, static_cast<std::size_t>(block), count, phasors);
            for (int row = 0; row < rows; ++row) {
                Line line;
                line.take(phasors + static_cast<std::size_t>(row) * kStride, count);
                double* const first = line.first + begin % kBlock;
                double* const second = line.second + begin % kBlock;
                if (picture_.columns_per_pixel > kSegmentPairs) {
                    put_wide_pixel(first, second, begin, end, y + row, wide[row]);
                } else {
                    put_pixels(first, second, begin, end, y + row);
                }
            }
        }
        if (!columns_.zero_column) return;
        double const zero = 0;
        std::int64_t const last = 2 * divide_up(columns_.firsts, picture_.columns_per_pixel);
        for (int row = 0; row < rows; ++row) put(y + row, last, 1, &zero, 1);
    }

    /** A segment holds whole pixels where they are narrow; a wider pixel takes several segments. */
    std::int64_t segment_end(std::int64_t begin) const {
        std::int64_t const across = picture_.columns_per_pixel;
        std::int64_t const end = across > kSegmentPairs ? smaller(begin + kSegmentPairs, (begin / across + 1) * across)
                                                        : begin + kSegmentPairs / across * across;
        return smaller(end, columns_.firsts);
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

    /** Puts the pixels of pairs begin .. end - 1, averaging in place. */
    void put_pixels(double* first, double* second, std::int64_t begin, std::int64_t end, std::int64_t y) {
        std::int64_t const across = picture_.columns_per_pixel;
        std::int64_t const pixel = begin / across;
        std::int64_t const seconds = smaller(end, columns_.seconds);
        average(first, end - begin, across);
        average(second, seconds - begin, across);
        std::int64_t const step = interleaved() ? 2 : 1;
        put(y, first_column(pixel), step, first, divide_up(end - begin, across));
        put(y, second_column(pixel), step, second, divide_up(seconds - begin, across));
    }

    /** Replaces values by the means of `across` each; the last mean is of what is left. */
    static void average(double* values, std::int64_t count, std::int64_t across) {
        if (across == 1 || count <= 0) return;
        std::int64_t const whole = count / across;
        std::int64_t const left = count - whole * across;
        double const last = left == 0 ? 0 : sum(values + whole * across, left) / static_cast<double>(left);
        // Few columns a pixel: neighbours add up pairwise in vectors. Many: one sum after the other.
        std::int64_t each = across;
        for (; each % 2 == 0 && across <= 8; each /= 2) {
            for (std::int64_t k = 0; k < whole * each / 2; ++k) values[k] = values[2 * k] + values[2 * k + 1];
        }
        for (std::int64_t pixel = 0; pixel < whole; ++pixel) {
            double const total = each == 1 ? values[pixel] : sum(values + pixel * each, each);
            values[pixel] = total / static_cast<double>(across);
        }
        if (left != 0) values[whole] = last;
    }

    /** Adds pairs begin .. end - 1 to their one pixel, and puts it when it is complete. */
    void put_wide_pixel(double const* first, double const* second, std::int64_t begin, std::int64_t end, std::int64_t y,
                        WidePixel& sums) {
        std::int64_t const across = picture_.columns_per_pixel;
        std::int64_t const pixel = begin / across;
        std::int64_t const seconds = smaller(end, columns_.seconds);
        sums.first.add(sum(first, end - begin));
        sums.second.add(sum(second, seconds - begin));
        if (end % across != 0 && end != columns_.firsts) return;
        double const first_mean = sums.first.total() / static_cast<double>(end - pixel * across);
        double const second_mean = sums.second.total() / static_cast<double>(seconds - pixel * across);
        put(y, first_column(pixel), 1, &first_mean, 1);
        if (seconds > pixel * across) put(y, second_column(pixel), 1, &second_mean, 1);
        sums = {};
    }

    bool interleaved() const { return picture_.columns_per_pixel == 1 && !columns_.halves; }
    std::int64_t first_column(std::int64_t pixel) const { return interleaved() ? 2 * pixel : pixel; }
    std::int64_t second_column(std::int64_t pixel) const {
        return interleaved() ? 2 * pixel + 1 : divide_up(columns_.firsts, picture_.columns_per_pixel) + pixel;
    }

    /** Whether the window shows any pixel that pairs begin .. end - 1 belong to. */
    bool any_shown(std::int64_t begin, std::int64_t end) const {
        std::int64_t const first = begin / picture_.columns_per_pixel;
        std::int64_t const last = (end - 1) / picture_.columns_per_pixel;
        auto const overlaps = [&](std::int64_t from, std::int64_t to) {
            return to >= picture_.left && from < picture_.left + picture_.width;
        };
        return overlaps(first_column(first), first_column(last)) || overlaps(second_column(first), second_column(last));
    }

    /** Puts `count` values into every `step`-th column from `column` on, as far as the window shows them. */
    void put(std::int64_t y, std::int64_t column, std::int64_t step, double const* values, std::int64_t count) {
        std::int64_t const x = column - picture_.left;
        std::int64_t const begin = x < 0 ? divide_up(-x, step) : 0;
        std::int64_t const end = x < picture_.width ? smaller(count, divide_up(picture_.width - x, step)) : 0;
        std::int64_t const start = y * picture_.width + x;
        if (format_ == Format::float32) {
            put_as(static_cast<float*>(out_), start, step, values, begin, end);
        } else {
            put_as(static_cast<double*>(out_), start, step, values, begin, end);
        }
    }

    template <class Value>
    void put_as(Value* out, std::int64_t start, std::int64_t step, double const* values, std::int64_t begin,
                std::int64_t end) const {
        for (std::int64_t k = begin; k < end; ++k) {
            Value& pixel = out[start + k * step];
            pixel = static_cast<Value>(subtract_ == 0 ? values[k] : static_cast<double>(pixel) - subtract_ * values[k]);
        }
    }

    /** A segment's blocks: pixels may begin within a block, so that there is one more. */
    static constexpr std::size_t kStride = kSegment + 1;

    Picture picture_;
    Origin origin_;
    Rows rows_;
    Columns columns_;
    Format format_;
    void* out_;
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
    return divide_up(columns.firsts, columns_per_pixel) + divide_up(columns.seconds, columns_per_pixel) +
           (columns.zero_column ? 1 : 0);
}

void write_picture(Encoding const& encoding, Picture const& picture, std::int64_t first, std::int64_t count,
                   Format format, void* out) {
    if (picture.width == 0) return;  // at any height
    PictureWriter(encoding, picture, format, out, 0).write(first, count);
    std::int64_t const padded = padded_row(encoding, picture);
    if (padded < first || padded >= first + count) return;
    std::size_t const row_bytes = static_cast<std::size_t>(picture.width) * (format == Format::float32 ? 4 : 8);
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
        piece.width = smaller(kPiece, picture.width - x);
        PictureWriter(encoding, piece, Format::float64, pixels, 0).write(padded, 1);
        Picture single = piece;
        single.start = *encoding.padding;
        single.positions_per_pixel = 1;
        single.height = 1;
        PictureWriter(encoding, single, Format::float64, pixels, 1 / picture.positions_per_pixel).write(0, 1);
        for (std::int64_t k = 0; k < piece.width; ++k) {
            if (format == Format::float32) {
                reinterpret_cast<float*>(row)[x + k] = static_cast<float>(pixels[k]);
            } else {
                reinterpret_cast<double*>(row)[x + k] = pixels[k];
            }
        }
    }
}

}  // namespace posenc::core
