#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "logs/match/signals.h"
#include "logs/session/session_reader.h"

namespace sideline::logs {

/// What a clock shows that the match and the agents have in common: from it follows which of an
/// agent's frames belongs to one of the match, exactly, whenever they came.
struct MatchClock {
    double timeS = 0.0;
    bool isOfServer = false; ///< else of the game
};

/// Of an agent's frames that came about the same time, the place of the one with the clock of the
/// match; else, and without a clock, of the newest one itself.
/// @param newest of the agent, at the time of the match's frame: a place from 0 to `count` - 1
/// @param frameAt the frame at a place; null if it cannot be read
[[nodiscard]] std::uint64_t placeOfClock(
    std::uint64_t newest, std::uint64_t count, const std::optional<MatchClock>& clock,
    const std::function<world::AgentFramePtr(std::uint64_t)>& frameAt);

/// The agent whose frames become a match where a session has no match log: the first that has any.
[[nodiscard]] const AgentTrack* streamTrack(const SessionReader& reader);

/// When a frame of that match was, which has one for each frame of the agent. Nothing if no agent
/// has frames, or that one cannot be read.
[[nodiscard]] std::optional<std::chrono::nanoseconds> timeOfStreamFrame(SessionReader& reader,
                                                                        double frame);

/// Whether an agent still had what is in a frame.
/// @param age of the frame, at the instant that is asked about; negative for one that came later
/// @param clock of that instant
[[nodiscard]] bool isStillValid(const world::AgentFrame& frame, std::chrono::nanoseconds age,
                                const MatchClock& clock);

/// A frame of a match log, as far as agents' frames are found by it.
struct MatchInstant {
    FrameNumber frame = 0;
    double recordTimeS = 0.0;
    double gameTimeS = 0.0;
};

/// Where the values of agents come from, at the frames of a match log. One thread at a time.
class AgentValues {
public:
    AgentValues() = default;
    AgentValues(const AgentValues&) = delete;
    AgentValues& operator=(const AgentValues&) = delete;
    virtual ~AgentValues() = default;

    /// What is known of an instant.
    enum class Answer : std::uint8_t {
        Final,  ///< what was read stays
        SoFar,  ///< it may be another after `refresh`
        Nothing ///< it is not known what the agent had; nothing was read
    };

    /// Looks what has come since.
    /// Errors: those of the file that the values are in; they are not known then.
    [[nodiscard]] virtual base::Expected<void> refresh() = 0;
    /// Whether more may come, so that `refresh` is worth another call.
    [[nodiscard]] virtual bool isGrowing() const = 0;
    /// The values of an agent at a frame of the match.
    /// @param paths names of signals, see `agentSignalNames`
    /// @param values one for each path; NaN where the agent had none, or was not there
    [[nodiscard]] virtual Answer read(const MatchInstant& instant, const game::PlayerId& agent,
                                      std::span<const std::string> paths,
                                      std::span<double> values) = 0;
};

/// The values of these paths in a frame, NaN where it has none.
void readAgentFrame(const world::AgentFrame& frame, std::span<const std::string> paths,
                    std::span<double> values);

/// Reads the agents' values in columns of a table for the rows from `first` up to `end`.
/// @param columns whose signals have `Quantity::AgentValue`
/// @return the first row whose values may become others; `end` if there is none
std::size_t fillAgentValues(SignalTable& table, std::span<const std::size_t> columns,
                            AgentValues& source, std::size_t first, std::size_t end);

/// Values of agents in a session file, complete or being recorded.
///
/// An agent has the values of its frame with the clock of the match, or else of its newest. Where
/// that is more than half a second older, it has none: it had not begun, has ended, or was cut off
/// for a while.
class SessionAgentValues : public AgentValues {
public:
    struct Options {
        /// When a frame of the match came, on the steady clock; empty: the session's marks report
        /// it.
        std::function<std::optional<std::chrono::nanoseconds>(FrameNumber)> arrivalOf;
        /// Brings into the file what its recorder has; empty: it is not being recorded.
        std::function<void()> flush;
        /// The match is made of the session's agent, see `streamTrack`.
        bool isStream = false;
        /// The match's record time is the agents' server time: it is the simulator's own clock.
        bool isServerClock = false;
    };
    SessionAgentValues(std::filesystem::path file, Options options);
    ~SessionAgentValues() override;

    /// Opens the file at the first call. Errors: those of `SessionReader::open` and `refresh`.
    [[nodiscard]] base::Expected<void> refresh() override;
    [[nodiscard]] bool isGrowing() const override { return m_options.flush != nullptr; }
    [[nodiscard]] Answer read(const MatchInstant& instant, const game::PlayerId& agent,
                              std::span<const std::string> paths,
                              std::span<double> values) override;

private:
    std::filesystem::path m_file;
    Options m_options;
    std::unique_ptr<SessionReader> m_reader; ///< null before the first refresh
};

} // namespace sideline::logs
