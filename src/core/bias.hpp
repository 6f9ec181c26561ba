// Attention biases: ALiBi's slopes, the buckets of T5 and DeBERTa, Swin's index. All are functions of a head, a query
// and a key, written row by row.
#pragma once

#include <memory>
#include <span>

#include "ranges.hpp"

namespace posenc::core {

enum class BiasKind : std::uint8_t { alibi, t5, deberta, swin };

/** Numbers of a bias, before they are whole for sure. */
struct BiasNumbers {
    double heads = 1;
    /** T5 and DeBERTa: buckets. Swin: rows of the window. */
    double size = 0;
    /** ALiBi: maxBias. T5: maxDistance. DeBERTa: maxPosition. Swin: columns of the window. */
    double reach = 0;
    /** ALiBi: slopes sorted. T5: bidirectional. DeBERTa: has buckets. Swin: has a class token. */
    bool flag = false;
    /** ALiBi: distances are from the query and fall to both sides; otherwise they are from `last_key`. */
    bool from_query = false;
    double last_key = 0;
};

/** A bias that is ready to be written. */
struct Bias {
    static constexpr std::size_t kMostValues = 65536;

    BiasKind kind;
    BiasNumbers numbers;
    /** The distances up to which T5's and DeBERTa's buckets hold one distance each. */
    double exact;
    /**
     * ALiBi: the slopes. T5, DeBERTa: the smallest distances of the buckets after the exact ones, so that a distance's
     * bucket is found by counting.
     */
    std::unique_ptr<double[]> values{new double[kMostValues]};
    std::size_t count;
    /** T5: what stands in place of the buckets, if there is anything. */
    std::unique_ptr<double[]> learned;
};

/** Checks numbers and makes a bias of them. */
Problem prepare_bias(BiasKind kind, BiasNumbers const& numbers, Bias& bias);

/**
 * Which queries or keys a bias may have. A relative position, DeBERTa's without buckets, must fit into the result: 32
 * bits if `narrow`, otherwise a double.
 */
Range range_of_places(char const* parameter, Bias const& bias, bool narrow);

/** Writes [queries, keys] of a head. */
void write_bias(Bias const& bias, std::size_t head, std::span<double const> queries, std::span<double const> keys,
                double* out);

}  // namespace posenc::core
