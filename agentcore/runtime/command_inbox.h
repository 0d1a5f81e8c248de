#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "agentcore/runtime/agent_command.h"

namespace sideline::runtime {

/// Queue of commands to an agent. Any thread posts; the agent's thread takes all of them.
class CommandInbox {
public:
    void post(AgentCommand command) {
        const std::scoped_lock lock(m_mutex);
        m_commands.push_back(std::move(command));
    }

    /// Moves all commands posted since the last call into `commands`, in order of arrival, and
    /// clears its previous contents. The buffers are swapped, so nothing is allocated.
    void takeAll(std::vector<AgentCommand>& commands) {
        commands.clear();
        const std::scoped_lock lock(m_mutex);
        m_commands.swap(commands);
    }

private:
    std::mutex m_mutex;
    std::vector<AgentCommand> m_commands;
};

} // namespace sideline::runtime
