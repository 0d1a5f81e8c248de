#include "agentcore/drawing/datagram.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "tests/support/roboviz_client.h"

namespace sideline::drawing {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;
namespace rv = tests::roboviz;

constexpr std::string_view kRed = "\xff\x00\x00"sv;
constexpr std::string_view kOchre = "\xc8\x80\x10"sv;
const Color kOchreColor{200, 128, 16, 255};

Command onlyCommand(std::string_view bytes) {
    const ParsedDatagram parsed = parseDatagram(bytes);
    EXPECT_FALSE(parsed.error) << parsed.error->toString();
    EXPECT_EQ(parsed.commands.size(), 1U);
    return parsed.commands.empty() ? Command{} : parsed.commands.front();
}

TEST(DatagramTest, ReadsEveryCommand) {
    EXPECT_EQ(onlyCommand(rv::swap("ball")), Command(SwapBuffers{"ball"}));
    EXPECT_EQ(onlyCommand(rv::swap("")), Command(SwapBuffers{""}));
    EXPECT_EQ(onlyCommand(rv::circle(-5, 2.5, 1.5, 2, kOchre, "c")),
              Command(NamedShape{"c", Circle{{-5, 2.5}, 1.5, 2, kOchreColor}}));
    EXPECT_EQ(onlyCommand(rv::line({1, 2, 3}, {-4, -5.25, 6}, 3, kOchre, "l.x")),
              Command(NamedShape{"l.x", Line{{1, 2, 3}, {-4, -5.25, 6}, 3, kOchreColor}}));
    EXPECT_EQ(onlyCommand(rv::point({0, 0.125, -1}, 6, kOchre, "p")),
              Command(NamedShape{"p", Point{{0, 0.125, -1}, 6, kOchreColor}}));
    EXPECT_EQ(onlyCommand(rv::sphere({7, 8, 0.5}, 0.25, kOchre, "s")),
              Command(NamedShape{"s", Sphere{{7, 8, 0.5}, 0.25, kOchreColor}}));
    EXPECT_EQ(
        onlyCommand(rv::polygon({{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}}, "\x01\x02\x03\x80"sv, "q")),
        Command(NamedShape{"q", Polygon{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}}, {1, 2, 3, 128}}}));
    EXPECT_EQ(onlyCommand(rv::annotation("Torwart \xc3\xa4", {1, 2, 3}, kOchre, "t")),
              Command(NamedShape{"t", Annotation{{1, 2, 3}, "Torwart \xc3\xa4", kOchreColor}}));
    EXPECT_EQ(onlyCommand(rv::agentAnnotation("go", false, 1, kOchre)),
              Command(AgentAnnotation{{false, 1}, "go", kOchreColor}));
    EXPECT_EQ(onlyCommand(rv::agentAnnotation("", true, 11, kOchre)),
              Command(AgentAnnotation{{true, 11}, "", kOchreColor}));
    EXPECT_EQ(onlyCommand(rv::clearAgentAnnotation(true, 1)),
              Command(ClearAgentAnnotation{{true, 1}}));
    EXPECT_EQ(onlyCommand(rv::selectAgent(false, 128)), Command(SelectAgent{{false, 128}}));
}

TEST(DatagramTest, ReadsTheProtocolsExamples) {
    const std::string circle("\x01\x00"
                             "-5.000"
                             "0.0000"
                             "1.5000"
                             "2.0000"
                             "\xff\x80\x00"
                             "animated.circles\0",
                             2 + 24 + 3 + 17);
    EXPECT_EQ(onlyCommand(circle),
              Command(NamedShape{"animated.circles", Circle{{-5, 0}, 1.5, 2, {255, 128, 0, 255}}}));
    EXPECT_EQ(onlyCommand("\x00\x00\x61nim\x00"sv), Command(SwapBuffers{"anim"}));
}

