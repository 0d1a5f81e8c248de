// Condition trees in files: what leaves become, what a saved file changes, and what is refused.
#include <array>
#include <chrono>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/condition_tree.h"
#include "agents/behaviors/built_in.h"
#include "agents/decision/decision_file.h"
#include "tests/agentcore/behavior/action_fixture.h"
#include "tests/support/test_files.h"

namespace sideline::agents {
namespace {

namespace fs = std::filesystem;
using behavior::Status;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class TreeBehaviorTest : public behavior::ActionFixture {
protected:
    // Play is on, and no teammate is nearer to the ball.
    void playNearestToTheBall() {
        m_frame.game.playMode = game::PlayMode::PlayOn;
        m_frame.situation.isRunning = m_frame.situation.mayTouchBall = true;
        m_frame.situation.ownRankToBall = 0;
        standAt({0.0, 0.0}, 0.0);
        m_frame.world.ball.isKnown = true;
        m_frame.world.ball.confidence = 1.0;
        m_frame.world.ball.p_F = {2.0, 0.0, 0.04};
    }
    base::Expected<std::unique_ptr<behavior::Behavior>> make(const fs::path& file) {
        return builtInBehaviors().make("tree", {{"file", file.string()}}, {m_model, m_skills});
    }
    std::string errorOf(const std::string& text) {
        tests::writeFile(m_folder / "a.tree", text);
        const auto made = make(m_folder / "a.tree");
        return made ? "no error" : made.error().toString();
    }
    // Decides until a line comes, in real time: another thread reads the file.
    std::string lineOf(behavior::Behavior& tree) {
        using Clock = std::chrono::steady_clock;
        const auto until = Clock::now() + std::chrono::seconds(20);
        while (Clock::now() < until) {
            decide(tree);
            if (!m_request.lines.empty()) {
                return m_request.lines.front();
            }
            std::this_thread::yield();
        }
        return "no line";
    }

    tests::TempDir m_folder;
    SkillLibrary m_skills;
};

TEST_F(TreeBehaviorTest, ThePrintedTreeOfEagleKnightsLoadsAsItStands) {
    const auto read = DecisionFile(builtInBehaviors())
                          .read(tests::exampleFile("decisions/eagle-knights/portero.txt"));
    ASSERT_TRUE(read) << read.error().toString();
    const auto* tree = dynamic_cast<const decision::TreeSearch*>(read->get());
    ASSERT_NE(tree, nullptr);
    EXPECT_THAT(tree->tree().nodes, SizeIs(21));
    EXPECT_THAT(tree->warnings(), SizeIs(2)); // of what is misprinted
    // The branch of the right-hand barrier ends before that of its absence.
    EXPECT_EQ(tree->tree().nodes[12].name, "DefensaRolBarreraPorteriaDerNo");
    EXPECT_EQ(tree->tree().nodes[12].depth, tree->tree().nodes[7].depth);
    EXPECT_EQ(tree->tree().nodes[3].name, "DespejarPortero");
    EXPECT_EQ(tree->tree().nodes[3].depth, 3);
    const auto made = make(tests::exampleFile("decisions/eagle-knights/portero.txt"));
    ASSERT_TRUE(made) << made.error().toString();

    m_frame.identity.robot.unum = game::UniformNumber(1);
    m_frame.situation.isRunning = true;
    m_frame.world.ball.isKnown = true;
    standAt({-14.0, 0.0}, 0.0);
    (*made)->enter(context());
    m_frame.world.ball.p_F = {-3.0, 0.0, 0.04};
    decide(**made);
    EXPECT_EQ(m_decision.behavior, "tree: BloqueaTiroPortero"); // alone
    m_frame.world.ball.p_F = {-14.5, 0.3, 0.04};
    for (int i = 0; i < 200 && m_decision.behavior != "tree: DespejarPortero"; ++i) {
        step(**made);
    }
    EXPECT_EQ(m_decision.behavior, "tree: DespejarPortero");
}

TEST_F(TreeBehaviorTest, ARenamedConditionIsReportedWithItsPlace) {
    fs::copy(tests::exampleFile("decisions/eagle-knights"), m_folder / "ek",
             fs::copy_options::recursive);
    fs::rename(m_folder / "ek/JugadasEK/D3Activo.txt", m_folder / "ek/JugadasEK/D3Aktivo.txt");
    const auto made = make(m_folder / "ek/portero.txt");
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().toString(),
                HasSubstr("portero.txt:14: the condition 'D3Activo' has no file; expected "
                          "JugadasEK/D3Activo.txt next to the tree"));
}

TEST_F(TreeBehaviorTest, LeavesAreBehaviorsThatExist) {
    EXPECT_THAT(errorOf("behavior a = kepper\ntree\n else do a\n"),
                HasSubstr("a.tree:1: unknown behavior 'kepper'"));
    EXPECT_THAT(errorOf("tree\n else do kepper\n"),
                HasSubstr("a.tree:2: unknown behavior 'kepper'"));
    EXPECT_THAT(errorOf("behavior a = keeper dives=1\ntree\n else do a\n"),
                HasSubstr("a.tree:1: behavior keeper: unknown parameter 'dives'; did you mean "
                          "'dive'?"));
    EXPECT_THAT(
        errorOf("tree\n else do tree\n"),
        HasSubstr("a.tree:2: a tree cannot be part of a decision; expected another behavior"));
    EXPECT_THAT(errorOf("behavior a = policy file=none.onnx\ntree\n else do a\n"),
                testing::AllOf(HasSubstr("a.tree:1: policy: "),
                               HasSubstr((m_folder / "none.onnx").string())));
    const auto none = builtInBehaviors().make("tree", {}, {m_model, m_skills});
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().toString(), HasSubstr("no file is set; expected file=PATH"));
}

