#pragma once

#include <deque>

#include "logs/replay/frame_fetcher.h"

namespace sideline::studio {

/// The newest frame of a live match, with the frames before it as a replay would have them.
class LiveHead {
public:
    /// Null members before the first frame.
    [[nodiscard]] const logs::FetchedFrame& frame() const { return m_frame; }
    /// The next frame; one of the same instant takes the place of the last, an earlier one begins
    /// anew.
    void take(const monitor::MatchFramePtr& frame);
    /// Frames that come have none before them: another match, or back to a snapshot.
    void forgetPast() { m_past.clear(); }
    void clear();
    /// Length of the trail in seconds; 0 for none.
    void setTrailS(double trailS) { m_trailS = trailS; }

private:
    logs::FetchedFrame m_frame;
    std::deque<monitor::MatchFramePtr> m_past; ///< for trails, oldest first
    double m_trailS = 0.0;
};

} // namespace sideline::studio
