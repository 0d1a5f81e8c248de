#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <Eigen/Geometry>

#include "tests/agentcore/behavior/action_fixture.h"
#include "tests/support/allocation_guard.h"

namespace sideline::behavior {

/// A robot that goes exactly where its walk means to go, and sees the ball where it is.
class BallFixture : public ActionFixture {
protected:
    BallFixture() {
        place({0.0, 0.0}, 0.0);
        m_frame.situation.mayTouchBall = true;
    }

    void place(const Eigen::Vector2d& p_F, double headingRad) {
        m_p_F = p_F;
        m_headingRad = headingRad;
        standAt(p_F, headingRad);
        see();
    }
    void putBall(const Eigen::Vector2d& p_F) {
        m_ball_F = p_F;
        m_frame.world.ball.isKnown = true;
        see();
    }
    void see() {
        world::BallBelief& ball = m_frame.world.ball;
        ball.p_F = {m_ball_F.x(), m_ball_F.y(), 0.04};
        ball.p_T = m_frame.body.X_FT.inverse() * ball.p_F;
    }
    /// The robot lies on its front.
    void fall() {
        m_frame.body.isFallen = true;
        m_frame.body.pose.X_ST.R =
            Eigen::AngleAxisd(-0.5 * math::kPi, Eigen::Vector3d::UnitX()).toRotationMatrix();
    }
    /// @return what the behavior said
    Status cycle(Behavior& behavior) {
        const Status status = step(behavior);
        if (const double forwardMps = value("walk.forwardMps"); std::isfinite(forwardMps)) {
            const Eigen::Vector2d move = 0.02 * Eigen::Vector2d(forwardMps, value("walk.leftMps"));
            place(m_p_F + Eigen::Rotation2Dd(m_headingRad) * move,
                  m_headingRad + 0.02 * math::radFromDeg(value("walk.turnDps")));
        }
        return status;
    }
    /// Until the reason is given. @return how long it took, s
    double until(Behavior& behavior, std::string_view reason, double mostS = 30.0) {
        for (double timeS = 0.0; timeS < mostS; timeS += 0.02) {
            EXPECT_NE(cycle(behavior), Status::Failed) << m_decision.reason;
            if (m_decision.reason == reason) {
                return timeS;
            }
        }
        return std::numeric_limits<double>::infinity();
    }
    /// How much the next cycle of a behavior that is under way allocates.
    std::uint64_t allocationsIn(Behavior& behavior) {
        m_frame.body.joints = m_joints;
        m_request.begin(m_model, m_joints);
        const tests::AllocationGuard guard;
        behavior.update(context(), m_request);
        return guard.count();
    }
    [[nodiscard]] std::size_t shapesIn(std::string_view set) const {
        return static_cast<std::size_t>(
            std::ranges::count(m_drawings, set, &drawing::NamedShape::set));
    }
    void addOpponent(const Eigen::Vector2d& p_F) {
        world::PlayerBelief opponent;
        opponent.p_F = {p_F.x(), p_F.y(), 0.0};
        m_frame.situation.opponentsByBall.push_back(static_cast<int>(m_frame.world.players.size()));
        m_frame.world.players.push_back(opponent);
    }

    Eigen::Vector2d m_p_F = Eigen::Vector2d::Zero();
    double m_headingRad = 0.0;
    Eigen::Vector2d m_ball_F = Eigen::Vector2d::Zero();
};

} // namespace sideline::behavior
