// Our example teams play against each other, in process: they shoot, and keep the rules of set
// plays.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/game/play_mode.h"
#include "agents/behaviors/built_in.h"
#include "launcher/agent_player.h"
#include "launcher/team_file.h"
#include "logs/analysis/match_analysis.h"
#include "simulator/harness/match_harness.h"
#include "simulator/server/monitor_feed.h"

namespace sideline {
namespace {

using game::PlayMode;
using game::Side;

class PlayTest : public testing::Test {
protected:
    PlayTest() : m_match(settings()), m_feed(m_match.simulation()) {}

    static simulator::SimulationSettings settings() {
        simulator::SimulationSettings settings;
        settings.seed = 5;
        return settings;
    }

    void join(const std::string& name, const std::vector<int>& numbers) {
        const auto team = launcher::readTeamFile(
            std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) / "examples/teams" / name);
        ASSERT_TRUE(team.has_value());
        for (const launcher::PlayerSpec& player : team->players) {
            if (std::ranges::find(numbers, player.number) == numbers.end()) {
                continue;
            }
            const agents::AgentBlueprint blueprint = launcher::blueprintOf(*team, player);
            auto behavior = agents::build(blueprint, agents::builtInBehaviors(), m_skills);
            ASSERT_TRUE(behavior.has_value()) << behavior.error().toString();
            m_match.add(blueprint.settings, std::move(*behavior), simulator::Messages::Values);
            play(0.3);
        }
        play(1.0);
    }

    void play(double seconds) {
        for (int left = static_cast<int>(seconds / 0.02); left > 0; --left) {
            m_match.cycle();
            const PlayMode mode = referee().game().playMode();
            // A free kick is what a second touch of a set play's taker is punished with.
            const bool isFreeKick =
                mode == PlayMode::FreeKickLeft || mode == PlayMode::FreeKickRight;
            m_freeKicks += isFreeKick && mode != m_mode ? 1 : 0;
            m_mode = mode;
            if (++m_cycles % 2 == 0) {
                m_feed.update();
                m_analysis.add(logs::instantOf(m_frame++, 0.02 * m_cycles, m_feed.game(),
                                               m_feed.scene(), false));
            }
        }
    }

    void ballAt(double x, double y) {
        simulator::BallState ball;
        ball.X_SBall.p = {x, y, 0.042};
        m_match.simulation().physics().setBall(ball);
    }

    [[nodiscard]] simulator::Referee& referee() { return m_match.simulation().referee(); }
    [[nodiscard]] int shots() const {
        const auto& teams = m_analysis.statistics().total.teams;
        return teams.left.shots + teams.right.shots;
    }

    simulator::MatchHarness m_match;
    simulator::MonitorFeed m_feed;
    agents::SkillLibrary m_skills;
    logs::MatchAnalysis m_analysis;
    logs::FrameNumber m_frame = 0;
    int m_cycles = 0;
    int m_freeKicks = 0;
    PlayMode m_mode = PlayMode::BeforeKickOff;
};

TEST_F(PlayTest, AMatchHasShots) {
    join("tree.toml", {6, 9, 10});
    join("formation.toml", {7, 9, 11});
    referee().kickOff(Side::Left);
    play(30.0);
    for (int i = 0; i < 4 && shots() == 0; ++i) {
        const double side = i % 2 == 0 ? 1.0 : -1.0; // in front of either goal
        ballAt(side * 8.0, 1.5);
        play(15.0);
    }
    EXPECT_GE(shots(), 1);
    EXPECT_GE(m_analysis.statistics().total.teams.left.kicks, 1);
    EXPECT_GE(m_analysis.statistics().total.teams.right.kicks, 1);
    EXPECT_EQ(m_freeKicks, 0);
}

TEST_F(PlayTest, WhoTakesASetPlayTouchesTheBallOnce) {
    join("ebn.toml", {6, 9, 10});
    join("formation.toml", {7, 9});
    referee().kickOff(Side::Left);
    play(14.0);
    int taken = m_mode == PlayMode::PlayOn ? 1 : 0;
    struct {
        PlayMode mode;
        double x;
        double y;
    } constexpr kSetPlays[] = {{PlayMode::KickInLeft, 1.0, 9.95},
                               {PlayMode::CornerKickLeft, 14.9, 5.4},
                               {PlayMode::DirectFreeKickLeft, 2.0, 3.0},
                               {PlayMode::KickInRight, -2.0, -9.95}};
    for (const auto& setPlay : kSetPlays) {
        ballAt(setPlay.x, setPlay.y);
        referee().setPlayMode(setPlay.mode);
        double waitedS = 0.0;
        for (; waitedS < 14.5 && m_mode != PlayMode::PlayOn; waitedS += 0.5) {
            play(0.5);
        }
        taken += waitedS < 14.5 ? 1 : 0;
        play(6.0);
    }
    EXPECT_GE(taken, 3) << "set plays are taken before the ball is dropped";
    EXPECT_EQ(m_freeKicks, 0);
}

} // namespace
} // namespace sideline
