#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QWidget>

#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/posture.h"
#include "motions/analysis/motion_analysis.h"
#include "motions/edit/edits.h"
#include "viewer3d/scene/pose_overlay.h"
#include "viewer3d/view/match_view.h"

namespace sideline::studio {

/// The robot that is posed, in 3D: draws it with all that helps, and turns what the mouse drags
/// into joint angles by inverse kinematics. GUI thread only.
class MotionStage : public QWidget {
    Q_OBJECT
public:
    /// What is to be seen.
    struct Scene {
        robot::RobotModelPtr model;
        std::vector<double> anglesRad;
        math::Pose X_STorso;
        std::optional<Eigen::Vector3d> p_SBall;
        bool canPose = true; ///< handles are shown and limbs can be dragged
        robot::JointId chosenJoint;
        std::optional<Eigen::Vector3d> centerOfMass_S;
        std::optional<Eigen::Vector2d> zmp_S;
        std::vector<Eigen::Vector2d> support_S;
        double marginM = 0.0; ///< of what decides whether it is balanced
        struct Skin {
            std::vector<double> anglesRad;
            math::Pose X_STorso;
            float tint = 0.0F;
        };
        std::vector<Skin> skins;
        std::vector<Eigen::Vector3d> path_S;
        std::vector<Eigen::Vector3d> ballPath_S; ///< where the ball has rolled so far
        /// All bodies, where they are measured and not computed of the angles.
        std::vector<math::Pose> X_SBody;
    };

    explicit MotionStage(QWidget* parent = nullptr);

    void show(const Scene& scene);
    /// What stands above the picture: the document, the instant.
    void setHeadline(const QString& document, const QString& instant);
    [[nodiscard]] viewer3d::MatchView& view() { return *m_view; }
    [[nodiscard]] QWidget* viewWidget() { return m_container; }
    void setOptions(const viewer3d::SceneOptions& options);
    /// Whether the mouse holds a limb: then the torso is here, and is not put
    /// on the ground.
    [[nodiscard]] std::optional<math::Pose> heldTorso() const {
        return m_drag ? std::optional(m_drag->X_STorsoNow) : std::nullopt;
    }
    /// Looks from a side: the angle about the vertical (0: at the robot's front), and upward.
    void lookFrom(double azimuthRad, double elevationRad);

Q_SIGNALS:
    /// The mouse wants these joints elsewhere, degrees. Equal gestures belong to one drag.
    /// @param isReached whether the limb came to where the mouse is
    void posed(const sideline::keyframe::PoseDeg& pose, int gesture, bool isReached);
    void poseCanceled(int gesture);
    void poseEnded(); ///< the mouse let go: the robot may be put on the ground again
    void jointPicked(sideline::robot::JointId joint);

private:
    static constexpr int kTorsoHandle = 100; ///< handles below are `robot::LimbId`s
    /// A drag, with the pose that it began at; the torso stays while limbs are dragged.
    struct Drag {
        int gesture = 0;
        std::vector<double> anglesRad;
        math::Pose X_STorso;
        math::Pose X_STorsoNow;      ///< where a dragged torso is
        std::vector<bool> isTouched; ///< joints that were reported once are reported to the end
    };
    void follow(const Eigen::Vector3d& place_S);
    void beginDrag();
    /// All bodies when the drag began.
    [[nodiscard]] std::vector<math::Pose> bodiesAtBegin() const;
    void dragHandle(int id, const Eigen::Vector3d& target_S, bool isDone);
    void rotateHandle(int id, const Eigen::Vector3d& axis_S, double angleRad, bool isDone);
    void dragBody(const monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
                  const Eigen::Vector3d& target_S, bool isDone);
    void moveLimb(robot::LimbId limb, const math::Pose& X_STip, bool wantsRotation);
    void moveTorso(const Eigen::Vector3d& target_S);
    void lookAt(const Eigen::Vector3d& target_S);
    void reportPose(const std::vector<double>& anglesRad, bool isReached);
    void endDrag(bool isDone);
    [[nodiscard]] std::optional<math::Pose> tipOf(robot::LimbId limb,
                                                  std::span<const math::Pose> X_SBody) const;
    [[nodiscard]] std::shared_ptr<const viewer3d::PoseOverlay> overlayOf(
        const monitor::RobotFrame& robot) const;

    viewer3d::MatchView* m_view;
    QWidget* m_container;
    QLabel* m_document;
    QLabel* m_instant;
    Scene m_scene;
    std::optional<Drag> m_drag;
    bool m_isReached = true;
    int m_draggedHandle = -1;
    std::uint32_t m_frameIndex = 0;
    Eigen::Vector3d m_watched_S = Eigen::Vector3d(0.0, 0.0, 0.28); ///< what the camera turns about
};

/// Trials begin somewhere on the field; on the stage they begin where motions are posed: at the
/// origin, looking along y. A robot that lies looks where it would look when it is lifted straight
/// up.
/// @param X_STorso when the trial begins
[[nodiscard]] math::Pose stageFromTrial(const math::Pose& X_STorso);

} // namespace sideline::studio
