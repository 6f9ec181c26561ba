// What checks of numbers share.
#pragma once

namespace posenc::core {

constexpr double kFar = 0x1p53;

inline double magnitude(double x) { return __builtin_fabs(x); }

inline bool finite(double x) { return magnitude(x) <= 1.7976931348623157e308; }

inline bool whole(double x) { return x == __builtin_floor(x); }

inline bool whole_between(double x, double least, double most) { return x >= least && x <= most && whole(x); }

inline bool near(double x) { return magnitude(x) <= kFar; }

}  // namespace posenc::core
