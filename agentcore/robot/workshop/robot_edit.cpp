#include "agentcore/robot/workshop/robot_edit.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/workshop/robot_sides.h"
#include "agentcore/robot/workshop/value_rules.h"

namespace sideline::robot {

namespace {

using base::ErrorCode;
using base::Expected;
using Eigen::Vector3d;

constexpr double kShortestAxis = 1e-6;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::string_view kBlanks = " \t\n";

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::optional<std::vector<double>> numbersOf(std::string_view text) {
    std::vector<double> numbers;
    for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
        double value = 0.0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (fault != std::errc() || !std::isfinite(value)) {
            return std::nullopt;
        }
        numbers.push_back(value);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.empty() && kBlanks.find(text.front()) == std::string_view::npos) {
            return std::nullopt;
        }
    }
    return numbers;
}

Vector3d vectorOf(std::span<const double> numbers) {
    return {numbers[0], numbers[1], numbers[2]};
}

// Returns the length of a body along z, which stretching changes.
double* lengthOf(Shape& shape) {
    if (auto* box = std::get_if<Box>(&shape)) {
        return &box->sizeM.z();
    }
    auto* capsule = std::get_if<Capsule>(&shape);
    return capsule != nullptr ? &capsule->lengthM : nullptr;
}

} // namespace

std::string axisName(const RobotModel& model, JointId id) {
    const Joint& joint = model.joint(id);
    std::string name = !joint.perceptor.empty()  ? joint.perceptor
                       : !joint.effector.empty() ? joint.effector
                                                 : model.body(joint.child).name;
    return joint.kind == JointKind::UniversalSecond ? name + "#2" : name;
}

Eigen::Matrix3d rotationFromDeg(const Vector3d& angles) {
    const Vector3d rad = angles * math::radFromDeg(1.0);
    return (Eigen::AngleAxisd(rad.x(), Vector3d::UnitX()) *
            Eigen::AngleAxisd(rad.y(), Vector3d::UnitY()) *
            Eigen::AngleAxisd(rad.z(), Vector3d::UnitZ()))
        .toRotationMatrix();
}

Vector3d degFromRotation(const Eigen::Matrix3d& R) {
    const double y = std::asin(std::clamp(R(0, 2), -1.0, 1.0));
    if (std::abs(R(0, 2)) > 1.0 - 1e-12) { // x and z rotate about the same axis
        return Vector3d(std::atan2(R(1, 0), R(1, 1)), y, 0.0) * math::degFromRad(1.0);
    }
    return Vector3d(std::atan2(-R(1, 2), R(2, 2)), y, std::atan2(-R(0, 1), R(0, 0))) *
           math::degFromRad(1.0);
}

RobotEdit::RobotEdit(const RobotModel& model)
    : m_bodies(model.bodies().begin(), model.bodies().end()),
      m_joints(model.joints().begin(), model.joints().end()),
      m_percepts(model.percepts()),
      m_traits(model.traits()) {
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        m_axes.push_back(axisName(model, JointId(i)));
    }
}

base::Expected<RobotEdit::Assignment> RobotEdit::parse(std::string_view assignment) {
    const auto equals = assignment.find('=');
    const std::string_view path = trimmed(assignment.substr(0, equals));
    const auto dot = path.rfind('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("'{}' sets no value", assignment),
                             "BODY.VALUE=NUMBERS or JOINT.VALUE=NUMBERS, such as rthigh.mass=0.3");
    }
    const std::string_view owner = path.substr(0, dot);
    const std::string_view value = path.substr(dot + 1);
    const std::string_view text = trimmed(assignment.substr(equals + 1));
    if (text == "none" && canBeNone(value)) {
        return Assignment{owner, value, {kInfinity}};
    }
    const auto numbers = numbersOf(text);
    if (!numbers || numbers->empty()) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("'{}': not a number", assignment),
                             canBeNone(value) ? "finite numbers separated by spaces, or none"
                                              : "finite numbers separated by spaces");
    }
    return Assignment{owner, value, *numbers};
}

Expected<void> RobotEdit::set(std::string_view assignment) {
    const auto parsed = parse(assignment);
    if (!parsed) {
        return tl::unexpected(parsed.error());
    }
    if (parsed->owner.find('*') == std::string_view::npos) {
        return setNamed(parsed->owner, parsed->value, parsed->numbers);
    }
    const std::string right = rightSideName(parsed->owner, names());
    if (right.empty() || otherSideName(right, names()).empty()) {
        return noOwner(parsed->owner);
    }
    return setOnBoth(right, *parsed);
}

Expected<void> RobotEdit::setBothSides(std::string_view assignment) {
    const auto parsed = parse(assignment);
    if (!parsed) {
        return tl::unexpected(parsed.error());
    }
    if (hasOtherSide(parsed->owner)) {
        return setOnBoth(std::string(parsed->owner), *parsed);
    }
    return setNamed(parsed->owner, parsed->value, parsed->numbers);
}

