#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace sideline::base {

/// Histogram of durations with bins of one microsecond and bounded memory. One thread at a time.
class Durations {
public:
    Durations() : m_counts(kBins, 0) {}

    void add(std::chrono::nanoseconds duration);
    void add(const Durations& other);

    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// The given quantile of all durations, ms; 0 if there are none.
    /// @param ratio the quantile, 0 to 1
    [[nodiscard]] double quantileMs(double ratio) const;
    [[nodiscard]] double largestMs() const { return m_largestMs; }

private:
    static constexpr std::size_t kBins = 50000; // the last bin counts everything above 50 ms
    std::vector<std::uint32_t> m_counts;
    std::uint64_t m_count = 0;
    double m_largestMs = 0.0;
};

} // namespace sideline::base
