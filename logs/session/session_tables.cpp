#include "logs/session/session_tables.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace sideline::logs {

using base::ErrorCode;
using std::chrono::nanoseconds;

namespace {

constexpr std::int64_t kMaxAgents = 4096;

// Reads three consecutive columns of a row.
RecordCount countAt(const Statement& row, int column) {
    return {countFrom(row.integer(column)), countFrom(row.integer(column + 1)),
            countFrom(row.integer(column + 2))};
}

} // namespace

std::uint64_t countFrom(std::int64_t value) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0));
}

SessionTables::SessionTables(std::filesystem::path path, std::int32_t version)
    : m_path(std::move(path)), m_version(version) {}

void SessionTables::note(base::Error error) {
    error.file = m_path.string();
    const std::string text = error.toString();
    if (std::ranges::none_of(m_damage, [&](const auto& had) { return had.toString() == text; })) {
        m_damage.push_back(std::move(error));
    }
}

void SessionTables::growSpan(nanoseconds first, nanoseconds last) {
    m_begin = m_hasSpan ? std::min(m_begin, first) : first;
    m_end = m_hasSpan ? std::max(m_end, last) : last;
    m_hasSpan = true;
}

AgentTrack& SessionTables::agent(std::int64_t id) {
    while (static_cast<std::int64_t>(m_agents.size()) <= id) {
        const TrackId track(m_agents.size());
        m_agents.emplace_back().id = track;
        m_agents.back().name = fmt::format("agent {}", track.value());
        m_chunks.emplace_back();
        m_nextPositions.push_back(0);
        m_lastWritten.emplace_back();
    }
    return m_agents[static_cast<std::size_t>(id)];
}

void SessionTables::takeChunk(const Statement& row) {
    const std::int64_t owner = row.integer(1);
    const std::int64_t frames = row.integer(2);
    m_lastChunk = std::max(m_lastChunk, row.integer(0));
    if (owner < 0 || owner >= kMaxAgents || frames <= 0) {
        base::Error error;
        error.code = ErrorCode::Malformed;
        error.message = fmt::format("table chunk, row {}: agent {} with {} frames", row.integer(0),
                                    owner, frames);
        note(std::move(error));
        return;
    }
    AgentTrack& track = agent(owner);
    const ChunkRow chunk{row.integer(0), track.frames, static_cast<std::uint64_t>(frames),
                         nanoseconds(row.integer(3)), nanoseconds(row.integer(4))};
    addHole(track, row.integer(8), row);
    if (track.frames == 0) {
        track.first = chunk.firstAt;
    }
    track.last = chunk.lastAt;
    track.lastCycle = static_cast<std::uint64_t>(row.integer(7));
    track.frames += chunk.frames;
    m_nextPositions[track.id.index()] += chunk.frames;
    track.bytes += countFrom(row.integer(5));
    growSpan(chunk.firstAt, chunk.lastAt);
    m_chunks[static_cast<std::size_t>(owner)].push_back(chunk);
}

// Records the rows missing before this chunk. A missing tail is found once all rows are read.
void SessionTables::addHole(AgentTrack& track, std::int64_t position, const Statement& row) {
    std::uint64_t& next = m_nextPositions[track.id.index()];
    if (position < 0) {
        return; // version 1
    }
    const auto place = static_cast<std::uint64_t>(position);
    if (place > next) {
        FrameHole hole;
        hole.frames = place - next;
        hole.before = static_cast<std::uint64_t>(row.integer(6));
        hole.to = nanoseconds(row.integer(3));
        if (track.frames > 0) {
            hole.after = track.lastCycle;
            hole.from = track.last;
        }
        track.holes.push_back(hole);
    } else if (place < next) {
        base::Error error;
        error.code = ErrorCode::Malformed;
        error.message = fmt::format("table chunk, row {}: frame {} of {} is repeated",
                                    row.integer(0), place, track.name);
        error.expected = fmt::format("frame {}", next);
        note(std::move(error));
    }
    next = place;
}

