#include "logs/session/agent_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "logs/session/session_signals.h"

namespace sideline::logs {

namespace {

constexpr double kNoAgentValue = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kMaxCyclesLate = 4; // maximum error of matching by arrival time
constexpr double kSameClockS = 0.011;      // half a cycle, plus rounding
constexpr std::chrono::milliseconds kGone{500};
constexpr double kGoneS = 0.5;
constexpr std::chrono::milliseconds kSettled{200}; // a frame with this clock may still arrive

double clockOf(const world::AgentFrame& frame, const MatchClock& clock) {
    return clock.isOfServer ? frame.game.serverTimeS : frame.game.gameTimeS;
}

} // namespace

std::uint64_t placeOfClock(std::uint64_t newest, std::uint64_t count,
                           const std::optional<MatchClock>& clock,
                           const std::function<world::AgentFramePtr(std::uint64_t)>& frameAt) {
    for (std::int64_t off = 0; clock && off <= 2 * kMaxCyclesLate;
         ++off) { // most likely offset first
        const std::int64_t cycles = off % 2 == 0 ? -off / 2 : (off + 1) / 2;
        const auto place = static_cast<std::uint64_t>(static_cast<std::int64_t>(newest) +
                                                      cycles); // negative values wrap to huge ones
        const auto near = place < count ? frameAt(place) : nullptr;
        if (near && std::abs(clockOf(*near, *clock) - clock->timeS) < kSameClockS) {
            return place;
        }
    }
    return newest;
}

const AgentTrack* streamTrack(const SessionReader& reader) {
    const auto& agents = reader.agents();
    const auto it =
        std::ranges::find_if(agents, [](const AgentTrack& track) { return track.frames > 0; });
    return it == agents.end() ? nullptr : &*it;
}

std::optional<std::chrono::nanoseconds> timeOfStreamFrame(SessionReader& reader, double frame) {
    const AgentTrack* track = streamTrack(reader);
    const auto place = static_cast<std::uint64_t>(std::max(frame, 0.0));
    if (track == nullptr || place >= track->frames) {
        return std::nullopt;
    }
    const auto found = reader.frame(track->id, place);
    return found ? std::optional(found->at) : std::nullopt;
}

bool isStillValid(const world::AgentFrame& frame, std::chrono::nanoseconds age,
                  const MatchClock& clock) {
    return age < kGone && std::abs(clock.timeS - clockOf(frame, clock)) < kGoneS;
}

void readAgentFrame(const world::AgentFrame& frame, std::span<const std::string> paths,
                    std::span<double> values) {
    std::ranges::fill(values, kNoAgentValue);
    visitAgentSignals(frame, [&](std::string_view name, double value) {
        for (std::size_t i = 0; i < paths.size(); ++i) {
            if (paths[i] == name) {
                values[i] = value;
            }
        }
    });
}

std::size_t fillAgentValues(SignalTable& table, std::span<const std::size_t> columns,
                            AgentValues& source, std::size_t first, std::size_t end) {
    std::map<game::PlayerId, std::vector<std::size_t>> columnsOf;
    for (const std::size_t column : columns) {
        columnsOf[table.signals[column].object.robot].push_back(column);
    }
    std::size_t settled = end;
    for (const auto& [agent, own] : columnsOf) {
        std::vector<std::string> paths;
        for (const std::size_t column : own) {
            paths.push_back(table.signals[column].path);
        }
        std::vector<double> values(paths.size());
        for (std::size_t row = first; row < end; ++row) {
            const auto answer =
                source.read({table.frames[row], table.recordTimeS[row], table.gameTimeS[row]},
                            agent, paths, values);
            if (answer == AgentValues::Answer::Nothing) {
                continue;
            }
            if (answer == AgentValues::Answer::SoFar) {
                settled = std::min(settled, row);
            }
            for (std::size_t i = 0; i < own.size(); ++i) {
                table.values[own[i]][row] = values[i];
            }
        }
    }
    return settled;
}

SessionAgentValues::SessionAgentValues(std::filesystem::path file, Options options)
    : m_file(std::move(file)), m_options(std::move(options)) {}

SessionAgentValues::~SessionAgentValues() = default;

base::Expected<void> SessionAgentValues::refresh() {
    if (m_options.flush) {
        m_options.flush();
    }
    if (m_reader) {
        const auto isNew = m_reader->refresh();
        return isNew ? base::Expected<void>() : tl::unexpected(isNew.error());
    }
    auto reader = SessionReader::open(m_file);
    if (!reader) {
        return tl::unexpected(std::move(reader.error()));
    }
    m_reader = std::move(*reader);
    return {};
}

AgentValues::Answer SessionAgentValues::read(const MatchInstant& instant,
                                             const game::PlayerId& agent,
                                             std::span<const std::string> paths,
                                             std::span<double> values) {
    std::ranges::fill(values, kNoAgentValue);
    if (!m_reader) {
        return Answer::Nothing;
    }
    std::optional<std::chrono::nanoseconds> at;
    if (m_options.isStream) {
        at = timeOfStreamFrame(*m_reader, static_cast<double>(instant.frame));
    } else if (!m_options.arrivalOf) {
        at = m_reader->timeOfMatchFrame(0, static_cast<double>(instant.frame));
    } else if (const auto arrival = m_options.arrivalOf(instant.frame)) {
        at = *arrival - m_reader->info().begunSteady;
    }
    if (!at) {
        return Answer::Final;
    }
    const Answer answer =
        isGrowing() && *at > m_reader->end() - kSettled ? Answer::SoFar : Answer::Final;
    const auto track = std::ranges::find(m_reader->agents(), agent, &AgentTrack::robot);
    if (track == m_reader->agents().end() || (isGrowing() && *at > m_reader->end())) {
        return answer;
    }
    const auto newest = m_reader->frameAt(track->id, *at); // damage appears as a gap
    if (!newest || !*newest) {
        return answer;
    }
    const MatchClock clock{m_options.isServerClock ? instant.recordTimeS : instant.gameTimeS,
                           m_options.isServerClock};
    const auto frameAt = [&](std::uint64_t place) {
        const auto frame = m_reader->frame(track->id, place);
        return frame ? frame->frame : nullptr;
    };
    const auto found = m_reader->frame(
        track->id, placeOfClock((*newest)->position, track->frames, clock, frameAt));
    if (found && isStillValid(*found->frame, *at - found->at, clock)) {
        readAgentFrame(*found->frame, paths, values);
    }
    return answer;
}

} // namespace sideline::logs
