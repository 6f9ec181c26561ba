// The native benchmarks: tables against memset, plain stores and a loop over libm. POSENC_ISA selects the kernel, and
// the store loop of the same vector width with it.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <posenc.hpp>
#include <string>
#include <vector>

void stores_sse2(float* out, std::size_t count, float value);
void stores_avx2(float* out, std::size_t count, float value);
void stores_avx512(float* out, std::size_t count, float value);
void stores_generic(float* out, std::size_t count, float value);

namespace {

using Stores = void (*)(float*, std::size_t, float);

Stores stores_of_this_isa() {
#if defined(POSENC_BENCH_X86)
    std::string const isa = posenc::isa();
    return isa == "avx512" ? stores_avx512 : isa == "avx2" ? stores_avx2 : stores_sse2;
#else
    return stores_generic;
#endif
}

constexpr std::size_t kWidth = 1024;
constexpr std::size_t kListWidth = 512;
constexpr std::size_t kListLength = 2048;

/** One buffer for everything, so that all contenders write the same pages; it begins at a whole cache line. */
void* buffer() {
    static void* const all = std::memset(std::aligned_alloc(64, 128u << 20), 0, 128u << 20);
    return all;
}

template <class T>
std::span<T> values(std::size_t count) {
    return {static_cast<T*>(buffer()), count};
}

/** base^(-2i/width), once before the loops that are measured. */
std::vector<double> frequencies(std::size_t width) {
    std::vector<double> all(width / 2);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = std::pow(10000.0, -2.0 * static_cast<double>(i) / static_cast<double>(width));
    }
    return all;
}

void libm_row(std::vector<double> const& frequency, double position, float* row) {
    for (std::size_t i = 0; i < frequency.size(); ++i) {
        double const angle = position * frequency[i];
        row[2 * i] = static_cast<float>(std::sin(angle));
        row[2 * i + 1] = static_cast<float>(std::cos(angle));
    }
}

/** Positions that a list holds: whole, fractional, or Unix timestamps with fractions. */
std::vector<double> list(double first, double range, bool whole) {
    std::vector<double> all(kListLength);
    std::uint64_t state = 1;
    for (double& position : all) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        double const random = static_cast<double>(state >> 11) * 0x1p-53 * range;
        position = first + (whole ? std::floor(random) : random);
    }
    return all;
}

void run(char const* name, std::size_t bytes, std::function<void()> const& work) {
    auto const body = [work, bytes](benchmark::State& state) {
        for (auto _ : state) {
            work();
            benchmark::ClobberMemory();
        }
        state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * static_cast<std::int64_t>(state.iterations()));
    };
    benchmark::RegisterBenchmark(name, body)->UseRealTime();
}

void add_tables() {
    for (std::size_t const mebibytes : {1u, 16u, 128u}) {
        std::size_t const bytes = mebibytes << 20;
        std::size_t const count = bytes / sizeof(float);
        auto const name = [&](char const* what) { return std::string(what) + "/" + std::to_string(mebibytes); };
        auto const rows = static_cast<std::int64_t>(count / kWidth);
        run(name("encode").c_str(), bytes, [=] {
            posenc::encode(posenc::Encoding{.dim = kWidth}, posenc::Positions{.count = rows}, values<float>(count));
        });
        run(name("stores").c_str(), bytes, [=, stores = stores_of_this_isa(), value = 0.5f]() mutable {
            value = 1.0f - value;
            stores(values<float>(count).data(), count, value + 0.1f);
        });
        run(name("memset").c_str(), bytes, [=, value = 0]() mutable {
            value = (value + 1) & 63;
            std::memset(values<float>(count).data(), value, bytes);
        });
        run(name("libm").c_str(), bytes, [=, frequency = frequencies(kWidth)] {
            float* row = values<float>(count).data();
            for (std::int64_t p = 0; p < rows; ++p, row += kWidth) libm_row(frequency, static_cast<double>(p), row);
        });
    }
}

void add_lists() {
    constexpr std::size_t count = kListLength * kListWidth;
    struct {
        char const* name;
        std::vector<double> positions;
    } const lists[] = {
        {"whole", list(0, 2000, true)}, {"fractional", list(0, 2000, false)}, {"timestamps", list(1.7e9, 1e6, false)}};
    for (auto const& [name, positions] : lists) {
        run((std::string("list/") + name).c_str(), count * sizeof(float), [positions = positions] {
            posenc::encode(posenc::Encoding{.dim = kListWidth}, positions, values<float>(count));
        });
        run((std::string("list_libm/") + name).c_str(), count * sizeof(float),
            [positions = positions, frequency = frequencies(kListWidth)] {
                float* row = values<float>(count).data();
                for (std::size_t k = 0; k < positions.size(); ++k, row += kListWidth) {
                    libm_row(frequency, positions[k], row);
                }
            });
    }
}

template <class T>
void add_format(char const* name) {
    constexpr std::size_t rows = 1024;
    run((std::string("format/") + name).c_str(), rows * kWidth * sizeof(T), [] {
        posenc::encode(posenc::Encoding{.dim = kWidth}, posenc::Positions{.count = rows}, values<T>(rows * kWidth));
    });
}

/** 32 heads of 2048 vectors in place, cosines and sines included, and a copy of the same bytes. */
void add_rotations() {
    constexpr std::size_t count = 32 * 2048 * 128;
    static constexpr std::int64_t shape[] = {32, 2048, 128};
    for (auto const pairing : {posenc::Pairing::adjacent, posenc::Pairing::half}) {
        run(pairing == posenc::Pairing::half ? "rotate/half" : "rotate/adjacent", count * sizeof(float), [pairing] {
            posenc::rotate(posenc::Encoding{.dim = 128, .pairing = pairing}, posenc::Positions{.count = 2048},
                           values<float>(count), {.shape = shape});
        });
    }
    run("copy/rotated", count * sizeof(float),
        [] { std::memcpy(values<float>(2 * count).data() + count, buffer(), count * sizeof(float)); });
}

void add_row() {
    run("row", 768 * sizeof(float), [position = 0.0]() mutable {
        position = position < 4095 ? position + 1 : 0;
        posenc::encode(posenc::Encoding{.dim = 768}, posenc::Positions{.start = position, .count = 1},
                       values<float>(768));
    });
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::AddCustomContext("isa", posenc::isa());
    add_tables();
    add_lists();
    add_format<float>("float32");
    add_format<double>("float64");
    add_format<posenc::float16>("float16");
    add_format<posenc::bfloat16>("bfloat16");
    add_rotations();
    add_row();
    benchmark::RunSpecifiedBenchmarks();
}
