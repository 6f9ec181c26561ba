// The rotations of posenc.hpp.
#include <memory>

#include "api.hpp"
#include "rotary.hpp"

namespace posenc {
namespace {

template <class Value>
void rotary_checked(PairRows const& rows, std::span<Value> cosines, std::span<Value> sines) {
    auto const pairs = static_cast<std::size_t>(rows.pairs);
    auto const count = static_cast<double>(rows.count);
    bool const full = static_cast<double>(cosines.size()) == 2 * count * static_cast<double>(pairs);
    std::size_t const stride = full ? 2 * pairs : pairs;
    require(core::check_length("cosines", static_cast<double>(cosines.size()), count, static_cast<double>(stride)));
    require(core::check_length("sines", static_cast<double>(sines.size()), count, static_cast<double>(stride)));
    if (cosines.empty()) return;
    Value const* const ends[] = {cosines.data() + cosines.size(), sines.data() + sines.size()};
    std::less_equal<Value const*> const before;
    if (!before(ends[0], sines.data()) && !before(ends[1], cosines.data())) {
        require({"sines", static_cast<double>(sines.size()), "values apart from those of cosines"});
    }
    core::Format const format = format_of<Value>();
    rows.write(0, rows.count, format, {cosines.data() + (stride - pairs), sines.data() + (stride - pairs), stride});
    if (!full) return;
    core::fill_rows(cosines.data(), cosines.size() / stride, pairs, format, rows.pairing);
    core::fill_rows(sines.data(), sines.size() / stride, pairs, format, rows.pairing);
}

/** Data [outer, length, inner, width] to rotate; each of `batches` equal parts of `outer` has rows of its own. */
struct RotatedData {
    void* data;
    core::Format format;
    std::size_t outer;
    std::size_t length;
    std::size_t inner;
    std::size_t width;
    std::size_t first_channel;
    std::size_t batches;
    bool inverse;
};

/** Cosines and sines that are made at a time and stay in the L2 cache: at least a row of the widest encoding. */
constexpr std::size_t kTableValues = 65536;

void rotate_pieces(PairRows const& rows, RotatedData const& x) {
    thread_local std::unique_ptr<float[]> const table{new float[kTableValues]};
    auto const pairs = static_cast<std::size_t>(rows.pairs);
    std::size_t const at_once = kTableValues / 2 / pairs;
    float* const sines = table.get() + at_once * pairs;
    std::size_t const each = x.outer / (x.batches ? x.batches : 1);
    for (std::size_t batch = 0; batch < x.batches && each > 0; ++batch) {
        for (std::size_t first = 0; first < x.length; first += at_once) {
            std::size_t const count = x.length - first < at_once ? x.length - first : at_once;
            rows.write(static_cast<std::int64_t>(batch * x.length + first), static_cast<std::int64_t>(count),
                       core::Format::float32, {table.get(), sines, pairs});
            for (std::size_t k = batch * each; k < (batch + 1) * each; ++k) {
                std::size_t const at = (k * x.length + first) * x.inner * x.width + x.first_channel;
                core::kernel().rotate({static_cast<char*>(x.data) + at * core::size_of(x.format), x.format, x.width,
                                       x.inner, table.get(), sines, count, pairs, rows.pairing == Pairing::half,
                                       x.inverse});
            }
        }
    }
}

template <class Value>
void rotate_checked(PairRows const& rows, std::span<Value> x, Rotation const& rotation) {
    std::span<std::int64_t const> const shape = rotation.shape;
    double values = 1;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        double const size = static_cast<double>(shape[axis]);
        if (size < 0) {
            require({"shape", size, "a whole number from 0", 0, static_cast<std::int64_t>(axis)});
        }
        values *= size;
    }
    std::int64_t const axes = static_cast<std::int64_t>(shape.size());
    std::int64_t const axis = rotation.sequence_axis + (rotation.sequence_axis < 0 ? axes : 0);
    auto const size_at = [&](std::int64_t at) {
        return at >= 0 && at < axes ? static_cast<double>(shape[static_cast<std::size_t>(at)]) : 0;
    };
    auto const count = static_cast<double>(rows.count);
    double const length = size_at(axis);
    double const batches = rows.listed && length > 0 && count > length ? __builtin_floor(count / length) : 1;
    require(core::check_rotation(
        2 * static_cast<double>(rows.pairs),
        {static_cast<double>(axes), static_cast<double>(rotation.sequence_axis),
         static_cast<double>(rotation.first_channel), size_at(0), length, size_at(axes - 1), count, batches}));
    require(core::check_length("x", static_cast<double>(x.size()), values, 1));
    std::size_t outer = 1;
    std::size_t inner = 1;
    for (std::int64_t k = 0; k < axes - 1; ++k) {
        if (k != axis) (k < axis ? outer : inner) *= static_cast<std::size_t>(shape[static_cast<std::size_t>(k)]);
    }
    if (x.empty()) return;
    rotate_pieces(rows, {x.data(), format_of<Value>(), outer, static_cast<std::size_t>(length), inner,
                         static_cast<std::size_t>(size_at(axes - 1)), static_cast<std::size_t>(rotation.first_channel),
                         static_cast<std::size_t>(batches), rotation.inverse});
}

}  // namespace

