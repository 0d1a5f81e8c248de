#pragma once

#include <set>
#include <string>

#include "agentcore/protocol/percepts.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::runtime {

/// Reports unreadable kinds of percepts in an agent's output lines, each kind once.
class PerceptNotes {
public:
    void note(const protocol::Percepts& percepts, world::AgentFrame& frame);

private:
    std::set<std::string> m_noted;
};

} // namespace sideline::runtime
