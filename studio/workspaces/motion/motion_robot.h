#pragma once

#include <vector>

#include <QObject>
#include <QSettings>

#include "motions/motion.h"
#include "studio/session/motion_document.h"
#include "studio/session/robot_choices.h"
#include "widgets/motion/motion_panel.h"

namespace sideline::studio {

/// The robot that motions are edited for, chosen from the built-in ones and those of the robot
/// workshop. GUI thread only.
class MotionRobot : public QObject {
    Q_OBJECT
public:
    /// @param store keeps the user's last choice
    explicit MotionRobot(QSettings& store);

    /// Returns the index of the robot in `choices`.
    [[nodiscard]] int index() const { return m_index; }
    [[nodiscard]] const robot::RobotModel& model() const { return modelOf(m_index); }
    [[nodiscard]] const robot::RobotModel& modelOf(int robot) const {
        return *m_choices[static_cast<std::size_t>(robot)].model;
    }
    /// Adds a robot to the choices, or replaces one of the same name. @return its index
    int add(const robot::RobotModelPtr& model);
    /// Returns all choices.
    [[nodiscard]] const std::vector<RobotChoice>& choices() const { return m_choices; }
    /// Returns the names of all choices.
    [[nodiscard]] std::vector<widgets::RobotName> names() const;

    /// Chooses a robot for this motion and the following ones; an index out of range is
    /// clamped.
    void choose(int robot);
    /// Chooses the first robot that a motion is made for, unless the motion is also made for the
    /// current one.
    void chooseFor(const keyframe::Motion& motion);

    /// Chooses the robot that the user has just chosen for the simulator, if the motion has no
    /// keyframe, no file and no robots that it is made for. @return whether another robot was
    /// chosen
    bool followStart(const MotionDocument& document);

Q_SIGNALS:
    void chosenForMotion(); ///< `chooseFor` has chosen another robot

private:
    [[nodiscard]] int nearest(int robot) const;

    QSettings& m_store;
    std::vector<RobotChoice> m_choices = playableRobots();
    int m_index = 0; ///< index in `m_choices`
};

} // namespace sideline::studio
