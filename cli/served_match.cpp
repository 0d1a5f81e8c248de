#include "cli/served_match.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "agentcore/monitor/game_summary.h"
#include "cli/log_command.h"
#include "cli/output.h"

namespace sideline::cli {

namespace {

using launcher::Clock;
using launcher::TeamFile;
using launcher::TeamRunner;

constexpr auto kSettle = std::chrono::seconds(3); // wait after the last player from a start script
constexpr auto kMatchEndTimeout = std::chrono::seconds(30);

// Runs both teams in a match, from the first player to the end.
class ServedRun {
public:
    ServedRun(const ServedMatch& settings, MatchServer& server, TeamFile left, TeamFile right,
              const launcher::TeamRunnerSettings& runners)
        : m_settings(settings),
          m_match(server),
          m_left(onServer(std::move(left)), runners),
          m_right(onServer(std::move(right)), runners) {}

    ServedOutcome run() {
        if (!m_match.isReady()) {
            noteFault(m_match.fault());
            return std::move(m_outcome);
        }
        // One after the other, since the first team to join plays on the left.
        bool isThere = join(m_left, m_outcome.leftCount) && join(m_right, m_outcome.rightCount);
        while (isThere && !m_match.hasGame() && m_match.fault().empty() && !isInterrupted()) {
            m_match.look();
        }
        if (isThere && m_match.hasGame()) {
            m_match.begin();
            play();
            if (!m_outcome.isOver) {
                noteFault(m_match.fault());
            }
            noteLost(lostPlayer());
        }
        end();
        return std::move(m_outcome);
    }

private:
    TeamFile onServer(TeamFile team) {
        while (!m_match.isReady() && m_match.fault().empty() && !isInterrupted()) {
            m_match.look();
        }
        if (!m_hasSaidPorts && m_match.isReady()) {
            m_settings.say(fmt::format("agents connect to port {}, monitors to {}",
                                       m_match.agentPort(), m_match.monitorPort()));
            m_hasSaidPorts = true;
        }
        team.host = "127.0.0.1";
        team.port = m_match.agentPort();
        team.monitorPort = m_match.monitorPort();
        team.isSync = team.isSync || m_settings.isFast || m_match.awaitsSyncs();
        return team;
    }

    void noteFault(std::string fault) {
        if (m_outcome.fault.empty()) {
            m_outcome.fault = std::move(fault);
        }
    }

    // A player that does not play: why, and which one it is, if that is known.
    struct Lost {
        std::string reason; ///< empty if all play
        std::optional<game::PlayerId> player{};
    };
    void noteLost(const Lost& lost) {
        if (m_outcome.fault.empty()) {
            m_outcome.lost = lost.player;
        }
        noteFault(lost.reason);
    }

    // Waits until all players are on the field or no more players join.
    // @return whether the match can begin
    bool join(TeamRunner& runner, std::size_t& count) {
        if (isInterrupted()) {
            return false;
        }
        runner.startAll();
        const TeamFile& team = runner.team();
        const bool isScript = team.players.front().isWholeTeam();
        const auto limit = launcher::joinLimit(team, m_settings.joinS);
        const auto deadline = Clock::now() + limit;
        auto lastCameAt = Clock::now();
        bool isOver = false;
        while (!isInterrupted() && !isOver && m_match.fault().empty()) {
            m_match.look();
            const std::size_t now = m_match.countOf(team.name);
            lastCameAt = now == count ? lastCameAt : Clock::now();
            count = now;
            if (isScript ? count > 0 && Clock::now() - lastCameAt > kSettle
                         : count >= team.players.size() && !runner.status().isArriving(team)) {
                break;
            }
            // If a player has ended, the team cannot become complete. A player waiting to start has
            // not ended.
            isOver = Clock::now() >= deadline || runner.waitUntilIdle(Clock::now()) ||
                     (m_settings.isStrict && !endedPlayer(runner, true).reason.empty());
        }
        const std::string expected = isScript ? "all its" : std::to_string(team.players.size());
        m_settings.say(
            fmt::format("{}: {} of {} players are on the field", team.name, count, expected));
        const bool isComplete = isScript ? count > 0 : count >= team.players.size();
        if (count == 0 || (m_settings.isStrict && !isComplete)) {
            noteFault(m_match.fault()); // the reason, if the server has failed
            Lost ended = endedPlayer(runner, true);
            ended.reason = fmt::format(
                "{}: {} of {} players reached the field{}", team.name, count, expected,
                !ended.reason.empty()
                    ? "; " + ended.reason
                    : fmt::format(" within {:g} s", std::chrono::duration<double>(limit).count()));
            noteLost(ended);
            return false;
        }
        return true;
    }

