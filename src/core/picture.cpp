#include "picture.hpp"

#include <cstring>

#include "rows.hpp"

namespace posenc::core {
namespace {

constexpr std::int64_t kSegmentPairs = kSegment * kBlock;

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/** The sum of values begin .. end - 1 of blocks that lie `stride` doubles apart, in eight partial sums. */
double sum(double const* values, std::size_t stride, std::int64_t begin, std::int64_t end) {
    double lanes[kBlock]{};
    for (std::int64_t k = begin; k < end;) {
        double const* const block = values + static_cast<std::size_t>(k / kBlock) * stride;
        if (k % kBlock == 0 && k + kBlock <= end) {
            for (int lane = 0; lane < kBlock; ++lane) lanes[lane] += block[lane];
            k += kBlock;
        } else {
            lanes[k % kBlock] += block[k % kBlock];
            ++k;
        }
    }
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
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
    [[nodiscard]] double mean(std::int64_t count) const { return (value + error) / static_cast<double>(count); }
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
            bool const tile = origin_.on_grid && q >= 0 && starts_tile(q) && count - y >= kTileRows;
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
        bool const whole =
            start.error == 0 && __builtin_fabs(start.value) <= 0x1p53 && start.value == __builtin_floor(start.value);
        if (whole) return {0, 0, static_cast<std::int64_t>(start.value), true};
        return {start.value, start.error, 0, false};
    }

    void write_rows(std::int64_t q, std::int64_t y, int rows) {
        PhasorBlock phasors[kTileRows * kSegment];
        CarefulSum firsts[kTileRows];
        CarefulSum seconds[kTileRows];
        std::size_t const blocks = rows_.plan().block_count;
        for (std::size_t block = 0; block < blocks; block += kSegment) {
            std::int64_t const begin = static_cast<std::int64_t>(block * kBlock);
            std::int64_t const end = begin + kSegmentPairs < columns_.firsts ? begin + kSegmentPairs : columns_.firsts;
            if (!any_shown(begin, end)) continue;
            std::size_t const count = blocks - block < kSegment ? blocks - block : kSegment;
            make_rows(q, rows, block, count, phasors);
            for (int row = 0; row < rows; ++row) {
                add_pixels(phasors + static_cast<std::size_t>(row) * kSegment, begin, end, y + row, firsts[row],
                           seconds[row]);
            }
        }
        if (columns_.zero_column) {
            std::int64_t const last = 2 * divide_up(columns_.firsts, picture_.columns_per_pixel);
            for (int row = 0; row < rows; ++row) put(y + row, last, 0);
        }
    }

    void make_rows(std::int64_t q, int rows, std::size_t block, std::size_t count, PhasorBlock* out) {
        if (rows == kTileRows) {
            rows_.grid_tile(q, block, count, out, kSegment);
        } else if (origin_.on_grid) {
            rows_.grid_row(q, block, count, out);
        } else {
            Exact const position = two_sum(origin_.high, static_cast<double>(q));
            rows_.direct_row(position.value, position.error + origin_.low, block, count, out);
        }
    }

    /** Adds pairs begin .. end - 1 to their pixels and puts each pixel that is complete. */
    void add_pixels(PhasorBlock const* phasors, std::int64_t begin, std::int64_t end, std::int64_t y,
                    CarefulSum& firsts, CarefulSum& seconds) {
        std::int64_t const across = picture_.columns_per_pixel;
        constexpr std::size_t kStride = sizeof(PhasorBlock) / sizeof(double);
        for (std::int64_t pair = begin; pair < end;) {
            std::int64_t const pixel = pair / across;
            std::int64_t const from = pixel * across;
            std::int64_t const to = from + across < columns_.firsts ? from + across : columns_.firsts;
            std::int64_t const stop = to < end ? to : end;
            std::int64_t const stop_seconds = stop < columns_.seconds ? stop : columns_.seconds;
            firsts.add(sum(phasors->first, kStride, pair - begin, stop - begin));
            seconds.add(sum(phasors->second, kStride, pair - begin, stop_seconds - begin));
            if (stop == to) {
                std::int64_t const with_second = (to < columns_.seconds ? to : columns_.seconds) - from;
                put(y, first_column(pixel), firsts.mean(to - from));
                if (with_second > 0) put(y, second_column(pixel), seconds.mean(with_second));
                firsts = seconds = {};
            }
            pair = stop;
        }
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

    void put(std::int64_t y, std::int64_t column, double value) {
        std::int64_t const x = column - picture_.left;
        if (x < 0 || x >= picture_.width) return;
        std::int64_t const k = y * picture_.width + x;
        if (format_ == Format::float32) {
            put_value(static_cast<float*>(out_)[k], value);
        } else {
            put_value(static_cast<double*>(out_)[k], value);
        }
    }

    template <class Value>
    void put_value(Value& pixel, double value) const {
        pixel = static_cast<Value>(subtract_ == 0 ? value : static_cast<double>(pixel) - subtract_ * value);
    }

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
    double const distance = *encoding.padding - picture.start;
    if (distance < 0 || distance != __builtin_floor(distance)) return -1;
    double const row = __builtin_floor(distance / picture.positions_per_pixel);
    bool const seen = picture.mean || row * picture.positions_per_pixel == distance;
    return seen && row < static_cast<double>(picture.height) ? static_cast<std::int64_t>(row) : -1;
}

}  // namespace

std::int64_t picture_columns(Encoding const& encoding, std::int64_t columns_per_pixel) {
    Columns const columns = columns_of(encoding);
    return divide_up(columns.firsts, columns_per_pixel) + divide_up(columns.seconds, columns_per_pixel) +
           (columns.zero_column ? 1 : 0);
}

void write_picture(Encoding const& encoding, Picture const& picture, std::int64_t first, std::int64_t count,
                   Format format, void* out) {
    PictureWriter(encoding, picture, format, out, 0).write(first, count);
    std::int64_t const padded = padded_row(encoding, picture);
    if (padded < first || padded >= first + count) return;
    // The row of zeros: the values that stand there otherwise leave the mean.
    std::size_t const row_bytes = static_cast<std::size_t>(picture.width) * (format == Format::float32 ? 4 : 8);
    char* const row = static_cast<char*>(out) + static_cast<std::size_t>(padded - first) * row_bytes;
    if (!picture.mean || picture.positions_per_pixel == 1) {
        std::memset(row, 0, row_bytes);
        return;
    }
    Picture single = picture;
    single.start = *encoding.padding;
    single.height = 1;
    double const share = 1 / picture.positions_per_pixel;
    single.positions_per_pixel = 1;
    PictureWriter(encoding, single, format, row, share).write(0, 1);
}

}  // namespace posenc::core
