#include <cmath>
#include <cstdio>
#include <posenc.hpp>
#include <stdexcept>
#include <vector>

int main() {
    std::vector<float> table(3 * 512);
    posenc::encode(posenc::Encoding{.dim = 512}, posenc::Positions{.start = 1, .count = 3}, table);
    bool right = std::fabs(static_cast<double>(table[0]) - std::sin(1.0)) < 1e-7 &&
                 std::fabs(static_cast<double>(table[513]) - std::cos(2.0)) < 1e-7;
    std::vector<float> resized(9);
    posenc::resample({.to = {3, 3}}, std::vector<float>{2, 2, 2, 2}, 1, resized);
    right = right && resized[4] == 2;
    bool refused = false;
    try {
        posenc::encode(posenc::Encoding{.dim = 0}, posenc::Positions{.count = 3}, table);
    } catch (std::invalid_argument const& problem) {
        std::printf("%s\n", problem.what());
        refused = true;
    }
    std::printf("%s: %s\n", posenc::isa(), right ? "right" : "wrong");
    return right && refused ? 0 : 1;
}
