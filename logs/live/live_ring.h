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
    std::filesystem::path directory;                  ///< of rings only; made if it is not there
    std::uint64_t maxBytes = std::uint64_t{2} << 30U; ///< kept on disk; the oldest goes
    /// Kept or given up as a whole; each such segment begins with a full scene.
    std::uint64_t intervalBytes = std::uint64_t{64} << 20U;
    double stepS = 0.04; ///< usual time between two messages
    /// Robots that the match may show, besides the usual ones; may be null.
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots{};
    LineFile::Write write{}; ///< for tests
};

/// A message that came, and what is known after it.
struct RingMessage {
    std::string_view text; ///< as it was received, without length prefix or line break
    monitor::MessageKind kind = monitor::MessageKind::Difference;
    std::int64_t arrivalNs = 0; ///< steady clock; must ascend
    double recordTimeS = 0.0;   ///< server time since the first message; must ascend
    /// What stands in front of the message in the log: draw datagrams as RoboViz writes them.
    std::string_view drawingPrefix;
    const monitor::GameState* game = nullptr;   ///< after the message
    const monitor::SceneState* scene = nullptr; ///< after the message
};

/// How a ring is doing.
struct RingState {
    FrameNumber frames = 0;         ///< written so far, those that are gone included
    FrameNumber firstFrame = 0;     ///< the first that is kept
    std::uint64_t keptBytes = 0;    ///< on disk
    std::uint64_t lostMessages = 0; ///< not written: faults, and differences that none could read
    std::string fault;              ///< why nothing is written now; empty if all is well
    [[nodiscard]] bool operator==(const RingState&) const = default;
};

/// Everything that a monitor received, on disk, always on: the newest `maxBytes` of it.
///
/// One file that grows; its oldest segments are given back to the disk (as holes), so that a
/// `MatchLog` over it can be read from everywhere at any time. Where the file system knows no
/// holes, the ring begins a new file instead. The file vanishes with the ring; what a program that
/// was killed has left behind is removed by the next ring. Each line goes to the system at once.
///
/// When the disk is full, messages are lost and counted; it is tried again every second.
/// `append` by one thread; everything else by any.
class LiveRing {
public:
    /// Errors: those of making the folder and the file.
    [[nodiscard]] static base::Expected<std::shared_ptr<LiveRing>> create(RingOptions options);
    ~LiveRing();
    LiveRing(const LiveRing&) = delete;
    LiveRing& operator=(const LiveRing&) = delete;

    /// Whether the next message should be a full one; a difference will be replaced by one.
    [[nodiscard]] bool wantsFull() const;
    /// Writes a message that could be decoded.
    void append(const RingMessage& message);
    /// Nothing more will come; what is there can be read as before.
    void finish();

    [[nodiscard]] RingState state() const;
    /// The log of what is kept, growing; null before the first message. Another one after the ring
    /// has begun a new file.
    [[nodiscard]] std::shared_ptr<MatchLog> recording() const;
    /// Arrival of a frame, or nothing if there was no such frame in the present file.
    [[nodiscard]] std::optional<std::int64_t> arrivalNs(FrameNumber frame) const;
    /// Last frame that had arrived by then.
    [[nodiscard]] FrameNumber frameAtArrival(std::int64_t arrivalNs) const;

    /// Writes what is kept, or an interval of record time of it, as a log that RoboViz opens. Takes
    /// its time; meanwhile nothing is given up, so that the ring may grow above its bound. What is
    /// there is replaced when all is written.
    /// Errors: InvalidArgument if nothing was received; those of `OutputFile::create` and `cutLog`.
    [[nodiscard]] base::Expected<void> saveAs(const std::filesystem::path& path,
                                              std::optional<std::pair<double, double>> rangeS,
                                              const ExportProgress& progress,
                                              LeftOut* leftOut = nullptr) const;

    /// Writes everything that comes from now on to another log, too, which stays.
    /// @return number of the first message that it will hold, among all that were written
    /// Errors: those of creating the file.
    base::Expected<FrameNumber> startCopy(const std::filesystem::path& path);
    void endCopy(const std::filesystem::path& path);
    /// Why a copy is not complete; empty if it is, or is not written at all.
    [[nodiscard]] std::string copyFault(const std::filesystem::path& path) const;

private:
    struct Times;
    struct Interval {
        FrameNumber firstFrame;
        std::uint64_t begin;
    };
    // A file, and what its next line has to be.
    struct Output {
        LineFile file;
        bool mustBeFull = true;
        std::string fault{};
    };

    explicit LiveRing(RingOptions options);
    base::Expected<void> openFile();
    bool write(Output& output, const RingMessage& message, bool wantsFullNow);
    void appendToRing(const RingMessage& message);
    bool writeTimed(const RingMessage& message, bool wantsFullNow);
    void openRecording();
    void giveUpOldest();
    void beginAnew();
    [[nodiscard]] bool isIntervalFull() const;

    RingOptions m_options;
    mutable std::mutex m_mutex; // guards all below
    std::unique_ptr<Output> m_output;
    std::map<std::filesystem::path, Output> m_copies;
    std::shared_ptr<Times> m_times;
    std::vector<Interval> m_intervals;
    std::shared_ptr<MatchLog> m_recording;
    RingState m_state;
    std::int64_t m_retryNs = 0; ///< while there is a fault: when to try again
    mutable int m_savers = 0;
    std::string m_line; ///< scratch
};

} // namespace sideline::logs
