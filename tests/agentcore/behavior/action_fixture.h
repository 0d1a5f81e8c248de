#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/get_up.h"
#include "agentcore/math/angles.h"
#include "agentcore/motion/joint_controller.h"
#include "agentcore/robot/nao.h"

namespace sideline::behavior {

/// A robot whose joints follow the targets of a behavior, in time.
class ActionFixture : public testing::Test {
protected:
    explicit ActionFixture(robot::NaoType type = robot::NaoType::Standard)
        : m_model(robot::naoModel(type)),
          m_controller(m_model),
          m_joints(m_model.joints().size()),
          m_targetRad(m_request.targetRad),
          m_limits(m_request.speedLimitRadPerS),
          m_decision(m_request.decision),
          m_values(m_request.values),
          m_drawings(m_request.drawings),
          m_say(m_request.say) {
        m_frame.identity.model = m_model.shared();
        m_frame.body.pose.isValid = true;
        m_frame.body.pose.X_ST.p = {0.0, 0.0, 0.38};
        m_frame.game.serverTimeS = 50.0;
        m_request.begin(m_model, m_joints);
    }

    [[nodiscard]] Context context() const {
        return {m_frame, m_field, m_frame.game.serverTimeS, game::kStepS};
    }

    Status decide(Behavior& behavior) {
        m_frame.body.joints = m_joints;
        m_request.begin(m_model, m_joints);
        m_decision.behavior = behavior.name();
        return behavior.update(context(), m_request);
    }

    /// Puts the robot somewhere in its field frame, upright; the server's frame is the same.
    void standAt(const Eigen::Vector2d& p_F, double headingRad) {
        math::Pose X_FT;
        X_FT.p = {p_F.x(), p_F.y(), 0.38};
        X_FT.R = Eigen::AngleAxisd(headingRad - 0.5 * math::kPi, Eigen::Vector3d::UnitZ())
                     .toRotationMatrix();
        m_frame.body.X_FT = X_FT;
        m_frame.body.pose.X_ST = X_FT;
    }
    /// A debug value of the last cycle; NaN if there is none.
    [[nodiscard]] double value(const char* name) const {
        const auto found = std::ranges::find(m_values, name, &world::DebugValue::name);
        return found != m_values.end() ? found->value : std::numeric_limits<double>::quiet_NaN();
    }
    /// How a robot gets up that moves one arm for it.
    static GetUp armGetUp(const robot::RobotModel& model) {
        auto rise = std::make_shared<motion::JointTrajectory>(model.joints().size());
        rise->setKeys(model.findJoint("lae1"), {{.timeS = 0.4, .angleRad = 0.4}});
        rise->lengthS = 0.4;
        return GetUp({.front = rise, .back = rise, .side = rise});
    }

    /// Decides, and lets the joints move for a cycle.
    Status step(Behavior& behavior) {
        const Status status = decide(behavior);
        m_controller.command(m_targetRad, m_limits, m_joints);
        for (world::JointBelief& joint : m_joints) {
            joint.expectedRad += 0.02 * joint.commandRadPerS;
            joint.measuredRad = joint.expectedRad;
        }
        m_frame.game.serverTimeS += 0.02;
        return status;
    }

    [[nodiscard]] const world::JointBelief& joint(const char* name) const {
        return m_joints[m_model.findJoint(name).index()];
    }

    const robot::RobotModel& m_model;
    motion::JointController m_controller;
    world::AgentFrame m_frame;
    std::vector<world::JointBelief> m_joints;
    field::FieldModel m_field{field::newestField().dimensions};
    ActionRequest m_request;
    std::vector<double>& m_targetRad;
    std::vector<double>& m_limits;
    world::Decision& m_decision;
    std::vector<world::DebugValue>& m_values;
    std::vector<drawing::NamedShape>& m_drawings;
    std::string& m_say;
};

} // namespace sideline::behavior
