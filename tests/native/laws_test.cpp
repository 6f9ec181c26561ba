// Laws, units, scalings and xPos against exact values, and what bad ones get.
#include "support.hpp"

namespace posenc::test {
namespace {

/** An encoding, its frequencies, and its row at a position that is far. */
struct Truth {
    Encoding encoding;
    std::vector<double> frequencies;
    double position;
    std::vector<double> row;
};

/** mpmath, 70 digits: the formulas of posenc.hpp. Each number is the nearest double. */
std::vector<Truth> const kTruths = {
    {{.dim = 10, .base = 10000, .spacing = Spacing::shifted, .shift = -3},
     {1.0, 0.31622776601683794, 0.1, 0.03162277660168379, 0.01},
     9007199254740991.0,
     {-0.013949324588032911, -0.9999027034384584, -0.6601917881687978, 0.7510970661868446, 0.3076899915046123,
      -0.9514866626116688, -0.9263219786813486, -0.37673278568750984, -0.7902405038546318, -0.612796822827581}},
    {{.dim = 9, .base = 0.001, .spacing = Spacing::shifted, .shift = 1, .odd = Odd::zero},
     {1.0, 10.0, 100.0, 1000.0},
     1000000007.0,
     {0.9619932564522437, 0.2730732036293709, 0.3669521480184134, 0.9302398191136909, -0.5775394674183475,
      -0.8163627646911216, -0.12574402549486902, 0.9920627198178277, 0.0}},
    {{.dim = 7, .base = 0.01, .spacing = Spacing::linear},
     {1.0, 0.604, 0.208, -0.188},
     9007199254740991.0,
     {-0.013949324588032911, -0.9999027034384584, 0.7726701262880895, -0.634807747228992, 0.9781918145950678,
      0.20770357209063228, 0.4480501771366753}},
    {{.dim = 8, .base = 1e+100},
     {1.0, 1e-25, 1e-50, 1e-75},
     9007199254740991.0,
     {-0.013949324588032911, -0.9999027034384584, 9.007199254740991e-10, 1.0, 9.007199254740991e-35, 1.0,
      9.00719925474099e-60, 1.0}},
    {{.dim = 8, .base = 1e-100, .scale = 1e-90},
     {1e-90, 1e-65, 1e-40, 1e-15},
     9007199254740991.0,
     {9.00719925474099e-75, 1.0, 9.007199254740991e-50, 1.0, 9.007199254740991e-25, 1.0, 0.4055484031923167,
      -0.9140735707087051}},
    {{.dim = 9, .base = 0.25, .spacing = Spacing::endpoint},
     {1.0, 1.4859942891369484, 2.2081790273476245, 3.281341424030552, 4.8760546168179015},
     1000000007.0,
     {0.9619932564522437, 0.2730732036293709, 0.8993938411519307, 0.43713924383195757, -0.6162465041031275,
      0.7875533291026545, 0.9969892706955884, -0.07753962933802817, 0.09433326289118002}},
    {{.dim = 8, .frequencies = {3.5, 0, -0.125, 1e-09}, .unit = Unit::turn},
     {21.991148575128552, 0.0, -0.7853981633974483, 6.283185307179587e-09},
     1000000007.0,
     {-1.0642792214936204e-61, -1.0, 0.0, 1.0, 0.7071067811865476, 0.7071067811865476, 4.3982297541583875e-08,
      0.999999999999999}},
    {{.dim = 6, .frequencies = {1000000000.0, 12345.678, -7}, .scale = 0.1},
     {100000000.0, 1234.5678, -0.7000000000000001},
     4097.0,
     {-0.9999955028113068, -0.0029990593794807716, -0.40232955669459713, -0.915494908675045, -0.3654281544604474,
      -0.9308395478962158}},
    {{.dim = 8, .frequency_factors = {1, 2, 0.5, 7.25}, .scaling = {.type = ScalingType::linear, .factor = 3}},
     {0.3333333333333333, 0.016666666666666666, 0.006666666666666667, 4.597701149425287e-05},
     9007199254740991.0,
     {0.8683409957406336, 0.49596765531248604, 0.544444032506516, -0.8387971718288301, -0.996485073025284,
      0.08377051532487081, -0.09676763593766802, 0.9953070001939276}},
    {{.dim = 8, .base = 1000000.0, .scaling = {.type = ScalingType::linear, .factor = 8}},
     {0.125, 0.003952847075210474, 0.000125, 3.952847075210474e-06},
     9007199254740991.0,
     {0.3842938389447171, 0.9232108347225632, 0.24220014675869153, -0.9702263080900602, -0.9654844507861902,
      -0.2604606981678592, -0.05989901680249795, 0.9982044418785633}},
    {{.dim = 9, .scaling = {.type = ScalingType::ntk, .factor = 0.3}},
     {1.0, 0.18218182082337556, 0.03319021583852051, 0.006046653954982506, 0.001101590427407578},
     9007199254740991.0,
     {-0.013949324588032911, -0.9999027034384584, 0.8715593076401471, -0.49029009093171294, 0.8921679918656243,
      0.4517037461549985, -0.4869563327405024, 0.8734263162991605, 0.3274444032292446}},
    {{.dim = 8, .scaling = {.type = ScalingType::dynamic, .factor = 4, .original_length = 4096, .length = 8192}},
     {1.0, 0.05848035476425732, 0.003419951893353394, 0.0002},
     9007199254740991.0,
     {-0.013949324588032911, -0.9999027034384584, -0.9977623076697524, -0.06686088089107449, 0.025404118724928326,
      -0.9996772632964149, 0.7413220946563428, 0.6711494259658816}},
    {{.dim = 8, .scaling = {.type = ScalingType::dynamic, .factor = 4, .original_length = 4096, .length = 4096}},
     {1.0, 0.1, 0.01, 0.001},
     9007199254740991.0,
     {-0.013949324588032911, -0.9999027034384584, 0.3076899915046123, -0.9514866626116688, -0.7902405038546318,
      -0.612796822827581, -0.859145719891419, -0.5117310152729219}},
    {{.dim = 8,
      .scaling = {.type = ScalingType::longrope,
                  .factor = 32,
                  .original_length = 4096,
                  .length = 4096,
                  .short_factor = {1, 1.1, 1.5, 2},
                  .long_factor = {1, 2, 4, 8.25}}},
     {1.0, 0.0909090909090909, 0.006666666666666667, 0.0005},
     9007199254740991.0,
     {-0.016603017195325, -1.190122265352043, 1.1646701749352752, 0.2453773630205162, -1.1860544715202268,
      0.09970685660245282, -1.0347992409891171, 0.588096248512957}},
    {{.dim = 8,
      .scaling = {.type = ScalingType::longrope,
                  .factor = 32,
                  .original_length = 4096,
                  .length = 4097,
                  .short_factor = {1, 1.1, 1.5, 2},
                  .long_factor = {1, 2, 4, 8.25}}},
     {1.0, 0.05, 0.0025, 0.00012121212121212121},
     9007199254740991.0,
     {-0.016603017195325, -1.190122265352043, 1.17571384812941, 0.1853742538310034, 1.0099511268813597,
      0.6298137724579691, 1.0673157265297792, -0.5267863006655321}},
    {{.dim = 16, .base = 1000000.0, .scaling = {.type = ScalingType::proportional, .fraction = 0.25}},
     {1.0, 0.1778279410038923, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0},
     9007199254740991.0,
     {-0.013949324588032911, -0.9999027034384584, -0.7859855950890763, -0.6182448093696141, 0.0, 1.0, 0.0, 1.0, 0.0,
      1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0}},
    {{.dim = 16, .base = 1000000.0, .scaling = {.type = ScalingType::proportional, .factor = 8, .fraction = 0.7}},
     {0.125, 0.022228492625486537, 0.003952847075210474, 0.0007029266564879364, 0.000125, 0.0, 0.0, 0.0},
     9007199254740991.0,
     {0.3842938389447171, 0.9232108347225632, -0.4844507106277861, -0.8748185577433946, 0.24220014675869153,
      -0.9702263080900602, 0.9682278781554029, 0.2500695422531226, -0.9654844507861902, -0.2604606981678592, 0.0, 1.0,
      0.0, 1.0, 0.0, 1.0}},
    {{.dim = 9,
      .scaling = {.type = ScalingType::yarn, .factor = 4, .original_length = 256},
      .value_scale = 2,
      .xpos = XPos{.scale_base = -64, .center = 100.5, .gamma = 0.3}},
     {1.0, 0.08072185406343024, 0.004170251343000147, 0.000538608672507971, 6.956398505517812e-05},
     0.5,
     {0.11043304318448803, 0.20214632962054632, 0.02209877051170149, 0.5472314728041281, 0.0019872192868446727,
      0.9530439503136852, 0.0003860238760034551, 1.4334112552398142, 6.888721127414543e-05}},
    {{.dim = 16, .scaling = {.type = ScalingType::yarn, .factor = 4, .original_length = 2}},
     {1.0, 0.07905694150420949, 0.025, 0.007905694150420948, 0.0025, 0.0007905694150420948, 0.00025,
      7.905694150420948e-05},
     9007199254740991.0,
     {-0.015883111589815018, -1.1385186513829852, 1.120178611589387, 0.20414913891167769, -0.7397825701923963,
      -0.8655626734213059, -0.5351306808460684, 1.0050433558797, 0.9661597202364433, 0.6025050935663067,
      0.62341695667448, 0.9528002366243596, 0.5726640059291408, -0.9841407059429537, -1.0607089902473308,
      0.4139727416016591}},
    {{.dim = 16, .base = 2, .scaling = {.type = ScalingType::yarn, .factor = 4, .original_length = 1000000.0}},
     {0.25, 0.2292510108011678, 0.21022410381342863, 0.1927763531759926, 0.1767766952966369, 0.1621049443313762,
      0.14865088937534013, 0.1363134665831572},
     9007199254740991.0,
     {0.8079355487710996, 0.8023198500676948, -0.47455755217883816, -1.0350227642186114, 0.46837633490352865,
      1.0378345733704595, -1.0769195023797575, 0.36975854036768563, 0.05004597946227481, 1.1375290733516958,
      0.42609391856218487, -1.0558981794401525, 0.5350889648085936, -1.0050655662795207, -0.7471476113562815,
      -0.8592132678359367}},
    {{.dim = 16, .scaling = {.type = ScalingType::yarn, .factor = 4, .original_length = 6}},
     {1.0, 0.07905694150420949, 0.025, 0.007905694150420948, 0.0025, 0.0007905694150420948, 0.00025,
      7.905694150420948e-05},
     9007199254740991.0,
     {-0.015883111589815018, -1.1385186513829852, 1.120178611589387, 0.20414913891167769, -0.7397825701923963,
      -0.8655626734213059, -0.5351306808460684, 1.0050433558797, 0.9661597202364433, 0.6025050935663067,
      0.62341695667448, 0.9528002366243596, 0.5726640059291408, -0.9841407059429537, -1.0607089902473308,
      0.4139727416016591}},
    {{.dim = 16,
      .base = 500000.0,
      .scaling = {.type = ScalingType::llama3,
                  .factor = 32,
                  .original_length = 8192,
                  .low_freq_factor = 1,
                  .high_freq_factor = 4},
      .scale = -0.5},
     {-0.5, -0.09696137237434288, -0.018803015465431967, -0.0036463323686085547, -0.0002147783982796841,
      -4.285127744940739e-06, -8.309837338976544e-07, -1.6114664651894468e-07},
     9007199254740991.0,
     {-0.9999756755637755, -0.00697483195287147, 0.5457664530313716, -0.837937335810713, 0.8356559645762008,
      -0.5492532283639481, -0.9828591272723307, 0.18435817296087664, 0.23168622094524596, 0.9727905709987689,
      0.5304986185465668, 0.8476858001171096, 0.3711493970842343, -0.9285731662308627, 0.286498582893107,
      -0.9580806657063076}},
};

double nearness(double ours, double truth) { return truth == 0 ? std::fabs(ours) : std::fabs(ours / truth - 1); }

TEST(Laws, FrequenciesAndFarRows) {
    for (Truth const& truth : kTruths) {
        std::vector<double> ours(pairs(truth.encoding));
        frequencies(truth.encoding, ours);
        ASSERT_EQ(ours.size(), truth.frequencies.size());
        for (std::size_t i = 0; i < ours.size(); ++i) {
            EXPECT_LE(nearness(ours[i], truth.frequencies[i]), 3.4e-16) << text_of(truth.encoding) << " pair " << i;
        }
        std::vector<double> const position{truth.position};
        auto const wide = table<double>(truth.encoding, position);
        auto const narrow = table<float>(truth.encoding, position);
        for (std::size_t c = 0; c < wide.size(); ++c) {
            double const allowed = truth.encoding.xpos ? 1e-14 * std::max(std::fabs(truth.row[c]), 1e-2) : 2e-15;
            EXPECT_LE(std::fabs(wide[c] - truth.row[c]), allowed) << text_of(truth.encoding) << " column " << c;
            EXPECT_EQ(narrow[c], static_cast<float>(truth.row[c])) << text_of(truth.encoding) << " column " << c;
        }
    }
}

TEST(Laws, ZeroFrequencies) {
    Encoding const e{.dim = 8, .scaling = {.type = ScalingType::proportional, .fraction = 0.5}};
    std::vector<double> out(4);
    wavelengths(e, out);
    EXPECT_EQ(out[2], std::numeric_limits<double>::infinity());
    EXPECT_EQ(out[3], std::numeric_limits<double>::infinity());
    auto const means = picture<double>(e, {.positions_per_pixel = 1000, .height = 3, .width = 8});
    for (std::size_t y = 0; y < 3; ++y) {
        EXPECT_EQ(means[8 * y + 4], 0);
        EXPECT_EQ(means[8 * y + 5], 1);
    }
}

TEST(Laws, TheLengthReached) {
    Encoding open{.dim = 16, .scaling = {.type = ScalingType::dynamic, .factor = 2, .original_length = 10}};
    Encoding given = open;
    for (std::int64_t const count : {5, 11, 40, 10}) {
        given.scaling.length = static_cast<double>(count);
        EXPECT_TRUE(
            same_bits(table<float>(open, Positions{.count = count}), table<float>(given, Positions{.count = count})));
        EXPECT_TRUE(same_bits(picture<float>(open, {.height = count, .width = 16}),
                              table<float>(given, Positions{.count = count})));
    }
}

std::string problem_of(Encoding const& e) {
    return message_of([&] { (void)pairs(e); });
}

TEST(Laws, Errors) {
    std::string const factor = " (a number from 1e-30 to 1e30)";
    auto const scaled = [](Scaling const& scaling, std::int64_t dim = 8) {
        return problem_of({.dim = dim, .scaling = scaling});
    };
    EXPECT_EQ(scaled({.type = ScalingType::linear, .factor = 0}), "invalid scaling.factor: 0" + factor);
    EXPECT_EQ(scaled({.type = ScalingType::ntk, .factor = -2}), "invalid scaling.factor: -2" + factor);
    EXPECT_EQ(scaled({.type = ScalingType::ntk, .factor = 2}, 2),
              "invalid dim: 2 (above 2, since this scaling has the power dim/(dim - 2))");
    EXPECT_EQ(scaled({.type = ScalingType::dynamic, .factor = 2}), "invalid scaling.originalLength: 0" + factor);
    EXPECT_EQ(scaled({.type = ScalingType::dynamic, .original_length = 8, .length = -1}),
              "invalid scaling.length: -1 (a number from 0 to 1e30)");
    EXPECT_EQ(scaled({.type = ScalingType::yarn, .original_length = 8, .beta_fast = 0.5}),
              "invalid scaling.betaFast: 0.5 (at least betaSlow, 1)");
    EXPECT_EQ(scaled({.type = ScalingType::yarn, .original_length = 8, .beta_slow = 0}),
              "invalid scaling.betaSlow: 0" + factor);
    EXPECT_EQ(scaled({.type = ScalingType::yarn, .original_length = 8, .extrapolation = 1.5}),
              "invalid scaling.extrapolation: 1.5 (a number from 0 to 1)");
    EXPECT_EQ(scaled({.type = ScalingType::longrope, .original_length = 8, .short_factor = {1, 2, 3}}),
              "invalid scaling.shortFactor: 3 (exactly 4 values, one a pair)");
    EXPECT_EQ(scaled({.type = ScalingType::longrope,
                      .original_length = 8,
                      .short_factor = {1, 2, 3, 4},
                      .long_factor = {1, 2, 0, 4}}),
              "invalid scaling.longFactor[2]: 0" + factor);
    EXPECT_EQ(scaled({.type = ScalingType::llama3, .original_length = 8, .low_freq_factor = 5}),
              "invalid scaling.highFreqFactor: 4 (at least lowFreqFactor, 5)");
    EXPECT_EQ(scaled({.type = ScalingType::proportional, .fraction = 1.5}),
              "invalid scaling.fraction: 1.5 (a number from 0 to 1)");
    EXPECT_EQ(problem_of({.dim = 8, .spacing = Spacing::shifted, .shift = 4}),
              "invalid shift: 4 (a number below 4, above -1e6)");
    EXPECT_EQ(problem_of({.dim = 8, .shift = 1}), "invalid shift: 1 (0, since spacing is not 'shifted')");
    EXPECT_EQ(problem_of({.dim = 8, .spacing = Spacing::shifted, .shift = 3.99}),
              "invalid shift: 3.99 (one whose last frequency is from 1e-100 to 1e100)");
    // The base that counts is the one that the scaling makes: (1.2 * 8^2)^-1000 is no double.
    Scaling const ntk{.type = ScalingType::ntk, .factor = 8};
    EXPECT_EQ(problem_of({.dim = 4, .base = 1.2, .spacing = Spacing::shifted, .shift = 1.999}), "no error");
    EXPECT_EQ(problem_of({.dim = 4, .base = 1.2, .spacing = Spacing::shifted, .shift = 1.999, .scaling = ntk}),
              "invalid shift: 1.999 (one whose last frequency is from 1e-100 to 1e100)");
    // Where the scaling goes by the length reached, the base is known with the positions.
    Encoding const open{.dim = 4,
                        .base = 1,
                        .spacing = Spacing::shifted,
                        .shift = 1.9999,
                        .scaling = {.type = ScalingType::dynamic, .factor = 8, .original_length = 4}};
    std::vector<float> out(400);
    encode(open, {.count = 4}, std::span(out).first(16));
    EXPECT_EQ(message_of([&] { encode(open, {.count = 100}, out); }),
              "invalid shift: 1.9999 (one whose last frequency is from 1e-100 to 1e100)");
    EXPECT_EQ(problem_of({.dim = 8, .spacing = Spacing::endpoint, .scaling = {.type = ScalingType::ntk, .factor = 0}}),
              "invalid scaling.factor: 0" + factor);
    EXPECT_EQ(problem_of({.dim = 8, .frequencies = {1, 2}}), "invalid frequencies: 2 (exactly 4 values, one a pair)");
    EXPECT_EQ(problem_of({.dim = 8, .frequencies = {1, 2, 1e101, 0}}),
              "invalid frequencies[2]: 1e+101 (a finite number, at most 1e100 in size)");
    EXPECT_EQ(problem_of({.dim = 4, .frequency_factors = {1, -1}}),
              "invalid frequencyFactors[1]: -1 (a number from 1e-100 to 1e100)");
    EXPECT_EQ(problem_of({.dim = 4, .frequencies = {1, 2}, .scaling = {.type = ScalingType::ntk, .factor = 2}}),
              "invalid frequencies: 2 (none, since this scaling goes by the base)");
    EXPECT_EQ(problem_of({.dim = 8, .xpos = XPos{.scale_base = 0}}),
              "invalid xpos.scaleBase: 0 (a number from 1e-30 to 1e30 in size)");
    EXPECT_EQ(problem_of({.dim = 8, .sections = {1, 2}}), "invalid sections: 3 (a sum of 4, the number of pairs)");
    EXPECT_EQ(problem_of({.dim = 8, .sections = {1, -2, 5}}),
              "invalid sections[1]: -2 (whole numbers from 0 that add up to 4, the number of pairs)");
}

}  // namespace
}  // namespace posenc::test
