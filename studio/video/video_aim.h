#pragma once

#include "agentcore/monitor/match_frame.h"
#include "studio/video/video_plan.h"
#include "viewer3d/view/camera_rig.h"

namespace sideline::studio {

/// Moves the camera of a video from picture to picture. One thread.
class VideoAim {
public:
    /// @param aspect width of the pictures divided by their height
    VideoAim(double fovYRad, double aspect);

    /// Places the camera for the next picture.
    void show(const VideoPlan& plan, const VideoPlan::Instant& instant,
              const monitor::MatchFramePtr& frame);

    [[nodiscard]] const viewer3d::CameraRig& rig() const { return m_rig; }

private:
    void cutTo(const VideoCamera& camera, const monitor::MatchFrame& frame);

    viewer3d::CameraRig m_rig;
    double m_aspect;
    monitor::MatchFramePtr m_last; ///< frame of the previous picture
};

} // namespace sideline::studio
