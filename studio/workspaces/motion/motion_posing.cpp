#include "studio/workspaces/motion/motion_posing.h"

#include <cmath>
#include <utility>
#include <vector>

#include "agentcore/robot/kinematics.h"
#include "motions/edit/pose_deg.h"
#include "motions/limb_paths.h"
#include "motions/resolve.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

MotionPosing::MotionPosing(const Parts& parts)
    : m_document(parts.document),
      m_robot(parts.robot),
      m_cursor(parts.cursor),
      m_display(parts.display),
      m_trials(parts.trials),
      m_messages(parts.messages),
      m_panel(parts.posePanel),
      m_timeline(parts.timeline) {
    connectPosePanel();
    connect(parts.motionPanel, &widgets::MotionPanel::limbTargetRequested, this,
            [this](int limb) { targetLimb(static_cast<keyframe::Limb>(limb)); });
    connect(parts.motionPanel, &widgets::MotionPanel::entryPoseRequested, this,
            &MotionPosing::setEntryPose);
}

void MotionPosing::connectPosePanel() {
    connect(m_panel, &widgets::PosePanel::posed, this,
            [this](const keyframe::PoseDeg& posed, int gesture) { pose(posed, gesture, {}); });
    connect(m_panel, &widgets::PosePanel::storeRequested, this, &MotionPosing::storeKeyframe);
    connect(m_panel, &widgets::PosePanel::removeRequested, this, &MotionPosing::removeKeyframe);
    connect(m_panel, &widgets::PosePanel::copyRequested, this, [this] {
        copyPose();
        m_panel->setCanPaste(true);
    });
    connect(m_panel, &widgets::PosePanel::pasteRequested, this, &MotionPosing::pastePose);
    connect(m_panel, &widgets::PosePanel::flipRequested, this, &MotionPosing::flipPose);
    connect(m_panel, &widgets::PosePanel::zeroRequested, this, &MotionPosing::zeroPose);
    connect(m_panel, &widgets::PosePanel::jointChosen, this, [this](robot::JointId joint) {
        m_timeline->setChosenJoints({m_robot.model().jointName(joint)});
        m_display.show();
    });
    connect(m_panel, &widgets::PosePanel::keyToggled, this, &MotionPosing::toggleKey);
}

void MotionPosing::connectStage(MotionStage& stage) {
    connect(&stage, &MotionStage::posed, this, [this](keyframe::PoseDeg posed, int gesture, bool) {
        if (m_panel->options().mirrors) {
            for (const auto& [joint, angleDeg] : keyframe::flippedPose(posed, m_robot.model())) {
                posed.emplace(joint, angleDeg);
            }
        }
        pose(posed, gesture, tr("limb"));
    });
    connect(&stage, &MotionStage::poseCanceled, this, &MotionPosing::cancel);
    connect(&stage, &MotionStage::poseEnded, &m_display, &MotionDisplay::show);
    connect(&stage, &MotionStage::jointPicked, this, [this](robot::JointId joint) {
        m_panel->chooseJoint(joint);
        m_timeline->setChosenJoints({m_robot.model().jointName(joint)});
        m_display.show();
    });
}

// Cancels a drag and restores the pose before it.
void MotionPosing::cancel(int gesture) {
    if (gesture == m_lastGesture && m_document.undoStack().canUndo()) {
        m_document.undoStack().undo();
        m_lastGesture = 0;
    }
    m_display.show();
}

void MotionPosing::apply(keyframe::Edited edited, const QString& text, int gesture) {
    m_lastGesture = gesture;
    m_document.apply({std::move(edited.motion), std::move(edited.selection), text, gesture});
}

keyframe::PoseDeg MotionPosing::unlocked(keyframe::PoseDeg pose) {
    const auto& locked = m_document.motion()->locked;
    const bool wasEmpty = pose.empty();
    std::erase_if(pose, [&](const auto& each) { return locked.contains(each.first); });
    if (pose.empty() && !wasEmpty) {
        m_messages.report(
            MotionMessages::Severity::Note,
            tr("These joints are locked; unlock them with the padlock in the timeline"));
    }
    return pose;
}

void MotionPosing::pose(const keyframe::PoseDeg& requested, int gesture, const QString& what) {
    const keyframe::PoseDeg pose = unlocked(requested);
    if (pose.empty()) {
        return;
    }
    m_trials.setShown(false);
    if (!m_panel->options().storesKeys && !m_document.motion()->keyframeAt(m_cursor.timeS())) {
        m_cursor.pose(pose);
        m_display.show();
        return;
    }
    const QString name = !what.isEmpty() ? what
                         : pose.size() == 1
                             ? widgets::jointText(m_robot.model(), pose.begin()->first).toLower()
                             : tr("%n joints", nullptr, static_cast<int>(pose.size()));
    keyframe::Edited edited = keyframe::setPose(*m_document.motion(), m_cursor.timeS(), pose);
    edited.selection = m_document.selection();
    apply(std::move(edited), tr("Pose %1").arg(name), gesture);
}

