#include "logs/session/session_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "logs/session/chunk_cache.h"
#include "logs/session/match_marks.h"
#include "logs/session/session_file.h"
#include "logs/session/session_lists.h"

namespace sideline::logs {

using base::ErrorCode;
using base::Expected;
using std::chrono::nanoseconds;

namespace {

constexpr std::int64_t kMaxAgents = 4096;

struct ChunkRow {
    std::int64_t id = 0;
    std::uint64_t firstPosition = 0;
    std::uint64_t frames = 0;
    nanoseconds firstAt{0};
    nanoseconds lastAt{0};
};

std::uint64_t counted(std::int64_t value) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0));
}

} // namespace

class SessionReader::Impl {
public:
    Impl(std::filesystem::path path, SessionFile file, std::size_t cacheBytes)
        : m_path(std::move(path)), m_file(std::move(file)), m_cache(cacheBytes) {
        m_damage = std::move(m_file.damage);
    }

    Expected<bool> refresh();
    Expected<std::shared_ptr<const FrameChunk>> chunkOf(TrackId agent, const ChunkRow& row);
    const ChunkRow* rowOf(TrackId agent, std::uint64_t position) const;

    // Runs a query and gives each row to `take`.
    using Take = std::function<void(const Statement&)>;
    using Bind = std::function<void(Statement&)>;
    Expected<void> query(const char* sql, const Bind& bind, const Take& take) const;
    void note(base::Error error);

    std::filesystem::path m_path;
    SessionFile m_file;
    SessionInfo m_info;
    bool m_isComplete = false;
    std::vector<base::Error> m_damage;
    nanoseconds m_begin{0};
    nanoseconds m_end{0};
    std::vector<AgentTrack> m_agents;
    std::vector<std::vector<ChunkRow>> m_chunks; ///< by agent
    std::array<RecordCount, kRecordKindCount> m_counts = {};
    std::vector<DropSpan> m_drops;
    std::vector<MatchLogEntry> m_logs;
    std::vector<MatchMarks> m_marks;
    std::uint64_t m_decoded = 0;
    std::uint64_t m_markRows = 0;

private:
    void growSpan(nanoseconds first, nanoseconds last);
    AgentTrack& agent(std::int64_t id);
    void takeChunk(const Statement& row);
    void takeMark(const Statement& row);
    void takeMeta(const Statement& row);
    void loadChunks();
    // A table that only grows, from the last row that was seen.
    void loadNew(const char* table, const char* columns, std::int64_t& last, const Take& take);
    void loadSpans();
    void loadAll();

    ChunkCache m_cache;
    std::int64_t m_version = -1;
    bool m_hasSpan = false;
    std::int64_t m_lastChunk = 0;
    std::int64_t m_lastDrop = 0;
    std::int64_t m_lastLog = 0;
    std::int64_t m_lastMark = 0;
};

Expected<void> SessionReader::Impl::query(const char* sql, const Bind& bind,
                                          const Take& take) const {
    auto statement = m_file.database.prepare(sql);
    if (!statement) {
        return tl::unexpected(std::move(statement.error()));
    }
    if (bind) {
        bind(*statement);
    }
    while (true) {
        auto row = statement->step();
        if (!row) {
            return tl::unexpected(std::move(row.error()));
        }
        if (!*row) {
            return {};
        }
        take(*statement);
    }
}

void SessionReader::Impl::note(base::Error error) {
    error.file = m_path.string();
    const std::string text = error.toString();
    if (std::ranges::none_of(m_damage, [&](const auto& had) { return had.toString() == text; })) {
        m_damage.push_back(std::move(error));
    }
}

void SessionReader::Impl::growSpan(nanoseconds first, nanoseconds last) {
    m_begin = m_hasSpan ? std::min(m_begin, first) : first;
    m_end = m_hasSpan ? std::max(m_end, last) : last;
    m_hasSpan = true;
}

