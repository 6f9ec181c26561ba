// What the functions of posenc.hpp have in common: they throw what the checks say.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <type_traits>

#include "../posenc.hpp"
#include "check.hpp"
#include "kernel.hpp"
#include "table.hpp"

namespace posenc {

/** @param within what the parameter is a part of, such as "axes[1]." */
void require(core::Problem const& problem, std::string const& within = "");
void require_encoding(Encoding const& encoding, std::string const& within = "");

template <class Value>
constexpr core::Format format_of() {
    if (std::is_same_v<Value, float>) return core::Format::float32;
    if (std::is_same_v<Value, double>) return core::Format::float64;
    return std::is_same_v<Value, float16> ? core::Format::float16 : core::Format::bfloat16;
}

/** Cosines and sines that a call makes, all checked; the caller's arguments outlive it. */
struct PairRows {
    /** In a row. */
    std::int64_t pairs;
    Pairing pairing;
    std::int64_t count;
    /** Whether the rows may be those of several sequences, one behind the other. */
    bool listed;
    std::function<void(std::int64_t first, std::int64_t count, core::Format format, core::PairTables const& out)> write;
};

PairRows pairs_of(Encoding const& encoding, Positions const& positions);
PairRows pairs_of(Encoding const& encoding, std::span<double const> positions);
PairRows pairs_of(Grid const& encoding, Cells const& cells);
PairRows pairs_of(Grid const& encoding, Points const& points);
PairRows pairs_of(Fourier const& encoding, Cells const& cells);
PairRows pairs_of(Fourier const& encoding, Points const& points);

// Encodings with sections (points_api.cpp): `encode`, `add` and rotations of a checked encoding.

PairRows pairs_of_sections(Encoding const& encoding, Positions const& positions);
PairRows pairs_of_sections(Encoding const& encoding, std::span<double const> positions);

void encode_sections(Encoding const& encoding, Positions const& positions, core::Format format, void* out,
                     std::size_t length);
void encode_sections(Encoding const& encoding, std::span<double const> positions, core::Format format, void* out,
                     std::size_t length);
void add_sections(Encoding const& encoding, Positions const& positions, std::span<float> embeddings,
                  std::int64_t batch);
void add_sections(Encoding const& encoding, std::span<double const> positions, std::span<float> embeddings,
                  std::int64_t batch);

}  // namespace posenc
