#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/protocol/mujoco_actions.h"

namespace sideline::tests {

/// Options of a fake rcssservermj.
struct FakeMujocoSettings {
    std::filesystem::path recording; ///< stream of an agent of that server, to be replayed
    bool isSync = true;              ///< waits for each agent's reply; otherwise waits 20 ms
    std::chrono::milliseconds replyTimeout{5000}; ///< timeout for a silent agent, in sync mode
    int maxAgents = 7;
    bool sendsGarbage = false; ///< between the messages of a game
    /// Uses the format of another version: names instead of labels, teams by name, and an unknown
    /// percept.
    bool isOther = false;
};

/// A server that behaves like rcssservermj, based on a recording of the real one: admission of
/// agents, sides by order of teams, actions with a delay of one cycle, beams in the own half,
/// removal of agents. Percepts come from the recording, with the agent's own team, joints that
/// follow their targets, its beam position, and all messages.
///
/// Runs in its own thread from construction to destruction.
class FakeRcssservermj {
public:
    explicit FakeRcssservermj(FakeMujocoSettings settings);
    ~FakeRcssservermj();
    FakeRcssservermj(const FakeRcssservermj&) = delete;
    FakeRcssservermj& operator=(const FakeRcssservermj&) = delete;

    [[nodiscard]] std::uint16_t port() const;
    /// Messages of all agents so far, in order of arrival.
    [[nodiscard]] std::vector<std::string> heard() const;
    /// Reasons why agents were removed or rejected.
    [[nodiscard]] std::vector<std::string> dropped() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::tests
