// Tests `sideline decision`, and an agent that decides by a tree and records its decisions.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "logs/session/session_reader.h"
#include "tests/agentcore/runtime/agent_fixture.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Result = tests::RunResult;
using tests::quoted;

Result decision(const std::string& arguments) {
    return tests::runProgram(SIDELINE_PROGRAM, "decision " + arguments);
}

TEST(DecisionCommandTest, PrintsTreesAndWhatIsWrongWithThem) {
    const Result good = decision("check " + quoted(tests::exampleFile("decisions/field.tree")));
    EXPECT_EQ(good.status, 0);
    EXPECT_NE(good.out.find("else\n"), std::string::npos) << good.out;
    EXPECT_NE(good.out.find("-> attack (striker)"), std::string::npos) << good.out;

    const Result printed =
        decision("check " + quoted(tests::exampleFile("decisions/eagle-knights/portero.txt")));
    EXPECT_EQ(printed.status, 0);
    EXPECT_NE(printed.out.find("-> DespejarPortero (striker)"), std::string::npos) << printed.out;
    EXPECT_NE(printed.out.find("note: "), std::string::npos) << printed.out;

    const tests::TempDir dir;
    tests::writeFile(dir / "a.tree", "tree\n else do strker\n");
    const Result bad = decision("check " + quoted(dir / "a.tree"));
    EXPECT_EQ(bad.status, 1);
    EXPECT_NE(bad.out.find("a.tree:2: unknown behavior 'strker'"), std::string::npos);
    const Result measures = decision("measures");
    EXPECT_EQ(measures.status, 0);
    EXPECT_NE(measures.out.find("ball.to(x, y)"), std::string::npos);
    EXPECT_NE(measures.out.find("DistanciaPelotaPortEK"), std::string::npos);
}

TEST(DecisionCommandTest, AllExamplesAreGood) {
    for (const char* name : {"tree", "network", "machine", "xml"}) {
        for (const char* role : {"field", "keeper"}) {
            const auto file = tests::exampleFile(fmt::format("decisions/{}.{}", role, name));
            const Result good = decision("check " + quoted(file));
            EXPECT_EQ(good.status, 0) << good.out;
            EXPECT_EQ(good.out.find("note: "), std::string::npos) << good.out;
        }
    }
}

TEST(DecisionCommandTest, ThePaletteNamesBehaviorsAndMeasuresAndCanBeRead) {
    const Result palette = decision("palette");
    EXPECT_EQ(palette.status, 0);
    EXPECT_NE(palette.out.find("<Action ID=\"striker\">"), std::string::npos);
    EXPECT_NE(palette.out.find("<Condition ID=\"ball-distance\">"), std::string::npos);
    EXPECT_NE(palette.out.find("<input_port name=\"y\" type=\"double\">"), std::string::npos);
    EXPECT_EQ(palette.out.find("<Action ID=\"tree\">"), std::string::npos);
    const tests::TempDir dir;
    std::string text = palette.out;
    const std::string end = "</root>";
    text.insert(text.rfind(end), "<BehaviorTree ID=\"M\"><keeper look=\"\"/></BehaviorTree>");
    tests::writeFile(dir / "a.xml", text);
    const Result good = decision("check " + quoted(dir / "a.xml"));
    EXPECT_EQ(good.status, 0) << good.out;
}

TEST(DecisionCommandTest, BehaviorTreesAsPeopleWriteThemAreGood) {
    for (const char* name :
         {"01-tree-text-with-semicolon/semicolon.xml", "01-tree-text-with-semicolon/ampersand.xml",
          "02-tree-compare-entries/entries.xml", "02-tree-compare-entries/true.xml",
          "03-groot2-no-main-tree/groot2.xml", "04-tree-include/main.xml",
          "16-studio-opens-tree-xml/tree.xml"}) {
        SIDELINE_SHARED_OR_SKIP(file, std::string("cases/") + name);
        const Result good = decision("check " + quoted(file));
        EXPECT_EQ(good.status, 0) << good.out;
        EXPECT_EQ(good.out.find("note: "), std::string::npos) << good.out;
    }
}

TEST(DecisionCommandTest, OneOfSeveralTreesOfAFileIsChosen) {
    const tests::TempDir dir;
    tests::writeFile(dir / "two.xml",
                     "<root BTCPP_format=\"4\">\n<BehaviorTree ID=\"One\"><keeper/></BehaviorTree>"
                     "\n<BehaviorTree ID=\"Two\"><hold-place/></BehaviorTree>\n</root>\n");
    const Result open = decision("check " + quoted(dir / "two.xml"));
    EXPECT_EQ(open.status, 1);
    EXPECT_NE(open.out.find("two.xml:1: the tree to be run is not specified"), std::string::npos);
    EXPECT_NE(open.out.find("one of 'One', 'Two'"), std::string::npos) << open.out;
    const Result two = decision("check --tree Two " + quoted(dir / "two.xml"));
    EXPECT_EQ(two.status, 0) << two.out;
    EXPECT_NE(two.out.find("hold-place"), std::string::npos) << two.out;
    EXPECT_EQ(two.out.find("keeper"), std::string::npos) << two.out;
}

TEST(DecisionCommandTest, AnAgentRecordsHowItDecided) {
    const tests::TempDir dir;
    std::uint16_t port = 0;
    const auto simulator = runtime::tests::startSimulator(port, true, {}, 8.0);
    const Result played = tests::runProgram(
        SIDELINE_PROGRAM,
        fmt::format("agent --port {} --sync --minutes 0.03 --behavior tree --set file={} "
                    "--record {}",
                    port, quoted(tests::exampleFile("decisions/keeper.tree")),
                    quoted(dir / "play.session")));
    ASSERT_EQ(played.status, 0) << played.out;
    const auto session = logs::SessionReader::open(dir / "play.session");
    ASSERT_TRUE(session) << session.error().toString();
    const logs::AgentTrack& track = (*session)->agents().front();
    ASSERT_GT(track.frames, 10U);
    const auto frame = (*session)->frame(track.id, track.frames - 1);
    ASSERT_TRUE(frame) << frame.error().toString();
    const world::Decision& last = frame->frame->decision;
    EXPECT_EQ(last.trace.maker, "tree keeper");
    EXPECT_EQ(last.behavior, "tree: wait");
    ASSERT_EQ(last.trace.nodes.size(), 5U);
    EXPECT_TRUE(last.trace.nodes[0].isChosen); // before kick-off
    EXPECT_TRUE(last.trace.nodes[0].isActive);
}

} // namespace
} // namespace sideline
