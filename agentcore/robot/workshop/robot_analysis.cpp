#include "agentcore/robot/workshop/robot_analysis.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"
#include "agentcore/robot/workshop/robot_edit.h"

namespace sideline::robot {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kGravity = 9.81; // m/s^2, as in the server
constexpr double kSame = 1e-9;
constexpr double kNoValue = std::numeric_limits<double>::infinity();

double sphereMassRatio(double radiusM, double lengthM) {
    const double ball = 4.0 / 3.0 * radiusM;
    return ball / (ball + lengthM);
}

// Marks the bodies below a body in the tree.
std::vector<bool> bodiesBelow(const RobotModel& model, BodyId top) {
    std::vector<bool> below(model.bodies().size(), false);
    for (std::size_t i = top.index(); i < below.size(); ++i) {
        const BodyId parent = model.bodies()[i].parent;
        below[i] = BodyId(i) == top || (parent.isValid() && below[parent.index()]);
    }
    return below;
}

// Returns the point of a body's shape that is farthest from its joint.
Vector3d farEnd(const RobotModel& model, const Body& body) {
    const Vector3d anchor =
        body.joint.isValid() ? model.joint(body.joint).anchor_Child : Vector3d(Vector3d::Zero());
    Vector3d half = Vector3d::Zero();
    if (const auto* box = std::get_if<Box>(&body.shape)) {
        Eigen::Index longest = 0;
        box->sizeM.maxCoeff(&longest);
        half[longest] = box->sizeM[longest] / 2.0;
    } else if (const auto* capsule = std::get_if<Capsule>(&body.shape)) {
        half.z() = capsule->lengthM / 2.0 + capsule->radiusM;
    } else {
        const double radiusM = std::get<Sphere>(body.shape).radiusM;
        half =
            anchor.isZero() ? Vector3d(0.0, 0.0, radiusM) : Vector3d(anchor.normalized() * radiusM);
    }
    return (half - anchor).norm() > (-half - anchor).norm() ? half : Vector3d(-half);
}

// A ground contact, and the fraction of the weight that it supports.
struct Support {
    BodyId body;
    Vector3d p_S;
    double weightRatio = 1.0;
};

std::vector<Support> supportsOf(std::span<const SurfacePoint> points, const Vector3d& com) {
    std::map<std::size_t, std::pair<Vector3d, int>> sums;
    for (const SurfacePoint& point : points) {
        auto& [sum, count] =
            sums.try_emplace(point.body.index(), Vector3d::Zero(), 0).first->second;
        sum += point.p_A;
        ++count;
    }
    std::vector<Support> supports;
    for (const auto& [body, sum] : sums) {
        supports.push_back(
            {BodyId(body), sum.first / sum.second, 1.0 / static_cast<double>(sums.size())});
    }
    if (supports.size() == 2) {
        const Vector2d way = (supports[1].p_S - supports[0].p_S).head<2>();
        const Vector2d to = (com - supports[0].p_S).head<2>();
        supports[1].weightRatio =
            std::clamp(to.dot(way) / std::max(way.squaredNorm(), kSame), 0.0, 1.0);
        supports[0].weightRatio = 1.0 - supports[1].weightRatio;
    }
    Vector2d off = com.head<2>();
    for (const Support& support : supports) {
        off -= support.weightRatio * support.p_S.head<2>();
    }
    for (Support& support : supports) {
        support.p_S.head<2>() += off;
    }
    return supports;
}

std::string shapeText(const Shape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return fmt::format("box {:g} x {:g} x {:g} m", box->sizeM.x(), box->sizeM.y(),
                           box->sizeM.z());
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return fmt::format("capsule {:g} m, radius {:g} m", capsule->lengthM, capsule->radiusM);
    }
    return fmt::format("sphere, radius {:g} m", std::get<Sphere>(shape).radiusM);
}

std::string vectorText(const Vector3d& v) {
    const auto tidy = [](double value) { return std::abs(value) < kSame ? 0.0 : value; };
    return fmt::format("{:g} {:g} {:g}", tidy(v.x()), tidy(v.y()), tidy(v.z()));
}