void rotary(Encoding const& e, Positions const& p, std::span<float> c, std::span<float> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Encoding const& e, Positions const& p, std::span<double> c, std::span<double> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Encoding const& e, Positions const& p, std::span<float16> c, std::span<float16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Encoding const& e, Positions const& p, std::span<bfloat16> c, std::span<bfloat16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Encoding const& e, std::span<double const> p, std::span<float> c, std::span<float> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Encoding const& e, std::span<double const> p, std::span<double> c, std::span<double> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Encoding const& e, std::span<double const> p, std::span<float16> c, std::span<float16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Encoding const& e, std::span<double const> p, std::span<bfloat16> c, std::span<bfloat16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Grid const& e, Cells const& p, std::span<float> c, std::span<float> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Grid const& e, Cells const& p, std::span<double> c, std::span<double> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Grid const& e, Cells const& p, std::span<float16> c, std::span<float16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Grid const& e, Cells const& p, std::span<bfloat16> c, std::span<bfloat16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Grid const& e, Points const& p, std::span<float> c, std::span<float> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Grid const& e, Points const& p, std::span<double> c, std::span<double> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Grid const& e, Points const& p, std::span<float16> c, std::span<float16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Grid const& e, Points const& p, std::span<bfloat16> c, std::span<bfloat16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Fourier const& e, Cells const& p, std::span<float> c, std::span<float> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Fourier const& e, Cells const& p, std::span<double> c, std::span<double> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Fourier const& e, Cells const& p, std::span<float16> c, std::span<float16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Fourier const& e, Cells const& p, std::span<bfloat16> c, std::span<bfloat16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Fourier const& e, Points const& p, std::span<float> c, std::span<float> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Fourier const& e, Points const& p, std::span<double> c, std::span<double> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Fourier const& e, Points const& p, std::span<float16> c, std::span<float16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}
void rotary(Fourier const& e, Points const& p, std::span<bfloat16> c, std::span<bfloat16> s) {
    rotary_checked(pairs_of(e, p), c, s);
}

void rotate(Encoding const& e, Positions const& p, std::span<float> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Encoding const& e, Positions const& p, std::span<float16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Encoding const& e, Positions const& p, std::span<bfloat16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Encoding const& e, std::span<double const> p, std::span<float> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Encoding const& e, std::span<double const> p, std::span<float16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Encoding const& e, std::span<double const> p, std::span<bfloat16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Grid const& e, Cells const& p, std::span<float> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Grid const& e, Cells const& p, std::span<float16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Grid const& e, Cells const& p, std::span<bfloat16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Grid const& e, Points const& p, std::span<float> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Grid const& e, Points const& p, std::span<float16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Grid const& e, Points const& p, std::span<bfloat16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Fourier const& e, Cells const& p, std::span<float> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Fourier const& e, Cells const& p, std::span<float16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Fourier const& e, Cells const& p, std::span<bfloat16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Fourier const& e, Points const& p, std::span<float> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Fourier const& e, Points const& p, std::span<float16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}
void rotate(Fourier const& e, Points const& p, std::span<bfloat16> x, Rotation const& r) {
    rotate_checked(pairs_of(e, p), x, r);
}

}  // namespace posenc
