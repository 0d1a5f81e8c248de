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
#include "logs/match/events.h"
#include "logs/match/frame_reader.h"
#include "logs/match/line_feeder.h"
#include "logs/match/log_analyzer.h"
#include "logs/match/log_index.h"
#include "logs/match/log_source.h"
#include "logs/match/log_state.h"

namespace sideline::logs {

struct LogProgress {
    enum class Stage : std::uint8_t { Indexing, Analysing, Done, Canceled, Growing };
    Stage stage = Stage::Indexing;
    double fraction = 0.0; ///< progress of the stage, 0 to 1
};

/// An opened match log as written by the league's servers or RoboViz, compressed or plain.
///
/// `open` returns as soon as the first frame can be shown. A background thread continues to unpack
/// and index the rest, then analyzes it; both publish growing snapshots. For a growing log this
/// continues until the log is finished: appended frames become readable about 20 ms later, or
/// immediately after `notifyGrown`, and are analyzed soon after. All functions may be called from
/// any thread.
class MatchLog {
public:
    /// Called from the background thread after each published snapshot.
    using Listener = std::function<void()>;

    /// Errors: NotFound, PermissionDenied, Io, UnsupportedFormat (not a log), Truncated or
    /// Malformed (a log without a readable message). A growing log needs at least one complete
    /// line.
    [[nodiscard]] static base::Expected<std::shared_ptr<MatchLog>> open(
        const std::filesystem::path& path, const LogOptions& options, Listener listener = {});

    /// Stops the background work and waits for its end.
    ~MatchLog();
    MatchLog(const MatchLog&) = delete;
    MatchLog& operator=(const MatchLog&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// Compression and archive formats, for display; empty for a plain file.
    [[nodiscard]] const std::string& packing() const { return m_packing; }
    /// File inside the archive; empty for a file that is not an archive.
    [[nodiscard]] const std::string& entryName() const { return m_entryName; }
    /// Other files in the archive, after the opened one; available once indexing is complete.
    [[nodiscard]] std::vector<std::string> otherEntries() const;

    /// The current index; never null, at least one frame.
    [[nodiscard]] std::shared_ptr<const LogIndex> index() const;
    /// The current analysis; never null.
    [[nodiscard]] std::shared_ptr<const LogAnalysis> analysis() const;
    [[nodiscard]] LogProgress progress() const;
    /// Whether the file is unchanged since it was opened; see `LogBytes::check`.
    [[nodiscard]] base::Expected<void> check() const { return m_bytes->check(); }
    /// The current inputs of a `FrameReader`.
    [[nodiscard]] LogParts parts() const;
    /// Creates a reader for the calling thread, with half of the memory for decoded frames.
    [[nodiscard]] FrameReader makeReader() const;

    /// Checks a growing log for new bytes immediately.
    void notifyGrown();
    /// Drops the frames of a growing log before this one. Their bytes may be deleted once
    /// `index()->firstFrame()` has reached it.
    /// @param frame a frame with a full scene
    void dropBefore(FrameNumber frame);
    /// Ends the growth of a log, which becomes a static one.
    void finishGrowing();

    /// Requests the end of the background work; published results stay valid.
    void cancel();
    /// Waits until the index is complete or the work was canceled. A growing log is complete once
    /// it is finished.
    void waitUntilIndexed() const;
    /// Like `waitUntilIndexed`, with a timeout. @return whether the index is complete
    bool waitUntilIndexed(std::chrono::milliseconds atMost) const;
    /// Waits until the analysis is complete or the work was canceled.
    void waitUntilAnalyzed() const;
    /// Waits until `count` frames are readable, or until no further frames can arrive.
    /// @return whether there are that many
    bool waitForFrames(FrameNumber count) const;

private:
    MatchLog(std::filesystem::path path, LogOptions options, Listener listener);

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

    mutable std::mutex m_mutex; // guards the members below
    mutable std::condition_variable m_changed;
    std::shared_ptr<const LogIndex> m_index;
    std::shared_ptr<const LogAnalysis> m_analysis;
    std::vector<std::string> m_otherEntries;
    std::condition_variable_any m_growthRequested;
    bool m_isPoked = false;
    bool m_isFinishing = false;
    FrameNumber m_dropBefore = 0;
    LogProgress::Stage m_stage = LogProgress::Stage::Indexing;
    std::atomic<double> m_fraction{0.0};
    base::Worker m_worker; // last member: stopped before the others are destroyed
};

} // namespace sideline::logs