class Comparison {
public:
    std::vector<ComparedValue> rows;

    void subject(std::string name) { m_subject = std::move(name); }
    void number(std::string what, double before, double after, std::string unit) {
        const bool same = before == after || std::abs(before - after) < kSame;
        const bool looksSame = !same && fmt::format("{:g}", before) == fmt::format("{:g}", after);
        const auto written = [looksSame](double value) {
            return std::isinf(value) ? std::string("none")
                   : looksSame       ? fmt::format("{:.12g}", value)
                                     : fmt::format("{:g}", value);
        };
        text(std::move(what), written(before), written(after), std::move(unit), same);
    }
    void vector(std::string what, const Vector3d& before, const Vector3d& after, std::string unit) {
        text(std::move(what), vectorText(before), vectorText(after), std::move(unit),
             (before - after).norm() < kSame);
    }
    void text(std::string what, std::string before, std::string after, std::string unit,
              bool same) {
        rows.push_back({m_subject, std::move(what), std::move(before), std::move(after),
                        std::move(unit), same});
    }

private:
    std::string m_subject;
};

void compareBodies(Comparison& out, const Body& before, const Body& after) {
    out.subject(before.name);
    out.number("mass", before.massKg, after.massKg, "kg");
    const std::string shape = shapeText(before.shape);
    const std::string newShape = shapeText(after.shape);
    out.text("shape", shape, newShape, "", shape == newShape);
    if (!before.p_BodyCom.isZero(0.0) || !after.p_BodyCom.isZero(0.0)) {
        out.vector("center of mass", before.p_BodyCom, after.p_BodyCom, "m");
    }
    if (before.inertiaKgM2 || after.inertiaKgM2) {
        out.vector("moments of inertia", inertiaKgM2(before).diagonal(),
                   inertiaKgM2(after).diagonal(), "kg m2");
    }
    out.vector("position", before.p_ParentBody, after.p_ParentBody, "m");
    out.vector("rotation", degFromRotation(before.R_ParentBody),
               degFromRotation(after.R_ParentBody), "deg");
    out.text("collides", before.collides ? "yes" : "no", after.collides ? "yes" : "no", "",
             before.collides == after.collides);
    if (before.collides && after.collides) { // bodies without a collider have no surface
        out.number("soft ERP", before.surface.softErp, after.surface.softErp, "");
        const double softCfm = before.surface.softCfm.value_or(kNoValue);
        out.number("soft CFM", softCfm, after.surface.softCfm.value_or(kNoValue), "");
        out.number("slip", before.surface.slip, after.surface.slip, "");
    }
}

std::string coneText(const VisionSettings& vision) {
    return vision.cone
               ? fmt::format("{:g} x {:g} deg", math::degFromRad(2.0 * vision.cone->halfWidthRad),
                             math::degFromRad(2.0 * vision.cone->halfHeightRad))
               : "all around";
}

void compareVision(Comparison& out, const VisionSettings& before, const VisionSettings& after) {
    out.subject("vision");
    out.text("view", coneText(before), coneText(after), "", coneText(before) == coneText(after));
    out.number("interval", before.intervalCycles, after.intervalCycles, "cycles");
    const auto flag = [&](const char* what, bool VisionSettings::*is) {
        out.text(what, before.*is ? "yes" : "no", after.*is ? "yes" : "no", "",
                 before.*is == after.*is);
    };
    flag("noise", &VisionSettings::hasNoise);
    flag("lines", &VisionSettings::seesLines);
    flag("static axes", &VisionSettings::hasStaticAxes);
    flag("own position", &VisionSettings::reportsOwnPosition);
    flag("own orientation", &VisionSettings::reportsOwnOrientation);
    flag("ball position", &VisionSettings::reportsBallPosition);
}

