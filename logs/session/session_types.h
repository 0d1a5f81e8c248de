#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sideline::logs {

/// Marks an SQLite file as a session (`PRAGMA application_id`): "SLSE".
inline constexpr std::int32_t kSessionApplicationId = 0x534c5345;
/// Version of a session's tables (`PRAGMA user_version`); older ones are still read.
///
/// 1: the first. 2: chunks report their place in their track, agents the last cycle that was
/// written and whether the track was ended; the recorder carries its journal over after every
/// commit. 3: what agents report about their own belief. 4: the description of every robot.
inline constexpr std::int32_t kSessionSchemaVersion = 4;
inline constexpr std::int32_t kFirstWithBeliefs = 3; ///< version of the tables
inline constexpr std::int32_t kFirstWithRobots = 4;  ///< version of the tables
/// Ending of a session's file name.
inline constexpr std::string_view kSessionEnding = ".session";

/// What a session is, as far as its owner knows it at the beginning. The recorder reads no clock of
/// the wall: who opens it says what time it is.
struct SessionInfo {
    std::string begunAt;                     ///< wall clock, such as `2024-05-01T12:00:00Z`
    std::int64_t begunEpochMs = 0;           ///< the same, since 1970 in UTC
    std::chrono::nanoseconds begunSteady{0}; ///< the steady clock's reading at that moment
    std::string program;                     ///< who records, such as `sideline-studio 0.1.0`
    std::string note;                        ///< free text for display
};

// Times below: what is given to a `SessionWriter` is a reading of the steady clock (since that
// clock's epoch, such as `CycleTiming::receivedAt`); a `SessionReader` gives time since the
// session's begin.

/// Where a line of text came from.
enum class OutputStream : std::uint8_t {
    Out,   ///< a process' standard output
    Err,   ///< a process' standard error
    Agent, ///< lines in the frames of an embedded agent
    Tool,  ///< Sideline itself
};
[[nodiscard]] std::string_view streamName(OutputStream stream);

/// A line of text of a process or an agent.
struct OutputLine {
    std::chrono::nanoseconds at{0};
    std::string source; ///< as `Sideline 7`
    OutputStream stream = OutputStream::Out;
    std::string text; ///< without the line's end
    [[nodiscard]] bool operator==(const OutputLine&) const = default;
};

/// A datagram of the RoboViz drawing protocol, as it came.
struct DrawingDatagram {
    std::chrono::nanoseconds at{0};
    std::string sender; ///< as `127.0.0.1:40123`
    std::string bytes;
    [[nodiscard]] bool operator==(const DrawingDatagram&) const = default;
};

/// What an agent reported about its own belief, as it came (docs/belief-format.md).
struct BeliefDatagram {
    std::chrono::nanoseconds at{0};
    std::string sender; ///< as `127.0.0.1:40123`
    std::string text;
    [[nodiscard]] bool operator==(const BeliefDatagram&) const = default;
};

/// A command that was sent to the server's monitor port.
struct TrainerOrder {
    std::chrono::nanoseconds at{0};
    std::string by;   ///< who sent it: a panel, a command, a script
    std::string text; ///< as it was sent
    [[nodiscard]] bool operator==(const TrainerOrder&) const = default;
};

/// A process of the launcher changed its state.
struct ProcessEvent {
    std::chrono::nanoseconds at{0};
    std::string source; ///< as `Sideline 7`
    std::string state;  ///< as `started`, `exited`, `crashed`
    std::string reason; ///< as `exit code 3`; may be empty
    [[nodiscard]] bool operator==(const ProcessEvent&) const = default;
};

/// A match log that was written beside the session.
struct MatchLogEntry {
    std::chrono::nanoseconds at{0}; ///< when it began
    std::string name;               ///< file name, relative to the session's folder
    [[nodiscard]] bool operator==(const MatchLogEntry&) const = default;
};

/// When a frame of the latest match log came.
struct MatchMark {
    std::chrono::nanoseconds at{0};
    std::uint64_t matchFrame = 0; ///< number of the frame in its log, from 0
    [[nodiscard]] bool operator==(const MatchMark&) const = default;
};

/// The kinds of things that a session holds.
enum class RecordKind : std::uint8_t {
    Frame,
    Output,
    Drawing,
    Order,
    Process,
    MatchLog,
    Mark,
    Belief
};
inline constexpr std::size_t kRecordKindCount = 8;
[[nodiscard]] std::string_view recordKindName(RecordKind kind);

/// What was given to the recorder, and what became of it. What is neither written nor dropped is
/// on its way (or was, when the recorder was killed).
struct RecordCount {
    std::uint64_t offered = 0;
    std::uint64_t written = 0;
    std::uint64_t dropped = 0;
    [[nodiscard]] bool operator==(const RecordCount&) const = default;
};

/// An interval in which the recorder dropped what it could not hold.
struct DropSpan {
    RecordKind kind = RecordKind::Frame;
    std::int32_t agent = -1; ///< of frames; number of the agent in the session
    std::chrono::nanoseconds first{0};
    std::chrono::nanoseconds last{0};
    std::uint64_t count = 0;
    [[nodiscard]] bool operator==(const DropSpan&) const = default;
};

} // namespace sideline::logs
