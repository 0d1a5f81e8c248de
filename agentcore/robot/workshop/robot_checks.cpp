#include "agentcore/robot/workshop/robot_checks.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"
#include "agentcore/robot/workshop/robot_edit.h"
#include "agentcore/robot/workshop/robot_sides.h"

namespace sideline::robot {

namespace {

using math::degFromRad;
using Severity = RobotFinding::Severity;

constexpr double kTolerance = 1e-6;
constexpr double kTornRad = math::radFromDeg(1.0); // maximum deviation from the limits at the start
constexpr double kSweepRad = math::radFromDeg(1.0);
// Ratio of adjacent masses above which ODE's steps become unstable.
constexpr double kLargestMassRatio = 1000.0;

double extentM(const Shape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return box->sizeM.norm() / 2.0;
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return capsule->lengthM / 2.0 + capsule->radiusM;
    }
    return std::get<Sphere>(shape).radiusM;
}

class RobotChecker {
public:
    explicit RobotChecker(const RobotModel& model)
        : m_model(model), m_poses(model.bodies().size()), m_zero(model.joints().size(), 0.0) {
        forwardKinematics(model, {}, m_zero, m_poses);
    }

    std::vector<RobotFinding> run() && {
        checkNames();
        for (const Body& body : m_model.bodies()) {
            checkBody(body);
        }
        for (std::size_t i = 0; i < m_model.joints().size(); ++i) {
            checkJoint(JointId(i));
        }
        checkOverlaps();
        checkStart();
        checkSides();
        return std::move(m_findings);
    }

private:
    template <typename... Args>
    void add(Severity severity, std::string subject, fmt::format_string<Args...> format,
             Args&&... args) {
        m_findings.push_back(
            {severity, std::move(subject), fmt::format(format, std::forward<Args>(args)...)});
    }

    void checkNames() {
        std::set<std::string> seen;
        for (const Body& body : m_model.bodies()) {
            if (body.name.empty() || !seen.insert(body.name).second) {
                add(Severity::Error, body.name, "another body has the same name");
            }
        }
        for (std::size_t i = 0; i < m_model.joints().size(); ++i) {
            const Joint& joint = m_model.joints()[i];
            const std::string name = joint.kind == JointKind::UniversalSecond
                                         ? joint.effector + ".2" // as in motions
                                         : joint.effector;
            if (!joint.effector.empty() && !seen.insert("effector " + name).second) {
                add(Severity::Error, axisName(m_model, JointId(i)),
                    "another joint has the effector '{}'", name);
            }
        }
    }

    void checkBody(const Body& body) {
        if (!(body.massKg > 0.0)) {
            add(Severity::Error, body.name, "has a mass of {:g} kg", body.massKg);
        } else if (body.parent.isValid()) {
            const double ratio = m_model.body(body.parent).massKg / body.massKg;
            if (ratio > kLargestMassRatio || ratio < 1.0 / kLargestMassRatio) {
                add(Severity::Warning, body.name,
                    "its mass and that of '{}' differ by more than a factor of {:g}",
                    m_model.body(body.parent).name, kLargestMassRatio);
            }
        }
        if (!(extentM(body.shape) > 0.0)) {
            add(Severity::Error, body.name, "has no size");
        }
    }

    void checkJoint(JointId id) {
        const Joint& joint = m_model.joint(id);
        const std::string name = axisName(m_model, id);
        if (joint.minRad > joint.maxRad) {
            return add(Severity::Error, name, "its lower limit is above its upper one");
        }
        if (joint.minRad > 0.0 || joint.maxRad < 0.0) {
            const bool isTorn = std::max(joint.minRad, -joint.maxRad) > kTornRad;
            add(isTorn ? Severity::Error : Severity::Warning, name,
                "its limits, {:.4g} to {:.4g} degrees, exclude 0, where it starts",
                degFromRad(joint.minRad), degFromRad(joint.maxRad));
        }
        if (joint.minRad == joint.maxRad) {
            add(Severity::Warning, name, "it cannot turn");
        }
        if (!joint.effector.empty() &&
            (joint.dynamics.maxTorqueNm <= 0.0 || joint.maxSpeedRadPerS <= 0.0)) {
            add(Severity::Warning, name, "its motor has no {}",
                joint.dynamics.maxTorqueNm <= 0.0 ? "torque" : "speed");
        }
        if (joint.effector.empty() != joint.perceptor.empty()) {
            add(Severity::Warning, name, "{}",
                joint.effector.empty() ? "nothing moves it" : "nothing reports its angle");
        }
        const Body& child = m_model.body(joint.child);
        const double awayM = joint.anchor_Child.norm() - extentM(child.shape);
        const math::Pose X_ParentChild =
            m_poses[joint.parent.index()].inverse() * m_poses[joint.child.index()];
        const double parentAwayM =
            (X_ParentChild * joint.anchor_Child).norm() - extentM(m_model.body(joint.parent).shape);
        if (std::min(awayM, parentAwayM) > extentM(child.shape)) {
            add(Severity::Warning, name,
                "its anchor is {:.0f} mm outside '{}' and {:.0f} mm outside '{}'", 1000.0 * awayM,
                child.name, 1000.0 * parentAwayM, m_model.body(joint.parent).name);
        }
    }

