#pragma once

#include <utility>
#include <vector>

#include "agentcore/field/field_model.h"
#include "simulator/referee/referee_world.h"
#include "simulator/simulation/agent.h"
#include "simulator/world/physics_world.h"

namespace sideline::simulator {

/// The referee's interface to a simulation.
class MatchWorld : public RefereeWorld {
public:
    /// Both must outlive this.
    MatchWorld(PhysicsWorld& physics, std::vector<Agent>& agents,
               const field::FieldDimensions& field)
        : m_physics(&physics), m_agents(&agents), m_field(field) {}

    /// To be called after each step: collects the contacts of players.
    /// @param ball_S position of the ball during collision detection, before the step
    void noteContacts(const Eigen::Vector3d& ball_S);
    /// To be called after agents were added or removed, or were assigned a number.
    void notePlayers();

    [[nodiscard]] std::span<const game::PlayerId> players() const override { return m_players; }
    [[nodiscard]] TorsoMotion motion(const game::PlayerId& player) const override;
    [[nodiscard]] Eigen::AlignedBox2d footprint(const game::PlayerId& player) const override;
    void movePlayer(const game::PlayerId& player, const Eigen::Vector3d& p_S) override;
    [[nodiscard]] std::vector<SelfContact> selfContacts(const game::PlayerId& player,
                                                        double toleranceM) const override;
    [[nodiscard]] const robot::RobotModel& model(const game::PlayerId& player) const override;
    void setJointFrozen(const game::PlayerId& player, robot::JointId joint, bool isFrozen) override;
    [[nodiscard]] Eigen::Vector3d ballPosition_S() const override;
    [[nodiscard]] Eigen::Vector3d ballVelocity_SMps() const override;
    void moveBall(const Eigen::Vector3d& p_S) override;
    [[nodiscard]] game::Side ballInGoalOf() const override { return m_ballInGoalOf; }
    [[nodiscard]] std::span<const game::PlayerId> ballTouchers() const override {
        return m_ballTouchers;
    }
    [[nodiscard]] std::span<const OpponentContact> opponentContacts() const override {
        return m_opponentContacts;
    }
    [[nodiscard]] std::span<const std::pair<game::PlayerId, game::PlayerId>> mateContacts()
        const override {
        return m_mateContacts;
    }

private:
    [[nodiscard]] Agent& agent(const game::PlayerId& player) const;
    [[nodiscard]] RobotBody& body(const game::PlayerId& player) const;
    [[nodiscard]] game::PlayerId playerOf(RobotKey body) const;
    void noteRobotContacts();

    PhysicsWorld* m_physics;
    std::vector<Agent>* m_agents;
    field::FieldDimensions m_field;
    std::vector<game::PlayerId> m_players;
    std::vector<game::PlayerId> m_ballTouchers;
    std::vector<OpponentContact> m_opponentContacts;
    std::vector<std::pair<game::PlayerId, game::PlayerId>> m_mateContacts;
    game::Side m_ballInGoalOf = game::Side::None;
};

} // namespace sideline::simulator
