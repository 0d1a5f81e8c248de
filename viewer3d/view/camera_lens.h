#pragma once

#include <QSize>
#include <Qt3DRender/QCamera>

#include "viewer3d/scene/match_scene.h"
#include "viewer3d/view/camera_rig.h"

namespace sideline::viewer3d {

/// Sets pose and projection of a Qt3D camera.
/// @param sizePx size of the picture
/// @return the resulting scale of the view
ViewScale aimCamera(Qt3DRender::QCamera& camera, const CameraPose& pose, const QSize& sizePx);

} // namespace sideline::viewer3d
