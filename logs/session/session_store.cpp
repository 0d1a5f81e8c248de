#include "logs/session/session_store.h"

#include <cerrno>
#include <initializer_list>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "agentcore/robot/catalog/robot_description.h"

namespace sideline::logs {

using base::ErrorCode;
using base::Expected;

namespace {

// Rows are append-only; the large blobs have their own table, so that the index of chunks can be
// read without them.
constexpr const char* kTables = R"sql(
PRAGMA page_size = 8192;
BEGIN;
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE agent(id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT, side INTEGER,
    unum INTEGER, type INTEGER, model TEXT, offered INTEGER, written INTEGER, dropped INTEGER,
    last_cycle INTEGER, last_ns INTEGER, ended INTEGER);
CREATE TABLE robot(id INTEGER PRIMARY KEY, name TEXT NOT NULL, description TEXT NOT NULL);
CREATE TABLE chunk(id INTEGER PRIMARY KEY, agent INTEGER NOT NULL, frames INTEGER NOT NULL,
    first_cycle INTEGER, last_cycle INTEGER, first_ns INTEGER, last_ns INTEGER,
    first_game_s REAL, last_game_s REAL, bytes INTEGER, position INTEGER NOT NULL);
CREATE TABLE chunk_data(id INTEGER PRIMARY KEY, blob BLOB NOT NULL);
CREATE TABLE output(id INTEGER PRIMARY KEY, time_ns INTEGER NOT NULL, source TEXT,
    stream INTEGER, text TEXT);
CREATE INDEX output_time ON output(time_ns);
CREATE TABLE drawing(id INTEGER PRIMARY KEY, time_ns INTEGER NOT NULL, sender TEXT, bytes BLOB);
CREATE INDEX drawing_time ON drawing(time_ns);
CREATE TABLE belief(id INTEGER PRIMARY KEY, time_ns INTEGER NOT NULL, sender TEXT, text TEXT);
CREATE INDEX belief_time ON belief(time_ns);
CREATE TABLE trainer(id INTEGER PRIMARY KEY, time_ns INTEGER NOT NULL, sender TEXT, text TEXT);
CREATE TABLE process(id INTEGER PRIMARY KEY, time_ns INTEGER NOT NULL, source TEXT, state TEXT,
    reason TEXT);
CREATE TABLE match_log(id INTEGER PRIMARY KEY, time_ns INTEGER NOT NULL, name TEXT);
CREATE TABLE mark(id INTEGER PRIMARY KEY, time_ns INTEGER NOT NULL, match_log INTEGER,
    frame INTEGER);
CREATE TABLE count(kind TEXT PRIMARY KEY, offered INTEGER, written INTEGER, dropped INTEGER)
    WITHOUT ROWID;
CREATE TABLE dropped(id INTEGER PRIMARY KEY, kind INTEGER, agent INTEGER, first_ns INTEGER,
    last_ns INTEGER, count INTEGER);
)sql";

// `checkpoint` transfers the journal to the file after every commit: a copy of the file without it
// lacks only the data since then.
constexpr const char* kJournal = "PRAGMA journal_mode = WAL;"
                                 "PRAGMA synchronous = NORMAL;"
                                 "PRAGMA wal_autocheckpoint = 0;"
                                 "PRAGMA journal_size_limit = 16777216;"
                                 "PRAGMA cache_size = -4096;";

Expected<void> writeInfo(const Database& database, const SessionInfo& info) {
    auto insert = database.prepare("INSERT INTO meta VALUES(?, ?)");
    if (!insert) {
        return tl::unexpected(std::move(insert.error()));
    }
    for (const auto& [key, text] :
         {std::pair("begun_at", &info.begunAt), std::pair("program", &info.program),
          std::pair("note", &info.note)}) {
        insert->bindText(1, key);
        insert->bindText(2, *text);
        if (auto done = insert->run(); !done) {
            return done;
        }
    }
    for (const auto& [key, number] :
         {std::pair<const char*, std::int64_t>("begun_epoch_ms", info.begunEpochMs),
          std::pair<const char*, std::int64_t>("begun_steady_ns", info.begunSteady.count())}) {
        insert->bindText(1, key);
        insert->bind(2, number);
        if (auto done = insert->run(); !done) {
            return done;
        }
    }
    return {};
}

Expected<void> makeTables(Database& database, const SessionInfo& info, std::int64_t maxPages) {
    auto done = database.execute(kTables);
    if (done) {
        done = database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};"
                                            "COMMIT; {}",
                                            kSessionApplicationId, kSessionSchemaVersion, kJournal)
                                    .c_str());
    }
    if (done) {
        // First write to the journal, whose presence shows readers that recording is in progress.
        done = writeInfo(database, info);
    }
    if (done && maxPages > 0) {
        done = database.execute(fmt::format("PRAGMA max_page_count = {}", maxPages).c_str());
    }
    return done;
}