    // Plays until the game is over or the time is up. The referee does everything except the
    // kick-off.
    void play() {
        int kickedOffHalf = 0;
        std::string score = monitor::resultText(m_match.game());
        while (!isInterrupted()) {
            const monitor::GameState& game = m_match.game();
            if (monitor::playModeOf(game) == game::PlayMode::BeforeKickOff &&
                game.half != kickedOffHalf) {
                m_match.kickOff(kickedOffHalf == 0 ? game::Side::Left : game::Side::None);
                kickedOffHalf = game.half;
                m_settings.say(fmt::format("half {}: kick-off", game.half));
            }
            if (monitor::resultText(game) != score) {
                score = monitor::resultText(game);
                m_settings.say(fmt::format("{:.1f} s: {}", game.timeS, score));
            }
            const bool isTimeUp =
                m_settings.minutes > 0.0 && game.timeS >= m_settings.minutes * 60.0;
            m_outcome.isOver = monitor::playModeOf(game) == game::PlayMode::GameOver || isTimeUp;
            if (m_outcome.isOver || !m_match.fault().empty()) {
                return;
            }
            if (!m_left.status().isActive() && !m_right.status().isActive()) {
                noteFault("no players left on the field");
                return;
            }
            if (m_settings.isStrict && !lostPlayer().reason.empty()) {
                return;
            }
            m_match.look();
        }
    }

    // Describes a player that is not running.
    // @param mayWait whether a player that waits for its start or restart counts as running
    [[nodiscard]] Lost endedPlayer(const TeamRunner& team, bool mayWait) const {
        using launcher::PlayerPhase;
        for (const launcher::PlayerStatus& player : team.status().players) {
            const bool isWaiting =
                player.phase == PlayerPhase::Waiting || player.phase == PlayerPhase::Stopped;
            // The server may report a player before the launcher does.
            if (player.phase != PlayerPhase::Running && player.phase != PlayerPhase::Starting &&
                !(mayWait && isWaiting)) {
                const std::string name = player.number == 0
                                             ? std::string("the program")
                                             : fmt::format("player {}", player.number);
                Lost lost{fmt::format("{} of {} {}{}{}", name, team.team().name,
                                      launcher::phaseText(player.phase),
                                      player.reason.empty() ? "" : ": ", player.reason)};
                if (player.number > 0) {
                    lost.player =
                        game::PlayerId{&team == &m_left ? game::Side::Left : game::Side::Right,
                                       game::UniformNumber(player.number)};
                }
                return lost;
            }
        }
        return {};
    }

    // Describes a player that no longer plays.
    Lost lostPlayer() const {
        for (const TeamRunner* team : {&m_left, &m_right}) {
            if (Lost ended = endedPlayer(*team, false); !ended.reason.empty()) {
                return ended;
            }
            const std::size_t count = team == &m_left ? m_outcome.leftCount : m_outcome.rightCount;
            if (m_settings.isStrict && m_match.countOf(team->team().name) < count) {
                return {fmt::format("a player of {} has left the field", team->team().name)};
            }
        }
        return {};
    }

    void end() {
        m_left.stopAll();
        m_right.stopAll();
        const auto deadline = Clock::now() + kMatchEndTimeout;
        if (!m_left.waitUntilIdle(deadline) || !m_right.waitUntilIdle(deadline)) {
            printError("some players did not exit");
        }
        m_outcome.left = m_left.status();
        m_outcome.right = m_right.status();
        if (m_match.hasGame()) {
            m_outcome.game = m_match.game();
        }
        m_outcome.losses = m_match.losses();
    }

    const ServedMatch& m_settings;
    MatchServer& m_match;
    bool m_hasSaidPorts = false;
    TeamRunner m_left;
    TeamRunner m_right;
    ServedOutcome m_outcome;
};

} // namespace

std::optional<ServedOutcome> playServed(const ServedMatch& match, TeamFile left, TeamFile right,
                                        const launcher::TeamRunnerSettings& runners) {
    const auto server = match.external
                            ? startExternalServer(*match.external, match.monitorLog, match.say)
                            : startOwnServer(match);
    if (!server) {
        printError(server.error().toString());
        return std::nullopt;
    }
    return ServedRun(match, **server, std::move(left), std::move(right), runners).run();
}

} // namespace sideline::cli
