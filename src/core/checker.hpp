// How checks are written: one requirement after the other, of which the first that does not hold is the problem.
#pragma once

#include "check.hpp"
#include "check_numbers.hpp"

namespace posenc::core {

class Checker {
 public:
    void require(bool holds, char const* parameter, double value, char const* allowed);
    void require(bool holds, char const* parameter, double value, char const* allowed, double limit,
                 std::int64_t index = -1);

    /** Requires a number from `least` to `most`. */
    void between(char const* parameter, double value, double least, double most, char const* allowed);
    /** The same of a whole number. */
    void whole_between(char const* parameter, double value, double least, double most, char const* allowed,
                       std::int64_t index = -1);

    /** Adds what another check has found. */
    void add(Problem const& problem);

    /** Whether all holds so far: what makes no sense otherwise is not to be asked. */
    [[nodiscard]] bool well() const { return !problem_; }
    [[nodiscard]] Problem const& problem() const { return problem_; }

 private:
    Problem problem_;
};

}  // namespace posenc::core
