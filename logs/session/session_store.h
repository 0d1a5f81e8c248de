#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/world/agent_frame.h"
#include "logs/session/frame_chunk.h"
#include "logs/session/session_types.h"
#include "logs/session/sqlite.h"

namespace sideline::logs {

/// Recorded entries other than frames.
using SessionNote = std::variant<OutputLine, DrawingDatagram, TrainerOrder, ProcessEvent,
                                 MatchLogEntry, MatchMark, BeliefDatagram>;
[[nodiscard]] RecordKind kindOf(const SessionNote& note);
[[nodiscard]] std::size_t approximateBytes(const SessionNote& note);

/// Row of an agent.
struct AgentRow {
    std::string name;
    world::AgentIdentity identity;
    RecordCount count;
    std::uint64_t lastCycle = 0;        ///< last cycle written with this batch
    std::chrono::nanoseconds lastAt{0}; ///< time of that cycle
};

/// A sealed chunk and its position in the track.
struct PackedChunk {
    ChunkSummary summary;
    std::uint64_t position = 0; ///< frames of the track before it
    std::string blob;
};

/// A transaction's contents: written completely or not at all.
struct SessionBatch {
    std::vector<PackedChunk> chunks;
    std::vector<SessionNote> notes; ///< times since the beginning of the session
    std::vector<DropSpan> drops;
    std::vector<AgentRow> agents; ///< all agents; the index is the number
    /// Robots that are not in the file yet, in order of their numbers.
    std::vector<robot::RobotModelPtr> robots;
    std::array<RecordCount, kRecordKindCount> counts = {}; ///< counts of the whole session
    bool isEnd = false;                                    ///< ends the session: writes end marks

    [[nodiscard]] bool isEmpty() const { return chunks.empty() && notes.empty() && drops.empty(); }
};

/// Writes a session file. One thread at a time.
class SessionStore {
public:
    /// Creates a file that only its owner can read, including SQLite's auxiliary files.
    /// @param maxPages maximum size in pages of 8 KiB; 0: unlimited
    /// Errors: InvalidArgument if the file exists; as SQLite reports them.
    [[nodiscard]] static base::Expected<SessionStore> create(const std::filesystem::path& path,
                                                             const SessionInfo& info,
                                                             std::int64_t maxPages);

    /// Writes a batch in one transaction; after an error the file contains nothing of it.
    [[nodiscard]] base::Expected<void> write(const SessionBatch& batch);
    /// Transfers the journal to the file, so that the file alone is complete.
    /// Errors: as SQLite reports them; the data then remains in the journal.
    [[nodiscard]] base::Expected<void> checkpoint();

private:
    struct Statements {
        Statement begin, commit, chunk, chunkData, agent, robot, count, drop, end;
        std::array<Statement, kRecordKindCount> notes; ///< statements by kind; none for frames
    };

    [[nodiscard]] base::Expected<void> begin(const SessionInfo& info, std::int64_t maxPages);
    [[nodiscard]] base::Expected<void> prepareAll();
    [[nodiscard]] base::Expected<void> insert(const SessionBatch& batch);
    [[nodiscard]] base::Expected<void> insertChunk(const PackedChunk& packed);
    [[nodiscard]] base::Expected<void> insertNote(const SessionNote& note);
    [[nodiscard]] base::Expected<void> insertCounts(const SessionBatch& batch);

    // Statements must be destroyed before their database.
    std::filesystem::path m_path;
    Database m_database;
    Statements m_statements;
    std::int64_t m_nextChunk = 1;
};

} // namespace sideline::logs
