#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/worker.h"
#include "logs/match/byte_stream.h"
#include "logs/match/events.h"
#include "logs/match/frame_reader.h"
#include "logs/match/line_feeder.h"
#include "logs/match/log_analyzer.h"
#include "logs/match/log_bytes.h"
#include "logs/match/log_index.h"
#include "logs/match/log_state.h"

namespace sideline::logs {

struct LogOptions {
    std::filesystem::path spoolDirectory; ///< where compressed logs are unpacked
    std::string entry;                    ///< file inside an archive; empty: the first log
    /// Memory for checkpoints and decoded frames together; the log's own bytes stay in the file.
    std::size_t memoryBytes = std::size_t{256} << 20U;
    bool analyze = true; ///< whether to look for events and damage after indexing
    /// A compressed log is unpacked no further than this, and only while a tenth of what was free
    /// on the disk stays free (512 MiB, if that is less). What came before can be read.
    std::uint64_t maxUnpackedBytes = kDefaultMaxUnpackedBytes;
    static constexpr std::uint64_t kDefaultMaxUnpackedBytes = std::uint64_t{16} << 30U;
    std::function<base::Expected<std::uint64_t>()> freeBytes{}; ///< of the disk; set by tests
    /// Follows a plain file that somebody appends to, until `finishGrowing`.
    bool isGrowing = false;
    /// Robots that may play, besides those that the program knows; may be null.
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots{};
    RecordTimes times; ///< of a growing log, from whoever writes it
};

struct LogProgress {
    enum class Stage : std::uint8_t { Indexing, Analysing, Done, Canceled, Growing };
    Stage stage = Stage::Indexing;
    double fraction = 0.0; ///< of the stage, 0 to 1
};

/// A match log, opened: what the league's servers and RoboViz write, compressed or not.
///
/// `open` returns as soon as the first frame can be shown. A background thread continues to unpack
/// and index the rest, then to analyze it; both publish growing snapshots. A growing log continues
/// with this until it is finished: what is appended can be read some 20 ms later, at once after
/// `notifyGrown`, and is analyzed soon after. All functions may be called from any thread.
class MatchLog {
public:
    /// Called from the background thread whenever a new snapshot was published.
    using Listener = std::function<void()>;

    /// Errors: NotFound, PermissionDenied, Io, UnsupportedFormat (no log), Truncated or Malformed
    /// (a log without one readable message). A growing log needs one whole line to begin with.
    [[nodiscard]] static base::Expected<std::shared_ptr<MatchLog>> open(
        const std::filesystem::path& path, const LogOptions& options, Listener listener = {});

    /// Stops the background work and waits for it.
    ~MatchLog();
    MatchLog(const MatchLog&) = delete;
    MatchLog& operator=(const MatchLog&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// Compression and archive formats, for display; empty for a plain file.
    [[nodiscard]] const std::string& packing() const { return m_packing; }
    /// File inside the archive, if any.
    [[nodiscard]] const std::string& entryName() const { return m_entryName; }
    /// Other files in the archive, behind the one that was opened; known when indexing is done.
    [[nodiscard]] std::vector<std::string> otherEntries() const;

    /// The index so far; never null, at least one frame.
    [[nodiscard]] std::shared_ptr<const LogIndex> index() const;
    /// The analysis so far; never null.
    [[nodiscard]] std::shared_ptr<const LogAnalysis> analysis() const;
    [[nodiscard]] LogProgress progress() const;
    /// Whether the file still is the one that was opened; see `LogBytes::check`.
    [[nodiscard]] base::Expected<void> check() const { return m_bytes->check(); }
    /// Everything a `FrameReader` needs, as of now.
    [[nodiscard]] LogParts parts() const;
    /// A reader of its own for the calling thread, with half of the memory for decoded frames.
    [[nodiscard]] FrameReader makeReader() const;

    /// Looks at once for what was appended to a growing log.
    void notifyGrown();
    /// The frames of a growing log in front of this one will not be readable any more. They may be
    /// given up once `index()->firstFrame()` has come there.
    /// @param frame one with a full scene
    void dropBefore(FrameNumber frame);
    /// Nobody appends to a growing log any more: it becomes a log like any other.
    void finishGrowing();

    /// Asks the background work to stop; what was published stays good.
    void cancel();
    /// Waits until the index is complete, or the work was canceled. A growing log is complete when
    /// it is finished.
    void waitUntilIndexed() const;
    /// As `waitUntilIndexed`, or until so much time went by. @return whether it is complete
    bool waitUntilIndexed(std::chrono::milliseconds atMost) const;
    /// Waits until the analysis is complete, or the work was canceled.
    void waitUntilAnalyzed() const;
    /// Waits until that many frames can be read, or no more will come.
    /// @return whether there are so many
    bool waitForFrames(FrameNumber count) const;

private:
    MatchLog(std::filesystem::path path, LogOptions options, Listener listener);

    base::Expected<void> openBytes();
    void work(const std::stop_token& stop);
    void indexPlain(IndexBuilder& builder, const std::stop_token& stop);
    void indexPacked(IndexBuilder& builder, const std::stop_token& stop);
    void finishIndex(IndexBuilder& builder, LineFeeder& feeder);
    void analyze(const std::stop_token& stop);
    class Growth;
    void grow(IndexBuilder& builder, const std::stop_token& stop);
    void publishIndex(IndexBuilder& builder);
    void publishAnalysis(LogAnalysis analysis);
    void setStage(LogProgress::Stage stage);
    void fail(const base::Error& error);

    std::filesystem::path m_path;
    LogOptions m_options;
    Listener m_listener;
    std::shared_ptr<LogBytes> m_bytes;
    std::unique_ptr<PackedStream> m_packed; // null for a plain file
    std::string m_packing;
    std::string m_entryName;
    std::uint64_t m_fileSize = 0;

    mutable std::mutex m_mutex; // guards what follows
    mutable std::condition_variable m_changed;
    std::shared_ptr<const LogIndex> m_index;
    std::shared_ptr<const LogAnalysis> m_analysis;
    std::vector<std::string> m_otherEntries;
    std::condition_variable_any m_growthWanted;
    bool m_isPoked = false;
    bool m_isFinishing = false;
    FrameNumber m_dropBefore = 0;
    LogProgress::Stage m_stage = LogProgress::Stage::Indexing;
    std::atomic<double> m_fraction{0.0};
    base::Worker m_worker; // last: stops before the rest goes
};

/// Folder for unpacked logs when the user names none: `$XDG_CACHE_HOME/sideline`, else
/// `$HOME/.cache/sideline`, else the system's folder for temporary files.
[[nodiscard]] std::filesystem::path defaultSpoolDirectory();

} // namespace sideline::logs
