#include "studio/video/video_aim.h"

#include <algorithm>

namespace sideline::studio {

VideoAim::VideoAim(double fovYRad, double aspect) : m_aspect(aspect) {
    m_rig.setFovY(fovYRad);
}

void VideoAim::show(const VideoPlan& plan, const VideoPlan::Instant& instant,
                    const monitor::MatchFramePtr& frame) {
    const VideoCamera& camera = plan.shots[instant.shot].camera;
    if (frame->game.environment) {
        m_rig.setField(frame->game.environment->field);
    }
    if (instant.isCut) {
        cutTo(camera, *frame);
    } else {
        const auto& player = m_rig.player();
        if (player && camera.staysAtBeam && m_last &&
            monitor::hasTeleported(*m_last, *frame, monitor::ObjectId::ofRobot(*player))) {
            m_rig.setPlayer(std::nullopt);
        }
        m_rig.advance(1.0 / plan.framesPerSecond, {}, frame.get());
    }
    m_last = frame;
}

// Initializes the camera at the beginning of a shot.
void VideoAim::cutTo(const VideoCamera& camera, const monitor::MatchFrame& frame) {
    auto player = camera.player;
    if (camera.rig) {
        m_rig = *camera.rig;
        player = m_rig.player(); // the rig's player still applies when nothing is selected
    } else {
        m_rig.setMode(viewer3d::CameraMode::Free);
        m_rig.frameField(m_aspect);
        if (camera.preset > 0) {
            m_rig.goToPreset(camera.preset);
        }
    }
    if (!player && !camera.rig && frame.ball && !frame.robots.empty()) {
        player = std::ranges::min_element(frame.robots, {}, [&](const monitor::RobotFrame& robot) {
                     return (robot.X_STorso().p - frame.ball->X_SBall.p).norm();
                 })->id;
    }
    m_rig.setPlayer(player);
    if (!camera.rig) {
        m_rig.setMode(camera.mode);
    }
    m_rig.snap(&frame);
}

} // namespace sideline::studio
