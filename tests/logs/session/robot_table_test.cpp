#include "logs/session/robot_table.h"

#include <gtest/gtest.h>

#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/catalog/robot_description.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/logs/session/random_frames.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using base::ErrorCode;
using std::chrono::milliseconds;

robot::RobotModelPtr scout() {
    robot::RobotCatalog robots;
    robots.setFolder(tests::dataFile(""));
    return robots.find("rsg/agent/scout.rsg", 0).value();
}

TEST(RobotTableTest, EqualRobotsHaveTheSameNumber) {
    RobotTable robots;
    EXPECT_EQ(robots.numberOf(nullptr), 0U);
    EXPECT_EQ(robots.numberOf(robot::naoModel(robot::NaoType::Toes).shared()), 1U);
    const auto one = scout();
    const auto same = scout();
    ASSERT_NE(one, same);
    EXPECT_EQ(robots.numberOf(one), 2U);
    EXPECT_EQ(robots.numberOf(same), 2U);
    EXPECT_EQ(robots.numberOf(robot::soccerbot056Model().shared()), 3U);
    EXPECT_EQ(robots.numberOf(same), 2U);
    EXPECT_EQ(robots.models().size(), 3U);
    EXPECT_EQ(robots.find(2), one);
    EXPECT_EQ(robots.find(0), nullptr);
    EXPECT_TRUE(robots.has(3));
    EXPECT_FALSE(robots.has(4));
}

TEST(RobotTableTest, AnUnreadableRobotKeepsItsNumber) {
    RobotTable robots;
    EXPECT_FALSE(robots.read("{}"));
    EXPECT_EQ(robots.read(std::string(std::size_t{2} << 20U, ' ')).error().code,
              ErrorCode::LimitExceeded);
    ASSERT_TRUE(robots.read(robot::describe(*scout())));
    EXPECT_TRUE(robots.has(1));
    EXPECT_EQ(robots.find(1), nullptr);
    EXPECT_EQ(robots.find(3)->name(), "scout 0");
}

// Frames of several robots in one session, one of which is described only by its scene file.
class SessionRobotsTest : public ::testing::Test {
protected:
    SessionRobotsTest() {
        const auto writer = tests::startSession(file());
        const std::array models = {scout(), robot::soccerbot056Model().shared(),
                                   robot::naoModel(robot::NaoType::Toes).shared()};
        for (std::size_t agent = 0; agent < models.size(); ++agent) {
            world::FrameSink& sink = writer->addAgent("Testers " + std::to_string(agent + 1));
            for (int i = 0; i < 100; ++i) {
                auto frame = std::make_shared<world::AgentFrame>(*tests::plainFrame(
                    static_cast<std::uint64_t>(i), tests::kBegun + milliseconds(20 * i)));
                frame->identity.model = models[agent];
                frame->body.joints.resize(models[agent]->joints().size());
                sink.take(frame);
            }
        }
    }
    [[nodiscard]] std::filesystem::path file() const { return m_folder / "a.session"; }

private:
    tests::TempDir m_folder;
};

TEST_F(SessionRobotsTest, AreReadWithoutTheirSceneFiles) {
    const auto reader = tests::openSession(file());
    ASSERT_EQ(reader->agents().size(), 3U);
    EXPECT_EQ(tests::faultsOf(*reader), "");
    const auto first = reader->frame(TrackId(0), 0).value().frame->identity.model;
    ASSERT_TRUE(first);
    EXPECT_EQ(robot::describe(*first), robot::describe(*scout()));
    EXPECT_EQ(reader->frame(TrackId(0), 99).value().frame->identity.model, first)
        << "one object in all chunks";
    EXPECT_EQ(reader->frame(TrackId(1), 50).value().frame->identity.model.get(),
              &robot::soccerbot056Model());
    EXPECT_EQ(reader->frame(TrackId(2), 50).value().frame->identity.model.get(),
              &robot::naoModel(robot::NaoType::Toes));
    EXPECT_EQ(reader->agents()[0].model, "scout 0");
}

TEST_F(SessionRobotsTest, FramesOutliveTheReader) {
    world::AgentFramePtr frame;
    {
        const auto reader = tests::openSession(file());
        frame = reader->frame(TrackId(0), 10).value().frame;
    }
    EXPECT_EQ(frame->identity.model->bodies().size(), 4U);
}

TEST_F(SessionRobotsTest, ADamagedDescriptionLosesOnlyTheRobot) {
    tests::changeSession(file(), "UPDATE robot SET description = '{\"version\":1}' "
                                 "WHERE name = 'scout 0'");
    const auto reader = tests::openSession(file());
    ASSERT_EQ(reader->damage().size(), 1U);
    const std::string text = reader->damage().front().toString();
    EXPECT_NE(text.find("table robot, row "), std::string::npos) << text;
    EXPECT_NE(text.find("(scout 0): robot description: "), std::string::npos) << text;
    const auto frame = reader->frame(TrackId(0), 10);
    ASSERT_TRUE(frame) << frame.error().toString();
    EXPECT_EQ(frame->frame->identity.model, nullptr);
    EXPECT_EQ(frame->frame->cycle, 10U);
    EXPECT_TRUE(reader->frame(TrackId(1), 10).value().frame->identity.model);
}

TEST_F(SessionRobotsTest, AMissingDescriptionIsNamed) {
    tests::changeSession(file(), "DELETE FROM robot");
    const auto reader = tests::openSession(file());
    const auto frame = reader->frame(TrackId(1), 10);
    ASSERT_FALSE(frame);
    EXPECT_EQ(frame.error().code, ErrorCode::Malformed);
    EXPECT_NE(frame.error().toString().find("a robot that the session does not describe"),
              std::string::npos)
        << frame.error().toString();
}

} // namespace
} // namespace sideline::logs
