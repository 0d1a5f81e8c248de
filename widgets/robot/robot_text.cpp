#include "widgets/robot/robot_text.h"

#include <cmath>

#include <QCoreApplication>

#include "agentcore/math/angles.h"
#include "agentcore/robot/workshop/robot_analysis.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

QString say(const char* text) {
    return QCoreApplication::translate("RobotText", text);
}

QString shortNumber(double value) {
    return QString::number(value, 'g', 4);
}

QString angleText(double rad) {
    return std::isfinite(rad) ? shortNumber(std::round(math::degFromRad(rad) * 1e6) / 1e6)
                              : say("none");
}

QString shapeWords(const robot::Shape& shape) {
    if (const auto* box = std::get_if<robot::Box>(&shape)) {
        return say("box %1 x %2 x %3 m")
            .arg(shortNumber(box->sizeM.x()), shortNumber(box->sizeM.y()),
                 shortNumber(box->sizeM.z()));
    }
    if (const auto* capsule = std::get_if<robot::Capsule>(&shape)) {
        return say("capsule, radius %1 m, length %2 m")
            .arg(shortNumber(capsule->radiusM), shortNumber(capsule->lengthM));
    }
    return say("sphere, radius %1 m").arg(shortNumber(std::get<robot::Sphere>(shape).radiusM));
}

} // namespace

QString sensorText(robot::PerceptorKind kind) {
    return say(robot::perceptorInfo(kind).text);
}

QString rangeText(const robot::Joint& joint) {
    if (!std::isfinite(joint.minRad) && !std::isfinite(joint.maxRad)) {
        return say("no limits");
    }
    if (!std::isfinite(joint.maxRad)) {
        return say("from %1\u00b0").arg(angleText(joint.minRad));
    }
    if (!std::isfinite(joint.minRad)) {
        return say("up to %1\u00b0").arg(angleText(joint.maxRad));
    }
    return say("%1 to %2\u00b0").arg(angleText(joint.minRad), angleText(joint.maxRad));
}

QString bodySummary(const robot::RobotModel& model, robot::BodyId id) {
    const robot::Body& body = model.body(id);
    const Eigen::Vector3d inertia = 1e3 * robot::inertiaKgM2(body).diagonal();
    return say("%1: %2 kg\n%3%4\nmoments of inertia %5 %6 %7 g m\u00b2")
        .arg(toQt(body.name), shortNumber(body.massKg), shapeWords(body.shape),
             body.collides ? QString() : say(", does not collide"), shortNumber(inertia.x()),
             shortNumber(inertia.y()), shortNumber(inertia.z()));
}

QString jointSummary(const robot::RobotModel& model, robot::JointId id) {
    const robot::Joint& joint = model.joint(id);
    return say("%1: turns %2 relative to %3\n%4, %5\u00b0/s, %6 N m")
        .arg(jointText(model, id), toQt(model.body(joint.child).name),
             toQt(model.body(joint.parent).name), rangeText(joint),
             angleText(joint.maxSpeedRadPerS), shortNumber(joint.dynamics.maxTorqueNm));
}

QString robotSummary(const robot::RobotModel& model) {
    return say("%1 bodies, %2 joints, %3 kg")
        .arg(model.bodies().size())
        .arg(model.joints().size())
        .arg(shortNumber(model.massKg()));
}

} // namespace sideline::widgets