void compareJoints(Comparison& out, std::string name, const Joint& before, const Joint& after) {
    out.subject(std::move(name));
    out.number("lower limit", math::degFromRad(before.minRad), math::degFromRad(after.minRad),
               "deg");
    out.number("upper limit", math::degFromRad(before.maxRad), math::degFromRad(after.maxRad),
               "deg");
    out.number("speed", math::degFromRad(before.maxSpeedRadPerS),
               math::degFromRad(after.maxSpeedRadPerS), "deg/s");
    out.number("torque", before.dynamics.maxTorqueNm, after.dynamics.maxTorqueNm, "N m");
    out.vector("anchor", before.anchor_Child, after.anchor_Child, "m");
    out.vector("axis", before.axis, after.axis, "");
    out.text("effector", before.effector, after.effector, "", before.effector == after.effector);
}

// Returns the joint of the other robot that rotates the body with the same name in the same way, or
// none.
JointId sameJoint(const RobotModel& model, JointId id, const RobotModel& other) {
    const Joint& joint = model.joint(id);
    const BodyId child = other.findBody(model.body(joint.child).name);
    for (std::size_t i = 0; child.isValid() && i < other.joints().size(); ++i) {
        if (other.joints()[i].child == child && other.joints()[i].kind == joint.kind) {
            return JointId(i);
        }
    }
    return JointId::none();
}

// Returns the moments of inertia of a body's shape about the body's axes.
Vector3d shapeMomentsKgM2(const Body& body) {
    if (const auto* box = std::get_if<Box>(&body.shape)) {
        const Vector3d squares = box->sizeM.cwiseAbs2();
        return body.massKg / 12.0 *
               Vector3d(squares.y() + squares.z(), squares.x() + squares.z(),
                        squares.x() + squares.y());
    }
    if (const auto* sphere = std::get_if<Sphere>(&body.shape)) {
        return Vector3d::Constant(0.4 * body.massKg * sphere->radiusM * sphere->radiusM);
    }
    // A cylinder and two hemispheres, whose centers of mass are 3/8 of a radius beyond the
    // cylinder's ends.
    const auto& capsule = std::get<Capsule>(body.shape);
    const double r = capsule.radiusM;
    const double l = capsule.lengthM;
    const double ballKg = body.massKg * sphereMassRatio(r, l);
    const double cylinderKg = body.massKg - ballKg;
    const double across = cylinderKg * (r * r / 4.0 + l * l / 12.0) +
                          ballKg * (0.4 * r * r + 0.375 * r * l + l * l / 4.0);
    const double along = cylinderKg * r * r / 2.0 + ballKg * 0.4 * r * r;
    return {across, across, along};
}

} // namespace

Eigen::Matrix3d inertiaKgM2(const Body& body) {
    return body.inertiaKgM2.value_or(shapeMomentsKgM2(body).asDiagonal().toDenseMatrix());
}

std::vector<Vector3d> reachPoints(const RobotModel& model, BodyId body, std::size_t count,
                                  std::uint64_t seed) {
    std::vector<std::size_t> joints;
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        if (bodiesBelow(model, model.joints()[i].child)[body.index()]) {
            joints.push_back(i);
        }
    }
    const Vector3d tip = farEnd(model, model.body(body));
    base::Rng random(seed);
    std::vector<double> anglesRad(model.joints().size(), 0.0);
    std::vector<math::Pose> poses(model.bodies().size());
    std::vector<Vector3d> points;
    for (std::size_t i = 0; i < count; ++i) {
        for (const std::size_t joint : joints) {
            const Joint& limits = model.joints()[joint];
            anglesRad[joint] = random.uniform(std::max(limits.minRad, -math::kPi),
                                              std::min(limits.maxRad, math::kPi));
        }
        forwardKinematics(model, {}, anglesRad, poses);
        if (selfOverlaps(model, poses).empty()) {
            points.push_back(poses[body.index()] * tip);
        }
    }
    return points;
}

