#include "logs/match/match_log.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"

namespace sideline::logs {

namespace {

using base::ErrorCode;
using base::Expected;

constexpr FrameNumber kAnalysisChunk = 64; // frames between checks of the stop request

// Limits the size of unpacked logs: a small file can expand to a very large one.
class UnpackLimit {
public:
    UnpackLimit(const LogBytes& spool, const LogOptions& options)
        : m_spool(spool), m_options(options) {}

    // Checks whether `more` bytes may be unpacked.
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
            m_reserveBytes = std::min(kMaxReserveBytes, *free / 10);
        }
        if (*free < m_reserveBytes + more) {
            return base::failure(
                ErrorCode::LimitExceeded,
                fmt::format(
                    "only {} bytes are free in {}, so the log is unpacked only up to byte {}",
                    *free, m_options.spoolDirectory.string(), m_spool.size()),
                "more free disk space, or another unpack folder");
        }
        m_nextLook = size + std::min(kCheckIntervalBytes, (*free - m_reserveBytes) / 2);
        return {};
    }

private:
    static constexpr std::uint64_t kCheckIntervalBytes = std::uint64_t{32}
                                                         << 20U; // bytes between two checks
    static constexpr std::uint64_t kMaxReserveBytes = std::uint64_t{512} << 20U;
    const LogBytes& m_spool;
    const LogOptions& m_options;
    std::uint64_t m_nextLook = 0;
    std::uint64_t m_reserveBytes = 0; ///< free space to preserve
};

// Decides when a growing result is published: each time it has grown by half.
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
    auto source = openLogSource(path, options);
    if (!source) {
        return tl::unexpected(source.error().inFile(path.string()));
    }
    log->m_bytes = std::move(source->bytes);
    log->m_packed = std::move(source->packed);
    log->m_fileSize = source->fileSize;
    if (log->m_packed) {
        log->m_packing = log->m_packed->packing();
        log->m_entryName = log->m_packed->entryName();
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
    Expected<bool> hasLine = true;
    while (hasLine && *hasLine && !stop.stop_requested()) {
        hasLine = feeder.step(size);
        m_fraction = static_cast<double>(builder.indexedBytes()) / static_cast<double>(size);
        if (builder.frameCount() > 0 && schedule.due(builder.indexedBytes())) {
            publishIndex(builder);
        }
    }
    if (!hasLine) {
        builder.addIssue(hasLine.error());
        builder.finish({});
    } else if (!stop.stop_requested()) {
        finishIndex(builder, feeder);
    }
}

// Completes the index, and checks that the file is unchanged.
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
        Expected<bool> hasLine = true;
        while (hasLine && *hasLine) {
            hasLine = feeder.step(m_bytes->size());
        }
        if (!hasLine) {
            builder.addIssue(hasLine.error());
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

// Published results stay valid; the fault is reported as an issue of the log.
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
        auto processed = analyzer.process(frame);
        if (processed && (frame % kAnalysisChunk == 0 || frame + 1 == count)) {
            processed = m_bytes->check();
        }
        if (!processed) { // keeps the partial result, with the reason why it is incomplete
            analyzer.addLoss(processed.error());
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

} // namespace sideline::logs
