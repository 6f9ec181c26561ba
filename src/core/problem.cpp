#include "problem.hpp"

#include "check_numbers.hpp"

namespace posenc::core {

Problem::Problem() : Problem(nullptr, 0, nullptr) {}

Problem::Problem(char const* name, double number, char const* what, double bound, std::int64_t place)
    : parameter(name), value(number), allowed(what), limit(bound), index(place) {}

void Problem::require(bool holds, char const* name, double number, char const* what, double bound, std::int64_t place) {
    if (!holds) add({name, number, what, bound, place});
}

void Problem::require(bool holds, char const* name, double number, char const* what) {
    require(holds, name, number, what, 0);
}

void Problem::between(char const* name, double number, double least, double most, char const* what) {
    require(number >= least && number <= most, name, number, what, most);
}

void Problem::whole_between(char const* name, double number, double least, double most, char const* what,
                            std::int64_t place) {
    require(core::whole_between(number, least, most), name, number, what, most, place);
}

void Problem::add(Problem const& other) {
    if (!*this) *this = other;
}

}  // namespace posenc::core
