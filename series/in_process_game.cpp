#include "series/in_process_game.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agents/behaviors/built_in.h"
#include "launcher/agent_player.h"
#include "simulator/harness/match_harness.h"
#include "simulator/monitor/monitor_log_writer.h"
#include "simulator/server/monitor_feed.h"

namespace sideline::series {

namespace {

namespace fs = std::filesystem;
using game::Side;
using launcher::PlayerSpec;
using launcher::TeamFile;

constexpr double kJoinPatienceS = 10.0;
constexpr double kSettleS = 1.0; // between the last player who comes and the kick-off
constexpr double kLeastDelayS = 0.2;

class InProcessMatch {
public:
    explicit InProcessMatch(const simulator::SimulationSettings& settings)
        : m_match(settings),
          m_feed(m_match.simulation()),
          m_startS(settings.start ? settings.start->timeS : 0.0) {}

    base::Expected<void> openLog(const fs::path& log) {
        auto writer = simulator::MonitorLogWriter::create(log, {}, {.mayReplace = true});
        if (!writer) {
            return tl::unexpected(writer.error());
        }
        m_log = std::move(*writer);
        return {};
    }

    // One player after the other, as robots that arrive at the same moment tear each other apart.
    base::Expected<void> join(const TeamFile& team, Side side) {
        for (const PlayerSpec& player : team.players) {
            const double delayS = std::chrono::duration<double>(player.startDelay).count();
            if (auto waited = play(std::max(kLeastDelayS, delayS)); !waited) {
                return waited;
            }
            const agents::AgentBlueprint blueprint = launcher::blueprintOf(team, player);
            auto behavior = agents::build(blueprint, agents::builtInBehaviors(), m_skills);
            if (!behavior) {
                base::Error error = behavior.error();
                error.message =
                    fmt::format("player {} of {}: {}", player.number, team.name, error.message);
                return tl::unexpected(std::move(error));
            }
            m_players.push_back(
                {m_match.add(blueprint.settings, std::move(*behavior), simulator::Messages::Values),
                 side, player.number});
        }
        for (double s = 0.0; s < kJoinPatienceS && whoIsMissing(); s += game::kStepS) {
            if (auto played = cycle(); !played) {
                return played;
            }
        }
        const auto missing = whoIsMissing();
        if (!missing) {
            return {};
        }
        return base::failure(
            base::ErrorCode::InvalidArgument,
            fmt::format("player {} of {} cannot join the match", *missing, team.name),
            "at least three robot types, at most seven players of one type and "
            "nine of two");
    }

    base::Expected<void> play(double durationS) {
        for (long left = std::lround(durationS / game::kStepS); left > 0; --left) {
            if (auto played = cycle(); !played) {
                return played;
            }
        }
        return {};
    }

    // The referee does everything but kick off.
    base::Expected<void> playToTheEnd() {
        simulator::Referee& referee = m_match.simulation().referee();
        int kickedOffHalf = 0;
        while (!referee.isGameOver()) {
            if (referee.game().playMode() == game::PlayMode::BeforeKickOff &&
                referee.game().half() != kickedOffHalf) {
                const Side side = kickedOffHalf == 0 ? Side::Left : Side::None;
                kickedOffHalf = referee.game().half();
                // Begins a start situation, too, if one waits.
                if (auto begun = m_match.simulation().apply(monitor::KickOff{side}); !begun) {
                    return begun;
                }
            }
            if (auto played = cycle(); !played) {
                return played;
            }
        }
        return {};
    }

    GameResult result() {
        GameResult result;
        const simulator::Game& game = m_match.simulation().referee().game();
        result.playedS = game.timeS() - m_startS;
        result.setScore(game.score(Side::Left), game.score(Side::Right));
        const auto sum = [this](Side side, const auto& of) {
            double total = 0.0;
            for (const Player& player : m_players) {
                total += player.side == side ? static_cast<double>(of(player)) : 0.0;
            }
            return total;
        };
        const auto one = [](const Player&) { return 1; };
        const auto missed = [this](const Player& player) {
            return m_match.frame(player.place).counters.missedCycles;
        };
        result.set("players", sum(Side::Left, one), sum(Side::Right, one));
        result.set("missed_cycles", sum(Side::Left, missed), sum(Side::Right, missed));
        return result;
    }

private:
    struct Player {
        std::size_t place = 0; ///< in the match
        Side side = Side::None;
        int number = 0;
    };

    std::optional<int> whoIsMissing() {
        for (const Player& player : m_players) {
            if (m_match.agent(player.place).stage() != runtime::JoinStage::Joined) {
                return player.number;
            }
        }
        return std::nullopt;
    }

    base::Expected<void> cycle() {
        m_match.cycle();
        if (!m_log || !m_log->isDueAfterCycle()) {
            return {};
        }
        m_feed.update();
        return m_log->write(m_feed.game(), m_feed.scene());
    }

    simulator::MatchHarness m_match;
    simulator::MonitorFeed m_feed;
    double m_startS; ///< game clock at the beginning
    agents::SkillLibrary m_skills;
    std::optional<simulator::MonitorLogWriter> m_log;
    std::vector<Player> m_players;
};

} // namespace

bool canPlayInProcess(const TeamFile& team) {
    return std::ranges::all_of(team.players, &PlayerSpec::isEmbedded);
}

base::Expected<GameResult> playInProcess(const simulator::SimulationSettings& simulation,
                                         const TeamFile& left, const TeamFile& right,
                                         const fs::path& log) {
    InProcessMatch match(simulation);
    base::Expected<void> played;
    if (!log.empty()) {
        played = match.openLog(log);
    }
    for (const auto& [team, side] : {std::pair{&left, Side::Left}, {&right, Side::Right}}) {
        if (played) {
            played = match.join(*team, side); // the first team that comes is the left one
        }
    }
    if (played) {
        played = match.play(kSettleS);
    }
    if (played) {
        played = match.playToTheEnd();
    }
    if (!played) {
        return tl::unexpected(played.error());
    }
    return match.result();
}

} // namespace sideline::series
