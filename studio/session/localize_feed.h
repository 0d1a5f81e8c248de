#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "agentcore/game/player_id.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::studio {

/// Every frame of the built-in agents that play, on its way to estimators. While nobody wants them,
/// nothing is kept.
class LocalizeFeed {
public:
    LocalizeFeed();
    ~LocalizeFeed();

    /// A place for an agent's frames that hands them on to another one (or none), and keeps them if
    /// they are wanted. Lives longer than the feed, if it has to. Any thread.
    [[nodiscard]] std::shared_ptr<world::FrameSink> wrap(std::shared_ptr<world::FrameSink> next);

    /// Keeps the frames from now on, or no longer. Any thread.
    void setWanted(bool isWanted);
    /// The frames that came since the last call, oldest first; of several agents. When nobody takes
    /// them, only the newest thousand are kept. Any thread.
    [[nodiscard]] std::vector<world::AgentFramePtr> take();

private:
    struct Shared;
    class Sink;
    std::shared_ptr<Shared> m_shared;
};

} // namespace sideline::studio