// Finds the data missing after the last chunk of each track, from the recorder's counts.
void SessionTables::closeHoles() {
    for (AgentTrack& track : m_agents) {
        std::erase_if(track.holes, [](const FrameHole& hole) { return !hole.before; });
        const std::uint64_t next = m_nextPositions[track.id.index()];
        if (track.count.written > next) {
            FrameHole hole;
            hole.frames = track.count.written - next;
            if (track.frames > 0) {
                hole.after = track.lastCycle;
                hole.from = track.last;
            }
            hole.last = m_lastWritten[track.id.index()].cycle;
            hole.to = std::max(hole.from, m_lastWritten[track.id.index()].at);
            track.holes.push_back(hole);
        }
    }
}

void SessionTables::loadChunks(const Database& database) {
    const std::string select = fmt::format("SELECT id, agent, frames, first_ns, last_ns, bytes, "
                                           "first_cycle, last_cycle, {} FROM chunk WHERE id ",
                                           m_version < 2 ? "-1" : "position");
    const std::string forward = select + "> ? ORDER BY id";
    const std::string backward = select + "> ? ORDER BY id DESC";
    const std::string one = select + "= ?";
    auto done = database.query(
        forward, [&](Statement& statement) { statement.bind(1, m_lastChunk); },
        [&](const Statement& row) { takeChunk(row); });
    if (done) {
        return;
    }
    // Reads the rows after the damage backward from the end.
    const std::int64_t before = m_lastChunk;
    std::vector<std::int64_t> behind;
    static_cast<void>(database.query(
        backward, [&](Statement& statement) { statement.bind(1, before); },
        [&](const Statement& row) { behind.push_back(row.integer(0)); }));
    std::ranges::reverse(behind);
    for (const std::int64_t id : behind) {
        static_cast<void>(database.query(
            one, [&](Statement& statement) { statement.bind(1, id); },
            [&](const Statement& row) { takeChunk(row); }));
    }
    base::Error error = done.error();
    error.message = fmt::format("table chunk after row {}: {}; {} rows found after the damage",
                                before, error.message, behind.size());
    note(std::move(error));
}

void SessionTables::loadNew(const Database& database, const char* table, const char* columns,
                            std::int64_t& last, const Database::Take& take) {
    const std::string sql =
        fmt::format("SELECT id, {} FROM {} WHERE id > ? ORDER BY id", columns, table);
    const auto done = database.query(
        sql, [&](Statement& statement) { statement.bind(1, last); },
        [&](const Statement& row) {
            last = row.integer(0);
            take(row);
        });
    if (!done) {
        base::Error error = done.error();
        error.message = fmt::format("table {} after row {}: {}", table, last, error.message);
        note(std::move(error));
    }
}

void SessionTables::loadWhole(const Database& database, const char* table,
                              const std::string& columns, const Database::Take& take) {
    const auto done = database.query(fmt::format("SELECT {} FROM {}", columns, table), {}, take);
    if (!done) {
        base::Error error = done.error();
        error.message = fmt::format("table {}: {}", table, error.message);
        note(std::move(error));
    }
}

void SessionTables::takeMark(const Statement& row) {
    const std::int64_t log = row.integer(2) - 1;
    ++m_markRows;
    if (log >= 0 && log < static_cast<std::int64_t>(m_marks.size()) && row.integer(3) >= 0) {
        m_marks[static_cast<std::size_t>(log)].add(static_cast<std::uint64_t>(row.integer(3)),
                                                   nanoseconds(row.integer(1)));
        growSpan(nanoseconds(row.integer(1)), nanoseconds(row.integer(1)));
    }
}

// An unreadable robot keeps its number: frames that refer to it have no robot.
void SessionTables::takeRobot(const Statement& row) {
    if (auto read = m_robots.read(row.text(2)); !read) {
        base::Error error = std::move(read.error());
        error.message =
            fmt::format("table robot, row {} ({}): {}", row.integer(0), row.text(1), error.message);
        note(std::move(error));
    }
}

