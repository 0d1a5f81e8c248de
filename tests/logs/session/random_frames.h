#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "agentcore/base/rng.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::tests {

/// Returns a frame in which every field has some value, including special ones: NaN, infinities,
/// -0, empty and long texts, texts with zeros, no model, lists of any length.
[[nodiscard]] world::AgentFrame randomFrame(base::Rng& rng);

/// Returns frame number `cycle` of a simulated agent that stands: cycle, times, joints and a
/// percept text. @param receivedAt value of the steady clock
[[nodiscard]] std::shared_ptr<world::AgentFrame> plainFrame(std::uint64_t cycle,
                                                            std::chrono::nanoseconds receivedAt,
                                                            int unum = 1);

/// Returns the first difference between two frames as text, bit by bit; empty if there is none.
[[nodiscard]] std::string difference(const world::AgentFrame& a, const world::AgentFrame& b);

} // namespace sideline::tests
