#pragma once

#include <chrono>

#include "agentcore/base/assert.h"

namespace sideline::net {

/// Delay before the next attempt: starts with a minimum and doubles after every failure up to a
/// maximum. Does not read a clock.
class Backoff {
public:
    using Duration = std::chrono::milliseconds;

    /// @param first above 0
    /// @param max at least `first`
    Backoff(Duration first, Duration max) : m_first(first), m_max(max), m_next(first) {
        SIDELINE_ASSERT(first > Duration::zero() && max >= first);
    }

    /// The delay after another failure.
    [[nodiscard]] Duration next() {
        const Duration pause = m_next;
        // Compares before doubling to avoid overflow.
        m_next = m_next > m_max / 2 ? m_max : m_next * 2;
        return pause;
    }

    /// Restarts with the first delay after a success.
    void reset() { m_next = m_first; }

private:
    Duration m_first;
    Duration m_max;
    Duration m_next;
};

} // namespace sideline::net
