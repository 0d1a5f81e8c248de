#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "agentcore/robot/nao.h"
#include "simulator/referee/referee_world.h"

namespace sideline::tests {

/// A world without physics for the rules: tests set positions and contacts.
class ScriptedWorld : public simulator::RefereeWorld {
public:
    struct Player {
        simulator::TorsoMotion motion;
        std::vector<simulator::SelfContact> selfContacts;
        std::set<robot::JointId> frozen;
        int moveCount = 0;
    };

    static game::PlayerId left(int unum) { return {game::Side::Left, game::UniformNumber(unum)}; }
    static game::PlayerId right(int unum) { return {game::Side::Right, game::UniformNumber(unum)}; }

    /// Adds a standing player, as the last one.
    void add(const game::PlayerId& id, double xM, double yM) {
        m_ids.push_back(id);
        m_players[id].motion.p_S = {xM, yM, kStandingM};
    }
    void remove(const game::PlayerId& id) {
        std::erase(m_ids, id);
        m_players.erase(id);
    }
    Player& at(const game::PlayerId& id) { return m_players.at(id); }
    [[nodiscard]] Eigen::Vector2d placeOf(const game::PlayerId& id) const {
        return m_players.at(id).motion.p_S.head<2>();
    }
    void setBall(double xM, double yM, double zM = 0.042) { ball_S = {xM, yM, zM}; }

    static constexpr double kStandingM = 0.385;
    static constexpr double kHalfDepthM = 0.1; ///< of the footprint along x
    static constexpr double kHalfWidthM = 0.2; ///< of the footprint along y

    // results of the last step, set and cleared by the tests
    Eigen::Vector3d ball_S{0.0, 0.0, 0.042};
    Eigen::Vector3d ballVelocity_S = Eigen::Vector3d::Zero();
    game::Side goalTouched = game::Side::None;
    std::vector<game::PlayerId> touchers;
    std::vector<simulator::OpponentContact> opponents;
    std::vector<std::pair<game::PlayerId, game::PlayerId>> mates;
    int ballMoveCount = 0;
    robot::RobotModelPtr robotModel =
        robot::naoModel(robot::NaoType::Standard).shared(); ///< of all players

    [[nodiscard]] std::span<const game::PlayerId> players() const override { return m_ids; }
    [[nodiscard]] simulator::TorsoMotion motion(const game::PlayerId& id) const override {
        return m_players.at(id).motion;
    }
    [[nodiscard]] Eigen::AlignedBox2d footprint(const game::PlayerId& id) const override {
        const Eigen::Vector2d half(kHalfDepthM, kHalfWidthM);
        return {placeOf(id) - half, placeOf(id) + half};
    }
    void movePlayer(const game::PlayerId& id, const Eigen::Vector3d& p_S) override {
        Player& player = m_players.at(id);
        player.motion = {p_S, Eigen::Vector3d::Zero()};
        ++player.moveCount;
    }
    [[nodiscard]] std::vector<simulator::SelfContact> selfContacts(
        const game::PlayerId& id, double /*toleranceM*/) const override {
        return m_players.at(id).selfContacts;
    }
    [[nodiscard]] const robot::RobotModel& model(const game::PlayerId& /*id*/) const override {
        return *robotModel;
    }
    void setJointFrozen(const game::PlayerId& id, robot::JointId joint, bool isFrozen) override {
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
    [[nodiscard]] game::Side ballInGoalOf() const override { return goalTouched; }
    [[nodiscard]] std::span<const game::PlayerId> ballTouchers() const override { return touchers; }
    [[nodiscard]] std::span<const simulator::OpponentContact> opponentContacts() const override {
        return opponents;
    }
    [[nodiscard]] std::span<const std::pair<game::PlayerId, game::PlayerId>> mateContacts()
        const override {
        return mates;
    }

private:
    std::vector<game::PlayerId> m_ids;
    std::map<game::PlayerId, Player> m_players;
};

} // namespace sideline::tests
