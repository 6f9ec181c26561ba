// How the C++ functions refuse arguments: they throw what a check says.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "check.hpp"
#include "kernel.hpp"

namespace posenc::core {

/** The shortest decimals that read back as the same double (libc++ 13 has no std::to_chars for doubles). */
inline std::string text_of(double value) {
    char text[40];
    for (int digits = 15; digits <= 17; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, value);
        if (std::strtod(text, nullptr) == value) break;
    }
    return text;
}

inline void require(Problem const& problem) {
    if (!problem) return;
    std::string allowed = problem.allowed;
    if (auto const at = allowed.find('%'); at != std::string::npos) allowed.replace(at, 1, text_of(problem.limit));
    std::ostringstream text;
    text << "invalid " << problem.parameter;
    if (problem.index >= 0) text << '[' << problem.index << ']';
    text << ": " << text_of(problem.value) << " (" << allowed << ')';
    throw std::invalid_argument(text.str());
}

template <class Value>
constexpr Format format_of() {
    if (std::is_same_v<Value, float>) return Format::float32;
    if (std::is_same_v<Value, double>) return Format::float64;
    return std::is_same_v<Value, float16> ? Format::float16 : Format::bfloat16;
}

}  // namespace posenc::core
