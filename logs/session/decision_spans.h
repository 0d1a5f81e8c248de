#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "agentcore/world/agent_frame.h"

namespace sideline::logs {

/// An interval in which an agent's decision stayed the same.
struct DecisionSpan {
    std::chrono::nanoseconds from{0}; ///< beginning, on the clock of the added frames
    std::chrono::nanoseconds to{0};   ///< time of its last frame
    std::string does;                 ///< such as `tree: striker`
    std::string path;                 ///< names of the chosen nodes, from the root down
    std::string reason;               ///< reason reported by the behavior; may be empty
    [[nodiscard]] bool operator==(const DecisionSpan&) const = default;
};

/// Divides an agent's decisions into spans: a new one begins when behavior, reason or path changes,
/// and after gaps. Allocates only for new spans. One thread.
class DecisionSpans {
public:
    /// Adds a frame. Ignores frames of externally observed programs, whose decisions are unknown.
    /// @param at ascending
    void add(const world::AgentFrame& frame, std::chrono::nanoseconds at);

    [[nodiscard]] const std::vector<DecisionSpan>& spans() const { return m_spans; }
    void clear() { m_spans.clear(); }
    /// A longer time without a frame is a gap.
    static constexpr std::chrono::milliseconds kGap{500};

private:
    [[nodiscard]] bool isSame(const world::Decision& decision) const;
    void begin(const world::Decision& decision, std::chrono::nanoseconds at);

    std::vector<DecisionSpan> m_spans;
    // Decision of the last span, for comparison.
    std::vector<std::uint8_t> m_isChosen;
    std::string m_maker;
    bool m_isUserControlled = false;
};

} // namespace sideline::logs
