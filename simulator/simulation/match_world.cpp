#include "simulator/simulation/match_world.h"

#include <algorithm>
#include <array>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "simulator/robot/self_contacts.h"

namespace sideline::simulator {

namespace {

using game::PlayerId;
using game::Side;

// The box in a goal that detects the ball (`goal.rsg`): smaller than the goal by a ball's width.
Side goalWithBall(const field::FieldDimensions& field, const Eigen::Vector3d& ball_S) {
    const double ballWidthM = 2.0 * game::kBallRadiusM;
    const Eigen::Vector3d size(field.goalDepthM - ballWidthM, field.goalWidthM - ballWidthM,
                               field.goalHeightM);
    for (const Side side : {Side::Left, Side::Right}) {
        const double sign = side == Side::Left ? -1.0 : 1.0;
        const Eigen::Vector3d middle(sign * (field.lengthM + field.goalDepthM) / 2.0, 0.0,
                                     field.goalHeightM / 2.0);
        const Eigen::AlignedBox3d box(middle - size / 2.0, middle + size / 2.0);
        if (box.exteriorDistance(ball_S) <= game::kBallRadiusM) {
            return side;
        }
    }
    return Side::None;
}

} // namespace

Agent& MatchWorld::agent(const PlayerId& player) const {
    const auto it = std::ranges::find(*m_agents, player, &Agent::player);
    SIDELINE_ASSERT(it != m_agents->end());
    return *it;
}

RobotBody& MatchWorld::body(const PlayerId& player) const {
    return *m_physics->findRobot(agent(player).body);
}

PlayerId MatchWorld::playerOf(RobotKey key) const {
    const auto it = std::ranges::find(*m_agents, key, &Agent::body);
    return it == m_agents->end() ? PlayerId{} : it->player;
}

void MatchWorld::notePlayers() {
    m_players.clear();
    for (const Agent& each : *m_agents) {
        if (each.player.side != Side::None && each.body != 0) {
            m_players.push_back(each.player);
        }
    }
}

void MatchWorld::noteContacts(const Eigen::Vector3d& ball_S) {
    m_ballInGoalOf = goalWithBall(m_field, ball_S);
    m_ballTouchers.clear();
    for (const RobotKey key : m_physics->ballTouchers()) {
        if (const PlayerId player = playerOf(key); player.side != Side::None) {
            m_ballTouchers.push_back(player);
        }
    }
    noteRobotContacts();
}

// The contact point of two opponents is the mean of all their contact points.
void MatchWorld::noteRobotContacts() {
    m_opponentContacts.clear();
    m_mateContacts.clear();
    std::vector<int> counts;
    for (const RobotContact& contact : m_physics->robotContacts()) {
        PlayerId first = playerOf(contact.first);
        PlayerId second = playerOf(contact.second);
        if (first.side == Side::None || second.side == Side::None) {
            continue;
        }
        if (first.side == second.side) {
            const std::pair pair(first, second);
            if (std::ranges::find(m_mateContacts, pair) == m_mateContacts.end()) {
                m_mateContacts.push_back(pair);
            }
            continue;
        }
        if (first.side == Side::Right) {
            std::swap(first, second);
        }
        const auto it = std::ranges::find_if(m_opponentContacts, [&](const OpponentContact& known) {
            return known.left == first && known.right == second;
        });
        const auto index = static_cast<std::size_t>(it - m_opponentContacts.begin());
        if (it == m_opponentContacts.end()) {
            m_opponentContacts.push_back({first, second, contact.p_S});
            counts.push_back(1);
        } else {
            it->p_S = (it->p_S * counts[index] + contact.p_S) / (counts[index] + 1);
            ++counts[index];
        }
    }
}

TorsoMotion MatchWorld::motion(const PlayerId& player) const {
    const RigidBody& torso = body(player).body(robot::BodyId(std::int32_t{0}));
    return {torso.pose().p, torso.velocityMps()};
}

Eigen::AlignedBox2d MatchWorld::footprint(const PlayerId& player) const {
    Eigen::AlignedBox2d rectangle;
    for (const auto& geom : body(player).colliders()) {
        std::array<dReal, 6> bounds{};
        dGeomGetAABB(geom.get(), bounds.data());
        rectangle.extend(Eigen::Vector2d(bounds[0], bounds[2]));
        rectangle.extend(Eigen::Vector2d(bounds[1], bounds[3]));
    }
    return rectangle;
}

void MatchWorld::movePlayer(const PlayerId& player, const Eigen::Vector3d& p_S) {
    RobotBody& robot = body(player);
    math::Pose X_STorso = robot.pose(robot::BodyId(std::int32_t{0}));
    X_STorso.p = p_S;
    robot.place(X_STorso);
}

std::vector<SelfContact> MatchWorld::selfContacts(const PlayerId& player, double toleranceM) const {
    return simulator::selfContacts(body(player), toleranceM);
}

const robot::RobotModel& MatchWorld::model(const PlayerId& player) const {
    return body(player).model();
}

void MatchWorld::setJointFrozen(const PlayerId& player, robot::JointId joint, bool isFrozen) {
    agent(player).isFrozen[joint.index()] = isFrozen;
}

Eigen::Vector3d MatchWorld::ballPosition_S() const {
    return m_physics->ball().X_SBall.p;
}

Eigen::Vector3d MatchWorld::ballVelocity_SMps() const {
    return m_physics->ball().velocity_SMps;
}

void MatchWorld::moveBall(const Eigen::Vector3d& p_S) {
    BallState ball = m_physics->ball();
    ball.X_SBall.p = p_S;
    ball.velocity_SMps.setZero();
    ball.angularVelocity_SRadPerS.setZero();
    m_physics->setBall(ball);
}

} // namespace sideline::simulator
