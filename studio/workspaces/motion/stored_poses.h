#pragma once

#include <QSettings>

#include "studio/workspaces/motion/motion_messages.h"
#include "widgets/live/joint_panel.h"
#include "widgets/motion/pose_panel.h"

namespace sideline::studio {

/// Objects with the poses that users store by name. The panels may be deleted first.
struct StoredPoses {
    widgets::PosePanel& editor;
    widgets::JointPanel& joints;
    QSettings& store;
    MotionMessages& messages;
};

/// Keeps the stored poses of the editor and of the Joints panel the same when either changes.
void connectStoredPoses(const StoredPoses& poses);

} // namespace sideline::studio
