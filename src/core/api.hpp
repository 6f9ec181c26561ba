// What the functions of posenc.hpp have in common: they throw what the checks say.
#pragma once

#include <string>
#include <type_traits>

#include "../posenc.hpp"
#include "check.hpp"
#include "kernel.hpp"

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

// Encodings with sections (points_api.cpp): `encode` and `add` of a checked encoding.

void encode_sections(Encoding const& encoding, Positions const& positions, core::Format format, void* out,
                     std::size_t length);
void encode_sections(Encoding const& encoding, std::span<double const> positions, core::Format format, void* out,
                     std::size_t length);
void add_sections(Encoding const& encoding, Positions const& positions, std::span<float> embeddings,
                  std::int64_t batch);
void add_sections(Encoding const& encoding, std::span<double const> positions, std::span<float> embeddings,
                  std::int64_t batch);

}  // namespace posenc
