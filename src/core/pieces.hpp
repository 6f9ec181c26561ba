// Adding a table to data in pieces that stay in the L2 cache.
#pragma once

#include <cstdint>
#include <memory>

#include "kernel.hpp"

namespace posenc::core {

/** Values at a time: at least one row of the widest encoding. */
constexpr std::int64_t kAddValues = 65536;

/** Calls write(first, count, rows of the table) for pieces of the table, and adds each to every batch. */
template <class Write>
void add_pieces(std::int64_t dim, std::int64_t length, float* embeddings, std::int64_t batch, Write write) {
    if (batch == 0) return;  // with any number of rows
    thread_local std::unique_ptr<float[]> const table{new float[kAddValues]};
    std::int64_t const at_once = kAddValues / dim;
    for (std::int64_t first = 0; first < length; first += at_once) {
        std::int64_t const count = length - first < at_once ? length - first : at_once;
        write(first, count, table.get());
        for (std::int64_t b = 0; b < batch; ++b) {
            kernel().add(embeddings + (b * length + first) * dim, table.get(), static_cast<std::size_t>(count * dim));
        }
    }
}

}  // namespace posenc::core
