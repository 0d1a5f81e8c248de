#include "series/play_on.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/game/constants.h"
#include "series/in_process_game.h"
#include "simulator/server/sim_spark_play.h"
#include "simulator/start/start_family.h"

namespace sideline::series {

namespace {

using game::Side;
using launcher::PlayerSpec;
using launcher::TeamFile;
using std::chrono::nanoseconds;

constexpr double kBeginTimeoutS = 2.0; // the match begins 1 s after the last player has joined
constexpr double kLogPeriodS = 0.04;
constexpr long kCyclesPerReport = 5;

// Returns the team reduced to the players in the situation, with the robots of the situation.
base::Expected<TeamFile> teamFor(TeamFile team, Side side, const simulator::StartSituation& start,
                                 game::ServerKind server, std::vector<std::string>& remarks) {
    if (auto fault = launcher::serverFault(team, server)) {
        return tl::unexpected(std::move(*fault));
    }
    if (!canPlayInProcess(team)) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("team {} has players that are programs", team.name),
                             "a team file with built-in agents only (embedded = true)");
    }
    std::vector<PlayerSpec> players;
    std::vector<int> away;
    for (PlayerSpec& player : team.players) {
        const auto* robot = start.find({side, game::UniformNumber(player.number)});
        if (robot == nullptr) {
            away.push_back(player.number);
            continue;
        }
        player.typeNumber = server == game::ServerKind::SimSpark ? robot->type : -1;
        player.robotFile = robot->file;
        player.model = robot->model;
        player.startDelay = {};
        players.push_back(std::move(player));
    }
    if (!away.empty()) {
        remarks.push_back(
            fmt::format("{}: not on the field in this frame, so they are left out: {}", team.name,
                        fmt::join(away, ", ")));
    }
    team.players = std::move(players);
    return team;
}

class PlayingOn {
public:
    PlayingOn(simulator::PlayedMatch match, const PlayOnSettings& settings)
        : m_match(std::move(match)), m_settings(settings) {}

    base::Expected<PlayedOn> run(const std::vector<std::pair<TeamFile, Side>>& teams,
                                 PlayedOn result) {
        m_result = std::move(result);
        base::Expected<void> played;
        for (const auto& [team, side] : teams) {
            played = played && !team.players.empty() ? m_match.join(team, side) : played;
            if (played && m_settings.keepGoing && !m_settings.keepGoing(0.0)) {
                played = base::failure(base::ErrorCode::Canceled, "the continuation was stopped");
            }
        }
        if (played) {
            played = begin();
        }
        if (played) {
            played = recordCourse(m_match, m_settings, m_result);
        }
        if (!played) {
            return tl::unexpected(std::move(played.error()));
        }
        return std::move(m_result);
    }

private:
    base::Expected<void> begin() {
        simulator::MatchControl& control = m_match.control();
        for (double s = 0.0; control.isWaitingToStart(); s += game::kStepS) {
            if (m_match.players().empty() || s > kBeginTimeoutS) {
                control.begin(); // without this, a robot without a player would delay the start
            }
            if (control.isWaitingToStart()) {
                if (auto played = m_match.cycle(); !played) {
                    return played;
                }
            }
        }
        return {};
    }

    InProcessMatch m_match;
    const PlayOnSettings& m_settings;
    PlayedOn m_result;
};

} // namespace

base::Expected<void> recordCourse(InProcessMatch& match, const PlayOnSettings& settings,
                                  PlayedOn& into) {
    if (!settings.log.empty()) {
        auto options = simulator::MonitorLogOptions::of(match.format());
        options.periodS = kLogPeriodS;
        if (auto opened = match.openLog(settings.log, options); !opened) {
            return opened;
        }
    }
    const long cycles = std::lround(settings.lengthS / game::kStepS);
    const long every = std::max(1L, std::lround(settings.frameEveryS / game::kStepS));
    std::vector<logs::DecisionSpans> spans(match.players().size());
    for (long cycle = 0; cycle <= cycles; ++cycle) {
        const double timeS = static_cast<double>(cycle) * game::kStepS;
        if (cycle % every == 0) {
            const auto index = static_cast<std::uint32_t>(into.frames.size());
            into.frames.push_back(match.monitorFrame(index, timeS));
        }
        for (std::size_t i = 0; i < spans.size(); ++i) {
            spans[i].add(
                match.frame(match.players()[i]),
                std::chrono::duration_cast<nanoseconds>(std::chrono::duration<double>(timeS)));
        }
        const double progress = static_cast<double>(cycle) / static_cast<double>(cycles);
        if (settings.keepGoing && cycle % kCyclesPerReport == 0 && !settings.keepGoing(progress)) {
            into.remarks.push_back(fmt::format("stopped after {:.1f} s", timeS));
            break;
        }
        if (auto played = match.cycle(); !played) {
            return played;
        }
    }
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const InProcessMatch::Player& player = match.players()[i];
        into.players.push_back({{player.side, game::UniformNumber(player.number)},
                                match.frame(player).identity.team,
                                spans[i].spans()});
    }
    return {};
}

base::Expected<PlayedOn> playOn(const simulator::SimulationSettings& simulation,
                                const std::optional<TeamFile>& left,
                                const std::optional<TeamFile>& right,
                                const PlayOnSettings& settings) {
    if (!simulation.start) {
        return base::failure(base::ErrorCode::InvalidArgument, "there is nothing to continue from",
                             "a start situation");
    }
    const auto make = [&simulation]() -> base::Expected<simulator::PlayedMatch> {
        return simulator::playSimSpark(simulation);
    };
    return playOn(make, *simulation.start, left, right, settings);
}

base::Expected<PlayedOn> playOn(const simulator::MatchMaker& make,
                                const simulator::StartSituation& start,
                                const std::optional<TeamFile>& left,
                                const std::optional<TeamFile>& right,
                                const PlayOnSettings& settings) {
    const auto family = simulator::familyOf(start);
    if (!family) {
        return tl::unexpected(family.error());
    }
    const game::ServerKind server = family->value_or(game::ServerKind::SimSpark);
    if (right && !left) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "the right side has a team, but the left side has none",
                             "a team for the left side: the first team to join plays on the left");
    }
    PlayedOn result;
    std::vector<std::pair<TeamFile, Side>> teams;
    for (const auto& [file, side] : {std::pair{&left, Side::Left}, {&right, Side::Right}}) {
        if (!file->has_value()) {
            continue;
        }
        auto team = teamFor(**file, side, start, server, result.remarks);
        if (!team) {
            return tl::unexpected(std::move(team.error()));
        }
        if (!teams.empty()) {
            team->name = launcher::distinctName(team->name, {teams.front().first.name});
        }
        teams.emplace_back(std::move(*team), side);
    }
    auto match = make();
    if (!match) {
        return tl::unexpected(std::move(match.error()));
    }
    return PlayingOn(std::move(*match), settings).run(teams, std::move(result));
}

} // namespace sideline::series