TEST_F(TreeBehaviorTest, ASavedFileTakesEffectAndABrokenOneIsRefused) {
    const fs::path file = m_folder / "a.tree";
    tests::writeFile(file, "tree\n else do hold-pose\n");
    const auto made = make(file);
    ASSERT_TRUE(made) << made.error().toString();
    behavior::Behavior& tree = **made;
    tree.enter(context());
    decide(tree);
    EXPECT_EQ(m_decision.behavior, "tree: hold-pose");

    tests::writeFile(file, "tree\n when ball.distnce < 1 do hold-pose\n");
    const std::string refused = lineOf(tree);
    EXPECT_THAT(refused, HasSubstr("tree a continues with the previous version: "));
    EXPECT_THAT(refused, HasSubstr("a.tree:2: unknown measure or condition 'ball.distnce'; "
                                   "expected ball.distance?"));
    EXPECT_EQ(m_decision.behavior, "tree: hold-pose");
    EXPECT_THAT(m_decision.trace.fault, HasSubstr("a.tree:2"));

    tests::writeFile(file, "tree\n else do stand-and-look\n");
    EXPECT_EQ(lineOf(tree), "tree a was reloaded");
    decide(tree);
    EXPECT_EQ(m_decision.behavior, "tree: stand-and-look");
    EXPECT_EQ(m_decision.trace.fault, "");

    fs::remove(file);
    EXPECT_THAT(lineOf(tree), HasSubstr("continues with the previous version"));
    EXPECT_EQ(m_decision.behavior, "tree: stand-and-look");
}

TEST_F(TreeBehaviorTest, AConditionFileThatIsSavedTakesEffect) {
    fs::copy(tests::exampleFile("decisions/eagle-knights"), m_folder / "ek",
             fs::copy_options::recursive);
    const auto made = make(m_folder / "ek/portero.txt");
    ASSERT_TRUE(made) << made.error().toString();
    (*made)->enter(context());
    decide(**made);
    tests::writeFile(m_folder / "ek/JugadasEK/Portero.txt", "1 Rool\n-1\n");
    EXPECT_THAT(lineOf(**made), HasSubstr("JugadasEK/Portero.txt:1: unknown function 'Rool'"));
}

