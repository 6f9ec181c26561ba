// Frequencies: the laws of an encoding, correctly rounded from a wider computation.
#pragma once

#include <cstdint>

#include "../posenc.hpp"
#include "multi_double.hpp"

namespace posenc::core {

/** Where an encoding's pairs go. Pair i writes its first function if i < firsts and its second if i < seconds. */
struct Columns {
    std::int64_t dim;
    std::int64_t firsts;
    std::int64_t seconds;
    bool halves;
    /** The last column is 0 and belongs to no pair. */
    bool zero_column;

    [[nodiscard]] std::int64_t pairs() const { return firsts; }
};

Columns columns_of(Encoding const& encoding);

/** base^(1/n) to three doubles, by Newton steps on x^n = base; base from 1 to 1e100. */
Triple root(double base, std::int64_t n);

/** The frequencies of an encoding's pairs one after the other, each three doubles wide. */
class FrequencyLaw {
 public:
    explicit FrequencyLaw(Encoding const& encoding);

    /** The frequency of the next pair in turns per position, from pair 0 on. */
    Triple next_turns();
    /** The same in radians per position. */
    Triple next_radians();

 private:
    Triple advance();

    Triple ratio_;
    Triple power_{1.0, 0.0, 0.0};
    Triple turns_per_radian_;
    double scale_;
};

}  // namespace posenc::core
