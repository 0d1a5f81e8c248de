#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/net/frame_client.h"
#include "cli/dev/bench_robots.h"

namespace sideline::cli {

/// The robots of a benchmark as agents of a server in sync mode, the built-in server or an external
/// one.
///
/// They do the minimum: find the time in each message and send a prepared answer. All run in the
/// calling thread, so that their cost is negligible. One thread at a time.
class BenchAgents {
public:
    /// @param port of a server on this machine
    explicit BenchAgents(std::uint16_t port) : m_port(port) {}

    /// Connects agents 0 to `count - 1` one after the other, since bodies that appear at one place
    /// at the same time would overlap. Errors: those of `net::FrameClient`, Io when the server
    /// sends nothing for ten seconds.
    base::Expected<void> join(int count);

    /// Plays: every agent receives and answers once per cycle. Errors: those of `join`.
    base::Expected<void> play(std::uint64_t cycles);

private:
    struct Agent {
        BenchRobot robot;
        net::FrameClient client;
        std::uint64_t messages = 0;
    };

    [[nodiscard]] static base::Expected<bool> answer(Agent& agent, net::Clock::time_point deadline);

    std::uint16_t m_port;
    std::vector<Agent> m_agents;
};

} // namespace sideline::cli
