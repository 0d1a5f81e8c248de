#pragma once

#include <memory>
#include <vector>

#include <QCheckBox>

#include "agentcore/math/pose.h"
#include "agentcore/robot/robot_model.h"
#include "studio/stage/stage.h"
#include "viewer3d/scene/pose_overlay.h"
#include "widgets/robot/robot_part.h"

namespace sideline::studio {

/// The 3D view of the workshop's robot, with aids for its analysis: axes, centers of mass,
/// colliders, reachable points. GUI thread only.
class RobotStage : public Stage {
    Q_OBJECT
public:
    struct Scene {
        robot::RobotModelPtr model;
        std::vector<double> anglesRad;
        widgets::RobotPart part;
        std::vector<robot::BodyId> flagged; ///< bodies that overlap
        /// In the torso's frame; null for none. An equal pointer means equal points.
        std::shared_ptr<const std::vector<viewer3d::PoseOverlay::Cloud>> clouds_T;
    };
    explicit RobotStage(QWidget* parent = nullptr);

    void show(const Scene& scene);

Q_SIGNALS:
    void partPicked(const sideline::widgets::RobotPart& part);

private:
    void refresh();
    [[nodiscard]] QCheckBox* addSwitch(const char* name, const QString& text, const QString& tip,
                                       bool isOn);
    void showPhysics(std::span<const math::Pose> X_SBody);
    void showOverlay(std::span<const math::Pose> X_SBody);

    QCheckBox* m_axes = nullptr;
    QCheckBox* m_masses = nullptr;
    QCheckBox* m_colliders = nullptr;
    Scene m_scene;
    std::shared_ptr<const std::vector<viewer3d::PoseOverlay::Cloud>>
        m_clouds_T; ///< points that `m_clouds_S` was computed from
    std::shared_ptr<const std::vector<viewer3d::PoseOverlay::Cloud>> m_clouds_S;
    math::Pose m_X_SClouds;
};

} // namespace sideline::studio