AgentTrack& SessionReader::Impl::agent(std::int64_t id) {
    while (static_cast<std::int64_t>(m_agents.size()) <= id) {
        const TrackId track(m_agents.size());
        m_agents.emplace_back().id = track;
        m_agents.back().name = fmt::format("agent {}", track.value());
        m_chunks.emplace_back();
    }
    return m_agents[static_cast<std::size_t>(id)];
}

void SessionReader::Impl::takeChunk(const Statement& row) {
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
    if (track.frames == 0) {
        track.first = chunk.firstAt;
    }
    track.last = chunk.lastAt;
    track.frames += chunk.frames;
    track.bytes += counted(row.integer(5));
    growSpan(chunk.firstAt, chunk.lastAt);
    m_chunks[static_cast<std::size_t>(owner)].push_back(chunk);
}

void SessionReader::Impl::loadChunks() {
    constexpr const char* kForward =
        "SELECT id, agent, frames, first_ns, last_ns, bytes FROM chunk "
        "WHERE id > ? ORDER BY id";
    constexpr const char* kBackward = "SELECT id, agent, frames, first_ns, last_ns, bytes "
                                      "FROM chunk WHERE id > ? ORDER BY id DESC";
    constexpr const char* kOne = "SELECT id, agent, frames, first_ns, last_ns, bytes FROM chunk "
                                 "WHERE id = ?";
    auto done = query(
        kForward, [&](Statement& statement) { statement.bind(1, m_lastChunk); },
        [&](const Statement& row) { takeChunk(row); });
    if (done) {
        return;
    }
    // What lies behind the damage is found from the end.
    const std::int64_t before = m_lastChunk;
    std::vector<std::int64_t> behind;
    static_cast<void>(query(
        kBackward, [&](Statement& statement) { statement.bind(1, before); },
        [&](const Statement& row) { behind.push_back(row.integer(0)); }));
    std::ranges::reverse(behind);
    for (const std::int64_t id : behind) {
        static_cast<void>(query(
            kOne, [&](Statement& statement) { statement.bind(1, id); },
            [&](const Statement& row) { takeChunk(row); }));
    }
    base::Error error = done.error();
    error.message = fmt::format("table chunk behind row {}: {}; {} rows found behind the damage",
                                before, error.message, behind.size());
    note(std::move(error));
}

void SessionReader::Impl::loadNew(const char* table, const char* columns, std::int64_t& last,
                                  const Take& take) {
    const std::string sql =
        fmt::format("SELECT id, {} FROM {} WHERE id > ? ORDER BY id", columns, table);
    const auto done = query(
        sql.c_str(), [&](Statement& statement) { statement.bind(1, last); },
        [&](const Statement& row) {
            last = row.integer(0);
            take(row);
        });
    if (!done) {
        base::Error error = done.error();
        error.message = fmt::format("table {} behind row {}: {}", table, last, error.message);
        note(std::move(error));
    }
}

void SessionReader::Impl::takeMark(const Statement& row) {
    const std::int64_t log = row.integer(2) - 1;
    ++m_markRows;
    if (log >= 0 && log < static_cast<std::int64_t>(m_marks.size()) && row.integer(3) >= 0) {
        m_marks[static_cast<std::size_t>(log)].add(static_cast<std::uint64_t>(row.integer(3)),
                                                   nanoseconds(row.integer(1)));
        growSpan(nanoseconds(row.integer(1)), nanoseconds(row.integer(1)));
    }
}

