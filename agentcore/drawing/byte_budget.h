#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace sideline::drawing {

/// Bytes that may pass in a second; what was not used is saved up, for a while.
///
/// A value. One thread at a time. Times are of any steady clock; one that runs backward counts as
/// standing still.
class ByteBudget {
public:
    /// @param bytesPerS 0: as many as come
    /// @param savedBytes most that is saved up, which is there at the beginning, too
    ByteBudget(double bytesPerS, double savedBytes)
        : m_bytesPerS(bytesPerS), m_most(savedBytes), m_left(savedBytes) {}

    /// Whether so many bytes may pass now.
    [[nodiscard]] bool has(std::size_t bytes, std::chrono::nanoseconds now) {
        if (!m_hasBegun || now > m_last) {
            const double sinceS =
                m_hasBegun ? std::chrono::duration<double>(now - m_last).count() : 0.0;
            m_left = std::min(m_most, m_left + sinceS * m_bytesPerS);
            m_last = now;
            m_hasBegun = true;
        }
        return m_bytesPerS <= 0.0 || m_left >= static_cast<double>(bytes);
    }
    /// They pass.
    void spend(std::size_t bytes) { m_left -= static_cast<double>(bytes); }

private:
    double m_bytesPerS;
    double m_most;
    double m_left;
    std::chrono::nanoseconds m_last{0};
    bool m_hasBegun = false;
};

} // namespace sideline::drawing
