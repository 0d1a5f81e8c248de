#pragma once

#include <array>
#include <span>

#include "agentcore/localization/hinge_drift.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/tilt_filter.h"

namespace sideline::world {

/// Tracks an agent's body from percepts: joints in three forms, gyro, acceleration and forces.
///
/// The server needs one step to execute a command: the effect of a reply first appears two messages
/// later (simspark.md 3.1), so one command is pending when the next one is chosen. Angles are
/// rounded to 0.01 degrees; if the commands explain a measured angle to within that rounding, the
/// more precise sum of commands is used.
class BodyTracker {
public:
    /// @param model must outlive this object
    explicit BodyTracker(const robot::RobotModel& model);

    /// Processes a message's percepts and writes all of `body` except the pose and values derived
    /// from it.
    /// @param stepS server time since the previous message
    void update(const protocol::Percepts& percepts, double stepS, BodyBelief& body);
    /// Reports the reply to the last message.
    void sent(std::span<const JointBelief> joints);
    void reset();
    /// Reports that the server has put the robot upright, which the sensors do not show.
    void placeUpright();

    /// Measured joint angles, one per joint of the model, rad.
    [[nodiscard]] std::span<const double> anglesRad() const;
    /// The body with the camera, or none.
    [[nodiscard]] robot::BodyId camera() const { return m_camera; }
    /// Pose of the camera in the torso frame, from the joint angles and the estimated hinge drift.
    [[nodiscard]] const math::Pose& X_TCamera() const { return m_slack.X_TC(); }
    /// Low-pass filtered uprightness of the torso from the accelerometer, from 1 to -1; for use
    /// while the pose is unknown.
    [[nodiscard]] double uprightness() const;

private:
    struct Joint {
        double measuredRad = 0.0;
        double believedRad = 0.0; ///< more precise than the rounded percept
        double targetRad = 0.0;
        double sentRadPerS = 0.0;   ///< reply to the previous message: pending or executed
        double actingRadPerS = 0.0; ///< executed between the previous message and this one
        bool isMeasured = false;    ///< whether measured at least once since the start
    };

    void updateJoints(const protocol::Percepts& percepts, double stepS);
    void updateForces(const protocol::Percepts& percepts, BodyBelief& body) const;
    [[nodiscard]] robot::JointId jointOf(const protocol::JointPercept& percept,
                                         std::size_t hint) const;

    robot::RobotModelPtr m_model;
    robot::BodyId m_camera;
    localization::HingeDrift m_slack;
    std::array<Joint, robot::kMaxJoints> m_joints{};
    std::array<double, robot::kMaxJoints> m_anglesRad{};
    Eigen::Vector3d m_gyro_TRadPerS = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_acceleration_TMps2 = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_up_T = Eigen::Vector3d::UnitZ(); ///< up direction from the accelerometer
                                                       ///< alone
    TiltFilter m_tilt;
    BodyReadings m_readings;
};

} // namespace sideline::world
