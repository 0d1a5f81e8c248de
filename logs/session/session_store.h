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

/// What is recorded beside frames.
using SessionNote = std::variant<OutputLine, DrawingDatagram, TrainerOrder, ProcessEvent,
                                 MatchLogEntry, MatchMark, BeliefDatagram>;
[[nodiscard]] RecordKind kindOf(const SessionNote& note);
[[nodiscard]] std::size_t approximateBytes(const SessionNote& note);

/// An agent as its row in the file reports it.
struct AgentRow {
    std::string name;
    world::AgentIdentity identity;
    RecordCount count;
    std::uint64_t lastCycle = 0;        ///< of the frames that are written with this batch
    std::chrono::nanoseconds lastAt{0}; ///< of the same frame
};

/// A sealed chunk, and its place in its track.
struct PackedChunk {
    ChunkSummary summary;
    std::uint64_t position = 0; ///< frames of the track in front of it
    std::string blob;
};

/// What is written at once: all of it or nothing.
struct SessionBatch {
    std::vector<PackedChunk> chunks;
    std::vector<SessionNote> notes; ///< times since the session's begin
    std::vector<DropSpan> drops;
    std::vector<AgentRow> agents; ///< all of them; the place is the number
    /// Those that are not in the file yet, in the order of their numbers.
    std::vector<robot::RobotModelPtr> robots;
    std::array<RecordCount, kRecordKindCount> counts = {}; ///< of the whole session
    bool isEnd = false;                                    ///< the session ends with it: end marks

    [[nodiscard]] bool isEmpty() const { return chunks.empty() && notes.empty() && drops.empty(); }
};

/// The writing end of a session file. One thread at a time.
class SessionStore {
public:
    /// Makes a new file that only its owner can read, as what SQLite puts beside it.
    /// @param maxPages largest size in pages of 8 KiB; 0: no bound of its own
    /// Errors: InvalidArgument when there is a file already; as SQLite reports them.
    [[nodiscard]] static base::Expected<SessionStore> create(const std::filesystem::path& path,
                                                             const SessionInfo& info,
                                                             std::int64_t maxPages);

    /// Writes a batch in one transaction; after an error nothing of it is in the file.
    [[nodiscard]] base::Expected<void> write(const SessionBatch& batch);
    /// Carries what was written over from the journal, so that the file alone holds it.
    /// Errors: as SQLite reports them; what was written stands in the journal then.
    [[nodiscard]] base::Expected<void> checkpoint();

private:
    struct Statements {
        Statement begin, commit, chunk, chunkData, agent, robot, count, drop, end;
        std::array<Statement, kRecordKindCount> notes; ///< by kind; none for frames
    };

    [[nodiscard]] base::Expected<void> begin(const SessionInfo& info, std::int64_t maxPages);
    [[nodiscard]] base::Expected<void> prepareAll();
    [[nodiscard]] base::Expected<void> insert(const SessionBatch& batch);
    [[nodiscard]] base::Expected<void> insertChunk(const PackedChunk& packed);
    [[nodiscard]] base::Expected<void> insertNote(const SessionNote& note);
    [[nodiscard]] base::Expected<void> insertCounts(const SessionBatch& batch);

    // Statements end before their database.
    std::filesystem::path m_path;
    Database m_database;
    Statements m_statements;
    std::int64_t m_nextChunk = 1;
};

} // namespace sideline::logs
