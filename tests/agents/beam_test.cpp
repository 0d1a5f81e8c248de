// Robots of all types after a beam, in the simulator: when they join, and where they had fallen.
#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/game/play_mode.h"
#include "agentcore/robot/nao.h"
#include "agents/behaviors/built_in.h"
#include "agents/skill_library.h"
#include "simulator/harness/match_harness.h"

namespace sideline {
namespace {

constexpr robot::BodyId kTorsoBody(std::int32_t{0});

// One robot of the left team.
class BeamedRobot {
public:
    BeamedRobot(int type, const std::string& behavior, std::uint64_t seed) : m_match(seeded(seed)) {
        const robot::RobotModel& model = robot::naoModel(static_cast<robot::NaoType>(type));
        runtime::AgentSettings agent;
        agent.team = "Own";
        agent.unum = 2;
        agent.typeNumber = type;
        agent.model = model.shared();
        agent.beam_F = Eigen::Vector3d(-5.0, 1.0, 0.0);
        auto made = agents::builtInBehaviors().make(behavior, {}, {model, m_skills});
        EXPECT_TRUE(made) << made.error().toString();
        m_agent = m_match.add(agent, std::move(*made), simulator::Messages::Values);
    }
    /// @return the smallest cosine of the torso's tilt
    double play(double seconds) {
        double least = 1.0;
        for (int left = static_cast<int>(std::lround(seconds / 0.02)); left > 0; --left) {
            m_match.cycle();
            least = std::min(least, body() == nullptr ? 1.0 : upCos());
        }
        return least;
    }
    void setPlayMode(game::PlayMode mode) { m_match.simulation().referee().setPlayMode(mode); }
    void pushOver(const Eigen::Vector3d& push_TN) {
        for (int i = 0; i < 100 && upCos() > 0.7; ++i) {
            const math::Pose& torso = body()->pose(kTorsoBody);
            body()->push(kTorsoBody, torso.p, torso.R * push_TN);
            m_match.cycle();
        }
    }
    [[nodiscard]] bool isNearBeam() {
        return (body()->pose(kTorsoBody).p.head<2>() - Eigen::Vector2d(-5.0, 1.0)).norm() < 0.3;
    }
    [[nodiscard]] double upCos() { return body()->pose(kTorsoBody).R(2, 2); }
    [[nodiscard]] const world::AgentFrame& frame() const { return m_match.frame(m_agent); }

private:
    static simulator::SimulationSettings seeded(std::uint64_t seed) {
        simulator::SimulationSettings settings;
        settings.seed = seed;
        return settings;
    }
    [[nodiscard]] simulator::RobotBody* body() {
        return m_match.simulation().body(m_match.idOf(m_agent));
    }

    agents::SkillLibrary m_skills;
    simulator::MatchHarness m_match;
    std::size_t m_agent = 0;
};

// From straight legs, which the server puts a little into the ground (types 1 and 3), into the
// stance of the walk.
TEST(BeamTest, EveryTypeStandsAfterJoining) {
    for (int type = 0; type < 5; ++type) {
        for (const std::uint64_t seed : {1U, 2U, 3U}) {
            BeamedRobot robot(type, "walk", seed);
            EXPECT_GT(robot.play(4.0), 0.9) << "type " << type << ", seed " << seed;
            EXPECT_EQ(robot.frame().decision.reason, "standing");
        }
    }
}

// At any moment of a fall or of getting up.
TEST(BeamTest, AFallenRobotStandsAfterABeam) {
    const Eigen::Vector3d pushes_TN[] = {{0, 120, 0}, {0, -120, 0}, {120, 0, 0}};
    int falls = 0;
    int count = 0;
    for (int type = 0; type < 5; ++type) {
        for (const double afterS : {0.4, 1.2, 2.0, 3.2}) {
            BeamedRobot robot(type, "drive", 5);
            robot.play(3.0);
            robot.setPlayMode(game::PlayMode::PlayOn);
            robot.play(0.5);
            robot.pushOver(pushes_TN[count % 3]);
            robot.play(afterS);
            robot.setPlayMode(game::PlayMode::GoalRight);
            robot.play(1.0);
            EXPECT_TRUE(robot.isNearBeam()) << "type " << type << ", " << afterS;
            falls += robot.play(4.0) < 0.9 ? 1 : 0;
            ++count;
        }
    }
    EXPECT_LE(falls, 1) << "of " << count;
}

// A robot that walks stops, is put upright, and walks on.
TEST(BeamTest, AWalkingRobotStandsAfterABeam) {
    for (int type = 0; type < 5; ++type) {
        BeamedRobot robot(type, "hold-place", 3);
        robot.play(1.2);
        robot.setPlayMode(game::PlayMode::PlayOn);
        robot.play(2.0);
        robot.setPlayMode(game::PlayMode::GoalRight);
        EXPECT_GT(robot.play(2.0), 0.7) << "type " << type;
    }
}

} // namespace
} // namespace sideline
