// Robots other than the Nao, from the match to the replay.
#include <filesystem>

#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/soccerbot056.h"
#include "agents/agent_blueprint.h"
#include "agents/behaviors/built_in.h"
#include "logs/session/session_writer.h"
#include "tests/agentcore/runtime/agent_fixture.h"
#include "tests/studio/localization_workspace_fixture.h"

namespace sideline::studio {
namespace {

class OtherRobotsTest : public LocalizeWorkspaceTest {
protected:
    // Returns the robot of this name in the shown frame; null if there is none.
    static const monitor::RobotFrame* robotIn(const logs::FetchedFrame& shown, const char* name) {
        if (!shown.exact) {
            return nullptr;
        }
        const auto& robots = shown.exact->robots;
        const auto found = std::ranges::find_if(robots, [&](const monitor::RobotFrame& robot) {
            return robot.model && robot.model->name() == name;
        });
        return found == robots.end() ? nullptr : &*found;
    }
    const monitor::RobotFrame* shownRobot(const char* name) {
        return robotIn(m_window->session().shown(), name);
    }
    // Checks that a plotted signal of the robot has values.
    void expectPlotted(const logs::SignalId& id) {
        m_window->find<studio::ReplayWorkspace>().view().plots->addSignal(id);
        EXPECT_TRUE(tests::waitUntil([&] {
            const auto value = m_window->find<studio::ReplayWorkspace>().view().plots->valueAt(
                id, m_window->shown().exact->recordTimeS);
            return value && std::isfinite(value->second);
        }));
    }
};

// The session of a robot known only from its scene file, without that file and without a match log.
TEST_F(OtherRobotsTest, ASessionWithoutItsMatchShowsTheRobotsPercepts) {
    const auto file = m_folder / "scout.session";
    {
        const std::string scenes = tests::dataFile("").string();
        std::uint16_t port = 0;
        const auto simulator = runtime::tests::startSimulator(port, true, scenes, 8.0);
        robot::RobotCatalog robots;
        robots.setFolder(scenes);
        agents::AgentBlueprint blueprint;
        blueprint.settings.port = port;
        blueprint.settings.isSync = true;
        blueprint.settings.model = robots.find("rsg/agent/scout.rsg", 0).value();
        agents::SkillLibrary skills;
        const auto writer = logs::SessionWriter::open(file, {}).value();
        runtime::AgentRunner runner(
            blueprint.settings,
            agents::build(blueprint, agents::builtInBehaviors(), skills).value(),
            {&writer->addAgent("Scouts 1")});
        ASSERT_TRUE(tests::waitUntil([&] { return writer->counters().frames.offered > 200; }));
    }
    m_window->openFile(qt(file));
    ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }))
        << m_window->messages().texts().join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(m_window->settings().layout, QStringLiteral("Localize"));
    EXPECT_EQ(workspace().stream()->stream().model().name(), "scout 0");
    ASSERT_TRUE(tests::waitUntil([&] { return shownRobot("scout 0") != nullptr; }));
    m_window->session().seekFrame(150);
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().instant()->cycle == 150; }));
    const widgets::LocalizeInstant& instant = *workspace().instant();
    EXPECT_TRUE(instant.beliefs[static_cast<std::size_t>(instant.chosen)].estimate.isValid);
    const monitor::RobotFrame* robot = shownRobot("scout 0");
    ASSERT_NE(robot, nullptr);
    EXPECT_EQ(robot->jointAnglesRad.size(), 3U);
    expectPlotted({logs::Quantity::XM, monitor::ObjectId::ofRobot(robot->id), -1});
    expectPlotted({logs::Quantity::JointDeg, monitor::ObjectId::ofRobot(robot->id), 0});
}

// Started in the studio, recorded, and replayed with its match.
TEST_F(OtherRobotsTest, ASoccerbotPlaysLiveAndIsReplayedFromItsSession) {
    m_window->actions().action("simulator.with-agent")->setChecked(false);
    m_window->actions().action("simulator.start")->trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->live().view().cycle > 10; }));
    agents::AgentBlueprint blueprint;
    blueprint.settings = m_window->find<studio::LiveWorkspace>().agentControls().nextAgent();
    blueprint.settings.model = robot::soccerbot056Model().shared();
    m_window->find<studio::LiveWorkspace>().agentControls().startAgent(blueprint);
    ASSERT_TRUE(
        tests::waitUntil([&] { return robotIn(m_window->shown(), "soccerbot056") != nullptr; }));
    const std::uint64_t begun = m_window->live().view().cycle;
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->live().view().cycle > begun + 150; }));
    m_window->actions().action("simulator.start")->trigger();
    std::filesystem::path session;
    ASSERT_TRUE(tests::waitUntil([&] {
        for (const auto& entry : std::filesystem::directory_iterator(m_folder / "sessions")) {
            session = entry.path().extension() == ".session" ? entry.path() : session;
        }
        return !session.empty();
    }));
    m_window->openFile(qt(session));
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().isOpen(); }))
        << m_window->messages().texts().join(QLatin1Char('\n')).toStdString();
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().log()->index()->isComplete(); }));
    m_window->session().seekFrame(m_window->session().log()->index()->frameCount() * 7 / 10);
    ASSERT_TRUE(tests::waitUntil([&] { return shownRobot("soccerbot056") != nullptr; }))
        << m_window->session().shown().exact->robots.size() << " robots";
    m_window->session().select(monitor::ObjectId::ofRobot(shownRobot("soccerbot056")->id));
    const auto& belief = m_window->find<studio::LiveWorkspace>().agentControls();
    ASSERT_TRUE(tests::waitUntil([&] {
        return belief.shown() &&
               belief.shown()->identity.model.get() == &robot::soccerbot056Model();
    }));
    expectPlotted(
        {logs::Quantity::JointDeg, monitor::ObjectId::ofRobot(shownRobot("soccerbot056")->id), 4});
}

} // namespace
} // namespace sideline::studio
