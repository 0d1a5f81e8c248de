#include "simulator/sensing/number_text.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::simulator {
namespace {

std::string hundredths(float value) {
    std::string text;
    appendHundredths(text, value);
    return text;
}

std::string printed(float value) {
    std::array<char, 64> text;
    std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(value));
    return text.data();
}

TEST(NumberTextTest, KeepsTheSignOfZeroAndRoundsTiesToEven) {
    EXPECT_EQ(hundredths(0.0F), "0.00");
    EXPECT_EQ(hundredths(-0.0F), "-0.00");
    EXPECT_EQ(hundredths(-0.004F), "-0.00");
    EXPECT_EQ(hundredths(0.125F), "0.12");
    EXPECT_EQ(hundredths(0.375F), "0.38");
    EXPECT_EQ(hundredths(-1.0F), "-1.00");
    EXPECT_EQ(hundredths(585.51F), "585.51");
    EXPECT_EQ(hundredths(9.995F), "9.99"); // the nearest float is smaller
    EXPECT_EQ(hundredths(99.999F), "100.00");
}

TEST(NumberTextTest, ReportsTimesInHundredthsForLongRuns) {
    const auto reported = [](double timeS) {
        std::string text;
        appendTime(text, timeS);
        return text;
    };
    for (const float timeS : {0.0F, 0.02F, 585.51F, 1605.58F, 8191.98F}) {
        EXPECT_EQ(reported(static_cast<double>(timeS)), printed(timeS));
    }
    EXPECT_EQ(reported(600'000.02), "600000.02") << "single precision has no such number";
    EXPECT_EQ(reported(600'000.04), "600000.04");
    EXPECT_EQ(reported(12'345'678.98), "12345678.98");
    EXPECT_EQ(reported(std::numeric_limits<double>::infinity()), "inf");
    EXPECT_EQ(reported(1e300), "inf");
}

TEST(NumberTextTest, WritesExtremesLikeAStream) {
    for (const float value :
         {std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest(),
          std::numeric_limits<float>::min(), std::numeric_limits<float>::denorm_min(), 0x1p30F,
          0x1p50F, 0x1p43F, 0x1p44F, std::numeric_limits<float>::infinity(),
          -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(),
          -std::numeric_limits<float>::quiet_NaN()}) {
        std::ostringstream stream;
        stream.setf(std::ios_base::fixed, std::ios_base::floatfield);
        stream.precision(2);
        stream << value;
        EXPECT_EQ(hundredths(value), stream.str());
    }
}

TEST(NumberTextTest, AgreesWithPrintfOnMillionsOfNumbers) {
    base::Rng rng(7);
    std::string text;
    for (int i = 0; i < 1'000'000; ++i) {
        // Numbers of the size of percepts, ties, and random bits.
        const auto typical = static_cast<float>(rng.uniform(-400.0, 400.0));
        const auto tie = static_cast<float>(static_cast<double>(rng.below(1U << 14U)) / 8.0);
        const auto any = std::bit_cast<float>(static_cast<std::uint32_t>(rng.next()));
        for (const float value : {typical, tie, any}) {
            text.clear();
            appendHundredths(text, value);
            ASSERT_EQ(text, printed(value));
        }
    }
}

TEST(NumberTextTest, ValuesMatchTheParsedText) {
    base::Rng rng(8);
    std::string text;
    for (int i = 0; i < 300'000; ++i) {
        const auto typical = static_cast<float>(rng.uniform(-400.0, 400.0));
        const auto tie = static_cast<float>(static_cast<double>(rng.below(1U << 14U)) / -8.0);
        const auto any = std::bit_cast<float>(static_cast<std::uint32_t>(rng.next()));
        for (const float value : {typical, tie, any, -0.0F, -0.001F}) {
            text.clear();
            appendHundredths(text, value);
            const auto reported = inHundredths(static_cast<double>(value));
            ASSERT_EQ(reported.has_value(), std::abs(value) < 1e13F) << value; // including NaN
            if (reported) {
                ASSERT_EQ(std::bit_cast<std::uint64_t>(*reported),
                          std::bit_cast<std::uint64_t>(*protocol::parseNumber(text)))
                    << text;
            }
        }
        const double timeS = rng.uniform(0.0, 1e6);
        text.clear();
        appendTime(text, timeS);
        ASSERT_EQ(inHundredths(timeS), protocol::parseNumber(text));
    }
}

TEST(NumberTextTest, WritesWholeNumbersAndMillionths) {
    std::string text;
    appendInteger(text, -12);
    text += ' ';
    appendMillionths(text, 1.5F);
    EXPECT_EQ(text, "-12 1.500000");
}

} // namespace
} // namespace sideline::simulator
