#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "agentcore/robot/nao.h"
#include "simulator/referee/referee_world.h"

namespace sideline::tests {

/// A world without physics for the rules: the test says where everything is and what touched.
class ScriptedWorld : public simulator::RefereeWorld {
public:
    struct Player {
        simulator::TorsoMotion motion;
        std::vector<simulator::SelfContact> selfContacts;
        std::set<robot::JointId> frozen;
        int moveCount = 0;
    };

    static monitor::RobotId left(int unum) {
        return {monitor::Side::Left, monitor::UniformNumber(unum)};
    }
    static monitor::RobotId right(int unum) {
        return {monitor::Side::Right, monitor::UniformNumber(unum)};
    }

    /// Adds a standing player; it comes after all others.
    void add(const monitor::RobotId& id, double xM, double yM) {
        m_ids.push_back(id);
        m_players[id].motion.p_S = {xM, yM, kStandingM};
    }
    void remove(const monitor::RobotId& id) {
        std::erase(m_ids, id);
        m_players.erase(id);
    }
    Player& at(const monitor::RobotId& id) { return m_players.at(id); }
    [[nodiscard]] Eigen::Vector2d placeOf(const monitor::RobotId& id) const {
        return m_players.at(id).motion.p_S.head<2>();
    }
    void setBall(double xM, double yM, double zM = 0.042) { ball_S = {xM, yM, zM}; }

    static constexpr double kStandingM = 0.385;
    static constexpr double kHalfDepthM = 0.1; ///< of the footprint along x
    static constexpr double kHalfWidthM = 0.2; ///< of the footprint along y

    // what the last step did; the test sets and clears these
    Eigen::Vector3d ball_S{0.0, 0.0, 0.042};
    Eigen::Vector3d ballVelocity_S = Eigen::Vector3d::Zero();
    monitor::Side goalTouched = monitor::Side::None;
    std::vector<monitor::RobotId> touchers;
    std::vector<simulator::OpponentContact> opponents;
    std::vector<std::pair<monitor::RobotId, monitor::RobotId>> mates;
    int ballMoveCount = 0;

    [[nodiscard]] std::span<const monitor::RobotId> players() const override { return m_ids; }
    [[nodiscard]] simulator::TorsoMotion motion(const monitor::RobotId& id) const override {
        return m_players.at(id).motion;
    }
    [[nodiscard]] Eigen::AlignedBox2d footprint(const monitor::RobotId& id) const override {
        const Eigen::Vector2d half(kHalfDepthM, kHalfWidthM);
        return {placeOf(id) - half, placeOf(id) + half};
    }
    void movePlayer(const monitor::RobotId& id, const Eigen::Vector3d& p_S) override {
        Player& player = m_players.at(id);
        player.motion = {p_S, Eigen::Vector3d::Zero()};
        ++player.moveCount;
    }
    [[nodiscard]] std::vector<simulator::SelfContact> selfContacts(
        const monitor::RobotId& id, double /*toleranceM*/) const override {
        return m_players.at(id).selfContacts;
    }
    [[nodiscard]] const robot::RobotModel& model(const monitor::RobotId& /*id*/) const override {
        return robot::naoModel(robot::NaoType::Standard);
    }
    void setJointFrozen(const monitor::RobotId& id, robot::JointId joint, bool isFrozen) override {
        if (isFrozen) {
            m_players.at(id).frozen.insert(joint);
        } else {
            m_players.at(id).frozen.erase(joint);
        }
    }
    [[nodiscard]] Eigen::Vector3d ballPosition_S() const override { return ball_S; }
    [[nodiscard]] Eigen::Vector3d ballVelocity_SMps() const override { return ballVelocity_S; }
    void moveBall(const Eigen::Vector3d& p_S) override {
        ball_S = p_S;
        ballVelocity_S.setZero();
        ++ballMoveCount;
    }
    [[nodiscard]] monitor::Side ballInGoalOf() const override { return goalTouched; }
    [[nodiscard]] std::span<const monitor::RobotId> ballTouchers() const override {
        return touchers;
    }
    [[nodiscard]] std::span<const simulator::OpponentContact> opponentContacts() const override {
        return opponents;
    }
    [[nodiscard]] std::span<const std::pair<monitor::RobotId, monitor::RobotId>> mateContacts()
        const override {
        return mates;
    }

private:
    std::vector<monitor::RobotId> m_ids;
    std::map<monitor::RobotId, Player> m_players;
};

} // namespace sideline::tests
