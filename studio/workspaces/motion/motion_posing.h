#pragma once

#include <QObject>
#include <QPointer>

#include "motions/edit/edits.h"
#include "studio/session/motion_document.h"
#include "studio/stage/motion_stage.h"
#include "studio/workspaces/motion/motion_cursor.h"
#include "studio/workspaces/motion/motion_display.h"
#include "studio/workspaces/motion/motion_messages.h"
#include "studio/workspaces/motion/motion_robot.h"
#include "studio/workspaces/motion/motion_trial_controls.h"
#include "widgets/motion/motion_panel.h"
#include "widgets/motion/motion_timeline.h"
#include "widgets/motion/pose_panel.h"

namespace sideline::studio {

/// Poses the robot at the cursor with the pose panel and with the mouse on the stage, and creates
/// keyframes and limb targets from the pose. GUI thread only.
class MotionPosing : public QObject {
    Q_OBJECT
public:
    /// Objects used by this class; all but the widgets must outlive it.
    struct Parts {
        MotionDocument& document;
        const MotionRobot& robot;
        MotionCursor& cursor;
        MotionDisplay& display;
        MotionTrialControls& trials;
        MotionMessages& messages;
        widgets::PosePanel* posePanel;
        widgets::MotionPanel* motionPanel;
        widgets::MotionTimeline* timeline;
    };

    explicit MotionPosing(const Parts& parts);

    /// Handles the drags of the mouse on the stage.
    void connectStage(MotionStage& stage);

    /// Moves joints of the motion at the cursor, except locked ones. The panel determines whether
    /// keys are stored.
    /// @param gesture edits with equal numbers form one undo step; 0: a separate step
    /// @param what name of the undo step; empty: the names of the joints
    void pose(const keyframe::PoseDeg& requested, int gesture, const QString& what);
    /// Applies an edit as an undo step of this name.
    void apply(keyframe::Edited edited, const QString& text, int gesture = 0);
    /// Returns the pose without locked joints; shows a message if no joint is left.
    [[nodiscard]] keyframe::PoseDeg unlocked(keyframe::PoseDeg pose);

    /// Creates a keyframe of the complete shown pose.
    void storeKeyframe();
    void copyPose() { m_copiedPose = m_display.pose(); }
    [[nodiscard]] bool hasCopiedPose() const { return !m_copiedPose.empty(); }
    /// Exchanges left and right of the pose.
    void flipPose();
    /// Exchanges left and right of the whole motion.
    void mirrorMotion();
    /// Selects a joint in all panels; ignores joints that the robot does not have.
    void chooseJoint(const std::string& name);

private:
    void connectPosePanel();
    void pastePose(bool isFlipped);
    void zeroPose();
    void removeKeyframe();
    void toggleKey(robot::JointId joint, bool isOn);
    void targetLimb(keyframe::Limb limb);
    void setEntryPose();
    void cancel(int gesture);

    MotionDocument& m_document;
    const MotionRobot& m_robot;
    MotionCursor& m_cursor;
    MotionDisplay& m_display;
    MotionTrialControls& m_trials;
    MotionMessages& m_messages;
    QPointer<widgets::PosePanel> m_panel;
    QPointer<widgets::MotionTimeline> m_timeline;
    keyframe::PoseDeg m_copiedPose;
    int m_lastGesture = 0;
};

} // namespace sideline::studio
