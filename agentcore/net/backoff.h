#pragma once

#include <chrono>

#include "agentcore/base/assert.h"

namespace sideline::net {

/// How long to wait before the next attempt: a first pause, doubled after every failure up to a
/// longest one. Pure; knows no clock.
class Backoff {
public:
    using Duration = std::chrono::milliseconds;

    /// @param first over 0
    /// @param longest not below `first`
    Backoff(Duration first, Duration longest) : m_first(first), m_longest(longest), m_next(first) {
        SIDELINE_ASSERT(first > Duration::zero() && longest >= first);
    }

    /// The pause after one more failure.
    [[nodiscard]] Duration next() {
        const Duration pause = m_next;
        // Compared before it is doubled: no pause is long enough to overflow.
        m_next = m_next > m_longest / 2 ? m_longest : m_next * 2;
        return pause;
    }

    /// Something has succeeded: the next pause is the first one again.
    void reset() { m_next = m_first; }

private:
    Duration m_first;
    Duration m_longest;
    Duration m_next;
};

} // namespace sideline::net
