#pragma once

#include <QObject>
#include <QPointer>

#include "studio/actions/action_table.h"
#include "studio/session/motion_document.h"
#include "studio/session/motion_recorder.h"
#include "studio/session/shown_agent.h"
#include "studio/workspaces/motion/motion_cursor.h"
#include "studio/workspaces/motion/motion_messages.h"
#include "studio/workspaces/motion/motion_posing.h"
#include "studio/workspaces/motion/motion_trial_controls.h"
#include "widgets/motion/motion_timeline.h"

namespace sideline::studio {

/// Adds poses of a live robot to the motion: its current pose as a keyframe, or its movement as a
/// recording. GUI thread only.
class MotionCapture : public QObject {
    Q_OBJECT
public:
    /// Objects used by this class; all but the timeline must outlive it.
    struct Parts {
        ActionTable& actions;
        LiveAgents agents;
        const MotionDocument& document;
        const MotionCursor& cursor;
        MotionPosing& posing;
        MotionTrialControls& trials;
        MotionMessages& messages;
        widgets::MotionTimeline* timeline;
    };

    explicit MotionCapture(const Parts& parts);

    /// Creates a keyframe at the cursor from the pose of the shown agent's robot.
    void storeKeyframe();
    /// Records the robot of the shown agent from the cursor on; or ends the recording and converts
    /// it to keyframes.
    void record(bool isOn);

private:
    void connectRecorder();
    void takeFrame();
    void takeRecording(const keyframe::Motion& recorded);
    void reportNoAgent();

    ActionTable& m_actions;
    LiveAgents m_agents;
    const MotionDocument& m_document;
    const MotionCursor& m_cursor;
    MotionPosing& m_posing;
    MotionTrialControls& m_trials;
    MotionMessages& m_messages;
    QPointer<widgets::MotionTimeline> m_timeline;
    double m_beginS = 0.0; ///< time in the motion at which the recording begins
    MotionRecorder m_recorder;
};

} // namespace sideline::studio
