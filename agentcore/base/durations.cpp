#include "agentcore/base/durations.h"

#include <algorithm>
#include <cmath>

namespace sideline::base {

namespace {
constexpr double kBinMs = 1e-3;
}

void Durations::add(std::chrono::nanoseconds duration) {
    const double ms = std::max(std::chrono::duration<double, std::milli>(duration).count(), 0.0);
    const auto bin = static_cast<std::size_t>(ms / kBinMs);
    ++m_counts[std::min(bin, kBins - 1)];
    ++m_count;
    m_largestMs = std::max(m_largestMs, ms);
}

void Durations::add(const Durations& other) {
    for (std::size_t i = 0; i < kBins; ++i) {
        m_counts[i] += other.m_counts[i];
    }
    m_count += other.m_count;
    m_largestMs = std::max(m_largestMs, other.m_largestMs);
}

double Durations::quantileMs(double ratio) const {
    const auto required =
        static_cast<std::uint64_t>(std::ceil(ratio * static_cast<double>(m_count)));
    std::uint64_t passed = 0;
    for (std::size_t i = 0; i < kBins && m_count > 0; ++i) {
        passed += m_counts[i];
        if (passed >= required) {
            // Reports the upper end of a bin, limited to the largest measured value.
            return i + 1 == kBins ? m_largestMs
                                  : std::min(static_cast<double>(i + 1) * kBinMs, m_largestMs);
        }
    }
    return 0.0;
}

} // namespace sideline::base
