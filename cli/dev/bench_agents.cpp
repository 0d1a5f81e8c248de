#include "cli/dev/bench_agents.h"

#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace sideline::cli {

namespace {

using net::Clock;

constexpr std::chrono::seconds kServerTimeout{10};
constexpr std::chrono::milliseconds kTurn{1}; // maximum wait for an agent while others join
constexpr std::uint64_t kMessagesToSettle = 5;
constexpr double kCyclesPerSecond = 50.0;

base::Error silence(const BenchRobot& robot) {
    base::Error error;
    error.message = fmt::format("agent {} of {} received nothing for {} s", robot.unum, robot.team,
                                kServerTimeout.count());
    error.expected = "a server in sync mode";
    return error;
}

} // namespace

base::Expected<void> BenchAgents::join(int count) {
    for (int i = 0; i < count; ++i) {
        auto client = net::FrameClient::connect("127.0.0.1", m_port);
        if (!client) {
            return tl::unexpected(client.error());
        }
        m_agents.push_back({BenchRobot(i), std::move(*client)});
        if (auto sent = m_agents.back().client.send(m_agents.back().robot.scene); !sent) {
            return sent;
        }
        // Does not wait for the others: a new agent receives nothing until it has a body, and the
        // match does not step while answers are due.
        const Clock::time_point deadline = Clock::now() + kServerTimeout;
        while (m_agents.back().messages < kMessagesToSettle) {
            for (Agent& agent : m_agents) {
                if (auto answered = answer(agent, Clock::now() + kTurn); !answered) {
                    return tl::unexpected(answered.error());
                }
            }
            if (Clock::now() > deadline) {
                return tl::unexpected(silence(m_agents.back().robot));
            }
        }
    }
    return {};
}

base::Expected<void> BenchAgents::play(std::uint64_t cycles) {
    for (std::uint64_t k = 0; k < cycles; ++k) {
        for (Agent& agent : m_agents) {
            const auto answered = answer(agent, Clock::now() + kServerTimeout);
            if (!answered) {
                return tl::unexpected(answered.error());
            }
            if (!*answered) {
                return tl::unexpected(silence(agent.robot));
            }
        }
    }
    return {};
}

// Returns false if nothing has arrived by the deadline.
base::Expected<bool> BenchAgents::answer(Agent& agent, Clock::time_point deadline) {
    constexpr std::string_view kTime = "(time (now ";
    const auto message = agent.client.receive(deadline);
    if (!message) {
        return tl::unexpected(message.error());
    }
    if (!*message) {
        return false;
    }
    const std::size_t at = (*message)->find(kTime);
    const double timeS = at == std::string_view::npos
                             ? 0.0
                             : std::strtod((*message)->data() + at + kTime.size(), nullptr);
    const auto cycle = static_cast<std::uint64_t>(timeS * kCyclesPerSecond + 0.5);
    const std::string& text = agent.messages == 0   ? agent.robot.init
                              : agent.messages == 1 ? agent.robot.beam
                                                    : agent.robot.moves[BenchRobot::turnIn(cycle)];
    ++agent.messages;
    if (auto sent = agent.client.send(text); !sent) {
        return tl::unexpected(sent.error());
    }
    return true;
}

} // namespace sideline::cli
