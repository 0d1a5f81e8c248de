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

/// A frame of an agent, and when it was.
struct SessionFrame {
    world::AgentFramePtr frame;
    std::chrono::nanoseconds at{0}; ///< since the session's begin
    std::uint64_t position = 0;     ///< place in the agent's track, from 0
};

/// A place in a match log.
struct MatchPlace {
    std::size_t log = 0; ///< place in `SessionReader::matchLogs`
    double frame = 0.0;  ///< between two frames: the share of the way
};

struct SessionReaderOptions {
    std::size_t cacheBytes = std::size_t{64} << 20U; ///< of decoded frames
    /// The file lies where nothing can be written: nothing is put beside it, not even for a moment.
    /// Found out by itself where the system reports.
    bool isReadOnly = false;
    /// Where such a file is copied to if its recorder was killed; empty: the system's.
    std::filesystem::path spoolDirectory;
};

/// Reads a session, also one that is being written or whose recorder was killed.
///
/// A damaged file is read as far as it is good; `damage` reports the rest. One thread at a time;
/// open one reader per thread. Times are since the session's begin.
class SessionReader {
public:
    static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

    /// Errors: NotFound, Io, PermissionDenied; UnsupportedFormat for what is no session, or one of
    /// a newer version; Malformed when nothing of it can be read.
    [[nodiscard]] static base::Expected<std::unique_ptr<SessionReader>> open(
        const std::filesystem::path& path, SessionReaderOptions options = {});
    ~SessionReader();
    SessionReader(const SessionReader&) = delete;
    SessionReader& operator=(const SessionReader&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const;
    [[nodiscard]] const SessionInfo& info() const;
    /// Whether the recorder ended the session; not so if it is at work, or was killed.
    [[nodiscard]] bool isComplete() const;
    /// Whether the recorder's journal lay beside the file when it was opened. Without it, the end
    /// of a session that is not complete is missing: a second at most, 4 MiB in version 1.
    [[nodiscard]] bool hasJournal() const;
    /// Version of the file's tables.
    [[nodiscard]] std::int32_t version() const;
    /// What could not be read so far, each fault once.
    [[nodiscard]] const std::vector<base::Error>& damage() const;
    /// From the first to the last thing that has a time.
    [[nodiscard]] std::chrono::nanoseconds begin() const;
    [[nodiscard]] std::chrono::nanoseconds end() const;

    /// Looks what has been written since. @return whether there is something new
    /// Errors: Io, Malformed.
    [[nodiscard]] base::Expected<bool> refresh();

    [[nodiscard]] const std::vector<AgentTrack>& agents() const;
    /// The robots of the agents; null for one whose description is damaged.
    [[nodiscard]] const std::vector<robot::RobotModelPtr>& robots() const;
    /// The agent with this name, or nothing.
    [[nodiscard]] std::optional<TrackId> findAgent(std::string_view name) const;
    [[nodiscard]] const std::array<RecordCount, kRecordKindCount>& counts() const;
    [[nodiscard]] const std::vector<DropSpan>& drops() const;

    /// The frame at a place of an agent's track, 0 to `AgentTrack::frames` - 1.
    /// Errors: InvalidArgument beyond that; Malformed, UnsupportedFormat, Io with the chunk.
    [[nodiscard]] base::Expected<SessionFrame> frame(TrackId agent, std::uint64_t position);
    /// The newest frame at or before `at`; nothing before the first one.
    [[nodiscard]] base::Expected<std::optional<SessionFrame>> frameAt(TrackId agent,
                                                                      std::chrono::nanoseconds at);
    /// Place of that frame.
    [[nodiscard]] base::Expected<std::optional<std::uint64_t>> positionAt(
        TrackId agent, std::chrono::nanoseconds at);

    /// Lines of text from `from` up to and including `to`, in order of time.
    [[nodiscard]] base::Expected<std::vector<OutputLine>> outputs(std::chrono::nanoseconds from,
                                                                  std::chrono::nanoseconds to,
                                                                  std::size_t limit = kAll) const;
    /// The last `limit` lines at or before `to`, in order of time.
    [[nodiscard]] base::Expected<std::vector<OutputLine>> outputsBefore(std::chrono::nanoseconds to,
                                                                        std::size_t limit) const;
    /// Drawing datagrams from `from` up to and including `to`, in order of time.
    [[nodiscard]] base::Expected<std::vector<DrawingDatagram>> drawings(
        std::chrono::nanoseconds from, std::chrono::nanoseconds to, std::size_t limit = kAll) const;
    /// All of them, in order of time; none in sessions of older versions.
    [[nodiscard]] base::Expected<std::vector<BeliefDatagram>> beliefs() const;
    /// All of them, in order of time.
    [[nodiscard]] base::Expected<std::vector<TrainerOrder>> orders() const;
    [[nodiscard]] base::Expected<std::vector<ProcessEvent>> processEvents() const;

    /// Match logs beside the session, in order of time.
    [[nodiscard]] const std::vector<MatchLogEntry>& matchLogs() const;
    /// Frames of a match log whose time is known.
    [[nodiscard]] std::size_t markCount(std::size_t log) const;
    /// Marks in the file, also those that report nothing new.
    [[nodiscard]] std::uint64_t markRows() const;
    /// Rows of a kind that can be found; of frames, those that the table of chunks reports.
    [[nodiscard]] base::Expected<std::uint64_t> rowCount(RecordKind kind) const;
    /// Frames of each agent whose chunk has a row, but no bytes. Looks at every chunk.
    [[nodiscard]] base::Expected<std::vector<std::uint64_t>> framesWithoutBytes() const;
    /// When a frame of a match log came, interpolated; beyond the marks, the nearest one's time.
    /// Nothing if the log has no marks.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> timeOfMatchFrame(std::size_t log,
                                                                           double frame) const;
    /// Where in which match log a moment is: in the latest log that had begun by then, or the
    /// first.
    [[nodiscard]] std::optional<MatchPlace> matchPlaceAt(std::chrono::nanoseconds at) const;

    /// Lets SQLite check the whole file. @return what it found, for display; empty: all is well
    [[nodiscard]] base::Expected<std::vector<std::string>> checkIntegrity() const;
    /// How many chunks of frames have been decoded so far; the others came from the cache.
    [[nodiscard]] std::uint64_t decodedChunks() const;

private:
    class Impl;
    explicit SessionReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::logs
