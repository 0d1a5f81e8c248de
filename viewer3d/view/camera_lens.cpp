#include "viewer3d/view/camera_lens.h"

#include <cmath>

#include <QVector3D>

#include "agentcore/math/angles.h"

namespace sideline::viewer3d {

namespace {

constexpr float kNearM = 0.02F;
constexpr float kFarM = 300.0F;

QVector3D toQt(const Eigen::Vector3d& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

} // namespace

ViewScale aimCamera(Qt3DRender::QCamera& camera, const CameraPose& pose, const QSize& sizePx) {
    const QSize drawn = sizePx.expandedTo(QSize(1, 1));
    const double aspect = double(drawn.width()) / double(drawn.height());
    ViewScale scale{pose.eye, 0.0, 0.0};
    if (pose.orthographic) {
        const auto h = static_cast<float>(pose.halfHeightM);
        const auto w = static_cast<float>(pose.halfHeightM * aspect);
        camera.lens()->setOrthographicProjection(-w, w, -h, h, kNearM, kFarM);
        scale.pixelsPerM = 0.5 * drawn.height() / pose.halfHeightM;
    } else {
        camera.lens()->setPerspectiveProjection(static_cast<float>(math::degFromRad(pose.fovYRad)),
                                                static_cast<float>(aspect), kNearM, kFarM);
        scale.focalPx = 0.5 * drawn.height() / std::tan(pose.fovYRad / 2.0);
    }
    camera.setPosition(toQt(pose.eye));
    camera.setViewCenter(toQt(pose.eye + pose.forward));
    camera.setUpVector(toQt(pose.up));
    return scale;
}

} // namespace sideline::viewer3d