TEST(DatagramTest, ReadsSeveralCommandsInOneDatagram) {
    std::string bytes;
    for (int i = 0; i < 40; ++i) {
        bytes += rv::point({0.1 * i, 0, 0}, 4, kRed, "many");
    }
    bytes += rv::swap("many");
    ASSERT_GT(bytes.size(), 2 * kRoboVizBufferBytes);
    const ParsedDatagram parsed = parseDatagram(bytes);
    EXPECT_FALSE(parsed.error);
    ASSERT_EQ(parsed.commands.size(), 41U);
    EXPECT_EQ(std::get<Point>(std::get<NamedShape>(parsed.commands[39]).shape).p_S.x(), 3.9);
    EXPECT_TRUE(parseDatagram("").commands.empty());
    EXPECT_FALSE(parseDatagram("").error);
}

TEST(DatagramTest, NumbersMayHaveBlanksAndSigns) {
    for (const auto& [text, value] : {std::pair{"  1.50"sv, 1.5},
                                      {"1.50  ", 1.5},
                                      {"+2.250", 2.25},
                                      {"-0.000", 0.0},
                                      {"1.5e-3", 0.0015},
                                      {"    -7", -7.0},
                                      {".25000", 0.25}}) {
        std::string bytes = rv::circle(1, 1, 1, 1, kRed, "c");
        bytes.replace(2, 6, text);
        const Command command = onlyCommand(bytes);
        EXPECT_EQ(std::get<Circle>(std::get<NamedShape>(command).shape).center_S.x(), value)
            << text;
    }
}

TEST(DatagramTest, InvalidUtf8IsReadAsLatin1) {
    const auto textOf = [](std::string_view text) {
        const Command command = onlyCommand(rv::agentAnnotation(text, false, 3, kRed));
        return std::get<AgentAnnotation>(command).text;
    };
    EXPECT_EQ(textOf("T\xfcr"), "T\xc3\xbcr");
    EXPECT_EQ(textOf("\xe2\x82\xac \xf0\x9f\x98\x80"), "\xe2\x82\xac \xf0\x9f\x98\x80");
    EXPECT_EQ(textOf("\xc0\x80"), "\xc3\x80\xc2\x80") << "an overlong form is no UTF-8";
    EXPECT_EQ(textOf("\xed\xa0\x80"), "\xc3\xad\xc2\xa0\xc2\x80") << "a surrogate is no UTF-8";
}

struct BadDatagram {
    const char* name;
    std::string rest; ///< after a valid swap of 5 bytes
    std::uint64_t byte;
    const char* message;
    const char* expected;
};

TEST(DatagramTest, ErrorsHaveByteOffsetAndExpectation) {
    std::string nan = rv::point({1, 2, 3}, 4, kRed, "p");
    nan.replace(8, 6, "   nan");
    std::string infinite = rv::point({1, 2, 3}, 4, kRed, "p");
    infinite.replace(14, 6, "   inf");
    std::string words = rv::sphere({1, 2, 3}, 4, kRed, "p");
    words.replace(20, 6, "1.2.3\x01");
    const std::string line = rv::line({1, 2, 3}, {4, 5, 6}, 1, kRed, "l");
    const std::vector<BadDatagram> table = {
        {"unknown command", "\x09\x00"s, 5, "command 9 is unknown", "1 (shape)"},
        {"unknown buffer command", "\x00\x01"s + "a\0"s, 6, "buffer command 1 is unknown", "swap"},
        {"unknown shape", "\x01\x05"s, 6, "shape kind 5 is unknown", "4 polygon"},
        {"unknown text", "\x02\x03"s, 6, "text kind 3 is unknown", "clear agent annotation"},
        {"unknown choice", "\x03\x01\x00"s, 6, "selection kind 1 is unknown", "select agent"},
        {"nan", nan, 5 + 8, "position is '   nan'", "finite number"},
        {"infinite", infinite, 5 + 14, "position is '   inf'", "finite number"},
        {"no number", words, 5 + 20, "radius is '1.2.3?'", "finite number"},
        {"cut number", line.substr(0, 12), 5 + 12, "ends within the line's start", "2 more"},
        {"cut name", line.substr(0, line.size() - 1), 5 + line.size() - 1, "name is not terminated",
         "zero byte"},
        {"half a command", "\x01"s, 6, "ends within the command's kind", "1 more"},
        {"cut polygon", "\x01\x04\xff\x01\x02\x03\x04"s, 12, "a corner", "6 more"},
    };
    for (const BadDatagram& bad : table) {
        const ParsedDatagram parsed = parseDatagram(rv::swap("ab") + bad.rest);
        EXPECT_EQ(parsed.commands.size(), 1U) << bad.name << ": what came before holds";
        ASSERT_TRUE(parsed.error) << bad.name;
        EXPECT_EQ(parsed.error->byteOffset, bad.byte) << bad.name;
        EXPECT_NE(parsed.error->message.find(bad.message), std::string::npos)
            << bad.name << ": " << parsed.error->message;
        EXPECT_NE(parsed.error->expected.find(bad.expected), std::string::npos)
            << bad.name << ": " << parsed.error->expected;
    }
}

