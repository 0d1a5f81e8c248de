#include "logs/match/match_log.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"

namespace sideline::logs {

namespace {

using base::ErrorCode;
using base::Expected;

constexpr std::size_t kSniffBytes = 4096;
constexpr FrameNumber kAnalysisChunk = 64; // frames between looks at the stop request

// How far a compressed log may be unpacked: a small file can become a very large one.
class UnpackLimit {
public:
    UnpackLimit(const LogBytes& spool, const LogOptions& options)
        : m_spool(spool), m_options(options) {}

    // Whether `more` bytes can be unpacked as well.
    Expected<void> check(std::uint64_t more) {
        const std::uint64_t size = m_spool.size() + more;
        if (size > m_options.maxUnpackedBytes) {
            return base::failure(
                ErrorCode::LimitExceeded,
                fmt::format("the log is longer than {} bytes, so the rest is not unpacked",
                            m_options.maxUnpackedBytes),
                "a shorter log, or a higher limit for unpacking");
        }
        if (size < m_nextLook) {
            return {};
        }
        const auto free = m_options.freeBytes ? m_options.freeBytes() : m_spool.freeBytes();
        if (!free) {
            return tl::unexpected(free.error());
        }
        if (m_nextLook == 0) {
            m_reserveBytes = std::min(kMostReserveBytes, *free / 10);
        }
        if (*free < m_reserveBytes + more) {
            return base::failure(
                ErrorCode::LimitExceeded,
                fmt::format(
                    "only {} bytes are free in {}, so the log is unpacked only up to byte {}",
                    *free, m_options.spoolDirectory.string(), m_spool.size()),
                "more free disk space, or another unpack folder");
        }
        m_nextLook = size + std::min(kLookBytes, (*free - m_reserveBytes) / 2);
        return {};
    }

private:
    static constexpr std::uint64_t kLookBytes = std::uint64_t{32} << 20U; // between two looks
    static constexpr std::uint64_t kMostReserveBytes = std::uint64_t{512} << 20U;
    const LogBytes& m_spool;
    const LogOptions& m_options;
    std::uint64_t m_nextLook = 0;
    std::uint64_t m_reserveBytes = 0; ///< that stay free
};

// Decides when a growing result is worth a snapshot: each time it has grown by half.
class GrowthSchedule {
public:
    bool due(std::uint64_t size) {
        if (size < m_next) {
            return false;
        }
        m_next = size + size / 2 + 1;
        return true;
    }

private:
    std::uint64_t m_next = 1;
};

} // namespace

MatchLog::MatchLog(std::filesystem::path path, LogOptions options, Listener listener)
    : m_path(std::move(path)),
      m_options(std::move(options)),
      m_listener(std::move(listener)),
      m_analysis(std::make_shared<const LogAnalysis>()) {}

MatchLog::~MatchLog() = default;

Expected<std::shared_ptr<MatchLog>> MatchLog::open(const std::filesystem::path& path,
                                                   const LogOptions& options, Listener listener) {
    std::shared_ptr<MatchLog> log(new MatchLog(path, options, std::move(listener)));
    if (auto opened = log->openBytes(); !opened) {
        return tl::unexpected(opened.error().inFile(path.string()));
    }
    log->m_worker = base::Worker(
        "reading the log", [raw = log.get()](const std::stop_token& stop) { raw->work(stop); },
        [raw = log.get()](const base::Error& error) { raw->fail(error); });
    std::unique_lock lock(log->m_mutex);
    log->m_changed.wait(lock, [&] {
        return log->m_index != nullptr &&
               (log->m_index->frameCount() > 0 || log->m_index->isComplete() ||
                log->m_stage == LogProgress::Stage::Growing);
    });
    if (log->m_index->frameCount() == 0) {
        if (!log->m_index->issues().empty()) {
            return tl::unexpected(log->m_index->issues().front().error);
        }
        auto error = base::failure(ErrorCode::Truncated, "the log has no messages",
                                   "at least one line with a monitor message");
        return tl::unexpected(error.value().inFile(path.string()));
    }
    return log;
}

Expected<void> MatchLog::openBytes() {
    auto file = m_options.isGrowing ? LogBytes::openGrowing(m_path) : LogBytes::openFile(m_path);
    if (!file) {
        return tl::unexpected(std::move(file.error()));
    }
    m_fileSize = (*file)->size();
    if (m_fileSize == 0) {
        return base::failure(ErrorCode::Truncated, "the file is empty", "a monitor log");
    }
    ReadBuffer buffer;
    const auto sniffed = (*file)->read(0, std::min<std::uint64_t>(m_fileSize, kSniffBytes), buffer);
    if (!sniffed) {
        return tl::unexpected(sniffed.error());
    }
    const std::string_view beginning = *sniffed;
    if (!looksPacked(beginning) && looksLikeMonitorLog(beginning)) {
        if (!m_options.entry.empty()) {
            return base::failure(
                ErrorCode::InvalidArgument,
                fmt::format("not an archive, so there is no file '{}'", m_options.entry));
        }
        m_bytes = std::move(*file);
        return {};
    }
    if (m_options.isGrowing) {
        return base::failure(ErrorCode::UnsupportedFormat, "not a log that can grow",
                             "a plain monitor log");
    }
    auto packed = PackedStream::open(m_path, m_options.entry, m_options.maxUnpackedBytes);
    if (!packed) {
        if (looksPacked(beginning)) {
            return tl::unexpected(std::move(packed.error()));
        }
        std::string shown;
        for (const char byte : beginning.substr(0, 16)) {
            const auto value = static_cast<unsigned char>(byte);
            shown += value >= 0x20 && value < 0x7f ? std::string(1, byte)
                                                   : fmt::format("\\x{:02x}", value);
        }
        auto error = base::failure(
            ErrorCode::UnsupportedFormat,
            fmt::format("not a monitor log: it starts with \"{}\"", shown),
            "a log of rcssserver3d, rcssservermj or RoboViz (starting "
            "with '((time', '((RSMP' or '['), or one compressed as gz, bz2, xz, zst, zip or tar");
        error.value().byteOffset = 0;
        return error;
    }
    auto spool = LogBytes::createSpool(m_options.spoolDirectory);
    if (!spool) {
        return tl::unexpected(std::move(spool.error()));
    }
    m_packed = std::move(*packed);
    m_packing = m_packed->packing();
    m_entryName = m_packed->entryName();
    m_bytes = std::move(*spool);
    return {};
}

void MatchLog::work(const std::stop_token& stop) {
    IndexBuilder builder(m_path.string(), m_options.times);
    if (m_options.isGrowing) {
        return grow(builder, stop);
    }
    if (m_packed) {
        indexPacked(builder, stop);
    } else {
        indexPlain(builder, stop);
    }
    publishIndex(builder);
    if (stop.stop_requested()) {
        setStage(LogProgress::Stage::Canceled);
        return;
    }
    if (m_options.analyze && builder.frameCount() > 0) {
        setStage(LogProgress::Stage::Analysing);
        analyze(stop);
    }
    setStage(stop.stop_requested() ? LogProgress::Stage::Canceled : LogProgress::Stage::Done);
}

void MatchLog::indexPlain(IndexBuilder& builder, const std::stop_token& stop) {
    const std::uint64_t size = m_bytes->size();
    LineFeeder feeder(*m_bytes, builder);
    GrowthSchedule schedule;
    Expected<bool> goesOn = true;
    while (goesOn && *goesOn && !stop.stop_requested()) {
        goesOn = feeder.step(size);
        m_fraction = static_cast<double>(builder.indexedBytes()) / static_cast<double>(size);
        if (builder.frameCount() > 0 && schedule.due(builder.indexedBytes())) {
            publishIndex(builder);
        }
    }
    if (!goesOn) {
        builder.addIssue(goesOn.error());
        builder.finish({});
    } else if (!stop.stop_requested()) {
        finishIndex(builder, feeder);
    }
}

// The end of a log, and whether it still is what was indexed.
void MatchLog::finishIndex(IndexBuilder& builder, LineFeeder& feeder) {
    auto finished = feeder.finish(m_bytes->size());
    if (finished) {
        finished = m_bytes->check();
    }
    if (!finished) {
        builder.addIssue(finished.error());
    }
}

void MatchLog::indexPacked(IndexBuilder& builder, const std::stop_token& stop) {
    LineFeeder feeder(*m_bytes, builder);
    UnpackLimit limit(*m_bytes, m_options);
    GrowthSchedule schedule;
    bool isWhole = false;
    while (!isWhole && !stop.stop_requested()) {
        auto bytes = m_packed->read();
        if (bytes && !bytes->empty()) {
            if (auto fits = limit.check(bytes->size()); !fits) {
                bytes = tl::unexpected(std::move(fits.error()));
            } else if (auto kept = m_bytes->append(*bytes); !kept) {
                bytes = tl::unexpected(std::move(kept.error()));
            }
        }
        if (!bytes) {
            builder.addIssue(bytes.error());
            break;
        }
        isWhole = bytes->empty();
        Expected<bool> goesOn = true;
        while (goesOn && *goesOn) {
            goesOn = feeder.step(m_bytes->size());
        }
        if (!goesOn) {
            builder.addIssue(goesOn.error());
            break;
        }
        m_fraction =
            static_cast<double>(m_packed->packedOffset()) / static_cast<double>(m_fileSize);
        if (builder.frameCount() > 0 && schedule.due(builder.indexedBytes())) {
            publishIndex(builder);
        }
    }
    finishIndex(builder, feeder);
    std::vector<std::string> others =
        isWhole ? m_packed->remainingEntries() : std::vector<std::string>();
    const std::scoped_lock lock(m_mutex);
    m_otherEntries = std::move(others);
}

void MatchLog::publishIndex(IndexBuilder& builder) {
    auto snapshot = builder.snapshot();
    {
        const std::scoped_lock lock(m_mutex);
        m_index = std::move(snapshot);
    }
    m_changed.notify_all();
    if (m_listener) {
        m_listener();
    }
}

void MatchLog::publishAnalysis(LogAnalysis analysis) {
    {
        const std::scoped_lock lock(m_mutex);
        m_analysis = std::make_shared<const LogAnalysis>(std::move(analysis));
    }
    m_changed.notify_all();
    if (m_listener) {
        m_listener();
    }
}

void MatchLog::setStage(LogProgress::Stage stage) {
    {
        const std::scoped_lock lock(m_mutex);
        m_stage = stage;
        m_fraction = stage == LogProgress::Stage::Done ? 1.0 : 0.0;
    }
    m_changed.notify_all();
    if (m_listener) {
        m_listener();
    }
}

// What was published stays good; that there is no more is reported as an issue of the log.
void MatchLog::fail(const base::Error& error) {
    const base::Error fault = error.inFile(m_path.string());
    if (const auto known = index(); !known || known->frameCount() == 0) {
        IndexBuilder builder(m_path.string(), m_options.times);
        builder.addIssue(fault);
        builder.finish({});
        publishIndex(builder);
    }
    LogAnalysis reported = *analysis();
    reported.issues.push_back({.severity = LogIssue::Severity::Damage, .error = fault});
    publishAnalysis(std::move(reported));
    setStage(LogProgress::Stage::Canceled);
}

void MatchLog::analyze(const std::stop_token& stop) {
    const LogParts logParts = parts();
    LogAnalyzer analyzer(logParts, m_options.memoryBytes / 2);
    GrowthSchedule schedule;
    const FrameNumber count = logParts.index->frameCount();
    for (FrameNumber frame = 0; frame < count; ++frame) {
        if (frame % kAnalysisChunk == 0) {
            if (stop.stop_requested()) {
                publishAnalysis(analyzer.snapshot(false));
                return;
            }
            m_fraction = static_cast<double>(frame) / static_cast<double>(count);
        }
        auto looked = analyzer.look(frame);
        if (looked && (frame % kAnalysisChunk == 0 || frame + 1 == count)) {
            looked = m_bytes->check();
        }
        if (!looked) { // what was found until then stays, with the reason why it is not all
            analyzer.addLoss(looked.error());
            publishAnalysis(analyzer.snapshot(false));
            return;
        }
        if (frame >= kAnalysisChunk && schedule.due(frame)) {
            publishAnalysis(analyzer.snapshot(false));
        }
    }
    publishAnalysis(analyzer.snapshot(true));
}

std::vector<std::string> MatchLog::otherEntries() const {
    const std::scoped_lock lock(m_mutex);
    return m_otherEntries;
}

std::shared_ptr<const LogIndex> MatchLog::index() const {
    const std::scoped_lock lock(m_mutex);
    return m_index;
}

std::shared_ptr<const LogAnalysis> MatchLog::analysis() const {
    const std::scoped_lock lock(m_mutex);
    return m_analysis;
}

LogProgress MatchLog::progress() const {
    const std::scoped_lock lock(m_mutex);
    return {m_stage, m_fraction};
}

LogParts MatchLog::parts() const {
    const std::scoped_lock lock(m_mutex);
    return {m_bytes, m_index, m_analysis->checkpoints, m_path.string(), m_options.robots};
}

FrameReader MatchLog::makeReader() const {
    return FrameReader(parts(), m_options.memoryBytes / 2);
}

void MatchLog::cancel() {
    m_worker.requestStop();
}

void MatchLog::waitUntilIndexed() const {
    std::unique_lock lock(m_mutex);
    m_changed.wait(
        lock, [&] { return m_index->isComplete() || m_stage == LogProgress::Stage::Canceled; });
}

bool MatchLog::waitUntilIndexed(std::chrono::milliseconds atMost) const {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, atMost, [&] {
        return m_index->isComplete() || m_stage == LogProgress::Stage::Canceled;
    });
}

void MatchLog::waitUntilAnalyzed() const {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] {
        return m_stage == LogProgress::Stage::Done || m_stage == LogProgress::Stage::Canceled;
    });
}

std::filesystem::path defaultSpoolDirectory() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0') {
        return std::filesystem::path(cache) / "sideline";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        return std::filesystem::path(home) / ".cache" / "sideline";
    }
    std::error_code ignored;
    const auto directory = std::filesystem::temp_directory_path(ignored);
    return ignored ? std::filesystem::path("/tmp") : directory;
}

} // namespace sideline::logs
