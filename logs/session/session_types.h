#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sideline::logs {

/// SQLite `PRAGMA application_id` of a session: "SLSE".
inline constexpr std::int32_t kSessionApplicationId = 0x534c5345;
/// Version of a session's tables (`PRAGMA user_version`); older ones remain readable.
///
/// 1: the first. 2: chunks store their position in the track, agents the last written cycle and
/// whether the track was ended; the recorder checkpoints its journal after every commit. 3: agents'
/// reports of their own beliefs. 4: the description of every robot.
inline constexpr std::int32_t kSessionSchemaVersion = 4;
inline constexpr std::int32_t kFirstWithBeliefs = 3; ///< version of the tables
inline constexpr std::int32_t kFirstWithRobots = 4;  ///< version of the tables
/// File extension of a session.
inline constexpr std::string_view kSessionEnding = ".session";

/// Description of a session, provided by its owner at the beginning. The recorder does not read the
/// wall clock.
struct SessionInfo {
    std::string begunAt;                     ///< wall clock, such as `2024-05-01T12:00:00Z`
    std::int64_t begunEpochMs = 0;           ///< the same time, since 1970 in UTC
    std::chrono::nanoseconds begunSteady{0}; ///< the steady clock's value at that time
    std::string program;                     ///< recording program, such as `sideline-studio 0.1.0`
    std::string note;                        ///< free text for display
};

// Times below: a `SessionWriter` takes values of the steady clock (since that clock's epoch, such
// as `CycleTiming::receivedAt`); a `SessionReader` returns time since the beginning of the session.

/// Source of an output line.
enum class OutputStream : std::uint8_t {
    Out,   ///< a process's standard output
    Err,   ///< a process's standard error
    Agent, ///< lines in the frames of an embedded agent
    Tool,  ///< Sideline itself
};
[[nodiscard]] std::string_view streamName(OutputStream stream);

/// A line of output of a process or an agent.
struct OutputLine {
    std::chrono::nanoseconds at{0};
    std::string source; ///< such as `Sideline 7`
    OutputStream stream = OutputStream::Out;
    std::string text; ///< text without the line break
    [[nodiscard]] bool operator==(const OutputLine&) const = default;
};

/// A datagram of the RoboViz drawing protocol, unchanged.
struct DrawingDatagram {
    std::chrono::nanoseconds at{0};
    std::string sender; ///< such as `127.0.0.1:40123`
    std::string bytes;
    [[nodiscard]] bool operator==(const DrawingDatagram&) const = default;
};

/// An agent's report of its own belief, unchanged (docs/belief-format.md).
struct BeliefDatagram {
    std::chrono::nanoseconds at{0};
    std::string sender; ///< such as `127.0.0.1:40123`
    std::string text;
    [[nodiscard]] bool operator==(const BeliefDatagram&) const = default;
};

/// A command sent to the server's monitor port.
struct TrainerOrder {
    std::chrono::nanoseconds at{0};
    std::string by;   ///< sender: a panel, a command, a script
    std::string text; ///< unchanged
    [[nodiscard]] bool operator==(const TrainerOrder&) const = default;
};

/// A change of state of a launcher process.
struct ProcessEvent {
    std::chrono::nanoseconds at{0};
    std::string source; ///< such as `Sideline 7`
    std::string state;  ///< such as `started`, `exited`, `crashed`
    std::string reason; ///< such as `exit code 3`; may be empty
    [[nodiscard]] bool operator==(const ProcessEvent&) const = default;
};

/// A match log written next to the session.
struct MatchLogEntry {
    std::chrono::nanoseconds at{0}; ///< time of its beginning
    std::string name;               ///< file name, relative to the session's folder
    [[nodiscard]] bool operator==(const MatchLogEntry&) const = default;
};

/// Arrival time of a frame of the latest match log.
struct MatchMark {
    std::chrono::nanoseconds at{0};
    std::uint64_t matchFrame = 0; ///< number of the frame in its log, from 0
    [[nodiscard]] bool operator==(const MatchMark&) const = default;
};

/// Kinds of entries in a session.
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

/// Numbers of offered, written and dropped entries. The rest are pending, or were pending when the
/// recorder was killed.
struct RecordCount {
    std::uint64_t offered = 0;
    std::uint64_t written = 0;
    std::uint64_t dropped = 0;
    [[nodiscard]] bool operator==(const RecordCount&) const = default;
};

/// An interval in which the recorder dropped entries for lack of memory.
struct DropSpan {
    RecordKind kind = RecordKind::Frame;
    std::int32_t agent = -1; ///< for frames: number of the agent in the session
    std::chrono::nanoseconds first{0};
    std::chrono::nanoseconds last{0};
    std::uint64_t count = 0;
    [[nodiscard]] bool operator==(const DropSpan&) const = default;
};

} // namespace sideline::logs
