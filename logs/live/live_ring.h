#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/monitor/scene.h"
#include "logs/live/line_file.h"
#include "logs/match/log_export.h"
#include "logs/match/match_log.h"

namespace sideline::logs {

struct RingOptions {
    std::filesystem::path directory; ///< for ring files only; created if missing
    std::uint64_t maxBytes = std::uint64_t{2}
                             << 30U; ///< maximum size on disk; the oldest segments are dropped
    /// Size of a segment, which is kept or dropped as a whole and begins with a full scene.
    std::uint64_t intervalBytes = std::uint64_t{64} << 20U;
    double stepS = 0.04; ///< typical time between two messages
    /// Robots that may appear in the match in addition to the built-in ones; may be null.
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots{};
    LineFile::Write write{}; ///< test hook
};

/// A received message and the state after it.
struct RingMessage {
    std::string_view text; ///< message as received, without length prefix or line break
    monitor::MessageKind kind = monitor::MessageKind::Difference;
    std::int64_t arrivalNs = 0; ///< steady clock; strictly increasing
    double recordTimeS = 0.0;   ///< server time since the first message; strictly increasing
    /// Text before the message in the log: draw datagrams in RoboViz's format.
    std::string_view drawingPrefix;
    const monitor::GameState* game = nullptr;   ///< state after the message
    const monitor::SceneState* scene = nullptr; ///< state after the message
};

/// State of a ring.
struct RingState {
    FrameNumber frames = 0;      ///< frames written so far, including dropped ones
    FrameNumber firstFrame = 0;  ///< first frame that is still kept
    std::uint64_t keptBytes = 0; ///< on disk
    /// Messages not written because of faults, and differences whose full scene is missing.
    std::uint64_t lostMessages = 0;
    std::string fault; ///< why writing is suspended; empty without a fault
    [[nodiscard]] bool operator==(const RingState&) const = default;
};

/// A bounded recording on disk of everything that a monitor receives: the newest `maxBytes` of it.
///
/// One growing file; its oldest segments are returned to the disk (as holes), so that a `MatchLog`
/// can read all kept frames at any time. On file systems without holes, the ring begins a new file
/// instead. The file is deleted with the ring; files left over by killed programs are removed by
/// the next ring. Each line is passed to the operating system immediately.
///
/// When the disk is full, messages are lost and counted; writing is retried every second. `append`
/// must be called by one thread; all other functions by any.
class LiveRing {
public:
    /// Errors: those of creating the folder and the file.
    [[nodiscard]] static base::Expected<std::shared_ptr<LiveRing>> create(RingOptions options);
    ~LiveRing();
    LiveRing(const LiveRing&) = delete;
    LiveRing& operator=(const LiveRing&) = delete;

    /// Whether the next message should be a full scene; a difference is converted to one.
    [[nodiscard]] bool needsFullScene() const;
    /// Writes a decoded message.
    void append(const RingMessage& message);
    /// Ends the recording and all copies, which are then complete; the kept frames stay readable.
    void finish();

    [[nodiscard]] RingState state() const;
    /// The growing log of the kept frames; null before the first message. Returns a different log
    /// after the ring has begun a new file.
    [[nodiscard]] std::shared_ptr<MatchLog> recording() const;
    /// Arrival time of a frame; none if the current file does not have it.
    [[nodiscard]] std::optional<std::int64_t> arrivalNs(FrameNumber frame) const;
    /// Last frame that had arrived by this time.
    [[nodiscard]] FrameNumber frameAtArrival(std::int64_t arrivalNs) const;

    /// Writes the kept frames, or an interval of record time, as a log that RoboViz can open.
    /// Blocks until done; meanwhile the ring drops nothing and may exceed its bound. Replaces an
    /// existing file only after everything is written.
    /// Errors: InvalidArgument if nothing was received; those of `OutputFile::create` and `cutLog`.
    [[nodiscard]] base::Expected<void> saveAs(const std::filesystem::path& path,
                                              std::optional<std::pair<double, double>> rangeS,
                                              const ExportProgress& progress,
                                              ExportOmissions* omissions = nullptr) const;

    /// Starts a permanent copy of all messages from now on in another log. A file that ends in
    /// `.zst` is compressed as it grows, in blocks of at most a second, so that it is readable at
    /// any time.
    /// @return index of its first message among all written messages
    /// Errors: those of creating the file.
    base::Expected<FrameNumber> startCopy(const std::filesystem::path& path);
    void endCopy(const std::filesystem::path& path);

private:
    struct Times;
    struct Interval {
        FrameNumber firstFrame;
        std::uint64_t begin;
    };
    // An output file and the kind of line that it needs next.
    struct Output {
        LineFile file;
        bool mustBeFull = true;
        std::string fault{};
        bool isPacked = false;
        std::string pending{};      ///< lines to pack
        std::int64_t pendingNs = 0; ///< arrival of the first pending line
    };

    explicit LiveRing(RingOptions options);
    base::Expected<void> openFile();
    bool write(Output& output, const RingMessage& message, bool needsFullNow);
    base::Expected<void> writeLine(Output& output, std::int64_t arrivalNs);
    static void writePending(Output& output);
    void appendToRing(const RingMessage& message);
    bool writeTimed(const RingMessage& message, bool needsFullNow);
    void openRecording();
    void dropOldest();
    void startNewFile();
    [[nodiscard]] bool isIntervalFull() const;

    RingOptions m_options;
    mutable std::mutex m_mutex; // guards everything below
    std::unique_ptr<Output> m_output;
    std::map<std::filesystem::path, Output> m_copies;
    std::shared_ptr<Times> m_times;
    std::vector<Interval> m_intervals;
    std::shared_ptr<MatchLog> m_recording;
    RingState m_state;
    std::int64_t m_retryNs = 0; ///< next attempt after a fault
    mutable int m_savers = 0;
    std::string m_line; ///< scratch
};

} // namespace sideline::logs
