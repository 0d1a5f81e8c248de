#pragma once

#include "viewer3d/view/camera_rig.h"

namespace sideline::studio {

/// An action of `ActionTable` that chooses a camera mode.
struct CameraAction {
    const char* id;
    viewer3d::CameraMode mode;
};

inline constexpr CameraAction kCameraActions[] = {
    {"camera.free", viewer3d::CameraMode::Free},
    {"camera.follow-ball", viewer3d::CameraMode::FollowBall},
    {"camera.follow-player", viewer3d::CameraMode::FollowPlayer},
    {"camera.follow-player-turning", viewer3d::CameraMode::FollowPlayerTurning},
    {"camera.first-person", viewer3d::CameraMode::FirstPerson},
    {"camera.third-person", viewer3d::CameraMode::ThirdPerson},
    {"camera.top", viewer3d::CameraMode::Top},
};

} // namespace sideline::studio