TEST_F(TreeBehaviorTest, TheExamplesPlay) {
    for (const char* name : {"keeper", "field"}) {
        const auto made = make(tests::exampleFile(std::string("decisions/") + name + ".tree"));
        ASSERT_TRUE(made) << made.error().toString();
        (*made)->enter(context());
        playNearestToTheBall();
        decide(**made);
        const bool isKeeper = name == std::string("keeper");
        EXPECT_EQ(m_decision.behavior, isKeeper ? "tree: guard" : "tree: attack");
        m_frame.situation.ownRankToBall = 2;
        for (int i = 0; i < 200 && m_decision.behavior == "tree: attack"; ++i) {
            step(**made);
        }
        EXPECT_EQ(m_decision.behavior, isKeeper ? "tree: guard" : "tree: place");
        m_frame.game.playMode = game::PlayMode::GameOver;
        for (int i = 0; i < 200 && m_decision.behavior != "tree: wait"; ++i) {
            step(**made);
        }
        EXPECT_EQ(m_decision.behavior, "tree: wait");
    }
}

TEST_F(TreeBehaviorTest, TheOtherFormsPlayAlike) {
    struct Row {
        std::string kind;
        const char* file;
        std::string attacks;
        std::string holds;
        std::string waits;
    };
    const std::array rows = {
        Row{"network", "field.network", "attack", "place", "wait"},
        Row{"machine", "field.machine", "attack", "place", "rest"},
        Row{"behavior-tree", "field.xml", "striker", "hold-place", "stand-and-look"}};
    for (const Row& row : rows) {
        const auto path = tests::exampleFile(std::string("decisions/") + row.file).string();
        const auto field = builtInBehaviors().make(row.kind, {{"file", path}}, {m_model, m_skills});
        ASSERT_TRUE(field) << field.error().toString();
        (*field)->enter(context());
        const auto until = [&](const std::string& expected) {
            for (int i = 0; i < 300 && m_decision.behavior != row.kind + ": " + expected; ++i) {
                step(**field);
            }
            EXPECT_EQ(m_decision.behavior, row.kind + ": " + expected);
        };
        m_frame.situation.ownRankToBall = 0;
        playNearestToTheBall();
        until(row.attacks);
        m_frame.situation.ownRankToBall = 2;
        until(row.holds);
        m_frame.game.playMode = game::PlayMode::GameOver;
        until(row.waits);
    }
}

TEST_F(TreeBehaviorTest, TheOtherFormsAreSavedLikeTrees) {
    struct Row {
        const char* kind;
        const char* file;
        std::string good;
        std::string broken;
        const char* fault;
        std::string nested;
        const char* nestedFault;
        std::string newer;
    };
    const std::string network = "network\ntheta 0\nbelief b = ball.flying\ngoal g\nwants b\n"
                                "module m\ndo hold-pose\neffect b 1\n";
    const std::string machine = "machine\n state a do hold-pose\n  to a when ball.flying\n";
    const std::string tree = "<root BTCPP_format=\"4\">\n<BehaviorTree ID=\"M\">\n<hold-pose/>\n"
                             "</BehaviorTree>\n</root>\n";
    const auto with = [&](const char* node) {
        std::string text = tree;
        return text.replace(text.find("<hold-pose/>"), 12, node);
    };
    const std::array rows = {
        Row{"network", "a.network", network, network + "efect b 1\n",
            "a.network:9: 'efect' does not belong", network + "module n\ndo network\neffect b 1\n",
            "a.network:10: a network cannot be part of a decision",
            network + "module n\ndo hold-pose\n"},
        Row{"machine", "a.machine", machine, machine + "  to b\n",
            "a.machine:4: there is no state 'b'", machine + " state b do machine\n",
            "a.machine:4: a machine cannot be part of a decision",
            machine + " state b do hold-pose\n  to a\n"},
        Row{"behavior-tree", "a.xml", tree, with("<Inverter/>"),
            "a.xml:3: <Inverter> has 0 nodes below it", with("<behavior-tree/>"),
            "a.xml:3: a behavior-tree cannot be part of a decision",
            with("<Fallback><ball-flying/><hold-pose/></Fallback>")}};
    for (const Row& row : rows) {
        const fs::path file = m_folder / row.file;
        tests::writeFile(file, row.good);
        const auto made =
            builtInBehaviors().make(row.kind, {{"file", file.string()}}, {m_model, m_skills});
        ASSERT_TRUE(made) << made.error().toString();
        (*made)->enter(context());
        decide(**made);
        EXPECT_EQ(m_decision.behavior, std::string(row.kind) + ": hold-pose");
        tests::writeFile(file, row.broken);
        EXPECT_THAT(
            lineOf(**made),
            testing::AllOf(
                HasSubstr(row.kind + std::string(" a continues with the previous version: ")),
                HasSubstr(row.fault)));
        decide(**made);
        EXPECT_EQ(m_decision.behavior, std::string(row.kind) + ": hold-pose");
        tests::writeFile(file, "tree\n else do hold-pose\n");
        EXPECT_THAT(lineOf(**made), HasSubstr(std::string(row.file) +
                                              ":1: this is a tree; expected "
                                              "a " +
                                              row.kind + ", or the behavior `tree`"));
        tests::writeFile(file, "# nothing yet\n");
        EXPECT_THAT(lineOf(**made), HasSubstr(std::string(row.file) +
                                              ":1: the file is empty; expected a " + row.kind));
        tests::writeFile(file, row.nested);
        EXPECT_THAT(lineOf(**made), HasSubstr(row.nestedFault));
        tests::writeFile(file, row.newer);
        EXPECT_THAT(lineOf(**made), HasSubstr(row.kind + std::string(" a was reloaded")));
        EXPECT_EQ(m_decision.behavior, std::string(row.kind) + ": hold-pose");
    }
}

