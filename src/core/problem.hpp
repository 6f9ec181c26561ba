// What is wrong with arguments: requirements one after the other, of which the first that does not hold is the problem.
#pragma once

#include <cstdint>

namespace posenc::core {

/**
 * An argument that is not allowed, or nothing. As data and not as text: the two languages print numbers in their own
 * way, and the WebAssembly module needs no number formatting. The text is "invalid PARAMETER: VALUE (ALLOWED)", with
 * "[INDEX]" behind the parameter where `index` is not negative, and `limit` in place of a "%" in `allowed`.
 */
struct Problem {
    /** In place of an index: the value is a truth, 1 for true. */
    static constexpr std::int64_t kTruth = -2;

    char const* parameter;
    double value;
    char const* allowed;
    double limit;
    std::int64_t index;

    /** None. */
    Problem();
    Problem(char const* name, double number, char const* what, double bound = 0, std::int64_t place = -1);

    /** Whether there is one: what makes no sense then is not to be asked. */
    explicit operator bool() const { return parameter != nullptr; }

    void require(bool holds, char const* name, double number, char const* what);
    void require(bool holds, char const* name, double number, char const* what, double bound, std::int64_t place = -1);

    /** Requires a number from `least` to `most`. */
    void between(char const* name, double number, double least, double most, char const* what);
    /** The same of a whole number. */
    void whole_between(char const* name, double number, double least, double most, char const* what,
                       std::int64_t place = -1);

    /** Adds what another check has found. */
    void add(Problem const& other);
};

}  // namespace posenc::core
