#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "agentcore/base/mailbox.h"
#include "agentcore/base/worker.h"
#include "agentcore/drawing/drawing_board.h"
#include "agentcore/monitor/match_frame.h"
#include "logs/match/drawings.h"
#include "logs/match/match_log.h"

namespace sideline::logs {

/// A request for the display of a log frame.
struct FrameRequest {
    FrameNumber frame = 0;
    double fraction = 0.0; ///< fraction of the way to the next frame, 0 to 1, for interpolation
    double trailS = 0.0;   ///< length of the trail; 0 for none
    /// Number of seeks so far: time advanced continuously between two requests with the same
    /// number.
    std::uint32_t seeks = 0;
};

/// The answer to a request.
struct FetchedFrame {
    FrameRequest request;
    monitor::MatchFramePtr exact;  ///< the logged frame: the source of all displayed numbers
    monitor::MatchFramePtr drawn;  ///< interpolated frame with consistent robots, for drawing
    monitor::MatchFramePtr before; ///< the preceding frame, for speeds; null at the first
    std::vector<monitor::MatchFramePtr> trail; ///< earlier frames, oldest first, `exact` last
    std::optional<base::Error> error;          ///< set if the frame is unavailable
    /// Drawings at `exact`; null if the log has none, or while they are still being read: the
    /// answer is repeated when they are available.
    drawing::DrawingBoardPtr drawings;
    /// Statistics of the drawings' senders; null if `drawings` is null.
    std::shared_ptr<const drawing::DrawingStats> drawingStats;
};

/// Decodes frames of a log in its own thread; only the newest of several requests is served.
class FrameFetcher {
public:
    /// @param log must live as long as the fetcher
    /// @param ready called from the fetcher's thread when `take` has a new answer
    FrameFetcher(std::shared_ptr<const MatchLog> log, std::function<void()> ready);
    /// Waits for the current frame.
    ~FrameFetcher();
    FrameFetcher(const FrameFetcher&) = delete;
    FrameFetcher& operator=(const FrameFetcher&) = delete;

    /// Requests a frame; any thread.
    void request(const FrameRequest& request);
    /// The newest answer since the last call, if any; any thread.
    [[nodiscard]] std::optional<FetchedFrame> take() { return m_answers.take(); }

private:
    void work(const std::stop_token& stop);
    FetchedFrame fetch(FrameReader& reader, const FrameRequest& request);
    [[nodiscard]] static bool addDrawings(DrawingReader& drawings, FetchedFrame& answer);
    base::Expected<monitor::MatchFramePtr> frameOnce(FrameReader& reader, FrameNumber frame);

    std::shared_ptr<const MatchLog> m_log;
    std::function<void()> m_ready;
    std::mutex m_mutex;
    std::condition_variable_any m_requested;
    std::optional<FrameRequest> m_request; // guarded by m_mutex
    base::Mailbox<FetchedFrame> m_answers;
    std::vector<monitor::MatchFramePtr> m_last; ///< frames of the last answer; worker thread only
    base::Worker m_worker;
};

} // namespace sideline::logs