NameExists RobotEdit::names() const {
    return [this](std::string_view name) {
        return std::ranges::find(m_axes, name) != m_axes.end() ||
               std::ranges::find(m_bodies, name, &Body::name) != m_bodies.end();
    };
}

bool RobotEdit::hasOtherSide(std::string_view owner) const {
    return names()(owner) && !otherSideName(owner, names()).empty();
}

// Changes both sides or, after an error, neither.
Expected<void> RobotEdit::setOnBoth(const std::string& own, const Assignment& assignment) {
    const auto& [owner, value, numbers] = assignment;
    const std::string other = otherSideName(own, names());
    RobotEdit both = *this;
    if (const auto first = both.setNamed(own, value, numbers); !first) {
        return first;
    }
    std::vector<double> mirrored = numbers;
    std::string mirroredValue(value);
    const double sign = turnsOtherWay(own, other) ? -1.0 : 1.0;
    if ((value == "position" || value == "anchor") && !mirrored.empty()) {
        mirrored[0] = -mirrored[0];
    } else if (sign < 0.0 && (value == "min" || value == "max")) {
        mirroredValue = value == "min" ? "max" : "min";
        mirrored[0] = isNone(numbers) ? kInfinity : -mirrored[0];
    } else if ((value == "axis" || value == "rotation") && mirrored.size() == 3) {
        const Vector3d turned = sign * mirroredAxis(vectorOf(numbers));
        mirrored.assign(turned.begin(), turned.end());
    }
    if (const auto second = both.setNamed(other, mirroredValue, mirrored); !second) {
        return second;
    }
    *this = std::move(both);
    return {};
}

// Whether equal angles of two joints rotate their bodies to opposite sides.
bool RobotEdit::turnsOtherWay(std::string_view own, std::string_view other) const {
    const auto first = std::ranges::find(m_axes, own);
    const auto second = std::ranges::find(m_axes, other);
    if (first == m_axes.end() || second == m_axes.end()) {
        return false;
    }
    const auto axis = [this](auto at) {
        return m_joints[static_cast<std::size_t>(at - m_axes.begin())].axis;
    };
    return mirroredAxis(axis(first)).dot(axis(second)) < 0.0;
}

tl::unexpected<base::Error> RobotEdit::noOwner(std::string_view owner) const {
    std::vector<std::string_view> known(m_axes.begin(), m_axes.end());
    std::ranges::transform(m_bodies, std::back_inserter(known), &Body::name);
    return unknown("body or joint", owner, known);
}

Expected<void> RobotEdit::setNamed(std::string_view owner, std::string_view value,
                                   std::span<const double> numbers) {
    if (owner == "start" && value == "height") {
        if (const auto count = takes(value, numbers, 1); !count) {
            return count;
        }
        m_traits.p_STorsoAtStart.z() = numbers[0];
        return {};
    }
    if (owner == "vision") {
        const bool sees = std::ranges::any_of(m_percepts.perceptors, [](const Perceptor& each) {
            return each.kind == PerceptorKind::Vision;
        });
        if (!sees) {
            return base::failure(ErrorCode::InvalidArgument, "the robot has no camera",
                                 "a robot with a camera");
        }
        return setOfVision(m_percepts.vision, value, numbers);
    }
    const auto body = std::ranges::find(m_bodies, owner, &Body::name);
    if (body != m_bodies.end()) {
        return setOfBody(static_cast<std::size_t>(body - m_bodies.begin()), value, numbers);
    }
    const auto axis = std::ranges::find(m_axes, owner);
    if (axis != m_axes.end()) {
        return setOfJoint(static_cast<std::size_t>(axis - m_axes.begin()), value, numbers);
    }
    return noOwner(owner);
}

