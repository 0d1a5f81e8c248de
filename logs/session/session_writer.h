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

/// How a session is recorded.
struct SessionWriterOptions {
    /// Memory for what is not yet in the file; beyond it, what comes is dropped and counted.
    std::size_t memoryBytes = std::size_t{64} << 20U;
    /// How often the writer looks for new things; frames are held no longer than this.
    std::chrono::milliseconds look{50};
    /// How often it writes to the file; `look` later at most.
    std::chrono::milliseconds commit{400};
    /// Wait after a failed write; doubles up to `longestRetry`.
    std::chrono::milliseconds firstRetry{500};
    std::chrono::milliseconds longestRetry{4000};
    /// Largest size of the file in pages of 8 KiB; 0: as far as the disk goes.
    std::int64_t maxPages = 0;
};

/// What a recorder has done so far.
struct SessionCounters {
    RecordCount frames;
    RecordCount outputs;
    RecordCount drawings;
    RecordCount orders;
    RecordCount processes;
    RecordCount marks;
    RecordCount beliefs;
    std::vector<std::pair<std::string, RecordCount>> agents; ///< frames by agent
    std::uint64_t frameBytes = 0;                            ///< of packed frames in the file
    std::size_t heldBytes = 0; ///< of memory, for what is not yet in the file
    std::string fault;         ///< why nothing is written at the moment; empty: all is well
};

/// Records a session into one SQLite file: frames of agents, and what happens around them.
///
/// A thread of its own writes at least every half second, and carries the journal over each time,
/// so that at most one second is lost when the process is killed, and no more is missing in the
/// file alone. Only its owner may read the file. What is offered is taken at once and without
/// waiting for the disk. When the file cannot be written (disk full, an I/O error), `fault` reports
/// why, what comes is kept as long as `memoryBytes` last and then dropped and counted; it tries
/// again, and writes what it has once there is room. What is in the file stays readable all the
/// time.
///
/// All functions may be called from any thread. Times are readings of the steady clock.
class SessionWriter {
public:
    /// Makes the file `path` and begins. The file must not be there.
    /// Errors: InvalidArgument when it is; Io, PermissionDenied, LimitExceeded as SQLite reports.
    [[nodiscard]] static base::Expected<std::unique_ptr<SessionWriter>> open(
        const std::filesystem::path& path, SessionInfo info, SessionWriterOptions options = {});
    /// As `close`.
    ~SessionWriter();
    SessionWriter(const SessionWriter&) = delete;
    SessionWriter& operator=(const SessionWriter&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const;
    [[nodiscard]] const SessionInfo& info() const;

    /// Where an agent puts its frames; lives as long as the writer. The same name gives the same
    /// track again, as for an agent that was restarted. Lines in frames become output lines, too.
    /// `take` allocates nothing and does not wait. One thread at a time per agent.
    /// @param name unique for display, such as `Sideline 7`
    /// @param identity as far as it is known; frames report the rest
    [[nodiscard]] world::FrameSink& addAgent(const std::string& name,
                                             const world::AgentIdentity& identity = {});

    /// A match log beside the session begins; marks belong to the latest.
    /// @param name file name, relative to the session's folder
    void beginMatchLog(std::string name, std::chrono::nanoseconds at);
    /// Frame number `matchFrame` of the match log came at this time.
    void mark(std::uint64_t matchFrame, std::chrono::nanoseconds at);
    void add(OutputLine line);
    void add(DrawingDatagram drawing);
    /// Counts a datagram that came at this time and was too much to be recorded.
    void dropDrawing(std::chrono::nanoseconds at);
    void add(BeliefDatagram belief);
    /// As `dropDrawing`, of a belief.
    void dropBelief(std::chrono::nanoseconds at);
    void add(TrainerOrder order);
    void add(ProcessEvent event);

    [[nodiscard]] SessionCounters counters() const;
    /// Why nothing is written at the moment; empty: all is well.
    [[nodiscard]] std::string fault() const;

    /// Waits until everything offered so far is in the file, or could not be written.
    /// Errors: the fault.
    [[nodiscard]] base::Expected<void> flush();
    /// Writes the rest, marks the session as complete and ends. What comes later is dropped.
    /// Errors: the fault, if the rest could not be written.
    [[nodiscard]] base::Expected<void> close();

private:
    class Impl;
    explicit SessionWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::logs
