#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QMetaType>
#include <QString>

#include "agentcore/robot/robot_model.h"
#include "motions/analysis/motion_analysis.h"
#include "motions/edit/edits.h"
#include "motions/finding.h"
#include "motions/motion.h"
#include "motions/resolve.h"

namespace sideline::widgets {

/// A robot that motions can be made for.
struct RobotName {
    QString key;  ///< name in files: `RobotModel::name`
    QString text; ///< for display
};

/// Balance of a robot at an instant, as measured in a simulation test.
struct MeasuredBalance {
    double timeS = 0.0; ///< time in the motion
    /// Distance from the center of pressure to the border of the support polygon.
    double zmpMarginM = 0.0;
    double comMarginM = 0.0; ///< distance of the center of mass to the border, negative outside
};

/// Measurements taken while the motion was played in simulation, drawn next to the plan.
struct PlayedJoints {
    std::vector<double> timesS;                    ///< times in the motion, ascending
    std::vector<std::vector<double>> commandedRad; ///< one row per time, one angle per joint
    std::vector<std::vector<double>> measuredRad;
    std::vector<MeasuredBalance> balance; ///< by time; omits cycles without contact
    std::optional<double> causeS;         ///< time of a fall's first cause, in the motion
    std::optional<double> fellAtS;        ///< time of a fall, in the motion
};

/// A motion as shown by the panels of the editor. Null pointers: nothing is open, or not ready yet.
struct MotionView {
    keyframe::MotionPtr motion;
    robot::RobotModelPtr model;              ///< robot it is edited for
    keyframe::TrajectoryPtr trajectory;      ///< trajectory of `motion`, not mirrored
    keyframe::MotionAnalysisPtr analysis;    ///< may belong to the previous version of the motion
                                             ///< while the new one is analyzed
    std::vector<keyframe::Finding> findings; ///< findings of `check` and of the analysis
    std::shared_ptr<const PlayedJoints> played;
};

/// An edit requested by a panel.
struct MotionEdit {
    keyframe::Motion motion;
    keyframe::KeySelection selection;
    QString text; ///< name of the undo step, such as `Move 3 keys`
    /// Edits with the same number (not 0) that follow each other become one undo step, such as
    /// those of one drag of the mouse.
    int gesture = 0;
};

/// A number for a new gesture, unique in the program. GUI thread only.
[[nodiscard]] int newGesture();

} // namespace sideline::widgets
