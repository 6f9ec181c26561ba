// The module's operations, by number: the order of `Operation` in src/js/module.ts. Each takes its numbers, one after
// the other, and returns one, which is 0 if a check was not passed; further results it leaves in their place.
#pragma once

#define POSENC_OPERATIONS(X) \
    X(addresses)             \
    X(problem)               \
    X(set_list)              \
    X(set_encoding)          \
    X(reach)                 \
    X(set_progression)       \
    X(set_picture)           \
    X(check_list)            \
    X(check_offsets)         \
    X(set_distance)          \
    X(check_batch)           \
    X(check_into)            \
    X(check_embeddings)      \
    X(pair_count)            \
    X(encode_rows)           \
    X(add)                   \
    X(frequencies)           \
    X(wavelengths)           \
    X(shift)                 \
    X(similarity)            \
    X(picture_width)         \
    X(window)                \
    X(begin_points)          \
    X(add_axis)              \
    X(arrange_points)        \
    X(set_cells)             \
    X(check_points)          \
    X(check_rotary)          \
    X(check_rotation)        \
    X(rotary_rows)           \
    X(rotate)                \
    X(set_bias)              \
    X(set_learned)           \
    X(set_places)            \
    X(set_bias_table)        \
    X(set_resample)          \
    X(set_run)               \
    X(set_part)              \
    X(check_numbers)         \
    X(check_numbers_of)      \
    X(check_images)          \
    X(write_bias)            \
    X(resample)              \
    X(write_run)             \
    X(count_line)            \
    X(write_part)

namespace posenc::wasm {

using Operation = double(double* in);

#define POSENC_DECLARE(name) Operation name;
POSENC_OPERATIONS(POSENC_DECLARE)
#undef POSENC_DECLARE

}  // namespace posenc::wasm
