#include "studio/session/live_head.h"

namespace sideline::studio {

void LiveHead::take(const monitor::MatchFramePtr& frame) {
    if (!m_past.empty() && frame->recordTimeS < m_past.back()->recordTimeS) {
        m_past.clear();
    }
    m_frame.before = m_past.empty() ? nullptr : m_past.back();
    if (m_frame.before && m_frame.before->recordTimeS == frame->recordTimeS && m_past.size() > 1) {
        m_frame.before = m_past[m_past.size() - 2]; // instants repeat while paused
        m_past.back() = frame;
    } else {
        m_past.push_back(frame);
    }
    m_frame.exact = frame;
    m_frame.drawn = frame;
    while (m_past.size() > 2 && m_past.front()->recordTimeS < frame->recordTimeS - m_trailS) {
        m_past.pop_front();
    }
    m_frame.trail.clear();
    if (m_trailS > 0.0) {
        m_frame.trail.assign(m_past.begin(), m_past.end());
    }
}

void LiveHead::clear() {
    m_frame = {};
    m_past.clear();
}

} // namespace sideline::studio
