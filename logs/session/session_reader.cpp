#include "logs/session/session_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "logs/session/chunk_cache.h"
#include "logs/session/session_file.h"
#include "logs/session/session_lists.h"

namespace sideline::logs {

using base::ErrorCode;
using base::Expected;
using std::chrono::nanoseconds;

class SessionReader::Impl {
public:
    Impl(std::filesystem::path path, SessionFile file, std::size_t cacheBytes)
        : m_path(std::move(path)),
          m_file(std::move(file)),
          m_tables(m_path, m_file.version),
          m_cache(cacheBytes) {
        for (base::Error& error : m_file.damage) {
            m_tables.note(std::move(error));
        }
    }

    Expected<bool> refresh();
    Expected<std::shared_ptr<const FrameChunk>> chunkOf(TrackId agent, const ChunkRow& row);

    std::filesystem::path m_path;
    SessionFile m_file;
    SessionTables m_tables;
    std::uint64_t m_decoded = 0;

private:
    ChunkCache m_cache;
    std::int64_t m_version = -1; ///< SQLite's `data_version`
};

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
    // Reads all tables in one transaction.
    if (auto begun = m_file.database.execute("BEGIN"); !begun) {
        return tl::unexpected(begun.error().inFile(m_path.string()));
    }
    m_tables.load(m_file.database);
    static_cast<void>(m_file.database.execute("COMMIT"));
    m_version = *version;
    return true;
}

Expected<std::shared_ptr<const FrameChunk>> SessionReader::Impl::chunkOf(TrackId agent,
                                                                         const ChunkRow& row) {
    if (auto cached = m_cache.find(row.id)) {
        return cached;
    }
    Expected<FrameChunk> chunk =
        base::failure(ErrorCode::Malformed, "its frames are missing", "a row in the table");
    const auto done = m_file.database.query(
        "SELECT blob FROM chunk_data WHERE id = ?",
        [&](Statement& statement) { statement.bind(1, row.id); },
        [&](const Statement& found) { chunk = readFrameChunk(found.blob(0), m_tables.robots()); });
    if (!done) {
        chunk = tl::unexpected(done.error());
    } else if (chunk && (chunk->frames.size() != row.frames ||
                         chunk->agent != static_cast<std::uint32_t>(agent.value()))) {
        chunk =
            base::failure(ErrorCode::Malformed,
                          fmt::format("{} frames of agent {}", chunk->frames.size(), chunk->agent),
                          fmt::format("{} frames of agent {}, according to table chunk", row.frames,
                                      agent.value()));
    }
    if (!chunk) {
        base::Error error = chunk.error();
        error.message = fmt::format("table chunk_data, row {} ({}, frames {} to {}): {}", row.id,
                                    m_tables.agents()[agent.index()].name, row.firstPosition,
                                    row.firstPosition + row.frames - 1, error.message);
        error.file = m_path.string();
        m_tables.note(error);
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
    return m_impl->m_tables.info();
}

bool SessionReader::isComplete() const {
    return m_impl->m_tables.isComplete();
}

bool SessionReader::hasJournal() const {
    return m_impl->m_file.hasJournal;
}

std::int32_t SessionReader::version() const {
    return m_impl->m_file.version;
}

const std::vector<base::Error>& SessionReader::damage() const {
    return m_impl->m_tables.damage();
}

nanoseconds SessionReader::begin() const {
    return m_impl->m_tables.begin();
}

nanoseconds SessionReader::end() const {
    return m_impl->m_tables.end();
}

Expected<bool> SessionReader::refresh() {
    return m_impl->refresh();
}

const std::vector<AgentTrack>& SessionReader::agents() const {
    return m_impl->m_tables.agents();
}

const std::vector<robot::RobotModelPtr>& SessionReader::robots() const {
    return m_impl->m_tables.robots().models();
}

std::optional<TrackId> SessionReader::findAgent(std::string_view name) const {
    const auto found = std::ranges::find(agents(), name, &AgentTrack::name);
    return found == agents().end() ? std::nullopt : std::optional(found->id);
}

const std::array<RecordCount, kRecordKindCount>& SessionReader::counts() const {
    return m_impl->m_tables.counts();
}

const std::vector<DropSpan>& SessionReader::drops() const {
    return m_impl->m_tables.drops();
}

Expected<SessionFrame> SessionReader::frame(TrackId agent, std::uint64_t position) {
    const std::uint64_t frames =
        m_impl->m_tables.hasAgent(agent) ? agents()[agent.index()].frames : 0;
    if (position >= frames) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("no frame {} of agent {}", position, agent.value()),
                             fmt::format("one of {} frames", frames));
    }
    const ChunkRow* row = m_impl->m_tables.rowOf(agent, position);
    auto chunk = m_impl->chunkOf(agent, *row);
    if (!chunk) {
        return tl::unexpected(std::move(chunk.error()));
    }
    const auto place = static_cast<std::size_t>(position - row->firstPosition);
    return SessionFrame{(*chunk)->frames[place], (*chunk)->at[place], position};
}

