// One hash over more than 10^8 values of every kind. It must be the same for every compiler, vector unit and machine:
// compare-bits.sh compares the lines that this program prints.
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <posenc.hpp>
#include <vector>

namespace {

using namespace posenc;

/** Values go in as they lie in memory, eight bytes at a time (little-endian machines only). */
class Hash {
 public:
    void add(void const* data, std::size_t bytes) {
        auto const* from = static_cast<unsigned char const*>(data);
        for (; bytes >= 8; from += 8, bytes -= 8) mix(from, 8);
        mix(from, bytes);
    }
    [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
    void mix(unsigned char const* from, std::size_t bytes) {
        std::uint64_t word = 0;
        std::memcpy(&word, from, bytes);
        hash_ = (hash_ ^ word) * 0x9e3779b97f4a7c15;
        hash_ ^= hash_ >> 29;
    }
    std::uint64_t hash_ = 0;
};

Hash hash;
std::uint64_t values = 0;

template <class Value>
std::span<Value> output(std::int64_t count) {
    static std::vector<Value> room;
    if (room.size() < static_cast<std::size_t>(count)) room.resize(static_cast<std::size_t>(count));
    return std::span(room).first(static_cast<std::size_t>(count));
}

template <class Value>
void take(std::span<Value> out) {
    hash.add(out.data(), out.size_bytes());
    values += out.size();
}

template <class Value>
void table(Encoding const& e, Positions const& positions) {
    auto const out = output<Value>(positions.count * e.dim);
    encode(e, positions, out);
    take(out);
}

template <class Value>
void list(Encoding const& e, std::vector<double> const& positions) {
    auto const out = output<Value>(static_cast<std::int64_t>(positions.size()) * e.dim);
    encode(e, std::span<double const>(positions), out);
    take(out);
}

template <class Value>
void picture(Encoding const& e, Picture const& window_of) {
    auto const out = output<Value>(window_of.height * window_of.width);
    window(e, window_of, out);
    take(out);
}

/** Widths, laws and arrangements; `k` chooses among them. */
Encoding encoding(int k) {
    constexpr std::int64_t kDims[] = {512, 64, 1024, 7, 130, 768, 513, 33, 4096, 2, 1, 300};
    constexpr double kBases[] = {10000, 500000, 2, 1e9, 100};
    constexpr double kOrigins[] = {0, 0, 1, 0.5, -7};
    constexpr double kScales[] = {1, 1, 1, 0.25, -1.7};
    return {.dim = kDims[k % 12],
            .base = kBases[k % 5],
            .spacing = k % 3 == 1 ? Spacing::endpoint : Spacing::paper,
            .layout = k / 2 % 2 == 1 ? Layout::halves : Layout::interleaved,
            .order = k / 4 % 2 == 1 ? Order::cos_sin : Order::sin_cos,
            .odd = static_cast<Odd>(k % 3),
            .origin = kOrigins[k / 3 % 5],
            .scale = kScales[k / 7 % 5],
            .value_scale = k % 6 == 5 ? 22.627416997969522 : 1};
}

template <class Value>
void tables(std::int64_t values_each) {
    constexpr double kStarts[] = {0, -1000, 123456789, 0x1p52 - 3000000};
    for (int k = 0; k < 24; ++k) {
        Encoding const e = encoding(k);
        std::int64_t const count = values_each / e.dim < 20000 ? values_each / e.dim + 1 : 20000;
        table<Value>(e, {.start = kStarts[k / 2 % 4], .count = count});
    }
}

template <class Value>
void lists() {
    std::vector<double> whole;
    std::vector<double> fractional;
    std::vector<double> near;
    std::uint64_t state = 1;
    for (int k = 0; k < 1500; ++k) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        double const random = static_cast<double>(state >> 11);  // below 2^53
        whole.push_back(k % 3 == 0 ? random : -static_cast<double>(state >> 40));
        fractional.push_back(1.7e9 + random * 0x1p-33);
        near.push_back(random * 0x1p-42 - 1000);
    }
    for (int k = 0; k < 12; ++k) {
        Encoding e = encoding(k * 5 + 1);
        e.scale = 1;
        if (e.dim > 1024) e.dim = 65;
        list<Value>(e, whole);
        list<Value>(e, fractional);
        list<Value>(e, near);
        table<Value>(e, {.start = 1.7e9, .step = 0.1, .count = 500});
        table<Value>(e, {.start = 900, .step = -3, .count = 500});
    }
}

template <class Value>
void pictures() {
    for (int k = 0; k < 20; ++k) {
        Encoding e = encoding(k);
        if (k % 4 == 0) e.padding = 40;
        constexpr double kEach[] = {1, 2, 7, 1000, 0x1p33 + 1};
        std::int64_t const columns = 1 + k % 5 * 3;
        std::int64_t const width = picture_width(e, columns);
        picture<Value>(e, {.start = k % 3 == 0 ? -500.0 : 0.0,
                           .positions_per_pixel = kEach[k / 2 % 5],
                           .height = 300,
                           .columns_per_pixel = columns,
                           .width = width,
                           .mean = k % 7 != 6});
    }
}

/** Laws, units, scalings and xPos. */
void laws() {
    std::vector<double> list(32);
    for (std::size_t k = 0; k < list.size(); ++k) list[k] = 1 + 0.37 * static_cast<double>(k * k);
    Encoding const encodings[] = {
        {.dim = 64, .base = 3e-7, .spacing = Spacing::shifted, .shift = 0.3, .unit = Unit::turn},
        {.dim = 63, .base = 17.5, .spacing = Spacing::linear, .unit = Unit::half_turn},
        {.dim = 64, .frequencies = list, .frequency_factors = list, .scale = -0.01},
        {.dim = 64, .scaling = {.type = ScalingType::dynamic, .factor = 3, .original_length = 100, .length = 777}},
        {.dim = 64, .base = 5e5, .scaling = {.type = ScalingType::ntk, .factor = 7}},
        {.dim = 64, .scaling = {.type = ScalingType::yarn, .factor = 9, .original_length = 4096, .truncate = false}},
        {.dim = 64,
         .scaling = {.type = ScalingType::longrope,
                     .factor = 5,
                     .original_length = 100,
                     .length = 200,
                     .short_factor = list,
                     .long_factor = list}},
        {.dim = 64, .base = 5e5, .scaling = {.type = ScalingType::llama3, .factor = 8, .original_length = 8192}},
        {.dim = 64, .xpos = XPos{.scale_base = 300, .center = 512}},
    };
    for (Encoding const& e : encodings) {
        table<float>(e, {.start = -100, .count = 2000});
        table<double>(e, {.start = 0.25, .count = 500});
        if (!e.xpos) table<float>(e, {.start = 1e8, .count = 1000});
        frequencies(e, output<double>(32));
        take(output<double>(32));
    }
}

void relations() {
    for (int k = 0; k < 24; ++k) {
        Encoding e = encoding(k);
        e.base = 3 + 1.37 * k * k * k;
        std::int64_t const count = static_cast<std::int64_t>(pairs(e));
        frequencies(e, output<double>(count));
        take(output<double>(count));
        wavelengths(e, output<double>(count));
        take(output<double>(count));
        shift(e, 12345.75 * k, output<double>(4 * count));
        take(output<double>(4 * count));
        std::vector<double> const offsets{0, 1, -17, 0.5, 1e6, 0x1p50};
        similarity(e, offsets, output<double>(6));
        take(output<double>(6));
    }
    Encoding const widest{.dim = 65536, .base = 1e9};
    table<double>(widest, {.start = 0x1p53 - 3, .count = 4});
    table<float>(widest, {.start = 59, .count = 20});
    std::vector<float> sums(512 * 300 * 2, 0.1f);
    add({.dim = 512}, Positions{.start = 5, .count = 300}, sums, 2);
    take(std::span(sums));
}

/** Grids by every rule of coordinates, points, sums and sections. */
template <class Value>
void several_coordinates() {
    for (int k = 0; k < 10; ++k) {
        Grid grid;
        for (int a = 0; a < 3; ++a) {
            Encoding e = encoding(k * 3 + a + 1);
            if (e.dim > 1024) e.dim = 65;
            auto const coordinates = static_cast<Coordinates>((k + a) % 4);
            bool const cells = coordinates == Coordinates::index || coordinates == Coordinates::ends;
            grid.axes.push_back({.encoding = e,
                                 .coordinates = coordinates,
                                 .offset = coordinates == Coordinates::index ? 0.25 : 0.0,
                                 .reference = cells ? std::optional(14.1) : std::nullopt});
        }
        grid.axis_order = {2, 0, 1};
        grid.blocks = static_cast<Blocks>(k % 3);
        grid.identity = k % 2 == 1;
        grid.class_rows = k % 4;
        grid.dim = 700;
        auto const cells = output<Value>((grid.class_rows + 5 * 3 * 7) * 700);
        encode(grid, Cells{{5, 3, 7}}, cells);
        take(cells);

        Fourier fourier{.dim = 64, .axes = 3, .unit = static_cast<Unit>(k % 3)};
        std::vector<double> points;
        std::uint64_t state = static_cast<std::uint64_t>(k);
        auto const random = [&] {
            state = state * 6364136223846793005u + 1442695040888963407u;
            return static_cast<double>(state >> 11) * 0x1p-53 - 0.5;
        };
        for (int n = 0; n < 96; ++n) fourier.frequencies.push_back(random());
        for (int n = 0; n < 900; ++n) points.push_back(random() * (n % 2 == 0 ? 100 : 0x1p50));
        auto const sums = output<Value>(300 * 64);
        encode(fourier, Points{points}, sums);
        take(sums);
        auto const streams = output<Value>(300 * 64);
        encode({.dim = 64, .sections = {10, 12, 10}}, std::span<double const>(points), streams);
        take(streams);
    }
}

}  // namespace

int main() {
    tables<float>(3000000);
    tables<double>(400000);
    tables<float16>(800000);
    tables<bfloat16>(800000);
    lists<float>();
    lists<double>();
    lists<float16>();
    lists<bfloat16>();
    several_coordinates<float>();
    several_coordinates<double>();
    several_coordinates<float16>();
    several_coordinates<bfloat16>();
    pictures<float>();
    pictures<double>();
    relations();
    laws();
    // A table above 32 MiB takes another way into memory.
    table<float>({.dim = 1024}, {.start = 7, .count = 9000});
    std::printf("%s %016" PRIx64 " %" PRIu64 " values\n", isa(), hash.value(), values);
    return values >= 100000000 ? 0 : 1;
}