HoldingTorques holdingTorques(const RobotModel& model, std::span<const double> anglesRad) {
    SIDELINE_ASSERT(anglesRad.size() == model.joints().size());
    std::vector<math::Pose> poses(model.bodies().size());
    forwardKinematics(model, placeOnGround(model, anglesRad, GroundRule::LevelSole), anglesRad,
                      poses);
    const Vector3d com = centerOfMass(model, poses);
    const std::vector<SurfacePoint> points = lowestPoints(model, poses);
    std::vector<Vector2d> ground;
    for (const SurfacePoint& point : points) {
        ground.emplace_back(point.p_A.head<2>());
    }
    HoldingTorques held;
    held.marginM = marginM(convexHull(ground), com.head<2>());
    const std::vector<Support> supports = supportsOf(points, com);
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        const Joint& joint = model.joints()[i];
        const math::Pose X = jointFrame(model, JointId(i), poses);
        const std::vector<bool> below = bodiesBelow(model, joint.child);
        Vector3d moment = Vector3d::Zero();
        for (std::size_t body = 0; body < below.size(); ++body) {
            if (below[body]) {
                const Body& part = model.bodies()[body];
                moment += (poses[body] * part.p_BodyCom - X.p)
                              .cross(Vector3d(0.0, 0.0, -kGravity * part.massKg));
            }
        }
        for (const Support& support : supports) {
            if (below[support.body.index()]) {
                moment +=
                    (support.p_S - X.p)
                        .cross(Vector3d(0.0, 0.0, kGravity * model.massKg() * support.weightRatio));
            }
        }
        held.torquesNm.push_back(-moment.dot(X.R * joint.axis));
    }
    return held;
}

std::vector<ComparedValue> compareRobots(const RobotModel& before, const RobotModel& after) {
    Comparison out;
    out.subject("robot");
    out.number("mass", before.massKg(), after.massKg(), "kg");
    out.vector("start", before.traits().p_STorsoAtStart, after.traits().p_STorsoAtStart, "m");
    const bool hasSamePercepts = before.percepts().perceptors == after.percepts().perceptors &&
                                 before.percepts().visibleParts == after.percepts().visibleParts;
    out.text("percepts", "one set", hasSamePercepts ? "one set" : "another", "", hasSamePercepts);
    compareVision(out, before.percepts().vision, after.percepts().vision);
    for (const Body& body : before.bodies()) {
        const BodyId other = after.findBody(body.name);
        if (other.isValid()) {
            compareBodies(out, body, after.body(other));
        } else {
            out.rows.push_back({body.name, {}, shapeText(body.shape), {}, {}, false});
        }
    }
    for (const Body& body : after.bodies()) {
        if (!before.findBody(body.name).isValid()) {
            out.rows.push_back({body.name, {}, {}, shapeText(body.shape), {}, false});
        }
    }
    for (std::size_t i = 0; i < before.joints().size(); ++i) {
        const JointId id(i);
        const JointId other = sameJoint(before, id, after);
        if (other.isValid()) {
            compareJoints(out, axisName(before, id), before.joint(id), after.joint(other));
        } else {
            out.rows.push_back({axisName(before, id), {}, "joint", {}, {}, false});
        }
    }
    for (std::size_t i = 0; i < after.joints().size(); ++i) {
        if (!sameJoint(after, JointId(i), before).isValid()) {
            out.rows.push_back({axisName(after, JointId(i)), {}, {}, "joint", {}, false});
        }
    }
    return std::move(out.rows);
}

std::vector<std::string> robotDifferences(const RobotModel& before, const RobotModel& after) {
    std::vector<std::string> lines;
    for (const ComparedValue& row : compareRobots(before, after)) {
        if (!row.isSame && row.what.empty()) {
            lines.push_back(fmt::format("{}: only in the {}", row.subject,
                                        row.after.empty() ? "first" : "second"));
        } else if (!row.isSame) {
            lines.push_back(fmt::format("{}: {} {} -> {}{}{}", row.subject, row.what, row.before,
                                        row.after, row.unit.empty() ? "" : " ", row.unit));
        }
    }
    return lines;
}

} // namespace sideline::robot
