#pragma once

#include <vector>

#include <QObject>
#include <QSettings>
#include <QStringList>

#include "motions/motion.h"
#include "studio/session/robot_choices.h"

namespace sideline::studio {

/// The robot that motions are edited for, of those that the program knows and those that were made
/// in the robot workshop. GUI thread only.
class MotionRobot : public QObject {
    Q_OBJECT
public:
    /// @param store keeps what the user chose last
    explicit MotionRobot(QSettings& store);

    /// Its place among `knownRobots`.
    [[nodiscard]] int index() const { return m_index; }
    [[nodiscard]] const robot::RobotModel& model() const { return modelOf(m_index); }
    [[nodiscard]] const robot::RobotModel& modelOf(int robot) const {
        return *m_choices[static_cast<std::size_t>(robot)].model;
    }
    /// Adds a robot to the choices, or replaces one of the same name. @return its place
    int add(const robot::RobotModelPtr& model);
    /// All that can be chosen.
    [[nodiscard]] const std::vector<RobotChoice>& choices() const { return m_choices; }
    /// Of all choices, for display.
    [[nodiscard]] const QStringList& names() const { return m_names; }

    /// Chooses a robot for this motion and those that come; a number that there is not counts as
    /// the nearest one.
    void choose(int robot);
    /// Chooses the first robot that a motion is made for, unless it is made for the present one,
    /// too.
    void chooseFor(const keyframe::Motion& motion);

Q_SIGNALS:
    void chosenForMotion(); ///< `chooseFor` has chosen another one

private:
    [[nodiscard]] int nearest(int robot) const;

    QSettings& m_store;
    std::vector<RobotChoice> m_choices = knownRobots();
    QStringList m_names;
    int m_index = 0; ///< of `m_choices`
};

} // namespace sideline::studio