// The file is created here rather than by SQLite, which would make it readable by everyone; SQLite
// gives its auxiliary files the same permissions.
Expected<void> makeOwnFile(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
        ::close(file);
        return {};
    }
    const int code = errno;
    base::Error error = base::systemError(code, "cannot create the session", path.string());
    if (code == EEXIST) {
        error.code = ErrorCode::InvalidArgument;
        error.message = "the file already exists";
        error.expected = "a new file for the session";
    }
    return tl::unexpected(std::move(error));
}

} // namespace

RecordKind kindOf(const SessionNote& note) {
    constexpr std::array kKinds = {RecordKind::Output,  RecordKind::Drawing,  RecordKind::Order,
                                   RecordKind::Process, RecordKind::MatchLog, RecordKind::Mark,
                                   RecordKind::Belief};
    return kKinds[note.index()];
}

std::size_t approximateBytes(const SessionNote& note) {
    struct Size {
        std::size_t operator()(const OutputLine& line) const {
            return line.source.size() + line.text.size();
        }
        std::size_t operator()(const DrawingDatagram& drawing) const {
            return drawing.sender.size() + drawing.bytes.size();
        }
        std::size_t operator()(const BeliefDatagram& belief) const {
            return belief.sender.size() + belief.text.size();
        }
        std::size_t operator()(const TrainerOrder& order) const {
            return order.by.size() + order.text.size();
        }
        std::size_t operator()(const ProcessEvent& event) const {
            return event.source.size() + event.state.size() + event.reason.size();
        }
        std::size_t operator()(const MatchLogEntry& entry) const { return entry.name.size(); }
        std::size_t operator()(const MatchMark& /*mark*/) const { return 0; }
    };
    return sizeof(SessionNote) + std::visit(Size(), note);
}

Expected<SessionStore> SessionStore::create(const std::filesystem::path& path,
                                            const SessionInfo& info, std::int64_t maxPages) {
    if (auto made = makeOwnFile(path); !made) {
        return tl::unexpected(std::move(made.error()));
    }
    SessionStore store;
    store.m_path = path;
    auto made = store.begin(info, maxPages);
    if (!made) {
        base::Error error = made.error().inFile(path.string());
        // A partial file could be mistaken for a session.
        store = SessionStore();
        std::error_code status;
        for (const char* ending : {"", "-wal", "-shm", "-journal"}) {
            std::filesystem::remove(path.string() + ending, status);
        }
        return tl::unexpected(std::move(error));
    }
    return store;
}

Expected<void> SessionStore::begin(const SessionInfo& info, std::int64_t maxPages) {
    auto database = Database::open(m_path, Database::Access::Create);
    if (!database) {
        return tl::unexpected(std::move(database.error()));
    }
    m_database = std::move(*database);
    auto done = makeTables(m_database, info, maxPages);
    if (done) {
        done = prepareAll();
    }
    return done ? checkpoint() : done;
}