TEST(DatagramTest, TruncatedDatagramIsAnErrorOrComplete) {
    for (const std::string& bytes : rv::animatedPicture(3)) {
        const std::size_t whole = parseDatagram(bytes).commands.size();
        for (std::size_t length = 1; length < bytes.size(); ++length) {
            const ParsedDatagram parsed = parseDatagram(std::string_view(bytes).substr(0, length));
            EXPECT_LT(parsed.commands.size(), whole);
        }
    }
}

TEST(DatagramEncoderTest, NumbersAreRoundedToSixCharacters) {
    for (const auto& [value, text] : {std::pair{0.0, "0.0000"},
                                      {3.14159, "3.1416"},
                                      {-12.5, "-12.50"},
                                      {123.456, "123.46"},
                                      {-0.00001, "-0.000"},
                                      {9999.96, " 10000"},
                                      {99999.4, " 99999"},
                                      {1e9, " 99999"},
                                      {-1e9, "-99999"},
                                      {-1234.56, " -1235"}}) {
        EXPECT_EQ(numberText(value), text);
    }
}

TEST(DatagramEncoderTest, WritesTheSameBytesAsOtherClients) {
    std::vector<std::string> pictures = rv::staticPicture();
    for (int step = 0; step < 3; ++step) {
        // With values that are not changed by truncation or rounding.
        pictures.push_back(rv::circle(-5, 0.5 * step, 1.25, 2, kRed, "c") +
                           rv::line({1, 2, 3}, {-1.5, 0, 12.75}, 2, kOchre, "l") +
                           rv::selectAgent(true, 3) + rv::clearAgentAnnotation(false, 11) +
                           rv::agentAnnotation("x", true, 11, kOchre));
    }
    for (const std::string& bytes : pictures) {
        std::string written;
        for (const Command& command : parseDatagram(bytes).commands) {
            ASSERT_TRUE(appendCommand(written, command));
        }
        EXPECT_EQ(written, bytes);
    }
}

TEST(DatagramEncoderTest, ReadsBackWhatWasWritten) {
    std::mt19937 random(7); // reproducible
    std::uniform_real_distribution<double> number(-30.0, 30.0);
    for (int i = 0; i < 500; ++i) {
        Polygon polygon;
        for (int corner = 0; corner < 1 + i % 20; ++corner) {
            polygon.corners_S.emplace_back(number(random), number(random), number(random));
        }
        polygon.color = {1, 2, 3, static_cast<std::uint8_t>(i)};
        std::string once;
        ASSERT_TRUE(appendCommand(once, NamedShape{"a.b", polygon}));
        const Command read = onlyCommand(once);
        const auto& shape = std::get<Polygon>(std::get<NamedShape>(read).shape);
        ASSERT_EQ(shape.corners_S.size(), polygon.corners_S.size());
        for (std::size_t c = 0; c < shape.corners_S.size(); ++c) {
            EXPECT_LT((shape.corners_S[c] - polygon.corners_S[c]).cwiseAbs().maxCoeff(), 0.0051);
        }
        std::string twice;
        ASSERT_TRUE(appendCommand(twice, read));
        EXPECT_EQ(once, twice);
    }
}

