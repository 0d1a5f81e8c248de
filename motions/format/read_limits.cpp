#include "motions/format/read_limits.h"

#include <utility>

#include <fmt/format.h>

#include "motions/format/text_lines.h"
#include "motions/limits.h"

namespace sideline::keyframe {

ReadLimits::ReadLimits()
    : m_keys{0, kMaxKeys}, m_keyframes{0, kMaxKeyframes}, m_motions{0, kMaxMotions} {}

void ReadLimits::refuse(std::string message, std::string expected, int line) {
    if (!m_fault) {
        m_fault = malformedAt(line, std::move(message), std::move(expected)).value();
        m_fault->code = base::ErrorCode::LimitExceeded;
        if (line <= 0) {
            m_fault->line.reset();
        }
    }
}

bool ReadLimits::admitsTime(double timeS, int line) {
    if (!(timeS <= kLongestMotionS)) {
        refuse(fmt::format("a time of {} s", numberText(timeS)),
               fmt::format("at most {} s", numberText(kLongestMotionS)), line);
    }
    return !m_fault;
}

bool ReadLimits::admits(Count& count, std::size_t more, const char* what, int line) {
    if (more > count.most - count.counted) {
        refuse(fmt::format("the file has more than {} {}", count.most, what),
               fmt::format("at most {}", count.most), line);
    }
    if (!m_fault) {
        count.counted += more;
    }
    return !m_fault;
}

bool ReadLimits::admitsKeys(std::size_t count, int line) {
    return admits(m_keys, count, "keys", line);
}

bool ReadLimits::admitsKeyframe(int line) {
    return admits(m_keyframes, 1, "keyframes", line);
}

bool ReadLimits::admitsMotion(int line) {
    return admits(m_motions, 1, "motions", line);
}

} // namespace sideline::keyframe
