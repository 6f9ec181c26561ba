// Against exact truth: tests/golden/truth_sinusoid.json, computed twice with 80 and with 34 digits.
#include "golden.hpp"
#include "half_formats.hpp"
#include "support.hpp"

namespace posenc::test {
namespace {

struct Truth {
    Encoding encoding;
    std::vector<std::int64_t> pairs;
    std::vector<double> positions;
    Json sine64, cosine64, sine32, cosine32, frequencies;
};

std::vector<Truth> const& truths() {
    static std::vector<Truth> const all = [] {
        std::vector<Truth> list;
        Json const file = golden(kTruthSinusoid);
        for (Json const& item : file["cases"].items) {
            Json const& params = item["params"];
            Truth truth;
            truth.encoding.dim = static_cast<std::int64_t>(params["d"].number);
            truth.encoding.base = std::strtod(params["base"].text.c_str(), nullptr);
            for (Json const& pair : params["columns"].items) {
                truth.pairs.push_back(static_cast<std::int64_t>(pair.number));
            }
            for (Json const& position : params["positions"].items) {
                truth.positions.push_back(std::strtod(position.text.c_str(), nullptr));
            }
            Json const& outputs = item["outputs"];
            truth.sine64 = item["data"];
            truth.cosine64 = outputs["cos_f64"]["data"];
            truth.sine32 = outputs["sin_f32"]["data"];
            truth.cosine32 = outputs["cos_f32"]["data"];
            truth.frequencies = outputs["freq_f64"]["data"];
            list.push_back(truth);
        }
        return list;
    }();
    return all;
}

/**
 * Calls visit(value, exact64, exact32) for every value of the truth. An odd width drops the second function of its last
 * pair; the other order has it.
 */
template <class Value, class Visit>
std::size_t visit_truth(Visit visit) {
    std::size_t values = 0;
    for (Truth const& truth : truths()) {
        for (Order const order : kOrders) {
            Encoding encoding = truth.encoding;
            encoding.order = order;
            auto const rows = table<Value>(encoding, truth.positions);
            for (std::size_t k = 0; k < truth.positions.size(); ++k) {
                for (std::size_t i = 0; i < truth.pairs.size(); ++i) {
                    // Sines from the sin-cos table, cosines from the cos-sin one: first functions both.
                    std::size_t const column = k * size(encoding.dim) + 2 * size(truth.pairs[i]);
                    std::size_t const at = k * truth.pairs.size() + i;
                    bool const sine = order == Order::sin_cos;
                    SCOPED_TRACE(::testing::Message() << text_of(encoding) << ", pair " << truth.pairs[i]
                                                      << ", position " << truth.positions[k]);
                    visit(rows[column], (sine ? truth.sine64 : truth.cosine64)[at].number,
                          (sine ? truth.sine32 : truth.cosine32)[at].number);
                    ++values;
                }
            }
        }
    }
    return values;
}

TEST(Truth, Float32IsRightToTheLastBit) {
    std::size_t const values =
        visit_truth<float>([](float value, double, double exact32) { EXPECT_EQ(value, static_cast<float>(exact32)); });
    EXPECT_EQ(values, 10440u);
}

TEST(Truth, Float64IsWithin1e15) {
    double worst = 0;
    visit_truth<double>([&](double value, double exact64, double) {
        worst = std::max(worst, std::fabs(value - exact64));
        EXPECT_LE(std::fabs(value - exact64), 1e-15);
    });
    RecordProperty("worst", std::to_string(worst * 1e15) + "e-15");
}

/** The value may be rounded either way only where the truth lies within 1e-14 of the middle between two numbers. */
template <class Value>
void expect_nearest(HalfFormat const& format) {
    std::size_t undecided = 0;
    visit_truth<Value>([&](Value value, double exact64, double) {
        std::uint16_t const low = format.nearest(exact64 - 1e-14);
        std::uint16_t const high = format.nearest(exact64 + 1e-14);
        bool const tiny = std::fabs(exact64) <= 1e-14;
        undecided += low != high && !tiny;
        EXPECT_TRUE(value.bits == low || value.bits == high || (tiny && value.bits == format.nearest(exact64)))
            << bits_of(value) << ", wanted " << std::hex << format.nearest(exact64);
    });
    EXPECT_EQ(undecided, 0u);
}

TEST(Truth, Float16IsNearest) { expect_nearest<float16>(binary16()); }
TEST(Truth, Bfloat16IsNearest) { expect_nearest<bfloat16>(brain16()); }

TEST(Truth, SecondFunctionsAreThoseOfTheOtherOrder) {
    for (Truth const& truth : truths()) {
        Encoding other = truth.encoding;
        other.order = Order::cos_sin;
        auto const rows = table<float>(truth.encoding, truth.positions);
        auto const swapped = table<float>(other, truth.positions);
        std::size_t const dim = size(truth.encoding.dim);
        for (std::size_t k = 0; k < rows.size(); ++k) {
            std::size_t const column = k % dim;
            if (column % 2 == 1) {
                EXPECT_EQ(bits_of(rows[k]), bits_of(swapped[k - 1])) << text_of(other) << " value " << k;
            }
        }
    }
}

TEST(Truth, FrequenciesAreNearest) {
    for (Truth const& truth : truths()) {
        std::vector<double> all(pairs(truth.encoding));
        frequencies(truth.encoding, all);
        for (std::size_t i = 0; i < truth.pairs.size(); ++i) {
            EXPECT_EQ(all[size(truth.pairs[i])], truth.frequencies[i].number) << text_of(truth.encoding);
        }
    }
}

}  // namespace
}  // namespace posenc::test
