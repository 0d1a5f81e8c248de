#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/net/frame_server.h"
#include "agentcore/runtime/agent_runner.h"
#include "simulator/server/simulator_thread.h"

namespace sideline::runtime::tests {

using Clock = std::chrono::steady_clock;

/// Timeout for the slowest machine; only reached on errors.
inline Clock::time_point soon() {
    return Clock::now() + std::chrono::seconds(30);
}

/// Keeps the last frame of an agent and lets tests wait for frames.
class FrameLog final : public world::FrameSink {
public:
    void take(const world::AgentFramePtr& frame) override {
        {
            const std::scoped_lock lock(m_mutex);
            m_last = frame;
            m_lines.insert(m_lines.end(), frame->lines.begin(), frame->lines.end());
            m_isGood = m_isGood || (m_requested && m_requested(*frame));
        }
        m_changed.notify_all();
    }

    /// Waits for a matching frame, starting with the last one; false if there was none.
    bool waitFor(std::function<bool(const world::AgentFrame&)> requested) {
        std::unique_lock lock(m_mutex);
        m_requested = std::move(requested);
        m_isGood = m_last && m_requested(*m_last);
        const bool isGood = m_changed.wait_until(lock, soon(), [this] { return m_isGood; });
        m_requested = nullptr;
        return isGood;
    }
    /// Whether any frame so far had a line with this text.
    [[nodiscard]] bool hasLine(std::string_view text) {
        const std::scoped_lock lock(m_mutex);
        return std::ranges::any_of(
            m_lines, [&](const auto& line) { return line.find(text) != std::string::npos; });
    }
    [[nodiscard]] world::AgentFramePtr last() {
        const std::scoped_lock lock(m_mutex);
        return m_last;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    world::AgentFramePtr m_last;
    std::vector<std::string> m_lines;
    std::function<bool(const world::AgentFrame&)> m_requested;
    bool m_isGood = false;
};

/// Settings for tests, with short retry delays.
inline AgentSettings quickSettings(std::uint16_t port) {
    AgentSettings settings;
    settings.port = port;
    settings.unum = 4;
    settings.firstRetry = std::chrono::milliseconds(5);
    settings.longestRetry = std::chrono::milliseconds(20);
    settings.silence = std::chrono::milliseconds(50);
    return settings;
}

/// A server that sends what the test specifies.
class ScriptedServer : public net::FrameHandler {
public:
    explicit ScriptedServer(std::uint16_t port = 0) {
        auto listening = net::FrameServer::listen({.port = port});
        if (!listening) {
            throw std::runtime_error(listening.error().toString());
        }
        m_server.emplace(std::move(*listening));
    }

    void onConnected(net::ConnectionId id, const std::string& /*peer*/) override {
        connections.push_back(id);
    }
    void onMessage(net::ConnectionId /*id*/, std::string_view message) override {
        messages.emplace_back(message);
    }
    void onClosed(net::ConnectionId /*id*/, const net::Closing& /*closing*/) override { ++closed; }

    /// Serves until a condition holds; false if it never does.
    template <typename Done>
    bool runUntil(const Done& done) {
        for (const auto deadline = soon(); !done();) {
            if (Clock::now() > deadline) {
                return false;
            }
            m_server->pollUntil(Clock::now() + std::chrono::milliseconds(2), *this);
        }
        return true;
    }
    /// Waits for another message.
    bool hear(std::size_t count = 1) {
        const std::size_t requested = m_heard + count;
        const bool isHeard = runUntil([&] { return messages.size() >= requested; });
        m_heard = messages.size();
        return isHeard;
    }
    void say(std::string_view text) { m_server->send(connections.back(), text); }
    /// Percepts of a cycle, with optional further percepts.
    void sense(std::string_view more = {}) {
        m_timeS += 0.02;
        say(fmt::format("(time (now {:.2f}))(GS {}(t 0.00) (pm BeforeKickOff))"
                        "(GYR (n torso) (rt 0.00 0.00 0.00))(ACC (n torso) (a {}))"
                        "(HJ (n hj1) (ax 0.00))(HJ (n hj2) (ax 0.00)){}",
                        m_timeS, std::exchange(m_number, {}), acceleration, more));
    }
    /// Like `sense`, with the assigned number and side.
    void senseNumber(int unum, std::string_view side = "left") {
        m_number = fmt::format("(unum {}) (team {}) ", unum, side);
        sense();
    }
    /// Runs the whole join procedure with an agent.
    bool letJoin(int unum = 4) {
        const std::size_t before = connections.size();
        if (!runUntil([&] { return connections.size() > before; }) || !hear()) {
            return false;
        }
        sense();
        if (!hear()) {
            return false;
        }
        senseNumber(unum);
        return hear();
    }
    void close() { m_server->close(connections.back(), "closed by the script"); }
    [[nodiscard]] std::uint16_t port() const { return m_server->port(); }

    std::vector<net::ConnectionId> connections;
    std::vector<std::string> messages;
    std::string acceleration = "0.00 0.00 9.81"; ///< upright
    int closed = 0;

private:
    std::optional<net::FrameServer> m_server;
    std::size_t m_heard = 0;
    double m_timeS = 10.0;
    std::string m_number;
};

/// The built-in simulator, as fast as its agents reply, without beam noise.
/// @param maxSpeed limit, relative to real time, for recorders of every cycle; 0: none
inline std::unique_ptr<simulator::SimulatorThread> startSimulator(
    std::uint16_t& port, bool isSynchronous = true, const std::string& robotsFolder = {},
    double maxSpeed = 0.0) {
    simulator::SimulatorThread::Settings settings;
    settings.server.agentPort = port;
    settings.server.monitorPort = 0;
    settings.server.syncMode = isSynchronous ? simulator::SyncMode::All : simulator::SyncMode::None;
    settings.simulation.rules.beamNoiseXyM = 0.0;
    settings.simulation.rules.beamNoiseAngleDeg = 0.0;
    settings.simulation.robots.setFolder(robotsFolder);
    settings.simulation.solver = simulator::Solver::Exact;
    settings.speed = isSynchronous ? maxSpeed : 1.0;
    auto started = simulator::SimulatorThread::start(settings);
    if (!started) {
        throw std::runtime_error(started.error().toString());
    }
    for (const auto deadline = soon(); port == 0 && Clock::now() < deadline;) {
        if (const auto status = (*started)->takeStatus()) {
            port = status->agentPort;
        }
    }
    return std::move(*started);
}

} // namespace sideline::runtime::tests
