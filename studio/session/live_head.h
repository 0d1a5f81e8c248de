#pragma once

#include <deque>

#include "logs/replay/frame_fetcher.h"

namespace sideline::studio {

/// Holds the newest frame of a live match, and earlier frames in the form that a replay provides.
class LiveHead {
public:
    /// Its members are null before the first frame.
    [[nodiscard]] const logs::FetchedFrame& frame() const { return m_frame; }
    /// Adds the next frame; a frame of the same instant replaces the last one, and a frame of an
    /// earlier instant discards all previous frames.
    void take(const monitor::MatchFramePtr& frame);
    /// Discards the earlier frames, after a new match or a restored snapshot.
    void forgetPast() { m_past.clear(); }
    void clear();
    /// Sets the length of the trail, s; 0 for no trail.
    void setTrailS(double trailS) { m_trailS = trailS; }

private:
    logs::FetchedFrame m_frame;
    std::deque<monitor::MatchFramePtr> m_past; ///< frames for trails, oldest first
    double m_trailS = 0.0;
};

} // namespace sideline::studio