void SessionTables::takeMeta(const Statement& row) {
    const std::string_view key = row.text(0);
    if (key == "begun_at") {
        m_info.begunAt = row.text(1);
    } else if (key == "program") {
        m_info.program = row.text(1);
    } else if (key == "note") {
        m_info.note = row.text(1);
    } else if (key == "begun_epoch_ms") {
        m_info.begunEpochMs = row.integer(1);
    } else if (key == "begun_steady_ns") {
        m_info.begunSteady = nanoseconds(row.integer(1));
    } else if (key == "ended") {
        m_isComplete = true;
    }
}

void SessionTables::loadSpans(const Database& database) {
    for (const char* table : {"output", "drawing", "trainer", "process", "belief"}) {
        if (m_version < kFirstWithBeliefs && std::string_view(table) == "belief") {
            continue;
        }
        for (const char* which : {"min(time_ns)", "max(time_ns)"}) {
            loadWhole(database, table, which, [&](const Statement& row) {
                if (!std::isnan(row.real(0))) {
                    growSpan(nanoseconds(row.integer(0)), nanoseconds(row.integer(0)));
                }
            });
        }
    }
}

void SessionTables::takeAgent(const Statement& row) {
    if (row.integer(0) < 0 || row.integer(0) >= kMaxAgents) {
        return;
    }
    AgentTrack& track = agent(row.integer(0));
    track.name = row.text(1);
    track.team = row.text(2);
    const std::int64_t side = row.integer(3);
    track.robot.side =
        side == 1 ? game::Side::Left : (side == 2 ? game::Side::Right : game::Side::None);
    track.robot.unum = game::UniformNumber(static_cast<int>(row.integer(4)));
    track.typeNumber = static_cast<int>(row.integer(5));
    track.model = row.text(6);
    track.count = countAt(row, 7);
    track.isEnded = row.integer(10) == 1;
    m_lastWritten[track.id.index()] = {countFrom(row.integer(12)), nanoseconds(row.integer(11))};
}

void SessionTables::load(const Database& database) {
    loadWhole(database, "meta", "key, value", [&](const Statement& row) { takeMeta(row); });
    loadWhole(database, "agent",
              std::string("id, name, team, side, unum, type, model, offered, written, dropped, ") +
                  (m_version < 2 ? "0, 0, 0" : "ended, last_ns, last_cycle"),
              [&](const Statement& row) { takeAgent(row); });
    loadWhole(database, "count", "kind, offered, written, dropped", [&](const Statement& row) {
        for (std::size_t kind = 0; kind < kRecordKindCount; ++kind) {
            if (recordKindName(static_cast<RecordKind>(kind)) == row.text(0)) {
                m_counts[kind] = countAt(row, 1);
            }
        }
    });
    if (m_version >= kFirstWithRobots) {
        loadNew(database, "robot", "name, description", m_lastRobot,
                [&](const Statement& row) { takeRobot(row); });
    }
    loadChunks(database);
    closeHoles();
    loadNew(database, "dropped", "kind, agent, first_ns, last_ns, count", m_lastDrop,
            [&](const Statement& row) {
                const auto kind = std::clamp<std::int64_t>(row.integer(1), 0, kRecordKindCount - 1);
                m_drops.push_back({static_cast<RecordKind>(kind),
                                   static_cast<std::int32_t>(row.integer(2)),
                                   nanoseconds(row.integer(3)), nanoseconds(row.integer(4)),
                                   countFrom(row.integer(5))});
            });
    loadNew(database, "match_log", "time_ns, name", m_lastLog, [&](const Statement& row) {
        m_logs.push_back({nanoseconds(row.integer(1)), std::string(row.text(2))});
        m_marks.resize(m_logs.size());
    });
    loadNew(database, "mark", "time_ns, match_log, frame", m_lastMark,
            [&](const Statement& row) { takeMark(row); });
    loadSpans(database);
}

const ChunkRow* SessionTables::rowOf(TrackId agent, std::uint64_t position) const {
    const auto& rows = m_chunks[agent.index()];
    const auto next = std::ranges::upper_bound(rows, position, {}, &ChunkRow::firstPosition);
    return next == rows.begin() ? nullptr : &*(next - 1);
}

} // namespace sideline::logs
