#include "agentcore/protocol/sexpr.h"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"

namespace sideline::protocol {
namespace {

// The tokens as text: parentheses, atoms, and the error if there is one.
std::string tokensOf(std::string_view text, const SexprLimits& limits = {}) {
    SexprReader reader(text, limits);
    std::string result;
    while (true) {
        const Token token = reader.next();
        if (token.kind == TokenKind::End) {
            return result;
        }
        if (token.kind == TokenKind::Error) {
            return result + " error: " + reader.error().toString();
        }
        result += (result.empty() ? "" : " ") + std::string(token.text);
    }
}

TEST(SexprReaderTest, SplitsListsAndAtoms) {
    EXPECT_EQ(tokensOf("(a (b 1.5)(c))"), "( a ( b 1.5 ) ( c ) )");
    EXPECT_EQ(tokensOf("  (a\t\r\n b)  "), "( a b )");
    EXPECT_EQ(tokensOf("(a)(b) c"), "( a ) ( b ) c");
    EXPECT_EQ(tokensOf(""), "");
    EXPECT_EQ(tokensOf("(team_left K\xc3\xa4mpfer)"), "( team_left K\xc3\xa4mpfer )");
}

TEST(SexprReaderTest, PointsIntoTheBytes) {
    const std::string text = "(abc def)";
    SexprReader reader(text);
    reader.next();
    const Token atom = reader.next();
    EXPECT_EQ(atom.offset, 1U);
    EXPECT_EQ(atom.text.data(), text.data() + 1);
    EXPECT_EQ(reader.depth(), 1U);
}

struct FaultRow {
    const char* name;
    std::string text;
    std::string expected;
};

TEST(SexprReaderTest, ReportsErrorAndOffset) {
    const FaultRow rows[] = {
        {"open list", "(a (b)",
         "( a ( b ) error: byte 6: the message ends inside 1 open list; expected ')'"},
        {"two open lists", "((",
         "( ( error: byte 2: the message ends inside 2 open lists; expected ')'"},
        {"extra close", "(a))",
         "( a ) error: byte 3: ')' without a matching '('; expected '(' or the end of the message"},
        {"control byte", std::string("(a\x01z)"),
         "( error: byte 2: byte 0x01 is not text; expected printable text"},
        {"nul", std::string("(a \0)", 5),
         "( a error: byte 3: byte 0x00 is not text; expected printable text"},
    };
    for (const FaultRow& row : rows) {
        EXPECT_EQ(tokensOf(row.text), row.expected) << row.name;
    }
}

TEST(SexprReaderTest, EnforcesItsLimits) {
    EXPECT_EQ(tokensOf("(((a)))", {.maxDepth = 2}),
              "( ( error: byte 2: lists nested too deeply; expected at most 2 levels");
    EXPECT_EQ(tokensOf("(abcdef)", {.maxAtomBytes = 5}),
              "( error: byte 1: unterminated word; expected words of at most 5 bytes");
    EXPECT_EQ(tokensOf("(a b c)", {.maxBytes = 6}),
              " error: byte 0: message of 7 bytes; expected at most 6 bytes");
    const std::string deep(100000, '(');
    EXPECT_NE(tokensOf(deep).find("nested too deeply"), std::string::npos);
}

TEST(SexprReaderTest, ErrorPersists) {
    SexprReader reader(")");
    EXPECT_EQ(reader.next().kind, TokenKind::Error);
    EXPECT_EQ(reader.next().kind, TokenKind::Error);
    float value = 0.0F;
    EXPECT_EQ(reader.readFloats(&value, 1), 0U);
}

TEST(SexprReaderTest, SkipsWholeLists) {
    SexprReader reader("(a (b (c) d) e)");
    reader.next();
    reader.next();
    reader.next(); // (b
    EXPECT_TRUE(reader.skipList());
    EXPECT_EQ(reader.next().text, "e");
    SexprReader open("(a (b");
    open.next();
    EXPECT_FALSE(open.skipList());
}

TEST(SexprReaderTest, NumbersEndBeforeListsEvenNan) {
    SexprReader reader("1nan(2)");
    std::array<float, 4> values{};
    EXPECT_EQ(reader.readFloats(values.data(), 4), 0U) << "1nan is a word";
    EXPECT_EQ(reader.next().text, "1nan");
    SexprReader other("nan(3)");
    EXPECT_EQ(other.readFloats(values.data(), 4), 1U);
    EXPECT_EQ(other.next().kind, TokenKind::Open);
}

// Microsoft's library adds a reason to nan, which is no list.
TEST(SexprReaderTest, NanMayHaveAReason) {
    std::array<float, 3> numbers{};
    SexprReader row("1 -nan(ind) nan(snan))");
    ASSERT_EQ(row.readFloats(numbers.data(), numbers.size()), 3U);
    EXPECT_TRUE(std::isnan(numbers[1]) && std::isnan(numbers[2]));
    SexprReader reader("(t -nan(ind))(x nan(1))");
    std::vector<std::string> atoms;
    for (Token token = reader.next(); token.kind != TokenKind::End; token = reader.next()) {
        ASSERT_NE(token.kind, TokenKind::Error);
        atoms.emplace_back(token.text);
    }
    EXPECT_EQ(atoms, (std::vector<std::string>{"(", "t", "-nan(ind)", ")", "(", "x", "nan", "(",
                                               "1", ")", ")"}));
    EXPECT_TRUE(std::isnan(parseNumber("-nan(ind)").value_or(0.0)));
    EXPECT_FALSE(parseNumber("1(ind)"));
}

TEST(SexprReaderTest, ReadsNumbersInARow) {
    SexprReader reader("1 -2.5 3e-2 +4 nan x 5)");
    std::vector<float> values(8);
    EXPECT_EQ(reader.readFloats(values.data(), values.size()), 5U);
    EXPECT_FLOAT_EQ(values[1], -2.5F);
    EXPECT_FLOAT_EQ(values[2], 0.03F);
    EXPECT_FLOAT_EQ(values[3], 4.0F);
    EXPECT_TRUE(std::isnan(values[4]));
    EXPECT_EQ(reader.next().text, "x");
}

TEST(SexprReaderTest, DoesNotReadPartOfAWordAsNumber) {
    SexprReader reader("1.5abc 2");
    float value = 0.0F;
    EXPECT_EQ(reader.readFloats(&value, 1), 0U);
    EXPECT_EQ(reader.next().text, "1.5abc");
}

TEST(ParseNumberTest, AgreesWithTheStandardLibrary) {
    base::Rng rng(5);
    for (int i = 0; i < 20000; ++i) {
        const double value = rng.uniform(-1, 1) * std::pow(10.0, rng.uniform(-30, 30));
        for (const std::string& text : {fmt::format("{:.6g}", value), fmt::format("{:.17g}", value),
                                        fmt::format("{:.2f}", value)}) {
            ASSERT_EQ(parseNumber(text), std::strtod(text.c_str(), nullptr)) << text;
        }
    }
}

TEST(ParseNumberTest, RejectsNonNumbers) {
    for (const char* text : {"", "-", ".", "1.2.3", "1e", "abc", "0x10", "1 ", "--1", "+-1"}) {
        EXPECT_FALSE(parseNumber(text)) << "'" << text << "'";
    }
    EXPECT_TRUE(std::isinf(*parseNumber("-inf")));
    EXPECT_EQ(parseNumber("1e999"), 0.0); // no measurement is that large
    EXPECT_EQ(parseNumber("-0"), 0.0);
}

TEST(ParseIntegerTest, AcceptsOnlyIntegers) {
    EXPECT_EQ(parseInteger("-12"), -12);
    for (const char* text : {"", "1.0", "12a", "99999999999", " 1"}) {
        EXPECT_FALSE(parseInteger(text)) << "'" << text << "'";
    }
}

} // namespace
} // namespace sideline::protocol
