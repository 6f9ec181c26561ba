// Attention biases: ALiBi's slopes, the buckets of T5 and DeBERTa, Swin's index. All are functions of a head, a query
// and a key, written row by row.
#pragma once

#include <span>
#include <vector>

#include "check.hpp"
#include "values.hpp"

namespace posenc::core {

enum class BiasKind : std::uint8_t { alibi, t5, deberta, swin };

/** Numbers of a bias, before they are whole for sure. */
struct BiasNumbers {
    BiasKind kind;
    double heads = 1;
    /** T5 and DeBERTa: buckets. Swin: rows of the window. */
    double size = 0;
    /** ALiBi: maxBias. T5: maxDistance. DeBERTa: maxPosition. Swin: columns of the window. */
    double reach = 0;
    /** ALiBi: slopes sorted. T5: bidirectional. DeBERTa: has buckets. Swin: has a class token. */
    bool flag = false;
    Anchor anchor = Anchor::distance;
    /** Where the last key stands, for its anchor. */
    double last_key = 0;
};

/** A bias that is ready to be written. */
struct Bias {
    BiasNumbers numbers;
    /** The distances up to which T5's and DeBERTa's buckets hold one distance each. */
    double exact;
    /**
     * ALiBi: the slopes. T5, DeBERTa: the smallest distances of the buckets after the exact ones, so that a distance's
     * bucket is found by counting.
     */
    std::vector<double> values;
    /** T5: what stands in place of the buckets, if there is anything. */
    std::vector<double> learned;
};

/** Checks numbers and makes a bias of them. */
Problem prepare_bias(BiasNumbers const& numbers, Bias& bias);

/** Queries or keys of a bias, as `parameter` says, which are written in a format. `offset`: the index of the first. */
Problem check_places(char const* parameter, Bias const& bias, Format format, std::span<double const> places,
                     std::int64_t offset = 0);
Problem check_places(char const* parameter, Bias const& bias, Format format, double start, double step, double count);

/** Writes [queries, keys] of a head. */
void write_bias(Bias const& bias, std::size_t head, std::span<double const> queries, std::span<double const> keys,
                Format format, void* out);

}  // namespace posenc::core
