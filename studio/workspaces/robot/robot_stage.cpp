#include "studio/workspaces/robot/robot_stage.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/posture.h"
#include "evaluation/posed_robot.h"
#include "viewer3d/scene/joint_range.h"
#include "viewer3d/scene/physics_overlay.h"

namespace sideline::studio {

namespace {

constexpr double kMinAxisScale = 0.3;

} // namespace

RobotStage::RobotStage(QWidget* parent) : Stage(QStringLiteral("robot"), parent) {
    m_axes = addSwitch("robot-shows-axes", tr("Axes"), tr("Axes of all joints"), true);
    m_masses = addSwitch("robot-shows-masses", tr("Masses"),
                         tr("Centers of mass of the bodies, sized by mass, and of the whole robot"),
                         false);
    m_colliders = addSwitch("robot-shows-colliders", tr("Colliders"),
                            tr("Collision shapes, as in the server"), false);
    connect(&view(), &viewer3d::MatchView::picked, this, [this](const monitor::ObjectId& id) {
        if (id.kind == monitor::ObjectId::Kind::Robot && m_scene.model) {
            Q_EMIT partPicked(widgets::RobotPart::of(robot::BodyId(id.body)));
        }
    });
}

QCheckBox* RobotStage::addSwitch(const char* name, const QString& text, const QString& tip,
                                 bool isOn) {
    auto* box = new QCheckBox(text);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(tip);
    box->setChecked(isOn);
    headline().addWidget(box);
    connect(box, &QCheckBox::toggled, this, &RobotStage::refresh);
    return box;
}

void RobotStage::show(const Scene& scene) {
    m_scene = scene;
    refresh();
}

void RobotStage::refresh() {
    if (!m_scene.model) {
        return;
    }
    const robot::RobotModel& model = *m_scene.model;
    const auto frame = makeFrame(game::ServerKind::SimSpark);
    const math::Pose X_STorso =
        robot::placeOnGround(model, m_scene.anglesRad, robot::GroundRule::LevelTorso);
    frame->robots.push_back(evaluation::posedRobot(model, X_STorso, m_scene.anglesRad, shownId(),
                                                   robot::naoTypeNumberOf(model).value_or(-1),
                                                   frame->index));
    const auto& X_SBody = frame->robots.front().X_SBody;
    fitTo(model);
    showPhysics(X_SBody);
    showOverlay(X_SBody);
    view().setFrame(frame);
    view().setSelection(
        m_scene.part.kind == widgets::RobotPart::Kind::Robot
            ? monitor::ObjectId{}
            : monitor::ObjectId::ofRobot(shownId(), widgets::bodyOf(model, m_scene.part).value()));
}

void RobotStage::showPhysics(std::span<const math::Pose> X_SBody) {
    const robot::RobotModel& model = *m_scene.model;
    if (!m_masses->isChecked() && !m_colliders->isChecked()) {
        view().setPhysicsOverlay(nullptr);
        return;
    }
    auto overlay = std::make_shared<viewer3d::PhysicsOverlay>();
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        const robot::Body& body = model.bodies()[i];
        if (m_masses->isChecked()) {
            overlay->masses.push_back({X_SBody[i].p, body.massKg, false});
        }
        if (m_colliders->isChecked() && body.collides) {
            const bool isFlagged =
                std::ranges::find(m_scene.flagged, robot::BodyId(i)) != m_scene.flagged.end();
            overlay->colliders.push_back({X_SBody[i], body.shape, !isFlagged});
        }
    }
    if (m_masses->isChecked()) {
        overlay->masses.push_back({robot::centerOfMass(model, X_SBody), model.massKg(), true});
    }
    view().setPhysicsOverlay(overlay);
}

void RobotStage::showOverlay(std::span<const math::Pose> X_SBody) {
    const robot::RobotModel& model = *m_scene.model;
    auto overlay = std::make_shared<viewer3d::PoseOverlay>();
    overlay->flagged = m_scene.flagged;
    const robot::BodyId chosen = m_scene.part.kind == widgets::RobotPart::Kind::Robot
                                     ? robot::BodyId::none()
                                     : widgets::bodyOf(model, m_scene.part);
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        const robot::JointId id(i);
        const bool isChosen = m_scene.part == widgets::RobotPart::of(id) ||
                              (m_scene.part.kind == widgets::RobotPart::Kind::Body &&
                               model.joint(id).child == chosen);
        if (m_axes->isChecked() || isChosen) {
            const math::Pose X = robot::jointFrame(model, id, X_SBody);
            const double scale = std::max(fit().scale, kMinAxisScale);
            overlay->axes.push_back({X.p, scale * (X.R * model.joint(id).axis), isChosen});
        }
        if (m_scene.part == widgets::RobotPart::of(id)) {
            overlay->ranges.push_back(
                viewer3d::jointRange(model, id, m_scene.anglesRad[i], X_SBody));
        }
    }
    const math::Pose& X_STorso = X_SBody.front();
    if (m_scene.clouds_T != m_clouds_T || (X_STorso.p - m_X_SClouds.p).norm() > 0.0) {
        m_clouds_T = m_scene.clouds_T;
        m_X_SClouds = X_STorso;
        auto placed = m_clouds_T
                          ? std::make_shared<std::vector<viewer3d::PoseOverlay::Cloud>>(*m_clouds_T)
                          : nullptr;
        if (placed) {
            for (viewer3d::PoseOverlay::Cloud& cloud : *placed) {
                for (Eigen::Vector3d& point : cloud.points_S) {
                    point = X_STorso * point;
                }
            }
        }
        m_clouds_S = placed;
    }
    overlay->clouds = m_clouds_S;
    view().setPoseOverlay(overlay);
}

} // namespace sideline::studio
