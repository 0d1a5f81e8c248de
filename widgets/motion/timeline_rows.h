#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include <QCoreApplication>
#include <QString>

#include "widgets/motion/motion_view.h"

namespace sideline::widgets {

/// A key as it is drawn.
struct KeyMark {
    double timeS = 0.0;
    double angleDeg = 0.0; ///< angle evaluated with the motion's parameters; NaN if that fails
    keyframe::Curve curve = keyframe::Curve::Linear;
    bool isSelected = false;
    bool isExpression = false;
    bool isHeld = false; ///< has the angle of the previous key
};

/// Keys of a group, or of all joints, at the same time.
struct KeyframeMark {
    double timeS = 0.0;
    std::size_t keyframe = 0; ///< index in the motion
    int count = 0;            ///< number of keys; 0 for a keyframe with only a wait or limb targets
    int selected = 0;
    bool hasLimb = false;
};

/// A joint's row.
struct JointRow {
    keyframe::JointName joint;
    QString name;      ///< within its group: `Knee`
    QString fullName;  ///< `Left knee`
    robot::JointId id; ///< none if the robot has no such joint
    std::size_t group = 0;
    bool isMuted = false;
    bool isLocked = false; ///< its keys cannot be selected
    std::vector<KeyMark> keys;
};

/// Rows of a limb.
struct RowGroup {
    QString name;
    std::size_t begin = 0; ///< first row
    std::size_t end = 0;   ///< one past the last
    bool isExpanded = false;
    std::vector<KeyframeMark> marks;
};

/// A motion as rows of keys: one row for each joint, grouped by limb. A value type.
class TimelineRows {
    Q_DECLARE_TR_FUNCTIONS(TimelineRows)
public:
    /// Creates the rows of a robot's joints, without keys; groups stay expanded. Null for no robot.
    void setRobot(const robot::RobotModelPtr& model);
    /// Fills the rows with the motion's keys. Joints that the robot lacks get rows of their own,
    /// which are added and removed with their keys.
    /// @return whether the rows have changed
    bool setMotion(const keyframe::Motion& motion);
    /// Marks the selected keys.
    void setSelection(const keyframe::KeySelection& selection);
    /// @return whether this changed anything
    bool setExpanded(std::size_t group, bool isExpanded);

    [[nodiscard]] const std::vector<JointRow>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<RowGroup>& groups() const { return m_groups; }
    [[nodiscard]] const std::vector<KeyframeMark>& keyframes() const { return m_keyframes; }
    /// The joint's row; null if it has none.
    [[nodiscard]] const JointRow* rowOf(const keyframe::JointName& joint) const;

private:
    void buildRows(const std::set<keyframe::JointName>& unknown);
    [[nodiscard]] std::set<keyframe::JointName> buildMarks(const keyframe::Motion& all);
    [[nodiscard]] JointRow* findRow(const keyframe::JointName& joint);

    robot::RobotModelPtr m_model;
    std::vector<JointRow> m_rows;
    std::vector<RowGroup> m_groups;
    std::vector<KeyframeMark> m_keyframes;
    std::vector<std::size_t> m_rowsByName; ///< indices of the rows, sorted by joint
};

/// The first mark at or after a time. @param marks marks in chronological order
template <typename Mark>
[[nodiscard]] typename std::vector<Mark>::const_iterator firstFrom(const std::vector<Mark>& marks,
                                                                   double timeS) {
    auto first = marks.begin();
    for (auto count = marks.end() - first; count > 0;) {
        const auto half = count / 2;
        if ((first + half)->timeS < timeS) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

/// The mark nearest to a time, within a reach; null if none is.
template <typename Mark>
[[nodiscard]] const Mark* nearestMark(const std::vector<Mark>& marks, double timeS, double reachS) {
    const Mark* best = nullptr;
    double bestS = reachS;
    for (auto mark = firstFrom(marks, timeS - reachS);
         mark != marks.end() && mark->timeS <= timeS + reachS; ++mark) {
        const double awayS = mark->timeS < timeS ? timeS - mark->timeS : mark->timeS - timeS;
        if (awayS <= bestS) {
            bestS = awayS;
            best = &*mark;
        }
    }
    return best;
}

} // namespace sideline::widgets