TEST(DatagramEncoderTest, RejectsValuesThatCannotBeEncoded) {
    std::string bytes = "before";
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<std::pair<Command, const char*>> table = {
        {NamedShape{"s", Sphere{{0, nan, 0}, 1, {}}}, "finite"},
        {NamedShape{"s", Circle{{0, 0}, infinity, 1, {}}}, "finite"},
        {NamedShape{"s", Polygon{}}, "corners"},
        {AgentAnnotation{{false, 0}, "x", {}}, "unknown agent 0"},
        {SelectAgent{{true, 129}}, "unknown agent 129"},
    };
    for (const auto& [command, message] : table) {
        const auto written = appendCommand(bytes, command);
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, base::ErrorCode::InvalidArgument);
        EXPECT_NE(written.error().message.find(message), std::string::npos)
            << written.error().message;
        EXPECT_EQ(bytes, "before");
    }
}

TEST(DatagramEncoderTest, SplitsDatagramsBetweenCommands) {
    std::vector<Command> commands;
    for (int i = 0; i < 100; ++i) {
        commands.emplace_back(NamedShape{"set", Line{{i * 0.125, 0, 0}, {0, 1, 0}, 2, {}}});
    }
    commands.emplace_back(SwapBuffers{"set"});
    const EncodedDrawings encoded = encodeDatagrams(commands);
    EXPECT_EQ(encoded.leftOut, 0U);
    EXPECT_EQ(encoded.datagrams.size(), 11U); // ten lines of 51 bytes each, and the swap
    std::vector<Command> read;
    for (const std::string& datagram : encoded.datagrams) {
        EXPECT_LE(datagram.size(), kRoboVizBufferBytes);
        ParsedDatagram parsed = parseDatagram(datagram);
        EXPECT_FALSE(parsed.error);
        read.insert(read.end(), parsed.commands.begin(), parsed.commands.end());
    }
    EXPECT_TRUE(read == commands);
}

TEST(DatagramEncoderTest, SplitsLargePolygonsAndCutsLongTexts) {
    Polygon polygon;
    constexpr int kCorners = 300;
    double area = 0.0;
    for (int i = 0; i < kCorners; ++i) {
        const double angle = 2 * M_PI * i / kCorners;
        polygon.corners_S.emplace_back(9 * std::cos(angle), 9 * std::sin(angle), 0.0);
    }
    std::string text;
    for (int i = 0; i < 400; ++i) {
        text += "\xc3\xa4";
    }
    const std::vector<Command> commands = {
        NamedShape{"p", polygon}, AgentAnnotation{{false, 2}, text, {}},
        NamedShape{"t", Annotation{{1, 2, 3}, text, {}}}, SwapBuffers{std::string(600, 'x')},
        NamedShape{"n", Sphere{{NAN, 0, 0}, 1, {}}}};
    const EncodedDrawings encoded = encodeDatagrams(commands);
    EXPECT_EQ(encoded.leftOut, 2U); // the overlong name and the NaN
    for (const std::string& datagram : encoded.datagrams) {
        ASSERT_LE(datagram.size(), kRoboVizBufferBytes);
        const ParsedDatagram parsed = parseDatagram(datagram);
        ASSERT_FALSE(parsed.error);
        for (const Command& command : parsed.commands) {
            if (const auto* note = std::get_if<AgentAnnotation>(&command)) {
                EXPECT_EQ(note->text, text.substr(0, 504));
            } else if (const auto* part =
                           std::get_if<Polygon>(&std::get<NamedShape>(command).shape)) {
                for (std::size_t i = 2; i < part->corners_S.size(); ++i) {
                    const Eigen::Vector3d a = part->corners_S[i - 1] - part->corners_S[0];
                    area += 0.5 * a.cross(part->corners_S[i] - part->corners_S[0]).z();
                }
            }
        }
    }
    EXPECT_NEAR(area, M_PI * 81, 0.1) << "no part is missing or drawn twice";
}

} // namespace
} // namespace sideline::drawing
