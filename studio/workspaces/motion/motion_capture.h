#pragma once

#include <QObject>
#include <QPointer>

#include "studio/actions/action_table.h"
#include "studio/session/motion_document.h"
#include "studio/session/motion_recorder.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/motion/motion_cursor.h"
#include "studio/workspaces/motion/motion_messages.h"
#include "studio/workspaces/motion/motion_posing.h"
#include "studio/workspaces/motion/motion_trial_controls.h"
#include "widgets/motion/motion_timeline.h"

namespace sideline::studio {

/// Takes poses of a live robot into the motion: its pose as a keyframe, or what it does for a
/// while as a recording. GUI thread only.
class MotionCapture : public QObject {
    Q_OBJECT
public:
    /// What it works with; all but the timeline must outlive it.
    struct Parts {
        ActionTable& actions;
        LiveWorkspace& live;
        const MotionDocument& document;
        const MotionCursor& cursor;
        MotionPosing& posing;
        MotionTrialControls& trials;
        MotionMessages& messages;
        widgets::MotionTimeline* timeline;
    };

    explicit MotionCapture(const Parts& parts);

    /// Makes a keyframe at the cursor of the pose of the robot whose agent is shown.
    void storeKeyframe();
    /// Records the robot whose agent is shown from the cursor on; or ends the recording, which
    /// then becomes keyframes.
    void record(bool isOn);

private:
    void connectRecorder();
    void takeFrame();
    void takeRecording(const keyframe::Motion& recorded);
    void reportNoAgent();

    ActionTable& m_actions;
    LiveWorkspace& m_live;
    const MotionDocument& m_document;
    const MotionCursor& m_cursor;
    MotionPosing& m_posing;
    MotionTrialControls& m_trials;
    MotionMessages& m_messages;
    QPointer<widgets::MotionTimeline> m_timeline;
    double m_beginS = 0.0; ///< where the recording is put in the motion
    MotionRecorder m_recorder;
};

} // namespace sideline::studio
