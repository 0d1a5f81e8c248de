#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "agentcore/world/agent_frame.h"

namespace sideline::studio {

/// Passes every frame to a sink, and then to a function, in the agent's thread.
class FrameTap final : public world::FrameSink {
public:
    using Look = std::function<void(const world::AgentFramePtr&)>;
    /// @param next may be null
    FrameTap(Look look, std::shared_ptr<world::FrameSink> next)
        : m_look(std::move(look)), m_next(std::move(next)) {}

    void take(const world::AgentFramePtr& frame) override {
        if (m_next) {
            m_next->take(frame);
        }
        m_look(frame);
    }

private:
    Look m_look;
    std::shared_ptr<world::FrameSink> m_next;
};

} // namespace sideline::studio
