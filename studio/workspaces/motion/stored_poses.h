#pragma once

#include <QSettings>

#include "studio/workspaces/motion/motion_messages.h"
#include "widgets/live/joint_panel.h"
#include "widgets/motion/pose_panel.h"

namespace sideline::studio {

/// Those that share the poses that users store by name. The panels may go first.
struct StoredPoses {
    widgets::PosePanel& editor;
    widgets::JointPanel& joints;
    QSettings& store;
    MotionMessages& messages;
};

/// Poses of the editor and of the panel Joints are the same from now on, whichever changes them.
void connectStoredPoses(const StoredPoses& poses);

} // namespace sideline::studio