    void checkOverlaps() {
        std::set<std::pair<std::size_t, std::size_t>> atZero;
        for (const BodyOverlap& overlap : selfOverlaps(m_model, m_poses)) {
            atZero.emplace(overlap.first.index(), overlap.second.index());
            add(Severity::Warning, m_model.body(overlap.second).name,
                "overlaps '{}' by {:.0f} mm with all joints at zero",
                m_model.body(overlap.first).name, 1000.0 * overlap.depthM);
        }
        for (std::size_t i = 0; i < m_model.joints().size(); ++i) {
            checkReach(i, 1.0, atZero);
            checkReach(i, -1.0, atZero);
        }
    }

    // Rotates one joint from zero to its limit, until bodies overlap that did not overlap before.
    void checkReach(std::size_t index, double sign,
                    const std::set<std::pair<std::size_t, std::size_t>>& atZero) {
        const Joint& joint = m_model.joints()[index];
        const double ownRad = sign > 0.0 ? joint.maxRad : joint.minRad;
        if (std::isinf(ownRad)) {
            return; // there is no limit to be reached
        }
        const double stopRad = std::clamp(ownRad, -math::kPi, math::kPi);
        std::vector<double> anglesRad = m_zero;
        std::vector<math::Pose> poses(m_poses.size());
        for (double angle = kSweepRad; angle <= std::abs(stopRad) && sign * stopRad > 0.0;
             angle += kSweepRad) {
            anglesRad[index] = sign * angle;
            forwardKinematics(m_model, {}, anglesRad, poses);
            for (const BodyOverlap& overlap : selfOverlaps(m_model, poses)) {
                if (!atZero.contains({overlap.first.index(), overlap.second.index()})) {
                    return add(
                        Severity::Warning, axisName(m_model, JointId(index)),
                        "it cannot reach its limit at {:.4g} degrees: from {:.0f} degrees on, '{}' "
                        "and '{}' overlap",
                        degFromRad(stopRad), degFromRad(sign * angle),
                        m_model.body(overlap.first).name, m_model.body(overlap.second).name);
                }
            }
        }
    }

    void checkStart() {
        const double lowestM =
            lowestHeightM(m_model, m_poses) + m_model.traits().p_STorsoAtStart.z();
        if (lowestM < -kTolerance) {
            add(Severity::Warning, "start",
                "the lowest point of the robot starts {:.0f} mm below the ground",
                -1000.0 * lowestM);
        }
    }

    // The bodies on both sides should mirror each other.
    void checkSides() {
        for (std::size_t i = 0; i < m_model.bodies().size(); ++i) {
            const Body& right = m_model.bodies()[i];
            const BodyId id = otherSide(m_model, BodyId(i));
            // Each pair is checked once, by its right body.
            if (!id.isValid() || right.p_ParentBody.x() < m_model.body(id).p_ParentBody.x() ||
                (right.p_ParentBody.x() == m_model.body(id).p_ParentBody.x() &&
                 right.name < m_model.body(id).name)) {
                continue;
            }
            const Body& left = m_model.body(id);
            const Eigen::Vector3d mirrored =
                left.p_ParentBody.cwiseProduct(Eigen::Vector3d(-1.0, 1.0, 1.0));
            const bool sameShape =
                left.shape.index() == right.shape.index() &&
                std::abs(extentM(left.shape) - extentM(right.shape)) < kTolerance;
            if (std::abs(left.massKg - right.massKg) > kTolerance || !sameShape ||
                (mirrored - right.p_ParentBody).norm() > kTolerance) {
                add(Severity::Warning, right.name, "differs from '{}'", left.name);
            }
        }
    }

    const RobotModel& m_model;
    std::vector<math::Pose> m_poses; // torso at the origin, all joints at zero
    std::vector<double> m_zero;
    std::vector<RobotFinding> m_findings;
};

} // namespace

std::vector<RobotFinding> checkRobot(const RobotModel& model) {
    return RobotChecker(model).run();
}

} // namespace sideline::robot