TEST_F(TreeBehaviorTest, AFileOfBehaviorTreesIncludesOthersAndFollowsThem) {
    const auto root = [](const std::string& inside) {
        return "<root BTCPP_format=\"4\">\n" + inside + "\n</root>\n";
    };
    const auto holding = [&](const char* behavior) {
        return root("<BehaviorTree ID=\"Hold\">\n<" + std::string(behavior) + "/></BehaviorTree>");
    };
    const fs::path file = m_folder / "main.xml";
    const fs::path included = m_folder / "parts" / "hold.xml";
    fs::create_directories(included.parent_path());
    tests::writeFile(file, root("<include path=\"parts/play.xml\"/>\n<BehaviorTree ID=\"Main\">"
                                "<SubTree ID=\"Play\"/></BehaviorTree>"));
    tests::writeFile(m_folder / "parts" / "play.xml",
                     root("<include path=\"hold.xml\"/><include path=\"../main.xml\"/>\n"
                          "<BehaviorTree ID=\"Play\"><SubTree ID=\"Hold\"/></BehaviorTree>"));
    tests::writeFile(included, holding("hold-pose"));
    const auto make = [&](const ParameterTexts& more) {
        ParameterTexts set = {{"file", file.string()}};
        set.insert(set.end(), more.begin(), more.end());
        return builtInBehaviors().make("behavior-tree", set, {m_model, m_skills});
    };
    const auto made = make({});
    ASSERT_TRUE(made) << made.error().toString();
    behavior::Behavior& tree = **made;
    tree.enter(context());
    decide(tree);
    EXPECT_EQ(m_decision.behavior, "behavior-tree: hold-pose");
    tests::writeFile(included, holding("hold-poze"));
    EXPECT_THAT(lineOf(tree), HasSubstr((included.string() + ":3: unknown behavior 'hold-poze'")));
    tests::writeFile(included, holding("stand-and-look"));
    EXPECT_EQ(lineOf(tree), "behavior-tree main was reloaded");
    decide(tree);
    EXPECT_EQ(m_decision.behavior, "behavior-tree: stand-and-look");

    const auto other = make({{"tree", "Hold"}});
    ASSERT_TRUE(other) << other.error().toString();
    const auto none = make({{"tree", "Hld"}});
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().toString(),
                HasSubstr("main.xml:1: there is no tree 'Hld' to run; expected Hold?"));
    fs::remove(included);
    const auto missing = make({});
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().toString(),
                HasSubstr("play.xml:2: 'hold.xml' cannot be included: "));
}

} // namespace
} // namespace sideline::agents
