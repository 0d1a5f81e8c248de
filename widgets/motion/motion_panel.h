#pragma once

#include <memory>
#include <vector>

#include <QStringList>
#include <QWidget>

#include "widgets/motion/motion_view.h"

namespace sideline::widgets {

/// Properties of a motion besides its keys: name, description, tags, robots, speed, loop, mirrored
/// play, entry pose, drive, parameters; the keyframe at the cursor with its wait and limb targets;
/// and the list of findings. GUI thread only.
class MotionPanel : public QWidget {
    Q_OBJECT
public:
    explicit MotionPanel(QWidget* parent = nullptr);
    ~MotionPanel() override;

    void setView(const MotionView& view);
    void setCursor(double timeS);
    /// Sets the robots that a motion can be edited for, and the current one.
    void setRobots(const std::vector<RobotName>& robots, int current);

Q_SIGNALS:
    /// Edits of the motion as a whole have an empty selection; the owner then keeps the current
    /// selection.
    void edited(const sideline::widgets::MotionEdit& edit);
    void robotChosen(int index);
    void findingActivated(const sideline::keyframe::Finding& finding);
    /// The user sets the shown pose as the entry pose.
    void entryPoseRequested();
    /// The user adds a target of the limb (`keyframe::Limb` as a number) at the cursor, at the
    /// limb's current position.
    void limbTargetRequested(int limb);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::widgets
