#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/posture.h"
#include "motions/analysis/motion_analysis.h"
#include "motions/edit/edits.h"
#include "studio/stage/stage.h"
#include "viewer3d/scene/pose_overlay.h"

namespace sideline::studio {

/// The 3D view of the posed robot: draws it with its aids, and converts drags of the mouse into
/// joint angles by inverse kinematics. GUI thread only.
class MotionStage : public Stage {
    Q_OBJECT
public:
    /// Contents of the view.
    struct Scene {
        robot::RobotModelPtr model;
        std::vector<double> anglesRad;
        math::Pose X_STorso;
        std::optional<Eigen::Vector3d> p_SBall;
        bool canPose = true; ///< whether handles are shown and limbs can be dragged
        robot::JointId chosenJoint;
        std::optional<Eigen::Vector3d> centerOfMass_S;
        std::optional<Eigen::Vector2d> zmp_S;
        std::vector<Eigen::Vector2d> support_S;
        double marginM = 0.0; ///< margin by which the pose is balanced, m
        struct Skin {
            std::vector<double> anglesRad;
            math::Pose X_STorso;
            float tint = 0.0F;
        };
        std::vector<Skin> skins;
        std::vector<Eigen::Vector3d> path_S;
        std::vector<Eigen::Vector3d> ballPath_S; ///< path of the ball so far
        /// Whether the camera stays with the robot, rather than with the ball once it was kicked.
        bool followsRobot = false;
        /// Poses of all bodies, if they were measured rather than computed from the angles.
        std::vector<math::Pose> X_SBody;
    };

    explicit MotionStage(QWidget* parent = nullptr);

    void show(const Scene& scene);
    /// Returns the torso's pose while the mouse drags a limb: the torso is then not put on the
    /// ground.
    [[nodiscard]] std::optional<math::Pose> heldTorso() const {
        return m_drag ? std::optional(m_drag->X_STorsoNow) : std::nullopt;
    }
    /// Looks at the robot from the direction given by the angle about the vertical, 0 in front of
    /// the robot, and the elevation.
    void lookFrom(double azimuthRad, double elevationRad);

Q_SIGNALS:
    /// The mouse moved these joints, in degrees. Signals of one drag have the same gesture number.
    /// @param isReached whether the limb reached the mouse position
    void posed(const sideline::keyframe::PoseDeg& pose, int gesture, bool isReached);
    void poseCanceled(int gesture);
    void poseEnded(); ///< the drag ended: the robot may be put on the ground again
    void jointPicked(sideline::robot::JointId joint);

private:
    static constexpr int kTorsoHandle = 100; ///< handles with smaller numbers are `robot::LimbId`s
    /// A drag, with the pose at its start; the torso stays in place while limbs are dragged.
    struct Drag {
        int gesture = 0;
        std::vector<double> anglesRad;
        math::Pose X_STorso;
        math::Pose X_STorsoNow;      ///< current pose of a dragged torso
        std::vector<bool> isTouched; ///< joints reported since the drag began
    };
    void follow(const Eigen::Vector3d& place_S);
    void beginDrag();
    /// Returns all bodies at the start of the drag.
    [[nodiscard]] std::vector<math::Pose> bodiesAtBegin() const;
    void dragHandle(int id, const Eigen::Vector3d& target_S, bool isDone);
    void rotateHandle(int id, const Eigen::Vector3d& axis_S, double angleRad, bool isDone);
    void dragBody(const monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
                  const Eigen::Vector3d& target_S, bool isDone);
    void moveLimb(robot::LimbId limb, const math::Pose& X_STip, bool constrainsRotation);
    void moveTorso(const Eigen::Vector3d& target_S);
    void lookAt(const Eigen::Vector3d& target_S);
    void reportPose(const std::vector<double>& anglesRad, bool isReached);
    void endDrag(bool isDone);
    [[nodiscard]] std::optional<math::Pose> tipOf(robot::LimbId limb,
                                                  std::span<const math::Pose> X_SBody) const;
    [[nodiscard]] std::shared_ptr<const viewer3d::PoseOverlay> overlayOf(
        const monitor::RobotFrame& robot) const;

    Scene m_scene;
    std::optional<Drag> m_drag;
    bool m_isReached = true;
    int m_draggedHandle = -1;
};

/// Converts poses of trials, which begin anywhere on the field, to the stage, where motions are
/// posed at the origin, looking along y. For a lying robot, the direction is the one that it would
/// have after being lifted straight up.
/// @param X_STorso torso at the start of the trial
[[nodiscard]] math::Pose stageFromTrial(const math::Pose& X_STorso);

} // namespace sideline::studio
