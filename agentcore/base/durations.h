#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace sideline::base {

/// How often something took how long, in steps of a microsecond; bounded memory, however long it
/// runs. One thread at a time.
class Durations {
public:
    Durations() : m_counts(kBins, 0) {}

    void add(std::chrono::nanoseconds duration);
    void add(const Durations& other);

    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// The duration that a share of all does not exceed, ms; 0 if there is none.
    /// @param share 0 to 1
    [[nodiscard]] double quantileMs(double share) const;
    [[nodiscard]] double largestMs() const { return m_largestMs; }

private:
    static constexpr std::size_t kBins = 50000; // the last one for all above 50 ms
    std::vector<std::uint32_t> m_counts;
    std::uint64_t m_count = 0;
    double m_largestMs = 0.0;
};

} // namespace sideline::base
