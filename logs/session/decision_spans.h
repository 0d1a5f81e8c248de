#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "agentcore/world/agent_frame.h"

namespace sideline::logs {

/// What an agent did for a while, and why.
struct DecisionSpan {
    std::chrono::nanoseconds from{0}; ///< on the clock of whoever adds frames
    std::chrono::nanoseconds to{0};   ///< of its last frame
    std::string does;                 ///< as `tree: striker`
    std::string path;                 ///< names of the nodes that were chosen, from the top down
    std::string reason;               ///< as the behavior says; may be empty
    [[nodiscard]] bool operator==(const DecisionSpan&) const = default;
};

/// What one agent did, frame by frame: a new span whenever it does something else, for another
/// reason or by another path, and after gaps. Allocates only for new spans. One thread.
class DecisionSpans {
public:
    /// Frames of programs that are looked at from outside are ignored: nobody knows.
    /// @param at ascending
    void add(const world::AgentFrame& frame, std::chrono::nanoseconds at);

    [[nodiscard]] const std::vector<DecisionSpan>& spans() const { return m_spans; }
    void clear() { m_spans.clear(); }
    /// Longer without a frame is a gap.
    static constexpr std::chrono::milliseconds kGap{500};

private:
    [[nodiscard]] bool isSame(const world::Decision& decision) const;
    void begin(const world::Decision& decision, std::chrono::nanoseconds at);

    std::vector<DecisionSpan> m_spans;
    // The decision of the last span, to compare with.
    std::vector<std::uint8_t> m_isChosen;
    std::string m_maker;
    bool m_isUserControlled = false;
};

} // namespace sideline::logs