void SessionReader::Impl::takeMeta(const Statement& row) {
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

void SessionReader::Impl::loadSpans() {
    for (const char* table : {"output", "drawing", "trainer", "process"}) {
        for (const char* which : {"min", "max"}) {
            const std::string sql = fmt::format("SELECT {}(time_ns) FROM {}", which, table);
            const auto done = query(sql.c_str(), {}, [&](const Statement& row) {
                if (!std::isnan(row.real(0))) {
                    growSpan(nanoseconds(row.integer(0)), nanoseconds(row.integer(0)));
                }
            });
            if (!done) {
                base::Error error = done.error();
                error.message = fmt::format("table {}: {}", table, error.message);
                note(std::move(error));
            }
        }
    }
}

void SessionReader::Impl::loadAll() {
    const auto countOf = [](const Statement& row, int column) {
        return RecordCount{counted(row.integer(column)), counted(row.integer(column + 1)),
                           counted(row.integer(column + 2))};
    };
    const auto whole = [&](const char* table, const char* sql, const Take& take) {
        if (const auto done = query(sql, {}, take); !done) {
            base::Error error = done.error();
            error.message = fmt::format("table {}: {}", table, error.message);
            note(std::move(error));
        }
    };
    whole("meta", "SELECT key, value FROM meta", [&](const Statement& row) { takeMeta(row); });
    whole("agent", "SELECT * FROM agent ORDER BY id", [&](const Statement& row) {
        if (row.integer(0) < 0 || row.integer(0) >= kMaxAgents) {
            return;
        }
        AgentTrack& track = agent(row.integer(0));
        track.name = row.text(1);
        track.team = row.text(2);
        const std::int64_t side = row.integer(3);
        track.robot.side = side == 1 ? monitor::Side::Left
                                     : (side == 2 ? monitor::Side::Right : monitor::Side::None);
        track.robot.unum = monitor::UniformNumber(static_cast<int>(row.integer(4)));
        track.typeNumber = static_cast<int>(row.integer(5));
        track.model = row.text(6);
        track.count = countOf(row, 7);
    });
    whole("count", "SELECT * FROM count", [&](const Statement& row) {
        for (std::size_t kind = 0; kind < kRecordKindCount; ++kind) {
            if (recordKindName(static_cast<RecordKind>(kind)) == row.text(0)) {
                m_counts[kind] = countOf(row, 1);
            }
        }
    });
    loadChunks();
    loadNew("dropped", "kind, agent, first_ns, last_ns, count", m_lastDrop,
            [&](const Statement& row) {
                const auto kind = std::clamp<std::int64_t>(row.integer(1), 0, kRecordKindCount - 1);
                m_drops.push_back({static_cast<RecordKind>(kind),
                                   static_cast<std::int32_t>(row.integer(2)),
                                   nanoseconds(row.integer(3)), nanoseconds(row.integer(4)),
                                   counted(row.integer(5))});
            });
    loadNew("match_log", "time_ns, name", m_lastLog, [&](const Statement& row) {
        m_logs.push_back({nanoseconds(row.integer(1)), std::string(row.text(2))});
        m_marks.resize(m_logs.size());
    });
    loadNew("mark", "time_ns, match_log, frame", m_lastMark,
            [&](const Statement& row) { takeMark(row); });
    loadSpans();
}

Expected<bool> SessionReader::Impl::refresh() {
    if (m_version >= 0 && m_file.isFixed) {
        return false;
    }
    auto version = m_file.database.number("PRAGMA data_version");
    if (!version) {
        return tl::unexpected(version.error().inFile(m_path.string()));
    }
    if (*version == m_version) {
        return false;
    }
    // One state of the file for all tables.
    if (auto begun = m_file.database.execute("BEGIN"); !begun) {
        return tl::unexpected(begun.error().inFile(m_path.string()));
    }
    loadAll();
    static_cast<void>(m_file.database.execute("COMMIT"));
    m_version = *version;
    return true;
}

const ChunkRow* SessionReader::Impl::rowOf(TrackId agent, std::uint64_t position) const {
    const auto& rows = m_chunks[agent.index()];
    const auto next = std::ranges::upper_bound(rows, position, {}, &ChunkRow::firstPosition);
    return next == rows.begin() ? nullptr : &*(next - 1);
}

Expected<std::shared_ptr<const FrameChunk>> SessionReader::Impl::chunkOf(TrackId agent,
                                                                         const ChunkRow& row) {
    if (auto cached = m_cache.find(row.id)) {
        return cached;
    }
    Expected<FrameChunk> chunk =
        base::failure(ErrorCode::Malformed, "its frames are missing", "a row in the table");
    const auto done = query(
        "SELECT blob FROM chunk_data WHERE id = ?",
        [&](Statement& statement) { statement.bind(1, row.id); },
        [&](const Statement& found) { chunk = readFrameChunk(found.blob(0)); });
    if (!done) {
        chunk = tl::unexpected(done.error());
    } else if (chunk && (chunk->frames.size() != row.frames ||
                         chunk->agent != static_cast<std::uint32_t>(agent.value()))) {
        chunk = base::failure(
            ErrorCode::Malformed,
            fmt::format("{} frames of agent {}", chunk->frames.size(), chunk->agent),
            fmt::format("{} frames of agent {}, as table chunk says", row.frames, agent.value()));
    }
    if (!chunk) {
        base::Error error = chunk.error();
        error.message = fmt::format("table chunk_data, row {} ({}, frames {} to {}): {}", row.id,
                                    m_agents[agent.index()].name, row.firstPosition,
                                    row.firstPosition + row.frames - 1, error.message);
        error.file = m_path.string();
        note(error);
        return tl::unexpected(std::move(error));
    }
    ++m_decoded;
    auto shared = std::make_shared<const FrameChunk>(std::move(*chunk));
    m_cache.put(row.id, shared);
    return shared;
}

SessionReader::SessionReader(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
SessionReader::~SessionReader() = default;

Expected<std::unique_ptr<SessionReader>> SessionReader::open(const std::filesystem::path& path,
                                                             SessionReaderOptions options) {
    auto file = openSessionFile(path, options.isReadOnly, options.spoolDirectory);
    if (!file) {
        return tl::unexpected(std::move(file.error()));
    }
    auto impl = std::make_unique<Impl>(path, std::move(*file), options.cacheBytes);
    if (auto read = impl->refresh(); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    return std::unique_ptr<SessionReader>(new SessionReader(std::move(impl)));
}

const std::filesystem::path& SessionReader::path() const {
    return m_impl->m_path;
}

const SessionInfo& SessionReader::info() const {
    return m_impl->m_info;
}

bool SessionReader::isComplete() const {
    return m_impl->m_isComplete;
}

const std::vector<base::Error>& SessionReader::damage() const {
    return m_impl->m_damage;
}

nanoseconds SessionReader::begin() const {
    return m_impl->m_begin;
}

nanoseconds SessionReader::end() const {
    return m_impl->m_end;
}

Expected<bool> SessionReader::refresh() {
    return m_impl->refresh();
}

const std::vector<AgentTrack>& SessionReader::agents() const {
    return m_impl->m_agents;
}

std::optional<TrackId> SessionReader::findAgent(std::string_view name) const {
    const auto found = std::ranges::find(m_impl->m_agents, name, &AgentTrack::name);
    return found == m_impl->m_agents.end() ? std::nullopt : std::optional(found->id);
}

const std::array<RecordCount, kRecordKindCount>& SessionReader::counts() const {
    return m_impl->m_counts;
}

const std::vector<DropSpan>& SessionReader::drops() const {
    return m_impl->m_drops;
}

Expected<SessionFrame> SessionReader::frame(TrackId agent, std::uint64_t position) {
    const bool isKnown = agent.isValid() && agent.index() < m_impl->m_agents.size();
    const std::uint64_t frames = isKnown ? m_impl->m_agents[agent.index()].frames : 0;
    if (position >= frames) {
        return base::failure(
            ErrorCode::InvalidArgument,
            fmt::format("there is no frame {} of agent {}", position, agent.value()),
            fmt::format("one of {} frames", frames));
    }
    const ChunkRow* row = m_impl->rowOf(agent, position);
    auto chunk = m_impl->chunkOf(agent, *row);
    if (!chunk) {
        return tl::unexpected(std::move(chunk.error()));
    }
    const auto place = static_cast<std::size_t>(position - row->firstPosition);
    return SessionFrame{(*chunk)->frames[place], (*chunk)->at[place], position};
}

Expected<std::optional<std::uint64_t>> SessionReader::positionAt(TrackId agent, nanoseconds at) {
    using Result = std::optional<std::uint64_t>;
    if (!agent.isValid() || agent.index() >= m_impl->m_agents.size()) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("there is no agent {}", agent.value()));
    }
    const auto& rows = m_impl->m_chunks[agent.index()];
    const auto next = std::ranges::upper_bound(rows, at, {}, &ChunkRow::firstAt);
    if (next == rows.begin()) {
        return Result();
    }
    const ChunkRow& row = *(next - 1);
    if (at >= row.lastAt) {
        return Result(row.firstPosition + row.frames - 1);
    }
    auto chunk = m_impl->chunkOf(agent, row);
    if (!chunk) {
        return tl::unexpected(std::move(chunk.error()));
    }
    const auto behind = std::ranges::upper_bound((*chunk)->at, at);
    const auto count = static_cast<std::uint64_t>(behind - (*chunk)->at.begin());
    return Result(row.firstPosition + std::max<std::uint64_t>(count, 1) - 1);
}

Expected<std::optional<SessionFrame>> SessionReader::frameAt(TrackId agent, nanoseconds at) {
    auto position = positionAt(agent, at);
    if (!position) {
        return tl::unexpected(std::move(position.error()));
    }
    if (!*position) {
        return std::optional<SessionFrame>();
    }
    auto found = frame(agent, **position);
    if (!found) {
        return tl::unexpected(std::move(found.error()));
    }
    return std::optional(std::move(*found));
}

Expected<std::vector<OutputLine>> SessionReader::outputs(nanoseconds from, nanoseconds to,
                                                         std::size_t limit) const {
    return readOutputs(m_impl->m_file.database, from, to, limit);
}

Expected<std::vector<OutputLine>> SessionReader::outputsBefore(nanoseconds to,
                                                               std::size_t limit) const {
    return readLastOutputs(m_impl->m_file.database, to, limit);
}

Expected<std::vector<DrawingDatagram>> SessionReader::drawings(nanoseconds from, nanoseconds to,
                                                               std::size_t limit) const {
    return readDrawings(m_impl->m_file.database, from, to, limit);
}

Expected<std::vector<TrainerOrder>> SessionReader::orders() const {
    return readOrders(m_impl->m_file.database);
}

Expected<std::vector<ProcessEvent>> SessionReader::processEvents() const {
    return readProcessEvents(m_impl->m_file.database);
}

const std::vector<MatchLogEntry>& SessionReader::matchLogs() const {
    return m_impl->m_logs;
}

std::size_t SessionReader::markCount(std::size_t log) const {
    return log < m_impl->m_marks.size() ? m_impl->m_marks[log].count() : 0;
}

std::uint64_t SessionReader::markRows() const {
    return m_impl->m_markRows;
}

std::optional<nanoseconds> SessionReader::timeOfMatchFrame(std::size_t log, double frame) const {
    return log < m_impl->m_marks.size() ? m_impl->m_marks[log].timeOf(frame) : std::nullopt;
}

std::optional<MatchPlace> SessionReader::matchPlaceAt(nanoseconds at) const {
    const auto& logs = m_impl->m_logs;
    const auto next = std::ranges::upper_bound(logs, at, {}, &MatchLogEntry::at);
    const auto log =
        static_cast<std::size_t>(next == logs.begin() ? 0 : std::distance(logs.begin(), next) - 1);
    if (log >= m_impl->m_marks.size()) {
        return std::nullopt;
    }
    const auto frame = m_impl->m_marks[log].frameAt(at);
    return frame ? std::optional(MatchPlace{log, *frame}) : std::nullopt;
}

Expected<std::vector<std::string>> SessionReader::checkIntegrity() const {
    std::vector<std::string> found;
    const auto done = m_impl->query("PRAGMA integrity_check(20)", {}, [&](const Statement& row) {
        if (row.text(0) != "ok") {
            found.emplace_back(row.text(0));
        }
    });
    if (!done) {
        return tl::unexpected(done.error().inFile(m_impl->m_path.string()));
    }
    return found;
}

std::uint64_t SessionReader::decodedChunks() const {
    return m_impl->m_decoded;
}

} // namespace sideline::logs
