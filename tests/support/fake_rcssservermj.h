#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/protocol/mujoco_actions.h"

namespace sideline::tests {

/// What a fake rcssservermj does.
struct FakeMujocoSettings {
    std::filesystem::path recording; ///< stream of an agent of that server, which it replays
    bool isSync = true;              ///< waits for each agent's answer; else 20 ms pass
    std::chrono::milliseconds patience{5000}; ///< with a silent agent, in sync mode
    int maxAgents = 7;
    bool sendsGarbage = false; ///< between the messages of a game
    /// Speaks as another version: names instead of labels, teams by name, and a percept that nobody
    /// knows.
    bool isOther = false;
};

/// A server with the manners of rcssservermj, made of a recording of the real one: who may join,
/// sides by the order of teams, actions that take effect a cycle later, beams in the own half, who
/// is dropped. Percepts are those of the recording, with the agent's own team, joints that follow
/// their targets, the place it was beamed to, and the words of all.
///
/// It runs in a thread of its own, from its construction to its destruction.
class FakeRcssservermj {
public:
    explicit FakeRcssservermj(FakeMujocoSettings settings);
    ~FakeRcssservermj();
    FakeRcssservermj(const FakeRcssservermj&) = delete;
    FakeRcssservermj& operator=(const FakeRcssservermj&) = delete;

    [[nodiscard]] std::uint16_t port() const;
    /// Messages of all agents so far, in the order in which they came.
    [[nodiscard]] std::vector<std::string> heard() const;
    /// Why agents were dropped or refused.
    [[nodiscard]] std::vector<std::string> dropped() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::tests