Expected<std::optional<std::uint64_t>> SessionReader::positionAt(TrackId agent, nanoseconds at) {
    using Result = std::optional<std::uint64_t>;
    if (!m_impl->m_tables.hasAgent(agent)) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("unknown agent {}", agent.value()));
    }
    const auto& rows = m_impl->m_tables.chunks(agent);
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

Expected<std::vector<BeliefDatagram>> SessionReader::beliefs() const {
    return version() < kFirstWithBeliefs ? std::vector<BeliefDatagram>()
                                         : readBeliefs(m_impl->m_file.database);
}

Expected<std::vector<TrainerOrder>> SessionReader::orders() const {
    return readOrders(m_impl->m_file.database);
}

Expected<std::vector<ProcessEvent>> SessionReader::processEvents() const {
    return readProcessEvents(m_impl->m_file.database);
}

const std::vector<MatchLogEntry>& SessionReader::matchLogs() const {
    return m_impl->m_tables.matchLogs();
}

std::filesystem::path SessionReader::matchLogFile() const {
    if (matchLogs().empty()) {
        return {};
    }
    auto log = path().parent_path() / matchLogs().front().name;
    std::error_code missing;
    const auto bytes = std::filesystem::file_size(log, missing);
    return !missing && bytes > 0 ? log : std::filesystem::path();
}

std::size_t SessionReader::markCount(std::size_t log) const {
    const auto& marks = m_impl->m_tables.marks();
    return log < marks.size() ? marks[log].count() : 0;
}

std::uint64_t SessionReader::markRows() const {
    return m_impl->m_tables.markRows();
}

Expected<std::uint64_t> SessionReader::rowCount(RecordKind kind) const {
    constexpr std::array<const char*, kRecordKindCount> kCounts = {
        "SELECT sum(frames) FROM chunk", "SELECT count(*) FROM output",
        "SELECT count(*) FROM drawing",  "SELECT count(*) FROM trainer",
        "SELECT count(*) FROM process",  "SELECT count(*) FROM match_log",
        "SELECT count(*) FROM mark",     "SELECT count(*) FROM belief"};
    if (kind == RecordKind::Belief && version() < kFirstWithBeliefs) {
        return 0U;
    }
    auto rows = m_impl->m_file.database.number(kCounts[static_cast<std::size_t>(kind)]);
    if (!rows) {
        return tl::unexpected(rows.error().inFile(m_impl->m_path.string()));
    }
    return countFrom(*rows);
}

Expected<std::vector<std::uint64_t>> SessionReader::framesWithoutBytes() const {
    std::vector<std::uint64_t> frames(agents().size(), 0);
    const auto done = m_impl->m_file.database.query(
        "SELECT agent, frames FROM chunk WHERE NOT EXISTS "
        "(SELECT 1 FROM chunk_data WHERE chunk_data.id = chunk.id)",
        {}, [&](const Statement& row) {
            if (row.integer(0) >= 0 && countFrom(row.integer(0)) < frames.size()) {
                frames[countFrom(row.integer(0))] += countFrom(row.integer(1));
            }
        });
    if (!done) {
        return tl::unexpected(done.error().inFile(m_impl->m_path.string()));
    }
    return frames;
}

std::optional<nanoseconds> SessionReader::timeOfMatchFrame(std::size_t log, double frame) const {
    const auto& marks = m_impl->m_tables.marks();
    return log < marks.size() ? marks[log].timeOf(frame) : std::nullopt;
}

std::optional<MatchPlace> SessionReader::matchPlaceAt(nanoseconds at) const {
    const auto& logs = m_impl->m_tables.matchLogs();
    const auto next = std::ranges::upper_bound(logs, at, {}, &MatchLogEntry::at);
    const auto log =
        static_cast<std::size_t>(next == logs.begin() ? 0 : std::distance(logs.begin(), next) - 1);
    const auto& marks = m_impl->m_tables.marks();
    if (log >= marks.size()) {
        return std::nullopt;
    }
    const auto frame = marks[log].frameAt(at);
    return frame ? std::optional(MatchPlace{log, *frame}) : std::nullopt;
}

Expected<std::vector<std::string>> SessionReader::checkIntegrity() const {
    std::vector<std::string> found;
    const auto done =
        m_impl->m_file.database.query("PRAGMA integrity_check(20)", {}, [&](const Statement& row) {
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