Expected<void> RobotEdit::setOfBody(std::size_t index, std::string_view value,
                                    std::span<const double> numbers) {
    Body& body = m_bodies[index];
    ContactSurface surface = body.surface;
    if (const auto isOfSurface = setOfSurface(surface, value, numbers); !isOfSurface) {
        return tl::unexpected(isOfSurface.error());
    } else if (*isOfSurface && !body.collides) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("'{}' does not collide", body.name),
                             fmt::format("{}.collides=1 first", body.name));
    } else if (*isOfSurface) {
        body.surface = surface;
        return {};
    }
    std::size_t count = 1;
    if (value == "size") {
        count = std::holds_alternative<Box>(body.shape)       ? 3
                : std::holds_alternative<Capsule>(body.shape) ? 2
                                                              : 1;
    } else if (value == "position") {
        count = 3;
    } else if (value == "rotation" || value == "box") {
        count = 3;
    } else if (value == "capsule") {
        count = 2;
    } else if (value != "mass" && value != "collides" && value != "stretch" && value != "sphere") {
        return unknown("value of a body", value,
                       {"mass", "size", "box", "sphere", "capsule", "position", "rotation",
                        "collides", "stretch", "soft-erp", "soft-cfm", "slip"});
    }
    if (const auto taken = takes(value, numbers, count); !taken) {
        return taken;
    }
    const bool isShape = value == "box" || value == "sphere" || value == "capsule";
    if (value == "mass" || value == "size" || isShape) {
        if (const auto above = positive(value, numbers); !above) {
            return above;
        }
    }
    if (value == "mass") {
        body.massKg = numbers[0];
    } else if (value == "collides") {
        body.collides = numbers[0] != 0.0;
    } else if (value == "position" || value == "rotation") {
        if (!body.parent.isValid()) {
            return base::failure(ErrorCode::InvalidArgument,
                                 "the torso has no parent in which it could be placed",
                                 "start.height, or another body");
        }
        if (value == "position") {
            body.p_ParentBody = vectorOf(numbers);
        } else {
            body.R_ParentBody = rotationFromDeg(vectorOf(numbers));
        }
    } else if (isShape) {
        body.shape = value == "box"       ? Shape(Box{vectorOf(numbers)})
                     : value == "capsule" ? Shape(Capsule{numbers[0], numbers[1]})
                                          : Shape(Sphere{numbers[0]});
        body.solids.clear(); // removes the drawing of the previous shape
    } else if (value == "size") {
        if (auto* box = std::get_if<Box>(&body.shape)) {
            box->sizeM = vectorOf(numbers);
        } else if (auto* capsule = std::get_if<Capsule>(&body.shape)) {
            *capsule = {numbers[0], numbers[1]};
        } else {
            std::get<Sphere>(body.shape).radiusM = numbers[0];
        }
    } else {
        const double* length = lengthOf(body.shape);
        if (length == nullptr || *length + numbers[0] <= 0.0) {
            return base::failure(
                ErrorCode::InvalidArgument,
                fmt::format("'{}' cannot be stretched by {} m", body.name, numbers[0]),
                length == nullptr ? std::string("a box or a capsule")
                                  : fmt::format("more than -{} m", *length));
        }
        stretch(index, numbers[0]);
    }
    return {};
}

// Moves each end by half of the change.
void RobotEdit::stretch(std::size_t index, double byM) {
    Body& body = m_bodies[index];
    *lengthOf(body.shape) += byM;
    const double halfM = byM / 2.0;
    if (body.parent.isValid()) {
        body.p_ParentBody -= body.R_ParentBody * Vector3d(0.0, 0.0, halfM);
        for (Joint& joint : m_joints) {
            if (joint.child == BodyId(index)) {
                joint.anchor_Child.z() += halfM;
            }
        }
    }
    for (Body& child : m_bodies) {
        if (child.parent == BodyId(index)) {
            // Children in the upper half of a torso move up with it.
            const bool isAbove = !body.parent.isValid() && child.p_ParentBody.z() > 0.0;
            child.p_ParentBody.z() += isAbove ? halfM : -halfM;
        }
    }
}

Expected<void> RobotEdit::setOfJoint(std::size_t index, std::string_view value,
                                     std::span<const double> numbers) {
    Joint& joint = m_joints[index];
    const bool isVector = value == "anchor" || value == "axis";
    if (!isVector && value != "min" && value != "max" && value != "speed" && value != "torque") {
        return unknown("value of a joint", value,
                       {"min", "max", "speed", "torque", "anchor", "axis"});
    }
    if (const auto count = takes(value, numbers, isVector ? 3 : 1); !count) {
        return count;
    }
    const double angleRad =
        value == "min" && isNone(numbers) ? -kInfinity : math::radFromDeg(numbers[0]);
    if ((value == "min" && angleRad > joint.maxRad) ||
        (value == "max" && angleRad < joint.minRad)) {
        return base::failure(
            ErrorCode::InvalidArgument,
            fmt::format("the limits of '{}' would be in the wrong order", m_axes[index]),
            "a lower limit below the upper one");
    }
    if ((value == "speed" || value == "torque") && numbers[0] < 0.0) {
        return base::failure(ErrorCode::InvalidArgument, fmt::format("'{}' is below 0", value),
                             "0 or more");
    }
    if (value == "axis" && vectorOf(numbers).norm() < kShortestAxis) {
        return base::failure(ErrorCode::InvalidArgument, "the axis has length 0",
                             "x y z, not all 0");
    }
    if (value == "min") {
        joint.minRad = angleRad;
    } else if (value == "max") {
        joint.maxRad = angleRad;
    } else if (value == "speed") {
        joint.maxSpeedRadPerS = angleRad;
    } else if (value == "torque") {
        joint.dynamics.maxTorqueNm = numbers[0];
    } else if (value == "axis") {
        joint.axis = vectorOf(numbers).normalized();
    } else {
        joint.anchor_Child = vectorOf(numbers);
    }
    return {};
}

RobotModel RobotEdit::build(std::string name) const {
    return {std::move(name), m_bodies, m_joints, m_percepts, m_traits};
}

} // namespace sideline::robot
