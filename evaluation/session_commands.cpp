#include "evaluation/session_commands.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"

namespace sideline::evaluation {

namespace {

using base::Expected;
using monitor::RobotFrame;

// The time stamps of a log include the delay of its bytes; those of agents include the delay of
// their messages.
constexpr std::int64_t kMaxOffCycles = 15;
// An agent perceives the state before the step that the log shows at that time, so that its reply
// to the previous message moves the joints next (measured, docs/performance.md).
constexpr std::uint64_t kOnTheWayCycles = 1;
constexpr double kFitsRad = math::radFromDeg(1.0); // root mean square of joint errors

double differenceRad(const world::AgentFrame& agent, const RobotFrame& robot) {
    const auto& joints = agent.body.joints;
    if (joints.size() != robot.jointAnglesRad.size() || joints.empty()) {
        return std::numeric_limits<double>::infinity();
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        sum += std::pow(joints[i].measuredRad - robot.jointAnglesRad[i], 2.0);
    }
    return std::sqrt(sum / static_cast<double>(joints.size()));
}

// Finds the first frame of an agent with at least this game time, which never decreases.
Expected<std::optional<std::uint64_t>> positionByClock(logs::SessionReader& session,
                                                       const logs::AgentTrack& track,
                                                       double gameTimeS) {
    std::uint64_t first = 0;
    std::uint64_t count = track.frames;
    while (count > 0) {
        const std::uint64_t half = count / 2;
        const auto read = session.frame(track.id, first + half);
        if (!read) {
            return tl::unexpected(read.error());
        }
        if (read->frame->game.gameTimeS < gameTimeS) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

// Finds the frame of an agent in which it perceived the state of the log's frame.
struct Place {
    std::uint64_t position = 0;
    double offRad = std::numeric_limits<double>::infinity();
};

Expected<Place> placeOf(logs::SessionReader& session, logs::TrackId track, std::uint64_t about,
                        std::uint64_t count, const RobotFrame& robot) {
    Place best;
    for (std::int64_t i = 0; i <= 2 * kMaxOffCycles; ++i) { // nearest frames first
        const std::int64_t at =
            static_cast<std::int64_t>(about) + (i % 2 == 0 ? i / 2 : -(i + 1) / 2);
        if (at < 0 || at >= static_cast<std::int64_t>(count)) {
            continue;
        }
        const auto read = session.frame(track, static_cast<std::uint64_t>(at));
        if (!read) {
            return tl::unexpected(read.error());
        }
        const double offRad = differenceRad(*read->frame, robot);
        if (offRad < best.offRad) {
            best = {static_cast<std::uint64_t>(at), offRad};
        }
    }
    return best;
}

// Returns the commands sent, starting at a given frame; a cycle without a record repeats the
// previous one.
Expected<std::vector<std::vector<double>>> commandsFrom(logs::SessionReader& session,
                                                        logs::TrackId track, std::uint64_t first,
                                                        std::uint64_t count, int cycles) {
    std::vector<std::vector<double>> commands;
    std::optional<std::uint64_t> firstCycle;
    for (std::uint64_t at = first; at < count; ++at) {
        const auto read = session.frame(track, at);
        if (!read) {
            return tl::unexpected(read.error());
        }
        const world::AgentFrame& frame = *read->frame;
        firstCycle = firstCycle.value_or(frame.cycle);
        std::vector<double> speeds;
        for (const world::JointBelief& joint : frame.body.joints) {
            const double deg = math::degFromRad(joint.commandRadPerS);
            speeds.push_back(std::round(deg * 1e4) / 1e4 + 0.0); // avoids negative zero
        }
        const std::uint64_t cycle = frame.cycle - *firstCycle;
        while (!commands.empty() && commands.size() < cycle &&
               commands.size() < static_cast<std::size_t>(cycles)) {
            commands.push_back(std::vector<double>(commands.back()));
        }
        if (commands.size() >= static_cast<std::size_t>(cycles)) {
            break;
        }
        commands.push_back(std::move(speeds));
    }
    return commands;
}

} // namespace

Expected<CommandsFound> addSessionCommands(logs::SessionReader& session,
                                           std::optional<std::size_t> log, double number,
                                           const monitor::MatchFrame& frame, int cycles,
                                           simulator::StartSituation& situation) {
    const auto at = log ? session.timeOfMatchFrame(*log, number) : std::nullopt;
    CommandsFound found;
    for (std::size_t i = 0; i < session.agents().size(); ++i) {
        const logs::AgentTrack& track = session.agents()[i];
        const auto robot =
            std::ranges::find(situation.robots, track.robot, &simulator::StartRobot::player);
        const RobotFrame* shown = frame.findRobot(track.robot);
        if (robot == situation.robots.end() || shown == nullptr || track.frames == 0) {
            continue;
        }
        if (robot->model->traits().server != game::ServerKind::SimSpark) {
            continue; // situations contain speeds, but these motors get target angles
        }
        const auto about = at ? session.positionAt(track.id, *at)
                              : positionByClock(session, track, frame.game.timeS);
        if (!about) {
            return tl::unexpected(about.error());
        }
        const auto place = placeOf(session, track.id, about->value_or(0), track.frames, *shown);
        if (!place) {
            return tl::unexpected(place.error());
        }
        if (place->offRad > kFitsRad) {
            found.remarks.push_back(fmt::format(
                "{}: no cycle of its agent matches the frame's joint angles", track.name));
            continue;
        }
        const std::uint64_t first = place->position - std::min(place->position, kOnTheWayCycles);
        auto commands = commandsFrom(session, track.id, first, track.frames, cycles);
        if (!commands) {
            return tl::unexpected(commands.error());
        }
        robot->commandedDegPerS = std::move(*commands);
        ++found.players;
    }
    return found;
}

std::optional<std::size_t> matchLogOf(const logs::SessionReader& session,
                                      const std::filesystem::path& file) {
    const auto& logs = session.matchLogs();
    const auto found = std::ranges::find_if(logs, [&](const logs::MatchLogEntry& log) {
        return std::filesystem::path(log.name).filename() == file.filename();
    });
    return found != logs.end() ? std::optional(static_cast<std::size_t>(found - logs.begin()))
                               : std::nullopt;
}

} // namespace sideline::evaluation
