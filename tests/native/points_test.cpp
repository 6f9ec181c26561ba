// Encodings of several coordinates: exact values, the same bits however they are asked for, errors.
#include <algorithm>

#include "golden.hpp"
#include "support.hpp"

namespace posenc::test {
namespace {

template <class Value, class Kind, class Where>
std::vector<Value> rows(Kind const& encoding, Where const& where, std::int64_t count, std::int64_t dim) {
    auto out = unwritten<Value>(size(count * dim));
    encode(encoding, where, std::span<Value>(out));
    return out;
}

std::vector<double> numbers(Json const& json) {
    std::vector<double> list;
    for (Json const& item : json.items) list.push_back(item.number);
    return list;
}

bool has(Json const& json, char const* name) { return json.members.count(name) > 0; }

double number(Json const& json, char const* name, double absent) {
    return has(json, name) ? json[name].number : absent;
}

Unit unit_of(Json const& json) {
    std::string const name = has(json, "unit") ? json["unit"].text : "radian";
    return name == "turn" ? Unit::turn : name == "half-turn" ? Unit::half_turn : Unit::radian;
}

Coordinates coordinates_of(Json const& json) {
    std::string const name = has(json, "coordinates") ? json["coordinates"].text : "index";
    constexpr char const* kNames[] = {"index", "ends", "centres", "fractions"};
    return static_cast<Coordinates>(std::find(kNames, kNames + 4, name) - kNames);
}

Grid grid_of(Json const& json) {
    Grid grid{.axes = {}, .blocks = Blocks::function_major};
    for (Json const& axis : json["axes"].items) {
        grid.axes.push_back(
            {.encoding = {.dim = static_cast<std::int64_t>(axis["dim"].number),
                          .base = number(axis, "base", 10000),
                          .unit = unit_of(axis),
                          .origin = number(axis, "origin", 0),
                          .scale = number(axis, "scale", 1)},
             .coordinates = coordinates_of(axis),
             .reference = has(axis, "reference") ? std::optional(axis["reference"].number) : std::nullopt});
    }
    return grid;
}

TEST(Points, AreExact) {
    std::string text;
    for (std::string_view const piece : kTruthPoints) text += piece;
    Json const truth = JsonReader(text).read();
    double worst = 0;
    std::size_t values = 0;
    for (Json const& each : truth["cases"].items) {
        std::vector<double> wanted;
        for (std::size_t k = 0; k < each["sin"].items.size(); ++k) {
            for (double const value : numbers(each["sin"][k])) wanted.push_back(value);
            for (double const value : numbers(each["cos"][k])) wanted.push_back(value);
        }
        auto const count = static_cast<std::int64_t>(each["sin"].items.size());
        std::int64_t const dim = static_cast<std::int64_t>(wanted.size()) / count;
        Json const& positions = each["positions"];
        std::vector<double> got;
        if (has(positions, "grid")) {
            Cells cells;
            for (double const cell : numbers(positions["grid"])) cells.sizes.push_back(static_cast<std::int64_t>(cell));
            got = rows<double>(grid_of(each["encoding"]), cells, count, dim);
        } else {
            Fourier const fourier{.dim = dim,
                                  .axes = static_cast<std::int64_t>(each["encoding"]["axes"].number),
                                  .frequencies = numbers(each["encoding"]["frequencies"]),
                                  .unit = unit_of(each["encoding"]),
                                  .layout = Layout::halves};
            std::vector<double> const points = numbers(positions["data"]);
            got = rows<double>(fourier, Points{points}, count, dim);
        }
        for (std::size_t k = 0; k < wanted.size(); ++k) {
            worst = std::max(worst, std::fabs(got[k] - wanted[k]));
            ASSERT_NEAR(got[k], wanted[k], 5e-15) << each["name"].text << ", value " << k;
        }
        values += wanted.size();
    }
    EXPECT_EQ(values, 1832u);
    RecordProperty("worst", std::to_string(worst));
}

Grid const kGrid{.axes = {{.encoding = {.dim = 7, .odd = Odd::zero}},
                          {.encoding = {.dim = 21, .base = 100, .layout = Layout::halves, .order = Order::cos_sin},
                           .coordinates = Coordinates::index},
                          {.encoding = {.dim = 300, .spacing = Spacing::endpoint, .origin = 0.5}}},
                 .axis_order = {2, 0, 1}};

TEST(Points, HaveTheBitsOfCellsInAnyOrder) {
    constexpr std::int64_t kSizes[] = {5, 3, 11};
    constexpr std::int64_t kDim = 328;
    auto const cells = rows<float>(kGrid, Cells{{5, 3, 11}}, 165, kDim);
    std::vector<double> points;
    for (std::int64_t k = 0; k < 165; ++k) {
        points.insert(points.end(),
                      {static_cast<double>(k / 33), static_cast<double>(k / 11 % 3), static_cast<double>(k % 11)});
    }
    EXPECT_TRUE(same_bits(rows<float>(kGrid, Points{points}, 165, kDim), cells));
    for (std::int64_t k = 164; k >= 0; k -= 13) {
        auto const one = rows<float>(kGrid, Points{std::span(points).subspan(size(3 * k), 3)}, 1, kDim);
        auto const row = cells.begin() + static_cast<std::ptrdiff_t>(k * kDim);
        EXPECT_TRUE(same_bits(one, std::vector(row, row + kDim)));
    }
    EXPECT_EQ(kSizes[0] * kSizes[1] * kSizes[2], 165);
}

/** Each axis has the double of its own encoding, evaluated directly. */
TEST(Points, AreTheirAxesSideBySide) {
    std::vector<double> const point{3, 1e6, -2.25};
    auto const row = rows<double>(kGrid, Points{point}, 1, 328);
    std::size_t at = 0;
    for (std::int64_t const axis : kGrid.axis_order) {
        auto const own = table<double>(kGrid.axes[size(axis)].encoding, std::vector{point[size(axis)]});
        EXPECT_TRUE(same_bits(own, std::vector(row.begin() + static_cast<std::ptrdiff_t>(at),
                                               row.begin() + static_cast<std::ptrdiff_t>(at + own.size()))));
        at += own.size();
    }
    EXPECT_EQ(at, row.size());
}

TEST(Points, AreAddedInPieces) {
    Grid grid = kGrid;
    grid.class_rows = 2;
    auto const floats = rows<float>(grid, Cells{{40, 3, 7}}, 842, 328);
    for (std::size_t k = 0; k < 2 * 328; ++k) ASSERT_EQ(floats[k], 0);
    std::vector<float> sums(2 * floats.size(), 0.375f);
    add(grid, Cells{{40, 3, 7}}, sums, 2);
    for (std::size_t k = 0; k < sums.size(); ++k) ASSERT_EQ(sums[k], 0.375f + floats[k % floats.size()]);
}

/** Eight wide axes need most of the store at once, however full it is. */
TEST(Points, KeepThePlansOfAllAxesTogether) {
    Grid wide;
    for (int a = 0; a < 8; ++a) wide.axes.push_back({.encoding = {.dim = 8191, .base = 100.0 + a}});
    std::vector<double> const point{1, 2, 3, 4, 5, 6, 7, 8};
    auto const first = rows<float>(wide, Points{point}, 1, 65528);
    for (int full = 0; full < 9; ++full) {
        for (int k = 0; k <= full; ++k)
            table<float>({.dim = 8000, .base = 1000.0 + full * 10 + k}, Positions{.count = 1});
        EXPECT_TRUE(same_bits(rows<float>(wide, Points{point}, 1, 65528), first));
    }
    for (std::size_t a = 0; a < 8; ++a) {
        auto const own = table<double>(wide.axes[a].encoding, std::vector{point[a]});
        for (std::size_t c = 0; c < own.size(); ++c) ASSERT_EQ(first[a * 8191 + c], static_cast<float>(own[c]));
    }
}

TEST(Points, OfStreamsTakeEachPairFromItsOwn) {
    Encoding const sectioned{.dim = 48, .sections = {8, 9, 7}};
    std::vector<double> const streams{1, 2, 30, 40, 500.5, 600};  // [3, 2]
    auto const got = rows<double>(sectioned, std::span<double const>(streams), 2, 48);
    for (std::size_t row = 0; row < 2; ++row) {
        for (std::size_t pair = 0; pair < 24; ++pair) {
            std::size_t const stream = pair < 8 ? 0 : pair < 17 ? 1 : 2;
            auto const plain = table<double>({.dim = 48}, std::vector{streams[stream * 2 + row]});
            ASSERT_EQ(got[row * 48 + 2 * pair], plain[2 * pair]) << row << " " << pair;
            ASSERT_EQ(got[row * 48 + 2 * pair + 1], plain[2 * pair + 1]);
        }
    }
    // Text is the same in all streams, in pieces or not.
    Positions const text{.start = 3, .step = 2, .count = 1300};
    std::vector<double> each = listed(text);
    each.resize(3 * each.size());
    for (std::size_t k = 1300; k < each.size(); ++k) each[k] = each[k - 1300];
    EXPECT_TRUE(same_bits(rows<float>(sectioned, text, 1300, 48),
                          rows<float>(sectioned, std::span<double const>(each), 1300, 48)));
}

std::string message(Grid const& grid, Cells const& cells) {
    return message_of([&] { encode(grid, cells, std::span<float>()); });
}

TEST(Points, SayWhatIsNotAllowed) {
    Grid grid{.axes = {{.encoding = {.dim = 4}}, {.encoding = {.dim = 4}}}};
    EXPECT_EQ(message(grid, {{2, 3}}), "invalid out: 0 (exactly 48 values)");
    EXPECT_EQ(message(grid, {{2}}), "invalid grid: 1 (exactly 2 values)");
    EXPECT_EQ(message(grid, {{2, -1}}), "invalid grid[1]: -1 (a whole number from 0 to 2^53)");
    EXPECT_EQ(message(grid, {{1000000000, 1000000000}}),
              "invalid grid: 1e+18 (the result would take 3.2e+19 bytes as float32)");
    grid.axis_order = {1, 1};
    EXPECT_EQ(message(grid, {{2, 3}}), "invalid axisOrder[1]: 1 (each axis once, from 0 to 1)");
    grid.axis_order = {};
    grid.axes[1].encoding.padding = 0;
    EXPECT_EQ(message(grid, {{2, 3}}), "invalid axes[1].padding: 0 (none with several coordinates)");
    grid.axes[1].encoding = {.dim = 70000};
    EXPECT_EQ(message(grid, {{2, 3}}), "invalid axes[1].dim: 70000 (a whole number from 1 to 65536)");
    grid.axes[1].encoding = {.dim = 65533};
    EXPECT_EQ(message(grid, {{2, 3}}), "invalid axes[1].dim: 65533 (at most 65536 columns of all axes together)");
    grid.axes = {};
    EXPECT_EQ(message(grid, {{2, 3}}), "invalid axes: 0 (a whole number from 1 to 8)");
}

TEST(Points, OfAnEmptyGridAreNoneHoweverLongItsOtherSides) {
    Axis const axis{.encoding = {.dim = 4}};
    constexpr std::int64_t kFar = std::int64_t{1} << 53;
    EXPECT_EQ(message({.axes = {axis, axis, axis}}, {{kFar, kFar, 0}}), "no error");
}

}  // namespace
}  // namespace posenc::test
