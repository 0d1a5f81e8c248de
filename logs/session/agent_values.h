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

/// Clock value shared by match and agents: it identifies the agent's frame for a match frame
/// exactly, independent of arrival times.
struct MatchClock {
    double timeS = 0.0;
    bool isOfServer = false; ///< whether it is the server's clock; otherwise the game clock
};

/// Returns the position of the agent's frame with the match's clock value, among those that arrived
/// at about the same time. Returns `newest` if there is no such frame or no clock.
/// @param newest position of the newest frame at the time of the match frame, from 0 to `count` - 1
/// @param frameAt returns the frame at a position; null if unreadable
[[nodiscard]] std::uint64_t placeOfClock(
    std::uint64_t newest, std::uint64_t count, const std::optional<MatchClock>& clock,
    const std::function<world::AgentFramePtr(std::uint64_t)>& frameAt);

/// The first agent with frames, which stand in for the match where a session has no match log.
[[nodiscard]] const AgentTrack* streamTrack(const SessionReader& reader);

/// Time of a frame of the match for which `streamTrack` stands in; it has one frame per agent
/// frame. None if no agent has frames, or the frame is unreadable.
[[nodiscard]] std::optional<std::chrono::nanoseconds> timeOfStreamFrame(SessionReader& reader,
                                                                        double frame);

/// Whether an agent's frame is recent enough to be its state at an instant.
/// @param age of the frame at the instant; negative if it arrived later
/// @param clock of the instant
[[nodiscard]] bool isStillValid(const world::AgentFrame& frame, std::chrono::nanoseconds age,
                                const MatchClock& clock);

/// Identifies a match frame in a search of agents' frames.
struct MatchInstant {
    FrameNumber frame = 0;
    double recordTimeS = 0.0;
    double gameTimeS = 0.0;
};

/// Source of agents' values at the frames of a match log. One thread at a time.
class AgentValues {
public:
    AgentValues() = default;
    AgentValues(const AgentValues&) = delete;
    AgentValues& operator=(const AgentValues&) = delete;
    virtual ~AgentValues() = default;

    /// Result of reading values.
    enum class Answer : std::uint8_t {
        Final,  ///< values will not change
        SoFar,  ///< values may change after `refresh`
        Nothing ///< the agent's state is unknown; nothing was read
    };

    /// Loads new data. Errors: those of the underlying file; its values are then unknown.
    [[nodiscard]] virtual base::Expected<void> refresh() = 0;
    /// Whether more data may come, so that `refresh` should be called again.
    [[nodiscard]] virtual bool isGrowing() const = 0;
    /// Reads the values of an agent at a match frame.
    /// @param paths names of signals, see `agentSignalNames`
    /// @param values one per path; NaN where the agent had none or was absent
    [[nodiscard]] virtual Answer read(const MatchInstant& instant, const game::PlayerId& agent,
                                      std::span<const std::string> paths,
                                      std::span<double> values) = 0;
};

/// Reads the values at these paths from a frame; NaN where missing.
void readAgentFrame(const world::AgentFrame& frame, std::span<const std::string> paths,
                    std::span<double> values);

/// Fills columns of a table with agents' values, for the rows from `first` up to but not including
/// `end`.
/// @param columns columns whose signals have `Quantity::AgentValue`
/// @return first row whose values may still change; `end` if there is none
std::size_t fillAgentValues(SignalTable& table, std::span<const std::size_t> columns,
                            AgentValues& source, std::size_t first, std::size_t end);

/// Values of agents from a session file, complete or still being recorded.
///
/// An agent's values come from its frame with the match's clock value, otherwise from its newest
/// frame. If that is more than half a second older, the agent has no values: it had not started,
/// has exited, or was disconnected.
class SessionAgentValues : public AgentValues {
public:
    struct Options {
        /// Arrival time of a match frame on the steady clock; empty: uses the session's marks.
        std::function<std::optional<std::chrono::nanoseconds>(FrameNumber)> arrivalOf;
        /// Flushes the recorder to the file; empty: the session is not being recorded.
        std::function<void()> flush;
        /// The match consists of an agent's frames, see `streamTrack`.
        bool isStream = false;
        /// The match's record time equals the agents' server time: it is the simulator's own clock.
        bool isServerClock = false;
    };
    SessionAgentValues(std::filesystem::path file, Options options);
    ~SessionAgentValues() override;

    /// Opens the file on the first call. Errors: those of `SessionReader::open` and `refresh`.
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
