#pragma once

#include <memory>

#include <QStringList>
#include <QWidget>

#include "widgets/motion/motion_view.h"

namespace sideline::widgets {

/// What a motion is besides its keys: name, description, tags, robots, speed, loop, mirrored play,
/// entry pose, drive, parameters; the keyframe at the cursor with its wait and limb targets; and
/// the list of findings. GUI thread only.
class MotionPanel : public QWidget {
    Q_OBJECT
public:
    explicit MotionPanel(QWidget* parent = nullptr);
    ~MotionPanel() override;

    void setView(const MotionView& view);
    void setCursor(double timeS);
    /// Robots that a motion can be edited for; the one that is now.
    void setRobots(const QStringList& names, int current);

Q_SIGNALS:
    /// Edits of the motion as a whole select nothing: the owner keeps what is selected when the
    /// edit's selection is empty.
    void edited(const sideline::widgets::MotionEdit& edit);
    void robotChosen(int index);
    void findingActivated(const sideline::keyframe::Finding& finding);
    /// The pose on the screen should be the entry pose.
    void entryPoseRequested();
    /// The limb (`keyframe::Limb` as a number) should have a target at the cursor, where it is now.
    void limbTargetRequested(int limb);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::widgets
