#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/net/frame_client.h"
#include "cli/bench_robots.h"

namespace sideline::cli {

/// The robots of a benchmark as agents of a server in sync mode: ours or any other one.
///
/// They do as little as agents can: look for the time in what they receive, and answer with what
/// they have ready. All of them live in the thread that calls, so that they cost next to nothing.
/// One thread at a time.
class BenchAgents {
public:
    /// @param port of a server on this machine
    explicit BenchAgents(std::uint16_t port) : m_port(port) {}

    /// Connects agents 0 to `count - 1`, one after the other, as bodies that appear in one place at
    /// once would stick in each other. Errors: those of `net::FrameClient`, Io when the server
    /// says nothing for ten seconds.
    base::Expected<void> join(int count);

    /// Plays; all agents receive and answer once a cycle. Errors: as `join`.
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
