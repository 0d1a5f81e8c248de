#include "agentcore/robot/workshop/urdf_text.h"

#include <cmath>
#include <iterator>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/workshop/robot_analysis.h"
#include "agentcore/robot/workshop/robot_edit.h"

namespace sideline::robot {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kTiny = 1e-12;
// Value that programs treat as unlimited, since URDF requires limits.
constexpr double kNoLimit = 1e3;

// Converts Sideline's body axes (x right, y forward) to those of URDF (x forward, y left).
const Matrix3d& turn() {
    static const Matrix3d R = (Matrix3d() << 0, 1, 0, -1, 0, 0, 0, 0, 1).finished();
    return R;
}

std::string text(const Vector3d& v) {
    const auto tidy = [](double value) { return std::abs(value) < kTiny ? 0.0 : value; };
    return fmt::format("{} {} {}", tidy(v.x()), tidy(v.y()), tidy(v.z()));
}

// Returns roll, pitch, yaw: R = Rz(yaw) * Ry(pitch) * Rx(roll).
Vector3d rollPitchYaw(const Matrix3d& R) {
    return {std::atan2(R(2, 1), R(2, 2)), std::atan2(-R(2, 0), std::hypot(R(2, 1), R(2, 2))),
            std::atan2(R(1, 0), R(0, 0))};
}

class Urdf {
public:
    explicit Urdf(const RobotModel& model) : m_model(model) {}

    std::string write() && {
        add("<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n", m_model.name());
        for (const Body& body : m_model.bodies()) {
            addLink(body);
        }
        for (const Body& body : m_model.bodies()) {
            if (body.parent.isValid()) {
                addJoint(body);
            }
        }
        add("</robot>\n");
        return std::move(m_text);
    }

private:
    template <typename... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
    }

    // A link's origin is on the axis of its first joint, as URDF requires.
    Vector3d origin_Body(const Body& body) const {
        return body.joint.isValid() ? m_model.joint(body.joint).anchor_Child
                                    : Vector3d(Vector3d::Zero());
    }

    void addShape(const char* kind, const Vector3d& at, const std::string& geometry) {
        add("    <{0}>\n      <origin xyz=\"{1}\" rpy=\"0 0 0\"/>\n      <geometry>{2}</geometry>\n"
            "    </{0}>\n",
            kind, text(at), geometry);
    }

    void addShapes(const char* kind, const Body& body, const Vector3d& center) {
        if (const auto* box = std::get_if<Box>(&body.shape)) {
            return addShape(
                kind, center,
                fmt::format("<box size=\"{}\"/>", text((turn() * box->sizeM).cwiseAbs())));
        }
        if (const auto* sphere = std::get_if<Sphere>(&body.shape)) {
            return addShape(kind, center, fmt::format("<sphere radius=\"{}\"/>", sphere->radiusM));
        }
        const auto& capsule = std::get<Capsule>(body.shape);
        addShape(kind, center,
                 fmt::format("<cylinder radius=\"{}\" length=\"{}\"/>", capsule.radiusM,
                             capsule.lengthM));
        for (const double end : {-0.5, 0.5}) {
            addShape(kind, center + Vector3d(0.0, 0.0, end * capsule.lengthM),
                     fmt::format("<sphere radius=\"{}\"/>", capsule.radiusM));
        }
    }

    void addLink(const Body& body) {
        const Vector3d center = -(turn() * origin_Body(body));
        const Vector3d massCenter = turn() * (body.p_BodyCom - origin_Body(body));
        const Eigen::Matrix3d inertia = turn() * inertiaKgM2(body) * turn().transpose();
        add("  <link name=\"{}\">\n    <inertial>\n      <origin xyz=\"{}\" rpy=\"0 0 0\"/>\n"
            "      <mass value=\"{}\"/>\n      <inertia ixx=\"{}\" iyy=\"{}\" izz=\"{}\" "
            "ixy=\"{}\" "
            "ixz=\"{}\" iyz=\"{}\"/>\n    </inertial>\n",
            body.name, text(massCenter), body.massKg, inertia(0, 0), inertia(1, 1), inertia(2, 2),
            inertia(0, 1), inertia(0, 2), inertia(1, 2));
        addShapes("visual", body, center);
        if (body.collides) {
            addShapes("collision", body, center);
        }
        add("  </link>\n");
    }

    void addJoint(const Body& body) {
        const Body& parent = m_model.body(body.parent);
        // Origin of the child's link in the frame of the parent's link.
        const Vector3d at = turn() * (body.p_ParentBody + body.R_ParentBody * origin_Body(body) -
                                      origin_Body(parent));
        const Vector3d rpy = rollPitchYaw(turn() * body.R_ParentBody * turn().transpose());
        if (!body.joint.isValid()) {
            add("  <joint name=\"{}\" type=\"fixed\">\n", body.name);
            addEnds(parent.name, body.name, at, rpy);
            add("  </joint>\n");
            return;
        }
        const Joint& joint = m_model.joint(body.joint);
        const std::string name = axisName(m_model, body.joint);
        if (joint.kind == JointKind::Hinge) {
            return addAxis(joint, name, parent.name, body.name, at, rpy);
        }
        // The second axis rotates first.
        const Joint& second = m_model.joint(otherAxis(m_model, body.joint));
        const std::string between = body.name + "_between";
        add("  <link name=\"{}\"/>\n", between);
        addAxis(second, name + "_2", parent.name, between, at, rpy);
        addAxis(joint, name + "_1", between, body.name, Vector3d::Zero(), Vector3d::Zero());
    }

    void addEnds(const std::string& parent, const std::string& child, const Vector3d& at,
                 const Vector3d& rpy) {
        add("    <parent link=\"{}\"/>\n    <child link=\"{}\"/>\n    <origin xyz=\"{}\" "
            "rpy=\"{}\"/>\n",
            parent, child, text(at), text(rpy));
    }

    void addAxis(const Joint& joint, const std::string& name, const std::string& parent,
                 const std::string& child, const Vector3d& at, const Vector3d& rpy) {
        // A joint with only one limit receives a distant limit on the other side.
        const bool hasStops = std::isfinite(joint.minRad) || std::isfinite(joint.maxRad);
        add("  <joint name=\"{}\" type=\"{}\">\n", name, hasStops ? "revolute" : "continuous");
        addEnds(parent, child, at, rpy);
        add("    <axis xyz=\"{}\"/>\n", text(turn() * joint.axis));
        const std::string range =
            hasStops ? fmt::format("lower=\"{}\" upper=\"{}\" ", std::max(joint.minRad, -kNoLimit),
                                   std::min(joint.maxRad, kNoLimit))
                     : "";
        add("    <limit {}effort=\"{}\" velocity=\"{}\"/>\n  </joint>\n", range,
            joint.dynamics.maxTorqueNm, std::min(joint.maxSpeedRadPerS, kNoLimit));
    }

    const RobotModel& m_model;
    std::string m_text;
};

} // namespace

std::string urdfText(const RobotModel& model) {
    return Urdf(model).write();
}

} // namespace sideline::robot
