#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "agentcore/game/player_id.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::studio {

/// Passes every frame of the built-in agents on to estimators. Frames are kept only while they are
/// requested.
class LocalizeFeed {
public:
    LocalizeFeed();
    ~LocalizeFeed();

    /// Returns a sink for an agent's frames that passes them to `next`, which may be null, and
    /// keeps them while they are requested. The sink may outlive the feed. Any thread.
    [[nodiscard]] std::shared_ptr<world::FrameSink> wrap(std::shared_ptr<world::FrameSink> next);

    /// Starts or stops keeping frames. Any thread.
    void setRequested(bool isRequested);
    /// Returns the frames of all agents received since the last call, oldest first. Only the newest
    /// thousand are kept between two calls. Any thread.
    [[nodiscard]] std::vector<world::AgentFramePtr> take();

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

} // namespace sideline::studio
