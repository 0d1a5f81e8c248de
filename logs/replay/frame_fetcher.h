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

/// What a screen wants to show of a log.
struct FrameRequest {
    FrameNumber frame = 0;
    double fraction = 0.0; ///< of the way to the next frame, 0 to 1, for smooth drawing
    double trailS = 0.0;   ///< how far back the past is wanted; 0 for none
    /// How often whoever asks has sought: between two frames of one number time ran on by itself.
    std::uint32_t seeks = 0;
};

/// The answer to a request.
struct FetchedFrame {
    FrameRequest request;
    monitor::MatchFramePtr exact;  ///< the frame as the log has it: all numbers come from here
    monitor::MatchFramePtr drawn;  ///< moved on by the fraction, torn robots mended; to be drawn
    monitor::MatchFramePtr before; ///< the frame before, for speeds; null at the first
    std::vector<monitor::MatchFramePtr> trail; ///< earlier frames, oldest first, `exact` last
    std::optional<base::Error> error;          ///< set if the frame could not be had
    /// What is drawn at `exact`; null if the log has no drawings, or while they are still being
    /// read: the answer comes again then, with them.
    drawing::DrawingBoardPtr drawings;
    /// Who drew it, and how; null with `drawings`.
    std::shared_ptr<const drawing::DrawingStats> drawingStats;
};

/// Decodes frames of a log in a thread of its own; of several requests only the newest counts.
class FrameFetcher {
public:
    /// @param log must live as long as the fetcher
    /// @param ready called from the fetcher's thread when `take` has something new
    FrameFetcher(std::shared_ptr<const MatchLog> log, std::function<void()> ready);
    /// Waits for the frame in work.
    ~FrameFetcher();
    FrameFetcher(const FrameFetcher&) = delete;
    FrameFetcher& operator=(const FrameFetcher&) = delete;

    /// Asks for a frame; any thread.
    void request(const FrameRequest& request);
    /// The newest answer since the last call; any thread.
    [[nodiscard]] std::optional<FetchedFrame> take() { return m_answers.take(); }

private:
    void work(const std::stop_token& stop);
    FetchedFrame fetch(FrameReader& reader, const FrameRequest& request);
    [[nodiscard]] static bool addDrawings(DrawingReader& drawings, FetchedFrame& answer);
    base::Expected<monitor::MatchFramePtr> frameOnce(FrameReader& reader, FrameNumber frame);

    std::shared_ptr<const MatchLog> m_log;
    std::function<void()> m_ready;
    std::mutex m_mutex;
    std::condition_variable_any m_wanted;
    std::optional<FrameRequest> m_request; // guarded by m_mutex
    base::Mailbox<FetchedFrame> m_answers;
    std::vector<monitor::MatchFramePtr> m_last; ///< frames of the last answer, by the worker only
    base::Worker m_worker;
};

} // namespace sideline::logs
