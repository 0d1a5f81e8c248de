#include "training/genome/program_text.h"

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "training/genome/program_variation.h"

namespace sideline::training {
namespace {

ProgramVocabulary textVocabulary(const ProgramStyle& style = {}) {
    return {robot::naoModel(robot::NaoType::Standard).shared(), style};
}

TEST(ProgramTextTest, ReadsHandwrittenText) {
    const ProgramVocabulary vocabulary = textVocabulary();
    const auto program = readProgram("; a comment (\n"
                                     "(program 1 (trees angle symmetric)\n"
                                     "  (gene 0.4 ; with a comment )\n"
                                     "    (lle3/rle3 (+ 0.5 (* 2 up-y)))\n"
                                     "    (speed 3))\n"
                                     "  (gene 0))",
                                     vocabulary);
    ASSERT_TRUE(program.has_value()) << program.error().toString();
    ASSERT_EQ(program->genes.size(), 2U);
    EXPECT_EQ(program->genes[0].timeMs, 400);
    EXPECT_EQ(nodeCount(*program), 6U);
    EXPECT_EQ(writeProgram(*program, vocabulary), "(program 1\n"
                                                  "  (trees angle symmetric)\n"
                                                  "  (gene 0.4\n"
                                                  "    (lle3/rle3 (+ 0.5 (* 2 up-y)))\n"
                                                  "    (speed 3))\n"
                                                  "  (gene 0))\n");
}

TEST(ProgramTextTest, RandomProgramsReadBackAsEqual) {
    base::Rng rng(11);
    for (const ProgramStyle style :
         {ProgramStyle{}, ProgramStyle{TreeOutput::Speed, false}, ProgramStyle{{}, false}}) {
        const ProgramVocabulary vocabulary = textVocabulary(style);
        for (int i = 0; i < 100; ++i) {
            const Program program = randomProgram(vocabulary, {.growDepth = 5}, rng);
            const std::string text = writeProgram(program, vocabulary);
            ASSERT_EQ(readProgramStyle(text), style);
            const auto back = readProgram(text, vocabulary);
            ASSERT_TRUE(back.has_value()) << back.error().toString() << '\n' << text;
            ASSERT_EQ(*back, program) << text;
        }
    }
}

TEST(ProgramTextTest, FaultsAreReportedWithTheirPosition) {
    struct Row {
        const char* text;
        std::uint64_t line;
        std::uint64_t byte;
        const char* message;
        const char* expected;
    };
    const std::string begin = "(program 1 (trees angle symmetric)\n";
    const Row rows[] = {
        {"(gene x)", 2, 6, "unexpected 'x'", "0 to 600 s"},
        {"(gene -1)", 2, 6, "unexpected '-1'", "0 to 600 s"},
        {"(gene 1 (lle9 1)))", 2, 9, "unexpected 'lle9'", "lle3/rle3"},
        {"(gene 1 (lle3/rle3 1) (lle3/rle3 2)))", 2, 23, "a second tree for lle3/rle3", "one"},
        {"(gene 1\n (lle3/rle3 (plus 1 2))))", 3, 13, "unexpected 'plus'", "if-less"},
        {"(gene 1 (lle3/rle3 (+ 1))))", 2, 23, "'+' has only 1 of its operands", "2"},
        {"(gene 1 (lle3/rle3 (+ 1 2 3))))", 2, 26, "unexpected '3'",
         "')' after the operands of '+'"},
        {"(gene 1 (lle3/rle3 updown)))", 2, 19, "unexpected 'updown'", "up-x"},
        {"(gene 1 (lle3/rle3 1e9)))", 2, 19, "out of range", "1000000"},
        {"(gene 1 (lle3/rle3 nan)))", 2, 19, "the number nan is out of range", "1000000"},
        {"(gene 1 (lle3/rle3)))", 2, 18, "unexpected ')'", "a number, a percept"},
        {"(gene 1 (lle3/rle3 1 2)))", 2, 21, "unexpected '2'", "')' after the tree"},
        {"(gene 1) 5", 2, 9, "unexpected '5'", "'(gene' or ')'"},
        {"(gene 1)) (", 2, 10, "unexpected '('", "the end"},
        {"(gene 1)", 2, 8, "", ""},
    };
    const ProgramVocabulary vocabulary = textVocabulary();
    for (const Row& row : rows) {
        const auto program = readProgram(begin + row.text, vocabulary);
        ASSERT_FALSE(program.has_value()) << row.text;
        const base::Error& error = program.error();
        EXPECT_EQ(error.line, row.line) << row.text;
        EXPECT_EQ(error.byteOffset, row.byte) << row.text;
        EXPECT_NE(error.message.find(row.message), std::string::npos) << error.toString();
        EXPECT_NE(error.expected.find(row.expected), std::string::npos) << error.toString();
    }
}

TEST(ProgramTextTest, TheHeaderIsChecked) {
    const ProgramVocabulary vocabulary = textVocabulary();
    for (const char* text :
         {"", "program", "(program 2 (trees angle symmetric))", "(motion 1)",
          "(program 1 (trees angles symmetric))", "(program 1 (trees angle both))",
          "(program 1 (gene 0))", "(program 1 (trees speed symmetric))",
          "(program 1 (trees angle single))"}) {
        const auto program = readProgram(text, vocabulary);
        ASSERT_FALSE(program.has_value()) << text;
        EXPECT_FALSE(program.error().expected.empty()) << text;
    }
}

TEST(ProgramTextTest, SizesAreBounded) {
    const ProgramVocabulary vocabulary = textVocabulary();
    std::string genes;
    for (std::size_t i = 0; i <= kMaxGenes; ++i) {
        genes += "(gene 0)";
    }
    const auto many = readProgram("(program 1 (trees angle symmetric)" + genes + ")", vocabulary);
    ASSERT_FALSE(many.has_value());
    EXPECT_EQ(many.error().message, "too many genes");
    std::string deep;
    for (std::size_t i = 0; i < kMaxNodes; ++i) {
        deep += "(neg ";
    }
    deep += "1" + std::string(kMaxNodes, ')');
    const auto large = readProgram(
        "(program 1 (trees angle symmetric) (gene 0 (speed " + deep + ")))", vocabulary);
    ASSERT_FALSE(large.has_value());
    EXPECT_EQ(large.error().message, "the tree is too large");
}

TEST(ProgramVocabularyTest, PairsBothAxesOfUniversalJoints) {
    const robot::RobotModel& model = robot::soccerbot056Model();
    const ProgramVocabulary vocabulary(model.shared(), {.isSymmetric = true});
    const auto place = vocabulary.findOutput("lae1_2.2/rae1_2.2");
    ASSERT_TRUE(place);
    const ProgramOutput& output = vocabulary.outputs()[*place];
    EXPECT_EQ(output.joint, model.findJoint("lae1_2.2"));
    EXPECT_EQ(output.mirrored, model.findJoint("rae1_2.2"));
    EXPECT_EQ(output.mirroredSign, -1.0);
    const auto first = vocabulary.findOutput("lae1_2/rae1_2");
    ASSERT_TRUE(first);
    EXPECT_EQ(vocabulary.outputs()[*first].mirroredSign, 1.0);
    EXPECT_TRUE(vocabulary.findPercept("lae1_2.2"));
    EXPECT_FALSE(vocabulary.findPercept("")) << "the locked joint of the trunk";
}

} // namespace
} // namespace sideline::training
