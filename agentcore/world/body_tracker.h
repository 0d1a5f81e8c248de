#pragma once

#include <array>
#include <span>

#include "agentcore/localization/hinge_drift.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/tilt_filter.h"

namespace sideline::world {

/// An agent's body from its percepts: joints in their three forms, gyro, acceleration, forces.
///
/// The server needs a step to act: what was sent in reply to a message first shows two messages
/// later (simspark.md 3.1), so one command is on its way when the next one is chosen. Angles come
/// rounded to 0.01 degrees; where the commands explain a measured angle to within that rounding,
/// the finer sum of commands is what is expected.
class BodyTracker {
public:
    /// @param model outlives this
    explicit BodyTracker(const robot::RobotModel& model);

    /// Takes a message's percepts and writes everything of `body` but the pose and what follows
    /// from it.
    /// @param stepS server time since the message before
    void update(const protocol::Percepts& percepts, double stepS, BodyBelief& body);
    /// What was sent in reply to the last message.
    void sent(std::span<const JointBelief> joints);
    void reset();

    /// Measured angles, one per joint of the model, rad.
    [[nodiscard]] std::span<const double> anglesRad() const;
    /// The body that carries the camera, or none.
    [[nodiscard]] robot::BodyId camera() const { return m_camera; }
    /// Its pose in the torso: by the joints, and by how far the server's joints give.
    [[nodiscard]] const math::Pose& X_TCamera() const { return m_slack.X_TC(); }
    /// The tilt as the accelerometer reports it: how upright the torso is, from 1 to -1, slowly
    /// following; for as long as no pose is known.
    [[nodiscard]] double uprightness() const;

private:
    struct Joint {
        double measuredRad = 0.0;
        double believedRad = 0.0; ///< finer than the percept's rounding
        double wantedRad = 0.0;
        double sentRadPerS = 0.0;   ///< reply to the message before: on its way, or acting
        double actingRadPerS = 0.0; ///< what acted between the message before and this one
        bool isMeasured = false;    ///< since the start
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
    Eigen::Vector3d m_up_T = Eigen::Vector3d::UnitZ(); ///< by the accelerometer alone
    TiltFilter m_tilt;
    double m_batteryLevel = -1.0;
    double m_temperatureC = -1.0;
};

} // namespace sideline::world
