#pragma once

#include <QObject>

#include "studio/shell/layout_controls.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/motion/motion_workspace.h"
#include "studio/workspaces/replay/replay_workspace.h"
#include "studio/workspaces/robot/robot_workspace.h"
#include "studio/workspaces/train/train_workspace.h"
#include "widgets/common/message_topic.h"

namespace sideline::studio {

/// Leads from the editors of motions and robots to the workspaces where their work goes on, and
/// from a recording to the editor of motions. GUI thread only.
class EditorLinks : public QObject {
    Q_OBJECT
public:
    /// All must outlive the links.
    struct Parts {
        ReplayWorkspace& replay;
        MotionWorkspace& motions;
        TrainWorkspace& training;
        RobotWorkspace& robots;
        LiveWorkspace& live;
        LayoutControls& layouts;
        widgets::MessageBar& messages;
    };
    explicit EditorLinks(const Parts& parts);

private:
    Parts m_parts;
    widgets::MessageTopic m_playing; ///< that a robot plays the motion
};

} // namespace sideline::studio
