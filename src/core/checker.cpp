#include "checker.hpp"

namespace posenc::core {

void Checker::require(bool holds, char const* parameter, double value, char const* allowed, double limit,
                      std::int64_t index) {
    if (!holds && well()) problem_ = {parameter, value, allowed, limit, index};
}

void Checker::require(bool holds, char const* parameter, double value, char const* allowed) {
    require(holds, parameter, value, allowed, 0);
}

void Checker::between(char const* parameter, double value, double least, double most, char const* allowed) {
    require(value >= least && value <= most, parameter, value, allowed, most);
}

void Checker::whole_between(char const* parameter, double value, double least, double most, char const* allowed,
                            std::int64_t index) {
    require(core::whole_between(value, least, most), parameter, value, allowed, most, index);
}

void Checker::add(Problem const& problem) {
    if (well()) problem_ = problem;
}

}  // namespace posenc::core
