#include "widgets/match/view_cone.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "agentcore/localization/camera.h"
#include "agentcore/robot/perceptor_layout.h"

namespace sideline::widgets {

namespace {

constexpr double kAroundFieldM = 1.0;
constexpr int kFillAlpha = 55; // opacity of one cone; many overlap
constexpr int kFillOfManyAlpha = 18;
constexpr int kRimAlpha = 170;
constexpr int kRimOfManyAlpha = 70;

Eigen::Vector3d direction(double thetaRad, double phiRad) {
    return {-std::sin(thetaRad) * std::cos(phiRad), std::cos(thetaRad) * std::cos(phiRad),
            std::sin(phiRad)};
}

// The whole edge of the field of view, as directions in the camera's frame.
std::vector<Eigen::Vector3d> rimOfView(double halfWidthRad, double halfHeightRad) {
    constexpr int kSteps = 40;
    std::vector<Eigen::Vector3d> rim;
    const auto side = [&](double theta0, double phi0, double theta1, double phi1) {
        for (int i = 0; i < kSteps; ++i) {
            const double part = static_cast<double>(i) / kSteps;
            rim.push_back(
                direction(theta0 + (theta1 - theta0) * part, phi0 + (phi1 - phi0) * part));
        }
    };
    side(halfWidthRad, -halfHeightRad, -halfWidthRad, -halfHeightRad);
    side(-halfWidthRad, -halfHeightRad, -halfWidthRad, halfHeightRad);
    side(-halfWidthRad, halfHeightRad, halfWidthRad, halfHeightRad);
    side(halfWidthRad, halfHeightRad, halfWidthRad, -halfHeightRad);
    return rim;
}

void paintCone(QPainter& painter, const monitor::RobotFrame& robot, bool isAlone,
               const FieldGround& ground) {
    if (robot.model == nullptr) {
        return;
    }
    const robot::PerceptorLayout& percepts = robot.model->percepts();
    const auto camera = std::ranges::find(percepts.perceptors, robot::PerceptorKind::Vision,
                                          &robot::Perceptor::kind);
    const auto& cone = percepts.vision.cone;
    if (camera == percepts.perceptors.end() || !cone) {
        return;
    }
    const double halfLengthM = ground.field.lengthM / 2.0 + kAroundFieldM;
    const double halfWidthM = ground.field.widthM / 2.0 + kAroundFieldM;
    const math::Pose X_SCamera =
        localization::cameraOf(*robot.model, robot.X_SBody[camera->body.index()]);
    const QPolygonF seen_S =
        viewOnGround(X_SCamera, cone->halfWidthRad, cone->halfHeightRad,
                     QRectF(-halfLengthM, -halfWidthM, 2.0 * halfLengthM, 2.0 * halfWidthM));
    QColor rim = ground.colors.of(robot.id.side).lighter(150);
    QColor fill = rim;
    rim.setAlpha(isAlone ? kRimAlpha : kRimOfManyAlpha);
    fill.setAlpha(isAlone ? kFillAlpha : kFillOfManyAlpha);
    painter.setPen(QPen(rim, 1.2));
    painter.setBrush(fill);
    painter.drawPolygon(ground.toWidget.map(seen_S));
}

} // namespace

QPolygonF viewOnGround(const math::Pose& X_SC, double halfWidthRad, double halfHeightRad,
                       const QRectF& within_S) {
    constexpr double kHorizonM = 300.0; // distance beyond any field
    constexpr double kLowestM = 0.02;   // minimum height; cameras of lying robots may be lower
    if (!X_SC.p.allFinite() || !X_SC.R.allFinite()) {
        return {};
    }
    const double heightM = std::max(X_SC.p.z(), kLowestM);
    const double limit = -heightM / kHorizonM;
    // The edge, clipped at the horizon, projected onto the ground.
    const std::vector<Eigen::Vector3d> rim = rimOfView(halfWidthRad, halfHeightRad);
    QPolygonF ground;
    const auto add = [&](const Eigen::Vector3d& way) {
        const Eigen::Vector3d p = X_SC.p + way * (heightM / -way.z());
        ground << QPointF(p.x(), p.y());
    };
    for (std::size_t i = 0; i < rim.size(); ++i) {
        const Eigen::Vector3d from = X_SC.R * rim[i];
        const Eigen::Vector3d to = X_SC.R * rim[(i + 1) % rim.size()];
        const bool isBelow = from.z() <= limit;
        if (isBelow) {
            add(from);
        }
        if (isBelow != (to.z() <= limit)) {
            add(from + (to - from) * ((limit - from.z()) / (to.z() - from.z())));
        }
    }
    return ground.size() < 3 ? QPolygonF() : ground.intersected(QPolygonF(within_S));
}

void paintViewCones(QPainter& painter, const monitor::MatchFrame& frame,
                    const monitor::ObjectId& selection, const FieldGround& ground) {
    const bool isAlone = selection.kind == monitor::ObjectId::Kind::Robot;
    for (const monitor::RobotFrame& robot : frame.robots) {
        if (!isAlone || robot.id == selection.robot) {
            paintCone(painter, robot, isAlone, ground);
        }
    }
}

} // namespace sideline::widgets
