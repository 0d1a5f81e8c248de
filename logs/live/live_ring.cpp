#include "logs/live/live_ring.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>
#include <zstd.h>

#include "agentcore/monitor/encoder.h"
#include "logs/match/growing_column.h"

namespace sideline::logs {

namespace {

using base::ErrorCode;
using base::Expected;
using monitor::MessageKind;

constexpr std::int64_t kRetryNs = 1'000'000'000;
constexpr std::string_view kPrefix = "live-";
constexpr int kMaxFiles = 10000; // per process
constexpr std::uint64_t kPageBytes = 4096;
constexpr std::int64_t kPackedNs = 900'000'000; // less than a second, including the next message
constexpr std::size_t kMaxPendingBytes = std::size_t{4} << 20U;
constexpr int kCopyLevel = 6; // takes 2 ms for one second of a match of 11 against 11

// Appends lines as a complete zstd frame.
Expected<void> appendPacked(LineFile& file, std::string& lines) {
    std::string packed(ZSTD_compressBound(lines.size()), '\0');
    const std::size_t size =
        ZSTD_compress(packed.data(), packed.size(), lines.data(), lines.size(), kCopyLevel);
    lines.clear();
    if (ZSTD_isError(size) != 0U) {
        return base::failure(ErrorCode::Io,
                             fmt::format("cannot compress the log: {}", ZSTD_getErrorName(size)));
    }
    packed.resize(size);
    return file.append(packed);
}

} // namespace

// Shared with the log, which may outlive the ring.
struct LiveRing::Times {
    mutable std::mutex mutex;
    GrowingColumn<std::int64_t> arrivalNs;
    GrowingColumn<double> recordTimeS;
};

LiveRing::LiveRing(RingOptions options) : m_options(std::move(options)) {}

LiveRing::~LiveRing() {
    finish();
    if (m_output) {
        std::error_code ignored;
        std::filesystem::remove(m_output->file.path(), ignored);
    }
}

Expected<std::shared_ptr<LiveRing>> LiveRing::create(RingOptions options) {
    std::error_code failed;
    std::filesystem::create_directories(options.directory, failed);
    if (failed) {
        auto error = base::failure(
            ErrorCode::Io, fmt::format("cannot create the recordings folder: {}", failed.message()),
            "a writable folder");
        return tl::unexpected(error.value().inFile(options.directory.string()));
    }
    removeLeftovers(options.directory, kPrefix);
    std::shared_ptr<LiveRing> ring(new LiveRing(std::move(options)));
    if (auto opened = ring->openFile(); !opened) {
        return tl::unexpected(std::move(opened.error()));
    }
    return ring;
}

Expected<void> LiveRing::openFile() {
    base::Error error;
    for (int number = 0; number < kMaxFiles; ++number) {
        const auto path =
            m_options.directory / fmt::format("{}{}-{}.log", kPrefix, ::getpid(), number);
        std::error_code ignored;
        if (std::filesystem::exists(path, ignored)) {
            continue;
        }
        auto file = LineFile::create(path, LineFile::Mode::CreateLocked, m_options.write);
        if (file) {
            m_output = std::make_unique<Output>(Output{std::move(*file)});
            m_times = std::make_shared<Times>();
            m_intervals.clear();
            m_state.frames = 0;
            m_state.firstFrame = 0;
            m_state.keptBytes = 0;
            return {};
        }
        error = file.error();
        if (error.code != ErrorCode::Io) {
            break;
        }
    }
    return tl::unexpected(std::move(error));
}

bool LiveRing::isIntervalFull() const {
    return m_intervals.empty() ||
           m_output->file.size() - m_intervals.back().begin >= m_options.intervalBytes;
}

bool LiveRing::needsFullScene() const {
    const std::scoped_lock lock(m_mutex);
    return m_output->mustBeFull || isIntervalFull() ||
           std::ranges::any_of(m_copies, [](const auto& copy) { return copy.second.mustBeFull; });
}

// Writes a message as a line; as a full scene if one is needed and possible.
bool LiveRing::write(Output& output, const RingMessage& message, bool needsFullNow) {
    const bool replaces = message.kind != MessageKind::Full &&
                          (output.mustBeFull || needsFullNow) && message.game != nullptr &&
                          message.scene != nullptr && message.scene->structure != nullptr &&
                          !message.scene->outOfSync;
    if (message.kind != MessageKind::Full && output.mustBeFull && !replaces) {
        return false; // a difference without its scene cannot be decoded
    }
    m_line.assign(message.drawingPrefix);
    const std::size_t begin = m_line.size();
    if (replaces) {
        m_line += monitor::encodeFullMessage(*message.game, *message.scene);
    } else {
        m_line += message.text;
    }
    std::replace(m_line.begin() + static_cast<std::ptrdiff_t>(begin), m_line.end(), '\n', ' ');
    m_line += '\n';
    if (auto written = writeLine(output, message.arrivalNs); !written) {
        output.fault = written.error().toString();
        output.mustBeFull = true;
        return false;
    }
    output.fault.clear();
    output.mustBeFull = false;
    return true;
}

Expected<void> LiveRing::writeLine(Output& output, std::int64_t arrivalNs) {
    if (!output.isPacked) {
        return output.file.append(m_line);
    }
    if (output.pending.empty()) {
        output.pendingNs = arrivalNs;
    }
    output.pending += m_line;
    const bool isDue = arrivalNs - output.pendingNs >= kPackedNs;
    return isDue || output.pending.size() >= kMaxPendingBytes
               ? appendPacked(output.file, output.pending)
               : Expected<void>();
}

void LiveRing::writePending(Output& output) {
    if (!output.pending.empty()) {
        // On a full disk, the last messages are lost like those before them.
        static_cast<void>(appendPacked(output.file, output.pending));
    }
}

void LiveRing::append(const RingMessage& message) {
    bool isFirst = false;
    {
        const std::scoped_lock lock(m_mutex);
        appendToRing(message);
        for (auto& [path, copy] : m_copies) {
            write(copy, message, false);
        }
        isFirst = m_recording == nullptr && m_state.frames > 0;
    }
    if (isFirst) {
        // Without the lock: this waits for the log's thread, which locks to read times.
        openRecording();
    }
}

void LiveRing::appendToRing(const RingMessage& message) {
    if (!m_state.fault.empty() && message.arrivalNs < m_retryNs) {
        ++m_state.lostMessages;
        return;
    }
    const bool beginsInterval = isIntervalFull();
    const std::uint64_t begin = m_output->file.size();
    const bool canBegin = message.kind == MessageKind::Full ||
                          (message.scene != nullptr && !message.scene->outOfSync &&
                           message.scene->structure != nullptr);
    if (!writeTimed(message, beginsInterval)) {
        ++m_state.lostMessages;
        m_state.fault = m_output->fault;
        m_retryNs = message.arrivalNs + kRetryNs;
        return;
    }
    m_state.fault.clear();
    if (beginsInterval && canBegin) {
        m_intervals.push_back({m_state.frames, begin});
    }
    ++m_state.frames;
    m_state.keptBytes += m_output->file.size() - begin;
    if (m_state.keptBytes > m_options.maxBytes && m_intervals.size() > 1 && m_savers == 0) {
        dropOldest();
    }
}

// Locks the times while writing: a reader of the line that requests its time waits until it is
// stored.
bool LiveRing::writeTimed(const RingMessage& message, bool needsFullNow) {
    const std::scoped_lock lock(m_times->mutex);
    if (!write(*m_output, message, needsFullNow)) {
        return false;
    }
    m_times->arrivalNs.push_back(message.arrivalNs);
    m_times->recordTimeS.push_back(message.recordTimeS);
    return true;
}

void LiveRing::dropOldest() {
    if (!m_recording) {
        return;
    }
    // Waits until the log has dropped the frames: it may still be reading them.
    const FrameNumber known = m_recording->index()->firstFrame();
    while (m_intervals.size() > 1 && m_intervals[1].firstFrame <= known) {
        // A page shared by two segments is deallocated with the second one.
        const std::uint64_t from = m_intervals[0].begin / kPageBytes * kPageBytes;
        const std::uint64_t to = m_intervals[1].begin / kPageBytes * kPageBytes;
        if (to > from && !m_output->file.punch(from, to)) {
            return startNewFile();
        }
        m_state.keptBytes -= m_intervals[1].begin - m_intervals[0].begin;
        m_state.firstFrame = m_intervals[1].firstFrame;
        m_intervals.erase(m_intervals.begin());
    }
    std::size_t first = 0; // first segment to keep
    std::uint64_t kept = m_state.keptBytes;
    while (kept > m_options.maxBytes && first + 1 < m_intervals.size()) {
        kept -= m_intervals[first + 1].begin - m_intervals[first].begin;
        ++first;
    }
    if (first > 0) {
        m_recording->dropBefore(m_intervals[first].firstFrame);
    }
}

// Begins a new file, on file systems that do not support sparse files.
void LiveRing::startNewFile() {
    m_recording->finishGrowing();
    m_recording.reset();
    const std::filesystem::path old = m_output->file.path();
    if (auto opened = openFile(); !opened) {
        m_state.fault = opened.error().toString();
        return;
    }
    std::error_code ignored;
    std::filesystem::remove(old, ignored);
}

void LiveRing::openRecording() {
    LogOptions options;
    options.isGrowing = true;
    options.times.stepS = m_options.stepS;
    options.robots = m_options.robots;
    std::filesystem::path path;
    {
        const std::scoped_lock lock(m_mutex);
        path = m_output->file.path();
        options.times.timeS = [times = m_times](FrameNumber frame) {
            const std::scoped_lock guard(times->mutex);
            const auto& all = times->recordTimeS;
            return all.empty() ? 0.0 : all[std::min<std::size_t>(frame, all.size() - 1)];
        };
    }
    auto log = MatchLog::open(path, options);
    const std::scoped_lock lock(m_mutex);
    if (log) {
        m_recording = std::move(*log);
    } else {
        m_state.fault = log.error().toString();
    }
}

void LiveRing::finish() {
    const std::scoped_lock lock(m_mutex);
    if (m_recording) {
        m_recording->finishGrowing();
    }
    for (auto& [path, copy] : m_copies) {
        writePending(copy);
    }
    m_copies.clear();
}

RingState LiveRing::state() const {
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

std::shared_ptr<MatchLog> LiveRing::recording() const {
    const std::scoped_lock lock(m_mutex);
    return m_recording;
}

std::optional<std::int64_t> LiveRing::arrivalNs(FrameNumber frame) const {
    const std::scoped_lock lock(m_mutex);
    const std::scoped_lock timesLock(m_times->mutex);
    if (frame >= m_times->arrivalNs.size()) {
        return std::nullopt;
    }
    return m_times->arrivalNs[frame];
}

FrameNumber LiveRing::frameAtArrival(std::int64_t arrivalNs) const {
    const std::scoped_lock lock(m_mutex);
    const std::scoped_lock timesLock(m_times->mutex);
    const std::size_t behind = m_times->arrivalNs.upperBound(arrivalNs);
    return behind == 0 ? 0 : static_cast<FrameNumber>(behind - 1);
}

Expected<void> LiveRing::saveAs(const std::filesystem::path& path,
                                std::optional<std::pair<double, double>> rangeS,
                                const ExportProgress& progress, ExportOmissions* omissions) const {
    std::shared_ptr<MatchLog> log;
    FrameNumber written = 0;
    {
        const std::scoped_lock lock(m_mutex);
        log = m_recording;
        written = m_state.frames;
        ++m_savers;
    }
    const auto save = [&]() -> Expected<void> {
        if (!log) {
            return base::failure(ErrorCode::InvalidArgument, "nothing received yet",
                                 "a match being watched");
        }
        auto file = base::OutputFile::create(path, {.mayReplace = true, .inputs = {log->path()}});
        if (!file) {
            return tl::unexpected(std::move(file.error()));
        }
        log->notifyGrown();
        log->waitForFrames(written);
        FrameReader reader = log->makeReader();
        const LogIndex& index = *reader.parts().index;
        FrameRange range{index.firstFrame(), index.frameCount() - 1};
        if (rangeS) {
            range.first = std::max(range.first, index.frameAtRecordTime(rangeS->first));
            range.last = std::max(range.first, index.frameAtRecordTime(rangeS->second));
        }
        return cutLog(reader, range, std::move(*file), progress, omissions);
    };
    auto saved = save();
    const std::scoped_lock lock(m_mutex);
    --m_savers;
    return saved;
}

Expected<FrameNumber> LiveRing::startCopy(const std::filesystem::path& path) {
    auto file = LineFile::create(path, LineFile::Mode::Replace, m_options.write);
    if (!file) {
        return tl::unexpected(std::move(file.error()));
    }
    const std::scoped_lock lock(m_mutex);
    Output copy{std::move(*file)};
    copy.isPacked = path.extension() == ".zst";
    m_copies.insert_or_assign(path, std::move(copy));
    return m_state.frames;
}

void LiveRing::endCopy(const std::filesystem::path& path) {
    const std::scoped_lock lock(m_mutex);
    const auto copy = m_copies.find(path);
    if (copy == m_copies.end()) {
        return;
    }
    writePending(copy->second);
    m_copies.erase(copy);
}

} // namespace sideline::logs