void MotionPosing::storeKeyframe() {
    const double timeS = m_cursor.timeS();
    const keyframe::PoseDeg pose = unlocked(m_display.pose());
    const bool isNew = !m_document.motion()->keyframeAt(timeS);
    apply(keyframe::setPose(*m_document.motion(), timeS, pose),
          isNew ? tr("Store keyframe at %1 s").arg(timeS, 0, 'f', 2)
                : tr("Store pose in keyframe at %1 s").arg(timeS, 0, 'f', 2));
}

void MotionPosing::removeKeyframe() {
    const keyframe::Motion& motion = *m_document.motion();
    keyframe::KeySelection keys = keyframe::keysOfKeyframe(motion, m_cursor.timeS());
    std::erase_if(keys,
                  [&](const keyframe::KeyRef& key) { return motion.locked.contains(key.joint); });
    apply(keyframe::removeKeys(motion, keys), tr("Remove keyframe"));
}

void MotionPosing::pastePose(bool isFlipped) {
    if (m_copiedPose.empty()) {
        m_messages.reportToStay(MotionMessages::Severity::Note, tr("No pose copied yet"));
        return;
    }
    pose(isFlipped ? keyframe::flippedPose(m_copiedPose, m_robot.model()) : m_copiedPose, 0,
         tr("from clipboard"));
}

void MotionPosing::flipPose() {
    pose(keyframe::flippedPose(m_display.pose(), m_robot.model()), 0, tr("mirrored"));
}

void MotionPosing::zeroPose() {
    keyframe::PoseDeg zero = m_display.pose();
    for (auto& [joint, angleDeg] : zero) {
        angleDeg = 0.0;
    }
    pose(zero, 0, tr("zero"));
}

void MotionPosing::toggleKey(robot::JointId joint, bool isOn) {
    const std::string& name = m_robot.model().jointName(joint);
    if (isOn) {
        pose({{name, m_display.pose()[name]}}, 0, {});
    } else if (!unlocked({{name, 0.0}}).empty()) {
        apply(keyframe::removeKeys(*m_document.motion(), {{m_cursor.timeS(), name}}),
              tr("Remove key of %1").arg(widgets::jointText(m_robot.model(), name).toLower()));
    }
}

// Sets the current position of the limb as its target.
void MotionPosing::targetLimb(keyframe::Limb limb) {
    const robot::RobotModel& model = m_robot.model();
    const robot::LimbChain* chain = robot::limbChain(model, static_cast<robot::LimbId>(limb));
    if (chain == nullptr || m_display.anglesRad().empty()) {
        return;
    }
    std::vector<math::Pose> X_TorsoBody(model.bodies().size());
    robot::forwardKinematics(model, {}, m_display.anglesRad(), X_TorsoBody);
    keyframe::LimbTarget target;
    const keyframe::LimbPoint point =
        keyframe::limbPoint(X_TorsoBody[chain->body.index()] * chain->X_BodyTip);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto axis = static_cast<Eigen::Index>(i);
        target.place.positionM[i] = std::round(point.positionM[axis] * 1e4) / 1e4;
        target.place.rollPitchYawDeg[i] = keyframe::roundedDeg(point.rollPitchYawRad[axis]);
    }
    apply(keyframe::setLimbTarget(*m_document.motion(), m_cursor.timeS(), limb, target),
          tr("Target for the %1")
              .arg(widgets::toQt(keyframe::limbName(limb))
                       .replace(QLatin1Char('-'), QLatin1Char(' '))));
}

void MotionPosing::setEntryPose() {
    keyframe::Motion motion = *m_document.motion();
    keyframe::EntryPose entry = motion.entry.value_or(keyframe::EntryPose{});
    entry.anglesDeg.clear();
    for (const auto& [joint, angleDeg] : m_display.pose()) {
        entry.anglesDeg[joint] = angleDeg;
    }
    motion.entry = entry;
    m_document.apply({motion, m_document.selection(), tr("Set the entry pose"), 0});
}

void MotionPosing::mirrorMotion() {
    m_document.apply({keyframe::mirrored(*m_document.motion(), m_robot.model()),
                      {},
                      tr("Mirror the motion"),
                      0});
}

void MotionPosing::chooseJoint(const std::string& name) {
    if (const robot::JointId joint = m_robot.model().findJoint(name); joint.isValid()) {
        m_panel->chooseJoint(joint);
        m_timeline->setChosenJoints({name});
        m_display.show();
    }
}

} // namespace sideline::studio
