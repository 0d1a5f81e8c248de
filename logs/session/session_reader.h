#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/world/agent_frame.h"
#include "logs/session/session_tables.h"
#include "logs/session/session_types.h"

namespace sideline::logs {

/// A frame of an agent and its time.
struct SessionFrame {
    world::AgentFramePtr frame;
    std::chrono::nanoseconds at{0}; ///< time since the beginning of the session
    std::uint64_t position = 0;     ///< index in the agent's track, from 0
};

/// A position in a match log.
struct MatchPlace {
    std::size_t log = 0; ///< index in `SessionReader::matchLogs`
    double frame = 0.0;  ///< fractional between two frames
};

struct SessionReaderOptions {
    std::size_t cacheBytes = std::size_t{64} << 20U; ///< for decoded frames
    /// The file lies on a read-only medium: no temporary files are created next to it. Detected
    /// automatically where the system reports it.
    bool isReadOnly = false;
    /// Folder for the copy of such a file after its recorder was killed; empty: the system's
    /// temporary folder.
    std::filesystem::path spoolDirectory;
};

/// Reads a session, including one that is being recorded or whose recorder was killed.
///
/// The intact part of a damaged file is read; `damage` reports the rest. One thread at a time; open
/// one reader per thread. Times are relative to the beginning of the session.
class SessionReader {
public:
    static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

    /// Errors: NotFound, Io, PermissionDenied; UnsupportedFormat for other files and newer
    /// versions; Malformed if nothing is readable.
    [[nodiscard]] static base::Expected<std::unique_ptr<SessionReader>> open(
        const std::filesystem::path& path, SessionReaderOptions options = {});
    ~SessionReader();
    SessionReader(const SessionReader&) = delete;
    SessionReader& operator=(const SessionReader&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const;
    [[nodiscard]] const SessionInfo& info() const;
    /// Whether the recorder ended the session; false while it is running, or if it was killed.
    [[nodiscard]] bool isComplete() const;
    /// Whether the recorder's journal lay next to the file when it was opened. Without it, the end
    /// of an incomplete session is missing: at most a second, 4 MiB in version 1.
    [[nodiscard]] bool hasJournal() const;
    /// Version of the file's tables.
    [[nodiscard]] std::int32_t version() const;
    /// Unreadable parts found so far, each fault once.
    [[nodiscard]] const std::vector<base::Error>& damage() const;
    /// Times of the first and last timed entry.
    [[nodiscard]] std::chrono::nanoseconds begin() const;
    [[nodiscard]] std::chrono::nanoseconds end() const;

    /// Loads newly written data. @return whether there was any. Errors: Io, Malformed.
    [[nodiscard]] base::Expected<bool> refresh();

    [[nodiscard]] const std::vector<AgentTrack>& agents() const;
    /// The robots of the agents; null where the description is damaged.
    [[nodiscard]] const std::vector<robot::RobotModelPtr>& robots() const;
    /// Returns the agent with this name, if any.
    [[nodiscard]] std::optional<TrackId> findAgent(std::string_view name) const;
    [[nodiscard]] const std::array<RecordCount, kRecordKindCount>& counts() const;
    [[nodiscard]] const std::vector<DropSpan>& drops() const;

    /// Returns the frame at an index of an agent's track, 0 to `AgentTrack::frames` - 1.
    /// Errors: InvalidArgument beyond that; Malformed, UnsupportedFormat, Io, naming the chunk.
    [[nodiscard]] base::Expected<SessionFrame> frame(TrackId agent, std::uint64_t position);
    /// Returns the newest frame at or before `at`; none before the first one.
    [[nodiscard]] base::Expected<std::optional<SessionFrame>> frameAt(TrackId agent,
                                                                      std::chrono::nanoseconds at);
    /// Returns the index of the frame that `frameAt` returns.
    [[nodiscard]] base::Expected<std::optional<std::uint64_t>> positionAt(
        TrackId agent, std::chrono::nanoseconds at);

    /// Returns output lines from `from` to `to` inclusive, in chronological order.
    [[nodiscard]] base::Expected<std::vector<OutputLine>> outputs(std::chrono::nanoseconds from,
                                                                  std::chrono::nanoseconds to,
                                                                  std::size_t limit = kAll) const;
    /// Returns the last `limit` lines at or before `to`, in chronological order.
    [[nodiscard]] base::Expected<std::vector<OutputLine>> outputsBefore(std::chrono::nanoseconds to,
                                                                        std::size_t limit) const;
    /// Returns drawing datagrams from `from` to `to` inclusive, in chronological order.
    [[nodiscard]] base::Expected<std::vector<DrawingDatagram>> drawings(
        std::chrono::nanoseconds from, std::chrono::nanoseconds to, std::size_t limit = kAll) const;
    /// Returns all belief datagrams in chronological order; none in sessions of older versions.
    [[nodiscard]] base::Expected<std::vector<BeliefDatagram>> beliefs() const;
    /// Returns all trainer commands in chronological order.
    [[nodiscard]] base::Expected<std::vector<TrainerOrder>> orders() const;
    [[nodiscard]] base::Expected<std::vector<ProcessEvent>> processEvents() const;

    /// Match logs next to the session, in chronological order.
    [[nodiscard]] const std::vector<MatchLogEntry>& matchLogs() const;
    /// Returns the file of the first match log; empty if it is missing or has no content yet.
    [[nodiscard]] std::filesystem::path matchLogFile() const;
    /// Number of marked frames of a match log.
    [[nodiscard]] std::size_t markCount(std::size_t log) const;
    /// Number of marks in the file, including redundant ones.
    [[nodiscard]] std::uint64_t markRows() const;
    /// Number of rows of a kind; for frames, the number according to the table of chunks.
    [[nodiscard]] base::Expected<std::uint64_t> rowCount(RecordKind kind) const;
    /// Frames of each agent whose chunk has a row but no bytes. Checks every chunk.
    [[nodiscard]] base::Expected<std::vector<std::uint64_t>> framesWithoutBytes() const;
    /// Returns the interpolated time of a match log frame; beyond the marks, the nearest mark's
    /// time. None if the log has no marks.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> timeOfMatchFrame(std::size_t log,
                                                                           double frame) const;
    /// Returns the match log position at the given time: in the latest log that had begun by then,
    /// or the first.
    [[nodiscard]] std::optional<MatchPlace> matchPlaceAt(std::chrono::nanoseconds at) const;

    /// Runs SQLite's integrity check on the whole file.
    /// @return its findings for display; empty if intact
    [[nodiscard]] base::Expected<std::vector<std::string>> checkIntegrity() const;
    /// Number of frame chunks decoded so far; the others came from the cache.
    [[nodiscard]] std::uint64_t decodedChunks() const;

private:
    class Impl;
    explicit SessionReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::logs
