// Robots from files instead of our own descriptions.
#include <filesystem>
#include <fstream>

#include "simulator/mujoco/robot_file.h"
#include "simulator/mujoco/robot_mjcf.h"
#include "tests/simulator/mujoco/league_match_fixture.h"

namespace sideline::simulator::mujoco {

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class LeagueModelsTest : public LeagueMatchTest {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder = fs::temp_directory_path() / fmt::format("sideline-models-{}", test->name());
        fs::remove_all(folder);
    }
    void TearDown() override { fs::remove_all(folder); }

    // Our description of a T1 as MJCF, with one text replaced.
    static std::string t1(const std::string& text = "", const std::string& by = "") {
        const robot::RobotModel& model = robot::mujocoRobotModel(robot::MujocoRobot::T1);
        std::string mjcf = robotMjcf(model, robotPhysics(model));
        const std::size_t at = text.empty() ? std::string::npos : mjcf.find(text);
        EXPECT_TRUE(text.empty() || at != std::string::npos) << text;
        return at == std::string::npos ? mjcf : mjcf.replace(at, text.size(), by);
    }
    void write(const std::string& name, const std::string& mjcf) const {
        const fs::path robot = folder / "resources" / "robots" / name;
        fs::create_directories(robot);
        std::ofstream(robot / "robot.xml") << mjcf;
    }
    void beginWithModels() {
        LeagueSettings settings;
        settings.models = folder;
        begin(settings);
    }
    // Why an agent may not play.
    std::string refusal(const std::string& robot) {
        const AgentId agent = match->addAgent();
        match->receive(agent, fmt::format("(init {} Reds 1)", robot));
        match->cycle();
        const auto removed = match->takeRequests().removed;
        return removed.empty() ? "" : removed[0].text;
    }

    fs::path folder;
};

TEST_F(LeagueModelsTest, AFileBehavesAsTheDescriptionThatItWasWrittenFrom) {
    write("T1", t1());
    std::array<std::string, 2> texts;
    for (const bool isFile : {false, true}) {
        if (isFile) {
            beginWithModels();
        } else {
            begin();
        }
        const AgentId agent = join("Reds", 1);
        const AgentId other = join("Blues", 2);
        match->removeAgent(other); // its meshes and materials must not remain
        join("Blues", 2);
        for (int i = 0; i < 60; ++i) {
            match->receive(agent, i < 30 ? holding() : "(lle4 60 0 20 1 0)(rle4 60 0 20 1 0)");
            match->cycle();
            texts.at(isFile ? 1 : 0) += std::string(match->percepts(agent)) + "\n";
        }
    }
    EXPECT_EQ(texts[0], texts[1]);
}

TEST_F(LeagueModelsTest, AnyRobotOfTheFolderCanPlay) {
    write("Walker", t1("name=\"AL1\"", "name=\"left_shoulder\""));
    beginWithModels();
    const AgentId agent = join("Reds", 1, "Walker");
    EXPECT_EQ(match->players()[0].model->name(), "Walker");
    EXPECT_EQ(match->players()[0].model->bodies().size(), 24U);
    EXPECT_TRUE(match->players()[0].model->findBody("left_shoulder").isValid());
    run(50, {agent});
    EXPECT_EQ(notes(), "");
    const protocol::Percepts percepts = read(agent);
    EXPECT_EQ(percepts.joints.size(), 23U);
    EXPECT_GT(percepts.positions[0].value.z(), 0.6) << "it stands";
    EXPECT_EQ(refusal("Ghost").find("rejected: unknown robot Ghost"), 0U);
    EXPECT_THAT(refusal("../robots/Walker"), HasSubstr("unknown robot"));
    join("Reds", 2, "K1"); // one of ours
}

TEST_F(LeagueModelsTest, AWrongFileIsNamedWithItsJointAndTheMatchContinues) {
    write("Broken", "<mujoco><worldbody><body name=\"torso\"></worldbody></mujoco>");
    write("NoGains", t1("<position name=\"he1_pos\"", "<position name=\"nose_pos\""));
    write("Slider", t1("<joint name=\"lae1\"", "<joint type=\"slide\" name=\"lae1\""));
    write("Blind", t1("name=\"camera\"", "name=\"nose\""));
    write("Headless", t1("<body name=\"torso\"", "<body name=\"trunk\""));
    write("Tiny", t1("mass=\"11.7\"", "mass=\"-1\""));
    beginWithModels();
    for (const auto& [name, why] : {
             std::pair("Broken", "MuJoCo rejects the description"),
             std::pair("NoGains", "motor he1 of joint he1 has no gains"),
             std::pair("Slider", "joint lae1 is not a hinge"),
             std::pair("Blind", "there is no site camera"),
             std::pair("Headless", "its first body is not called torso"),
             std::pair("Tiny", "MuJoCo rejects the description"),
         }) {
        const std::string reason = refusal(name);
        EXPECT_THAT(reason, HasSubstr(why));
        EXPECT_THAT(reason, HasSubstr(fmt::format("{}/robot.xml", name)));
    }
    run(1, {join("Reds", 1)});
    EXPECT_EQ(match->players().size(), 1U);
}

TEST_F(LeagueModelsTest, AFolderWithoutModelsIsRefused) {
    fs::create_directories(folder);
    LeagueSettings settings;
    settings.models = folder;
    const auto created = LeagueSimulation::create(settings);
    ASSERT_FALSE(created);
    EXPECT_THAT(created.error().toString(), HasSubstr(folder.string()));
    EXPECT_THAT(created.error().toString(), HasSubstr("there are no models of robots"));
}

TEST_F(LeagueModelsTest, K1StartsAtTheServersHeightAndPiPlusReportsInItsOrder) {
    begin();
    join("Reds", 1, "K1");
    EXPECT_NEAR(torso(0).p.z(), 1.0, 0.01);
    const AgentId pi = join("Blues", 2, "PiPlus");
    const protocol::Percepts percepts = read(pi);
    ASSERT_EQ(percepts.joints.size(), 23U);
    EXPECT_EQ(percepts.joints[0].name, "llj1");
    EXPECT_EQ(percepts.joints[1].name, "laj1");
    EXPECT_EQ(percepts.joints[22].name, "tj1");
}

// The server does not know arms of K1, since its colliders have no names.
TEST_F(LeagueModelsTest, K1CommitsNoHandFouls) {
    begin();
    const robot::RobotModel& k1 = robot::mujocoRobotModel(robot::MujocoRobot::K1);
    EXPECT_FALSE(robotPhysics(k1).namesColliders);
    EXPECT_TRUE(robotPhysics(robot::mujocoRobotModel(robot::MujocoRobot::T1)).namesColliders);
    EXPECT_EQ(robotPhysics(k1).colliders.size(), 20U);
}

} // namespace

} // namespace sideline::simulator::mujoco
