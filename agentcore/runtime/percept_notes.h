#pragma once

#include <set>
#include <string>

#include "agentcore/protocol/percepts.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::runtime {

/// Reports in an agent's lines which kinds of percepts cannot be read, each kind once.
class PerceptNotes {
public:
    void note(const protocol::Percepts& percepts, world::AgentFrame& frame);

private:
    std::set<std::string> m_noted;
};

} // namespace sideline::runtime
