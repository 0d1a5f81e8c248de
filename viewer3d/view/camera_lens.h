#pragma once

#include <QSize>
#include <Qt3DRender/QCamera>

#include "viewer3d/scene/match_scene.h"
#include "viewer3d/view/camera_rig.h"

namespace sideline::viewer3d {

/// Lets a camera of Qt3D look from a pose.
/// @param sizePx of the picture
/// @return how large things appear then
ViewScale aimCamera(Qt3DRender::QCamera& camera, const CameraPose& pose, const QSize& sizePx);

} // namespace sideline::viewer3d
