#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace sideline::drawing {

/// Limits the bytes per second; unused capacity accumulates up to a limit (token bucket).
///
/// A value. One thread at a time. Times come from any steady clock; time running backward is
/// treated as standing still.
class ByteBudget {
public:
    /// @param bytesPerS allowed rate; 0: unlimited
    /// @param savedBytes maximum accumulated capacity, also the initial one
    ByteBudget(double bytesPerS, double savedBytes)
        : m_bytesPerS(bytesPerS), m_maxBytes(savedBytes), m_left(savedBytes) {}

    /// Whether this many bytes may pass now.
    [[nodiscard]] bool has(std::size_t bytes, std::chrono::nanoseconds now) {
        if (!m_hasBegun || now > m_last) {
            const double sinceS =
                m_hasBegun ? std::chrono::duration<double>(now - m_last).count() : 0.0;
            m_left = std::min(m_maxBytes, m_left + sinceS * m_bytesPerS);
            m_last = now;
            m_hasBegun = true;
        }
        return m_bytesPerS <= 0.0 || m_left >= static_cast<double>(bytes);
    }
    /// Uses up the capacity for these bytes.
    void spend(std::size_t bytes) { m_left -= static_cast<double>(bytes); }

private:
    double m_bytesPerS;
    double m_maxBytes;
    double m_left;
    std::chrono::nanoseconds m_last{0};
    bool m_hasBegun = false;
};

} // namespace sideline::drawing
