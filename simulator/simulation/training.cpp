// Commands of trainers and human referees.
#include <algorithm>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "simulator/simulation/simulation_impl.h"

namespace sideline::simulator {

namespace {

using base::Expected;
using game::PlayerId;
using game::Side;

Expected<void> noPlayer(const std::string& player) {
    return base::failure(base::ErrorCode::NotFound, fmt::format("no player {}", player),
                         "side and number of a player of this match");
}

} // namespace

// One function per command, each with the effect of the server's implementation.
class Simulation::Trainer {
public:
    Trainer(Simulation& simulation, Impl& impl) : m_simulation(simulation), m_impl(impl) {}

    Expected<void> operator()(const monitor::AgentCommand& command) {
        Agent* agent = find(command.agent);
        if (agent == nullptr) {
            return noPlayer(game::toString(command.agent));
        }
        RobotBody& body = *m_impl.physics.findRobot(agent->body);
        if (command.p_STorso) {
            math::Pose X_STorso = body.pose(kTorso);
            X_STorso.p = *command.p_STorso;
            body.place(X_STorso);
        }
        if (command.move) {
            m_impl.placeUpright(*agent, command.move->p_STorso,
                                math::degFromRad(command.move->yawRad));
        }
        return {}; // battery and temperature do not affect a Nao
    }

    Expected<void> operator()(const monitor::ClearSelectedAgents&) {
        for (const PlayerId& player : selected()) {
            m_impl.referee.moveBack(m_impl.world, player);
        }
        return {};
    }

    Expected<void> operator()(const monitor::BallCommand& command) {
        BallState ball = m_impl.physics.ball();
        if (command.p_SBall) {
            ball.X_SBall.p = *command.p_SBall;
        }
        if (command.velocity_SMps) {
            ball.velocity_SMps = *command.velocity_SMps;
            ball.angularVelocity_SRadPerS.setZero();
        }
        m_impl.physics.setBall(ball);
        return {};
    }

    Expected<void> operator()(const monitor::SetPlayMode& command) {
        m_simulation.begin();
        m_impl.referee.setPlayMode(command.mode);
        return {};
    }

    Expected<void> operator()(const monitor::DropBall&) {
        m_impl.referee.dropBall(m_impl.world);
        return {};
    }

    Expected<void> operator()(const monitor::KickOff& command) {
        const bool wasWaiting = m_simulation.isWaitingToStart();
        m_simulation.begin();
        // A situation from the middle of a game continues with its own play mode.
        if (!wasWaiting || m_impl.referee.game().playMode() == game::PlayMode::BeforeKickOff) {
            m_impl.referee.kickOff(command.side);
        }
        return {};
    }

    Expected<void> operator()(const monitor::GetAck&) { return {}; }

    Expected<void> operator()(const monitor::SelectAgent& command) {
        const auto isAddressed = [&](const Agent& agent) {
            return agent.player.unum == command.agent.unum && agent.player.side != Side::None &&
                   (command.agent.side == Side::None || agent.player.side == command.agent.side);
        };
        bool isFound = false;
        for (Agent& agent : m_impl.agents) {
            agent.isSelected = !isFound && isAddressed(agent);
            isFound = isFound || agent.isSelected;
        }
        return isFound ? Expected<void>{} : noPlayer(game::toString(command.agent));
    }

    Expected<void> operator()(const monitor::SelectNextAgent&) {
        auto& agents = m_impl.agents;
        const auto isPlayer = [](const Agent& agent) { return agent.player.side != Side::None; };
        auto it = std::ranges::find(agents, true, &Agent::isSelected);
        if (it != agents.end()) {
            it->isSelected = false;
            it = std::find_if(it + 1, agents.end(), isPlayer);
        }
        if (it == agents.end()) {
            it = std::ranges::find_if(agents, isPlayer);
        }
        if (it == agents.end()) {
            return noPlayer("to select");
        }
        it->isSelected = true;
        return {};
    }

    Expected<void> operator()(const monitor::ClearSelection&) {
        for (Agent& agent : m_impl.agents) {
            agent.isSelected = false;
        }
        return {};
    }

    Expected<void> operator()(const monitor::KillAgent& command) {
        const Agent* agent = findOrSelected(command.agent);
        if (agent == nullptr) {
            return noPlayer(nameOf(command.agent));
        }
        const AgentId id = agent->id;
        m_simulation.removeAgent(id);
        m_impl.requests.removed.push_back({id, "removed by a trainer"});
        return {};
    }

    Expected<void> operator()(const monitor::RepositionAgent& command) {
        const Agent* agent = findOrSelected(command.agent);
        if (agent == nullptr) {
            return noPlayer(nameOf(command.agent));
        }
        m_impl.referee.putOutside(m_impl.world, agent->player);
        return {};
    }

    Expected<void> operator()(const monitor::KillSimulation&) {
        m_impl.requests.end = true;
        return {};
    }

    Expected<void> operator()(const monitor::RequestFullState&) {
        m_impl.requests.fullState = true;
        return {};
    }

    Expected<void> operator()(const monitor::SetTime& command) {
        m_impl.referee.setTime(command.timeS);
        return {};
    }

    Expected<void> operator()(const monitor::SetScore& command) {
        m_impl.referee.setScore(command.left, command.right);
        return {};
    }

private:
    [[nodiscard]] Agent* find(const PlayerId& player) {
        const auto it = std::ranges::find(m_impl.agents, player, &Agent::player);
        return it == m_impl.agents.end() || it->body == 0 ? nullptr : &*it;
    }
    [[nodiscard]] std::vector<PlayerId> selected() const {
        std::vector<PlayerId> players;
        for (const Agent& agent : m_impl.agents) {
            if (agent.isSelected) {
                players.push_back(agent.player);
            }
        }
        return players;
    }
    [[nodiscard]] const Agent* findOrSelected(const std::optional<PlayerId>& player) {
        if (player) {
            return find(*player);
        }
        const std::vector<PlayerId> chosen = selected();
        return chosen.empty() ? nullptr : find(chosen.front());
    }
    [[nodiscard]] static std::string nameOf(const std::optional<PlayerId>& player) {
        return player ? game::toString(*player) : std::string("that is selected");
    }

    Simulation& m_simulation;
    Impl& m_impl;
};

base::Expected<void> Simulation::apply(const monitor::TrainerCommand& command) {
    return std::visit(Trainer(*this, *m_impl), command);
}

} // namespace sideline::simulator
