#include "series/in_process_match.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agents/behaviors/built_in.h"
#include "launcher/agent_player.h"
#include "simulator/server/sim_spark_play.h"

namespace sideline::series {

namespace {

constexpr double kJoinTimeoutS = 10.0;
constexpr double kMinDelayS = 0.2;

} // namespace

InProcessMatch::InProcessMatch(const simulator::SimulationSettings& settings)
    : InProcessMatch(simulator::playSimSpark(settings)) {}

InProcessMatch::InProcessMatch(simulator::PlayedMatch match)
    : m_match(std::move(match.match)),
      m_feed(std::move(match.feed)),
      m_control(std::move(match.control)) {}

base::Expected<void> InProcessMatch::openLog(const std::filesystem::path& log,
                                             const simulator::MonitorLogOptions& options) {
    auto writer = simulator::MonitorLogWriter::create(log, options, {.mayReplace = true});
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    m_log = std::move(*writer);
    return {};
}

base::Expected<std::unique_ptr<behavior::Behavior>> InProcessMatch::behaviorOf(
    const agents::AgentBlueprint& blueprint, const launcher::TeamFile& team,
    const launcher::PlayerSpec& player) {
    auto behavior = agents::build(blueprint, agents::builtInBehaviors(), m_skills);
    if (!behavior) {
        base::Error error = behavior.error();
        error.message = fmt::format("player {} of {}: {}", player.number, team.name, error.message);
        return tl::unexpected(std::move(error));
    }
    return behavior;
}

base::Expected<void> InProcessMatch::join(const launcher::TeamFile& team, game::Side side) {
    for (const launcher::PlayerSpec& player : team.players) {
        const double delayS = std::chrono::duration<double>(player.startDelay).count();
        if (auto waited = play(std::max(kMinDelayS, delayS)); !waited) {
            return waited;
        }
        const agents::AgentBlueprint blueprint = launcher::blueprintOf(team, player);
        auto behavior = behaviorOf(blueprint, team, player);
        if (!behavior) {
            return tl::unexpected(std::move(behavior.error()));
        }
        m_players.push_back(
            {m_match.add(blueprint.settings, std::move(*behavior), simulator::Messages::Values),
             side, player.number});
    }
    for (double s = 0.0; s < kJoinTimeoutS && missingPlayer() != nullptr; s += game::kStepS) {
        if (auto played = cycle(); !played) {
            return played;
        }
    }
    const Player* missing = missingPlayer();
    if (missing == nullptr) {
        return {};
    }
    return base::failure(base::ErrorCode::InvalidArgument,
                         fmt::format("player {} of {} cannot join the match{}", missing->number,
                                     team.name, reasonFor(*missing)));
}

std::string InProcessMatch::reasonFor(const Player& missing) {
    std::string reason;
    const simulator::Match::Requests requests = m_match.match().takeRequests();
    for (const auto& notes : {m_match.match().takeNotes(), requests.removed}) {
        for (const simulator::SimulationNote& note : notes) {
            if (note.agent == m_match.idOf(missing.place)) {
                reason += ": " + note.text;
            }
        }
    }
    return reason;
}

base::Expected<void> InProcessMatch::decideBy(const launcher::TeamFile& team, game::Side side) {
    std::vector<std::pair<std::size_t, runtime::command::Behave>> made;
    for (const launcher::PlayerSpec& player : team.players) {
        const auto here = std::ranges::find_if(m_players, [&](const Player& each) {
            return each.side == side && each.number == player.number;
        });
        if (here == m_players.end()) {
            continue;
        }
        auto behavior = behaviorOf(launcher::blueprintOf(team, player), team, player);
        if (!behavior) {
            return tl::unexpected(std::move(behavior.error()));
        }
        made.emplace_back(here->place, runtime::command::Behave{std::move(*behavior)});
    }
    for (auto& [place, command] : made) {
        m_match.agent(place).obey(std::move(command));
    }
    return {};
}

base::Expected<void> InProcessMatch::play(double durationS) {
    for (long left = std::lround(durationS / game::kStepS); left > 0; --left) {
        if (auto played = cycle(); !played) {
            return played;
        }
    }
    return {};
}

const InProcessMatch::Player* InProcessMatch::missingPlayer() {
    const auto missing = std::ranges::find_if(m_players, [this](const Player& player) {
        return m_match.agent(player.place).stage() != runtime::JoinStage::Joined;
    });
    return missing == m_players.end() ? nullptr : &*missing;
}

base::Expected<void> InProcessMatch::cycle() {
    m_match.cycle();
    ++m_cycles;
    if (!m_log || !m_log->isDueAfterCycle()) {
        return {};
    }
    m_feed->update();
    return m_log->write(m_feed->game(), m_feed->scene());
}

monitor::MatchFramePtr InProcessMatch::monitorFrame(std::uint32_t index, double recordTimeS) {
    m_feed->update();
    return m_feed->frame(index, recordTimeS);
}

} // namespace sideline::series
