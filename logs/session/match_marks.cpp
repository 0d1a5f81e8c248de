#include "logs/session/match_marks.h"

#include <algorithm>
#include <cmath>

namespace sideline::logs {

using std::chrono::nanoseconds;

void MatchMarks::add(std::uint64_t frame, nanoseconds at) {
    const auto number = static_cast<double>(frame);
    if (m_marks.empty() || (number > m_marks.back().frame && at >= m_marks.back().at)) {
        m_marks.push_back({number, at});
    }
}

std::optional<nanoseconds> MatchMarks::timeOf(double frame) const {
    if (m_marks.empty() || std::isnan(frame)) {
        return std::nullopt;
    }
    const auto next = std::ranges::upper_bound(m_marks, frame, {}, &Mark::frame);
    if (next == m_marks.begin()) {
        return m_marks.front().at;
    }
    const auto last = next - 1;
    if (next == m_marks.end()) {
        return last->at;
    }
    const double ratio = (frame - last->frame) / (next->frame - last->frame);
    const auto span = static_cast<double>((next->at - last->at).count());
    return last->at + nanoseconds(std::llround(ratio * span));
}

std::optional<double> MatchMarks::frameAt(nanoseconds at) const {
    if (m_marks.empty()) {
        return std::nullopt;
    }
    const auto next = std::ranges::upper_bound(m_marks, at, {}, &Mark::at);
    if (next == m_marks.begin()) {
        return m_marks.front().frame;
    }
    const auto last = next - 1;
    if (next == m_marks.end()) {
        return last->frame;
    }
    const double ratio = static_cast<double>((at - last->at).count()) /
                         static_cast<double>((next->at - last->at).count());
    return last->frame + ratio * (next->frame - last->frame);
}

} // namespace sideline::logs
