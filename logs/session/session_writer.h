#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/world/agent_frame.h"
#include "logs/session/session_types.h"

namespace sideline::logs {

/// Options of a session recorder.
struct SessionWriterOptions {
    /// Memory for data not yet in the file; when it is exhausted, new data is dropped and counted.
    std::size_t memoryBytes = std::size_t{64} << 20U;
    /// Polling interval of the writer, and maximum time that it holds frames.
    std::chrono::milliseconds look{50};
    /// Interval of writes to the file; late by at most `look`. Longer intervals take fewer bytes:
    /// about 10 % from 400 to 700 ms.
    std::chrono::milliseconds commit{700};
    /// Pause after a failed write; doubles up to `longestRetry`.
    std::chrono::milliseconds firstRetry{500};
    std::chrono::milliseconds longestRetry{4000};
    /// Maximum size of the file in pages of 8 KiB; 0: limited only by the disk.
    std::int64_t maxPages = 0;
};

/// Progress of a recorder.
struct SessionCounters {
    RecordCount frames;
    RecordCount outputs;
    RecordCount drawings;
    RecordCount orders;
    RecordCount processes;
    RecordCount marks;
    RecordCount beliefs;
    std::vector<std::pair<std::string, RecordCount>> agents; ///< frames by agent
    std::uint64_t frameBytes = 0;                            ///< packed frames in the file
    std::size_t heldBytes = 0; ///< memory for data not yet in the file
    std::string fault;         ///< why writing is suspended; empty without a fault
};

/// Records a session to one SQLite file: agents' frames and the events around them.
///
/// Its own thread writes at least every second and checkpoints the journal each time, so that
/// killing the process loses at most one second, and the file alone lacks no more. Only its owner
/// may read the file. Data is accepted immediately, without waiting for the disk. When the file
/// cannot be written (disk full, an I/O error), `fault` describes the cause; new data is kept up to
/// `memoryBytes`, then dropped and counted; the writer retries, and writes the kept data once there
/// is space. The data in the file stays readable at all times.
///
/// All functions may be called from any thread. Times are values of the steady clock.
class SessionWriter {
public:
    /// Creates the file `path` and begins recording.
    /// Errors: InvalidArgument if the file exists; Io, PermissionDenied, LimitExceeded as SQLite
    /// reports.
    [[nodiscard]] static base::Expected<std::unique_ptr<SessionWriter>> open(
        const std::filesystem::path& path, SessionInfo info, SessionWriterOptions options = {});
    /// Like `close`.
    ~SessionWriter();
    SessionWriter(const SessionWriter&) = delete;
    SessionWriter& operator=(const SessionWriter&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const;
    [[nodiscard]] const SessionInfo& info() const;

    /// Returns the sink for an agent's frames, which lives as long as the writer. The same name
    /// returns the same track, for restarted agents. Lines in frames also become output lines.
    /// `take` neither allocates nor blocks. One thread at a time per agent.
    /// @param name unique display name, such as `Sideline 7`
    /// @param identity as far as known; frames complete it
    [[nodiscard]] world::FrameSink& addAgent(const std::string& name,
                                             const world::AgentIdentity& identity = {});

    /// Begins a match log next to the session; marks belong to the latest.
    /// @param name file name, relative to the session's folder
    void beginMatchLog(std::string name, std::chrono::nanoseconds at);
    /// Records the arrival time of frame `matchFrame` of the match log.
    void mark(std::uint64_t matchFrame, std::chrono::nanoseconds at);
    void add(OutputLine line);
    void add(DrawingDatagram drawing);
    /// Counts a drawing datagram that was dropped at this time.
    void dropDrawing(std::chrono::nanoseconds at);
    void add(BeliefDatagram belief);
    /// Counts a belief datagram that was dropped at this time.
    void dropBelief(std::chrono::nanoseconds at);
    void add(TrainerOrder order);
    void add(ProcessEvent event);

    [[nodiscard]] SessionCounters counters() const;
    /// Why writing is suspended; empty without a fault.
    [[nodiscard]] std::string fault() const;

    /// Waits until all data offered so far has been written or could not be written.
    /// Errors: the fault.
    [[nodiscard]] base::Expected<void> flush();
    /// Writes the remaining data, marks the session as complete and ends it. Later data is dropped.
    /// Errors: the fault, if the data could not be written.
    [[nodiscard]] base::Expected<void> close();

private:
    class Impl;
    explicit SessionWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::logs
