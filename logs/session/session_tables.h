#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/strong_index.h"
#include "agentcore/game/player_id.h"
#include "logs/session/match_marks.h"
#include "logs/session/robot_table.h"
#include "logs/session/session_types.h"
#include "logs/session/sqlite.h"

namespace sideline::logs {

/// Number of an agent in its session, from 0.
using TrackId = base::StrongIndex<struct TrackTag>;

/// Frames of an agent that were written but are missing from the file.
struct FrameHole {
    std::uint64_t frames = 0;
    std::optional<std::uint64_t> after;  ///< cycle before the hole; none at the beginning
    std::optional<std::uint64_t> before; ///< cycle after it; none at the end of the track
    std::uint64_t last = 0;              ///< at the end of the track: last cycle written
    std::chrono::nanoseconds from{0};    ///< time of these cycles, as far as known
    std::chrono::nanoseconds to{0};
};

/// An agent of a session.
struct AgentTrack {
    TrackId id;
    std::string name;
    std::string team;
    game::PlayerId robot;
    int typeNumber = 0;
    std::string model;        ///< name of the robot's model
    RecordCount count;        ///< counts of the recorder
    std::uint64_t frames = 0; ///< frames found in the file
    std::uint64_t bytes = 0;  ///< packed size
    std::chrono::nanoseconds first{0};
    std::chrono::nanoseconds last{0};
    std::uint64_t lastCycle = 0; ///< last cycle of the frames found in the file
    bool isEnded = false;        ///< everything had been written when the recorder ended
    std::vector<FrameHole>
        holes; ///< holes in order; sessions of version 1 report only the last one
};

/// Row of a frame chunk.
struct ChunkRow {
    std::int64_t id = 0;
    std::uint64_t firstPosition = 0; ///< position in the track, among the frames found in the file
    std::uint64_t frames = 0;
    std::chrono::nanoseconds firstAt{0};
    std::chrono::nanoseconds lastAt{0};
};

/// All contents of a session except frames and long lists, in memory; grows with the file.
/// Unreadable parts are recorded as damage. One thread at a time.
class SessionTables {
public:
    /// @param path for error messages
    /// @param version of the file's tables
    SessionTables(std::filesystem::path path, std::int32_t version);

    /// Reads the data written since the last call.
    void load(const Database& database);
    /// Records a fault, once.
    void note(base::Error error);

    [[nodiscard]] const SessionInfo& info() const { return m_info; }
    [[nodiscard]] bool isComplete() const { return m_isComplete; }
    [[nodiscard]] const std::vector<base::Error>& damage() const { return m_damage; }
    /// Times of the first and last timed entry.
    [[nodiscard]] std::chrono::nanoseconds begin() const { return m_begin; }
    [[nodiscard]] std::chrono::nanoseconds end() const { return m_end; }
    [[nodiscard]] const std::vector<AgentTrack>& agents() const { return m_agents; }
    [[nodiscard]] bool hasAgent(TrackId agent) const {
        return agent.isValid() && agent.index() < m_agents.size();
    }
    /// Chunks of an agent, in order.
    [[nodiscard]] const std::vector<ChunkRow>& chunks(TrackId agent) const {
        return m_chunks[agent.index()];
    }
    /// Returns the chunk that contains a frame of an agent; null before the first.
    [[nodiscard]] const ChunkRow* rowOf(TrackId agent, std::uint64_t position) const;
    /// All robots referred to by frames.
    [[nodiscard]] const RobotTable& robots() const { return m_robots; }
    [[nodiscard]] const std::array<RecordCount, kRecordKindCount>& counts() const {
        return m_counts;
    }
    [[nodiscard]] const std::vector<DropSpan>& drops() const { return m_drops; }
    [[nodiscard]] const std::vector<MatchLogEntry>& matchLogs() const { return m_logs; }
    /// Marks of each match log.
    [[nodiscard]] const std::vector<MatchMarks>& marks() const { return m_marks; }
    [[nodiscard]] std::uint64_t markRows() const { return m_markRows; }

private:
    // Last frame written, according to the recorder.
    struct LastWritten {
        std::uint64_t cycle = 0;
        std::chrono::nanoseconds at{0};
    };

    void growSpan(std::chrono::nanoseconds first, std::chrono::nanoseconds last);
    AgentTrack& agent(std::int64_t id);
    void takeChunk(const Statement& row);
    void takeAgent(const Statement& row);
    void takeRobot(const Statement& row);
    void takeMark(const Statement& row);
    void takeMeta(const Statement& row);
    void addHole(AgentTrack& track, std::int64_t position, const Statement& row);
    void closeHoles();
    void loadChunks(const Database& database);
    // Reads the new rows of an append-only table.
    void loadNew(const Database& database, const char* table, const char* columns,
                 std::int64_t& last, const Database::Take& take);
    void loadWhole(const Database& database, const char* table, const std::string& columns,
                   const Database::Take& take);
    void loadSpans(const Database& database);

    std::filesystem::path m_path;
    std::int32_t m_version;
    SessionInfo m_info;
    bool m_isComplete = false;
    std::vector<base::Error> m_damage;
    std::chrono::nanoseconds m_begin{0};
    std::chrono::nanoseconds m_end{0};
    bool m_hasSpan = false;
    std::vector<AgentTrack> m_agents;
    std::vector<std::vector<ChunkRow>> m_chunks; ///< by agent
    std::vector<std::uint64_t> m_nextPositions;  ///< by agent: position of the next chunk
    std::vector<LastWritten> m_lastWritten;      ///< by agent
    std::array<RecordCount, kRecordKindCount> m_counts = {};
    std::vector<DropSpan> m_drops;
    std::vector<MatchLogEntry> m_logs;
    std::vector<MatchMarks> m_marks;
    std::uint64_t m_markRows = 0;
    RobotTable m_robots;
    std::int64_t m_lastRobot = 0;
    std::int64_t m_lastChunk = 0;
    std::int64_t m_lastDrop = 0;
    std::int64_t m_lastLog = 0;
    std::int64_t m_lastMark = 0;
};

/// Converts a table value that cannot be negative.
[[nodiscard]] std::uint64_t countFrom(std::int64_t value);

} // namespace sideline::logs
