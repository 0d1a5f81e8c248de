// Our example teams play against each other, in process: they kick, and take set plays.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/game/play_mode.h"
#include "agents/behaviors/built_in.h"
#include "launcher/agent_player.h"
#include "launcher/team_file.h"
#include "logs/analysis/match_analysis.h"
#include "simulator/harness/match_harness.h"
#include "simulator/server/monitor_feed.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using game::PlayMode;
using game::Side;

// One game. What happens in a game differs with the last bit of a sine, so tests look at several.
class Game {
public:
    explicit Game(std::uint64_t seed) : m_match(settings(seed)), m_feed(m_match.simulation()) {}

    static simulator::SimulationSettings settings(std::uint64_t seed) {
        simulator::SimulationSettings settings;
        settings.seed = seed;
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
    [[nodiscard]] auto teams() const { return m_analysis.statistics().total.teams; }
    [[nodiscard]] PlayMode mode() const { return m_mode; }
    [[nodiscard]] int freeKicks() const { return m_freeKicks; }

private:
    simulator::MatchHarness m_match;
    simulator::MonitorFeed m_feed;
    agents::SkillLibrary m_skills;
    logs::MatchAnalysis m_analysis;
    logs::FrameNumber m_frame = 0;
    int m_cycles = 0;
    int m_freeKicks = 0;
    PlayMode m_mode = PlayMode::BeforeKickOff;
};

TEST(TeamFileTest, EveryNumberOfABehaviorCanBeSet) {
    const tests::TempDir folder;
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    for (const agents::BehaviorInfo& info : registry.behaviors()) {
        std::string set;
        std::string tooMuch;
        for (const agents::ParameterInfo& each : info.parameters) {
            if (std::holds_alternative<double>(each.defaultValue)) {
                set += fmt::format("{} = {}\n", each.name, agents::valueText(each.defaultValue));
                tooMuch = fmt::format("{} = {}\n", each.name, each.most + 1.0);
            }
        }
        const auto read = [&](const std::string& values) {
            std::ofstream(folder / "team.toml") << fmt::format(
                "name = \"Own\"\n[[players]]\nnumber = 2\nembedded = true\nbehavior = \"{}\"\n"
                "[players.set]\n{}",
                info.name, values);
            return launcher::readTeamFile(folder / "team.toml");
        };
        const auto good = read(set);
        EXPECT_TRUE(good) << info.name << ": " << good.error().front().toString();
        if (!tooMuch.empty()) {
            const auto bad = read(tooMuch);
            ASSERT_FALSE(bad) << info.name;
            EXPECT_NE(bad.error().front().toString().find("invalid value for"), std::string::npos);
        }
    }
}

TEST(PlayTest, BothTeamsKick) {
    constexpr int kGames = 6;
    int kicksLeft = 0;
    int kicksRight = 0;
    for (std::uint64_t seed = 1; seed <= kGames; ++seed) {
        Game game(seed);
        game.join("tree.toml", {6, 9, 10});
        game.join("formation.toml", {7, 9, 11});
        game.referee().kickOff(Side::Left);
        game.play(30.0);
        for (int i = 0; i < 4; ++i) {
            game.ballAt(i % 2 == 0 ? 8.0 : -8.0, 1.5); // in front of either goal
            game.play(10.0);
        }
        kicksLeft += game.teams().left.kicks;
        kicksRight += game.teams().right.kicks;
    }
    EXPECT_GE(kicksLeft, kGames / 2);
    EXPECT_GE(kicksRight, kGames / 2);
}

TEST(PlayTest, SetPlaysAreTakenAndMostlyTouchedOnce) {
    struct {
        PlayMode mode;
        double x;
        double y;
    } constexpr kSetPlays[] = {{PlayMode::KickInLeft, 1.0, 9.95},
                               {PlayMode::CornerKickLeft, 14.9, 5.4},
                               {PlayMode::DirectFreeKickLeft, 2.0, 3.0},
                               {PlayMode::KickInRight, -2.0, -9.95}};
    constexpr int kGames = 4;
    int taken = 0;
    int freeKicks = 0;
    for (std::uint64_t seed = 1; seed <= kGames; ++seed) {
        Game game(seed);
        game.join("ebn.toml", {6, 9, 10});
        game.join("formation.toml", {7, 9});
        game.referee().kickOff(Side::Left);
        game.play(14.0);
        for (const auto& setPlay : kSetPlays) {
            game.ballAt(setPlay.x, setPlay.y);
            game.referee().setPlayMode(setPlay.mode);
            double waitedS = 0.0;
            for (; waitedS < 14.5 && game.mode() != PlayMode::PlayOn; waitedS += 0.5) {
                game.play(0.5);
            }
            taken += waitedS < 14.5 ? 1 : 0;
            game.play(6.0);
        }
        freeKicks += game.freeKicks();
    }
    EXPECT_GE(taken, 3 * kGames) << "before the ball is dropped";
    // 3 of 103 in longer runs of three versions (docs/performance.md); one that falls at the ball
    // touches it as it gets up.
    EXPECT_LE(freeKicks, taken / 6);
}

} // namespace
} // namespace sideline
