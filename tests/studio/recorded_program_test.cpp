// A program of a team file with `record = true`, observed while it plays and in the session.
#include <algorithm>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <QDockWidget>
#include <QLabel>
#include <QPushButton>

#include "logs/session/session_reader.h"
#include "tests/studio/studio_window.h"

namespace sideline::studio {
namespace {

constexpr int kTimeoutMs = 60'000;

class RecordedProgramTest : public tests::StudioWindowTest {
protected:
    void startTeam(const char* record) {
        action("simulator.start").trigger();
        ASSERT_TRUE(tests::waitUntil([&] { return live().isLive(); }));
        const auto file = m_folder / "programs.toml";
        tests::writeFile(file,
                         std::string("name = \"Programs\"\n[[players]]\nnumber = 6\nprogram = "
                                     "\"" SIDELINE_PROGRAM
                                     "\"\nargs = [\"agent\", \"--host\", \"{host}\", "
                                     "\"--port\", \"{port}\", \"--team\", \"{team}\", "
                                     "\"--unum\", \"{number}\"]\nrecord = ") +
                             record + "\n");
        m_window->find<studio::LiveWorkspace>().teamControls().openFile(qt(file));
        auto& start = *m_window->find<studio::LiveWorkspace>()
                           .teamControls()
                           .panel()
                           ->findChild<QPushButton*>(QStringLiteral("startAll"));
        ASSERT_TRUE(tests::waitUntil([&] { return start.isEnabled(); }));
        QTest::mouseClick(&start, Qt::LeftButton);
    }
    AgentHost& agents() { return m_window->find<studio::LiveWorkspace>().agents(); }
    bool isOnField() {
        return tests::waitUntil(
            [&] {
                return std::ranges::count(live().view().robots, QStringLiteral("Programs"),
                                          &widgets::LiveRobotView::team) == 1;
            },
            kTimeoutMs);
    }
};

TEST_F(RecordedProgramTest, IsShownLiveAndRecorded) {
    m_window->showLayout(QStringLiteral("Live"));
    startTeam("true");
    ASSERT_TRUE(isOnField());
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return agents().agents().size() == 1 && agents().agents()[0].frame &&
                   agents().agents()[0].frame->body.pose.isValid &&
                   agents().agents()[0].frame->cycle > 50 &&
                   !agents().agents()[0].frame->commandText.empty(); // its answer has arrived
        },
        kTimeoutMs));
    const AgentHost::Agent& agent = agents().agents()[0];
    EXPECT_TRUE(agent.isProgram);
    EXPECT_EQ(agent.frame->identity.team, "Programs");
    EXPECT_EQ(agent.frame->identity.robot.unum.value(), 6);
    // Its panels follow the program, and offer no commands it would not accept.
    EXPECT_TRUE(tests::waitUntil([&] {
        return child<QLabel>("name").text().startsWith(QStringLiteral("Programs 6"));
    })) << child<QLabel>("name").text().toStdString();
    EXPECT_FALSE(action("agent.control").isEnabled());
    EXPECT_FALSE(action("agent.stop").isEnabled());
    agents().control(agent.key, true);
    EXPECT_FALSE(agents().agents()[0].isControlled);
    auto& dock = child<QDockWidget>("decision");
    dock.show();
    dock.raise();
    EXPECT_TRUE(tests::waitUntil([&] {
        return child<QLabel>("decision-head").text() ==
               QStringLiteral("Programs 6: decisions are unknown");
    })) << child<QLabel>("decision-head").text().toStdString();
    // The program disappears with its connection, and remains in the session.
    QTest::mouseClick(
        m_window->find<studio::LiveWorkspace>().teamControls().panel()->findChild<QPushButton*>(
            QStringLiteral("stopAll")),
        Qt::LeftButton);
    ASSERT_TRUE(tests::waitUntil([&] { return agents().agents().empty(); }, kTimeoutMs));
    live().stop();
    ASSERT_TRUE(tests::waitUntil([&] { return !live().isLive(); }));
    std::optional<std::filesystem::path> session;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder / "sessions")) {
        session = entry.path().extension() == ".session" ? entry.path() : session;
    }
    ASSERT_TRUE(session);
    const auto reader = logs::SessionReader::open(*session);
    ASSERT_TRUE(reader) << reader.error().toString();
    const auto track =
        std::ranges::find((*reader)->agents(), std::string("Programs 6"), &logs::AgentTrack::name);
    ASSERT_NE(track, (*reader)->agents().end());
    EXPECT_GT(track->frames, 20U);
    EXPECT_EQ((*reader)->matchLogs().size(), 1U) << "together with its match";
}

TEST_F(RecordedProgramTest, OtherProgramsAreNotObserved) {
    startTeam("false");
    ASSERT_TRUE(isOnField());
    EXPECT_TRUE(agents().agents().empty());
}

} // namespace
} // namespace sideline::studio
