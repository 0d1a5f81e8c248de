#include "widgets/robot/robot_value_rows.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "agentcore/math/angles.h"

namespace sideline::widgets {

namespace {

using math::degFromRad;
using robot::RobotModel;
using robot::VisionSettings;
using Numbers = std::vector<double>;

constexpr double kHighestShown = 100'000.0;
constexpr double kNewStopDeg = 90.0;
constexpr double kNewSpeedDegPerS = 350.0; // approximate speed of a Nao's joints
constexpr double kNewSoftCfm = 1e-4;
constexpr double kNewConeDeg = 120.0;

QString rowText(const char* text) {
    return QCoreApplication::translate("RobotValueRows", text);
}

double shownDeg(double rad) {
    return std::isfinite(rad) ? degFromRad(rad) : RobotValueForm::kNone;
}

Numbers rowNumbers(const Eigen::Vector3d& v) {
    return {v.x(), v.y(), v.z()};
}

} // namespace

void addSurfaceRows(RobotValueForm& form, robot::BodyId id) {
    const auto collides = [id](const RobotModel& model) { return model.body(id).collides; };
    form.addFlag({rowText("collides"), "collides", collides,
                  rowText("Whether it collides with other bodies")});
    const auto add = [&](const QString& label, const char* value, int decimals, double step,
                         double highest, auto read, const QString& tip,
                         const RobotValueForm::NumbersOf& otherwise) {
        form.addNumbers(
            {label, value, QString(), decimals, step, 0.0, highest,
             [id, read](const RobotModel& model) { return Numbers{read(model.body(id).surface)}; },
             tip, otherwise});
    };
    if (!form.model().body(id).collides) {
        return;
    }
    add(rowText("Soft ERP"), "soft-erp", 4, 0.05, 1.0,
        [](const robot::ContactSurface& of) { return of.softErp; },
        rowText("Of its surface: the fraction of an overlap that a simulation step corrects"), {});
    add(
        rowText("Soft CFM"), "soft-cfm", 7, 1e-5, kHighestShown,
        [](const robot::ContactSurface& of) { return of.softCfm.value_or(RobotValueForm::kNone); },
        rowText(
            "Of its surface: how far a contact gives way, m/s per N. Off: the server's default"),
        [](const RobotModel&) { return Numbers{kNewSoftCfm}; });
    add(rowText("Slip"), "slip", 5, 0.001, kHighestShown,
        [](const robot::ContactSurface& of) { return of.slip; },
        rowText("Of its surface: how easily a contact creeps sideways, m/s per N"), {});
}

void addJointRows(RobotValueForm& form, robot::JointId id) {
    const auto add = [&](const QString& label, const char* value, const QString& unit, double step,
                         double lowest, auto read, const QString& tip,
                         const RobotValueForm::NumbersOf& otherwise) {
        form.addNumbers(
            {label, value, unit, 4, step, lowest, kHighestShown,
             [id, read](const RobotModel& model) { return Numbers{read(model.joint(id))}; }, tip,
             otherwise});
    };
    add(
        rowText("Lower limit"), "min", rowText("\u00b0"), 5.0, -kHighestShown,
        [](const robot::Joint& of) { return shownDeg(of.minRad); }, rowText("Minimum angle"),
        [id](const RobotModel& model) {
            return Numbers{std::min(-kNewStopDeg, degFromRad(model.joint(id).maxRad))};
        });
    add(
        rowText("Upper limit"), "max", rowText("\u00b0"), 5.0, -kHighestShown,
        [](const robot::Joint& of) { return shownDeg(of.maxRad); }, rowText("Maximum angle"),
        [id](const RobotModel& model) {
            return Numbers{std::max(kNewStopDeg, degFromRad(model.joint(id).minRad))};
        });
    add(
        rowText("Speed"), "speed", rowText("\u00b0/s"), 10.0, 0.0,
        [](const robot::Joint& of) { return shownDeg(of.maxSpeedRadPerS); },
        rowText("Maximum speed of the motor"),
        [](const RobotModel&) { return Numbers{kNewSpeedDegPerS}; });
    add(rowText("Torque"), "torque", rowText("N m"), 1.0, 0.0,
        [](const robot::Joint& of) { return of.dynamics.maxTorqueNm; },
        rowText("Maximum torque of the motor; 0: none"), {});
    form.addNumbers({rowText("Axis"), "axis", QString(), 5, 0.1, -1.0, 1.0,
                     [id](const RobotModel& model) { return rowNumbers(model.joint(id).axis); },
                     rowText("Direction in the body's frame; any length")});
    form.addNumbers(
        {rowText("Anchor"), "anchor", rowText("m"), 5, 0.001, -10.0, 10.0,
         [id](const RobotModel& model) { return rowNumbers(model.joint(id).anchor_Child); },
         rowText("A point of the axis, in the body's frame")});
}

void addVisionRows(RobotValueForm& form) {
    form.addNumbers({rowText("View"), "cone", rowText("\u00b0"), 2, 5.0, 0.0, 360.0,
                     [](const RobotModel& model) {
                         const auto& cone = model.percepts().vision.cone;
                         return cone ? Numbers{2.0 * degFromRad(cone->halfWidthRad),
                                               2.0 * degFromRad(cone->halfHeightRad)}
                                     : Numbers{RobotValueForm::kNone, RobotValueForm::kNone};
                     },
                     rowText("Horizontal and vertical field of view. Off: all around"),
                     [](const RobotModel&) {
                         return Numbers{kNewConeDeg, kNewConeDeg};
                     }});
    form.addNumbers({rowText("Interval"), "interval", rowText("cycles"), 0, 1.0, 1.0, 1000.0,
                     [](const RobotModel& model) {
                         return Numbers{
                             static_cast<double>(model.percepts().vision.intervalCycles)};
                     },
                     rowText("Interval between vision frames, in cycles of 20 ms")});
    const auto flag = [&form](const char* value, const QString& text, bool VisionSettings::*is,
                              const QString& tip) {
        form.addFlag({text, value,
                      [is](const RobotModel& model) { return model.percepts().vision.*is; }, tip});
    };
    flag("noise", rowText("noise"), &VisionSettings::hasNoise,
         rowText("The server adds noise to vision"));
    flag("lines", rowText("field lines"), &VisionSettings::seesLines,
         rowText("It also sees the lines of the field"));
    flag("static-axes", rowText("field-fixed directions"), &VisionSettings::hasStaticAxes,
         rowText("Directions are reported in the field's axes, which do not turn with the head"));
    flag("own-position", rowText("reports its position"), &VisionSettings::reportsOwnPosition,
         rowText("Ground truth, not allowed in matches"));
    flag("own-orientation", rowText("reports its orientation"),
         &VisionSettings::reportsOwnOrientation, rowText("Ground truth, not allowed in matches"));
    flag("ball-position", rowText("reports the ball position"),
         &VisionSettings::reportsBallPosition, rowText("Ground truth, not allowed in matches"));
}

} // namespace sideline::widgets
