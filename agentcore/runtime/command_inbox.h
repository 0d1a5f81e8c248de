#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "agentcore/runtime/agent_command.h"

namespace sideline::runtime {

/// Commands on their way to an agent. Any thread posts; the agent's thread takes all at once.
class CommandInbox {
public:
    void post(AgentCommand order) {
        const std::scoped_lock lock(m_mutex);
        m_orders.push_back(std::move(order));
    }

    /// Puts all orders since the last call into `orders`, in the order of their arrival, whatever
    /// stood there. Memory goes back and forth: nothing is allocated.
    void takeAll(std::vector<AgentCommand>& orders) {
        orders.clear();
        const std::scoped_lock lock(m_mutex);
        m_orders.swap(orders);
    }

private:
    std::mutex m_mutex;
    std::vector<AgentCommand> m_orders;
};

} // namespace sideline::runtime