Expected<void> SessionStore::prepareAll() {
    const std::initializer_list<std::pair<Statement*, const char*>> all = {
        {&m_statements.begin, "BEGIN IMMEDIATE"},
        {&m_statements.commit, "COMMIT"},
        {&m_statements.chunk, "INSERT INTO chunk VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        {&m_statements.chunkData, "INSERT INTO chunk_data VALUES(?, ?)"},
        {&m_statements.agent,
         "INSERT OR REPLACE INTO agent VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        {&m_statements.robot, "INSERT INTO robot VALUES(NULL, ?, ?)"},
        {&m_statements.count, "INSERT OR REPLACE INTO count VALUES(?, ?, ?, ?)"},
        {&m_statements.drop, "INSERT INTO dropped VALUES(NULL, ?, ?, ?, ?, ?)"},
        {&m_statements.end, "INSERT OR REPLACE INTO meta VALUES('ended', 1)"},
        {&m_statements.notes[1], "INSERT INTO output VALUES(NULL, ?, ?, ?, ?)"},
        {&m_statements.notes[2], "INSERT INTO drawing VALUES(NULL, ?, ?, ?)"},
        {&m_statements.notes[3], "INSERT INTO trainer VALUES(NULL, ?, ?, ?)"},
        {&m_statements.notes[4], "INSERT INTO process VALUES(NULL, ?, ?, ?, ?)"},
        {&m_statements.notes[5], "INSERT INTO match_log VALUES(NULL, ?, ?)"},
        {&m_statements.notes[6],
         "INSERT INTO mark VALUES(NULL, ?, (SELECT max(id) FROM match_log), ?)"},
        {&m_statements.notes[7], "INSERT INTO belief VALUES(NULL, ?, ?, ?)"},
    };
    for (const auto& [statement, sql] : all) {
        auto prepared = m_database.prepare(sql);
        if (!prepared) {
            return tl::unexpected(std::move(prepared.error()));
        }
        *statement = std::move(*prepared);
    }
    return {};
}

Expected<void> SessionStore::write(const SessionBatch& batch) {
    const std::int64_t firstChunk = m_nextChunk;
    auto done = m_statements.begin.run();
    if (!done) {
        return tl::unexpected(done.error().inFile(m_path.string()));
    }
    done = insert(batch);
    if (done) {
        done = m_statements.commit.run();
    }
    if (!done) {
        // Some faults have already rolled the transaction back.
        static_cast<void>(m_database.execute("ROLLBACK"));
        m_nextChunk = firstChunk;
        return tl::unexpected(done.error().inFile(m_path.string()));
    }
    return {};
}

Expected<void> SessionStore::checkpoint() {
    if (auto done = m_database.checkpoint(); !done) {
        return tl::unexpected(done.error().inFile(m_path.string()));
    }
    return {};
}

Expected<void> SessionStore::insert(const SessionBatch& batch) {
    for (const robot::RobotModelPtr& model : batch.robots) {
        const std::string description = robot::describe(*model);
        m_statements.robot.bindText(1, model->name());
        m_statements.robot.bindText(2, description);
        if (auto done = m_statements.robot.run(); !done) {
            return done;
        }
    }
    for (const PackedChunk& packed : batch.chunks) {
        if (auto done = insertChunk(packed); !done) {
            return done;
        }
    }
    for (const SessionNote& note : batch.notes) {
        if (auto done = insertNote(note); !done) {
            return done;
        }
    }
    for (const DropSpan& drop : batch.drops) {
        Statement& statement = m_statements.drop;
        statement.bind(1, static_cast<std::int64_t>(drop.kind));
        statement.bind(2, drop.agent);
        statement.bind(3, drop.first.count());
        statement.bind(4, drop.last.count());
        statement.bind(5, static_cast<std::int64_t>(drop.count));
        if (auto done = statement.run(); !done) {
            return done;
        }
    }
    if (batch.isEnd) {
        if (auto done = m_statements.end.run(); !done) {
            return done;
        }
    }
    return insertCounts(batch);
}

Expected<void> SessionStore::insertChunk(const PackedChunk& packed) {
    const ChunkSummary& summary = packed.summary;
    const std::int64_t id = m_nextChunk++;
    Statement& chunk = m_statements.chunk;
    chunk.bind(1, id);
    chunk.bind(2, summary.agent);
    chunk.bind(3, summary.frameCount);
    chunk.bind(4, static_cast<std::int64_t>(summary.firstCycle));
    chunk.bind(5, static_cast<std::int64_t>(summary.lastCycle));
    chunk.bind(6, summary.firstAt.count());
    chunk.bind(7, summary.lastAt.count());
    chunk.bindReal(8, summary.firstGameTimeS);
    chunk.bindReal(9, summary.lastGameTimeS);
    chunk.bind(10, static_cast<std::int64_t>(packed.blob.size()));
    chunk.bind(11, static_cast<std::int64_t>(packed.position));
    if (auto done = chunk.run(); !done) {
        return done;
    }
    m_statements.chunkData.bind(1, id);
    m_statements.chunkData.bindBlob(2, packed.blob);
    return m_statements.chunkData.run();
}

Expected<void> SessionStore::insertNote(const SessionNote& note) {
    Statement& row = m_statements.notes[static_cast<std::size_t>(kindOf(note))];
    std::visit([&](const auto& entry) { row.bind(1, entry.at.count()); }, note);
    if (const auto* line = std::get_if<OutputLine>(&note)) {
        row.bindText(2, line->source);
        row.bind(3, static_cast<std::int64_t>(line->stream));
        row.bindText(4, line->text);
    } else if (const auto* drawing = std::get_if<DrawingDatagram>(&note)) {
        row.bindText(2, drawing->sender);
        row.bindBlob(3, drawing->bytes);
    } else if (const auto* belief = std::get_if<BeliefDatagram>(&note)) {
        row.bindText(2, belief->sender);
        row.bindText(3, belief->text);
    } else if (const auto* order = std::get_if<TrainerOrder>(&note)) {
        row.bindText(2, order->by);
        row.bindText(3, order->text);
    } else if (const auto* event = std::get_if<ProcessEvent>(&note)) {
        row.bindText(2, event->source);
        row.bindText(3, event->state);
        row.bindText(4, event->reason);
    } else if (const auto* log = std::get_if<MatchLogEntry>(&note)) {
        row.bindText(2, log->name);
    } else {
        row.bind(2, static_cast<std::int64_t>(std::get<MatchMark>(note).matchFrame));
    }
    return row.run();
}

Expected<void> SessionStore::insertCounts(const SessionBatch& batch) {
    const auto bindCount = [](Statement& statement, int place, const RecordCount& count) {
        statement.bind(place, static_cast<std::int64_t>(count.offered));
        statement.bind(place + 1, static_cast<std::int64_t>(count.written));
        statement.bind(place + 2, static_cast<std::int64_t>(count.dropped));
    };
    for (std::size_t i = 0; i < batch.agents.size(); ++i) {
        const AgentRow& agent = batch.agents[i];
        const robot::RobotModelPtr& model = agent.identity.model;
        Statement& row = m_statements.agent;
        row.bind(1, static_cast<std::int64_t>(i));
        row.bindText(2, agent.name);
        row.bindText(3, agent.identity.team);
        row.bind(4, static_cast<std::int64_t>(agent.identity.robot.side));
        row.bind(5, agent.identity.robot.unum.value());
        row.bind(6, agent.identity.typeNumber);
        row.bindText(7, model == nullptr ? std::string_view() : std::string_view(model->name()));
        bindCount(row, 8, agent.count);
        row.bind(11, static_cast<std::int64_t>(agent.lastCycle));
        row.bind(12, agent.lastAt.count());
        row.bind(13, batch.isEnd ? 1 : 0);
        if (auto done = row.run(); !done) {
            return done;
        }
    }
    for (std::size_t kind = 0; kind < kRecordKindCount; ++kind) {
        m_statements.count.bindText(1, recordKindName(static_cast<RecordKind>(kind)));
        bindCount(m_statements.count, 2, batch.counts[kind]);
        if (auto done = m_statements.count.run(); !done) {
            return done;
        }
    }
    return {};
}

} // namespace sideline::logs
