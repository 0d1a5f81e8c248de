#include "agentcore/robot/rsg/robot_parts.h"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/rsg/ruby_values.h"

namespace sideline::robot::rsg {

namespace {

using base::ErrorCode;
using Eigen::Vector3d;
using math::radFromDeg;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kWorldErp = 0.2; // default for joints without this value
constexpr double kWorldCfm = 1e-5;
constexpr double kDefaultSlip = 5e-3;
constexpr double kSameSizeM = 1e-9;
constexpr double kShortestAxis = 1e-6;

double volumeM3(const Shape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return box->sizeM.prod();
    }
    const auto ball = [](double radiusM) { return 4.0 / 3.0 * math::kPi * std::pow(radiusM, 3.0); };
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return ball(capsule->radiusM) +
               math::kPi * capsule->radiusM * capsule->radiusM * capsule->lengthM;
    }
    return ball(std::get<Sphere>(shape).radiusM);
}

Vector3d readAxisDirection(CallReader& read, SceneNodeId id, bool isUniversal, std::size_t index) {
    const char* const method = !isUniversal ? "setAxis" : index == 0 ? "setAxis1" : "setAxis2";
    const SceneCall* call = read.tree().findCall(id, method);
    Vector3d axis = Vector3d::Zero();
    if (call != nullptr && call->arguments.size() == 1 && !isUniversal) {
        const double coordinate = read.number(*call, 0);
        for (int i = 0; i < 3; ++i) {
            axis[i] = coordinate == i ? 1.0 : 0.0;
        }
    } else if (call != nullptr) {
        axis = read.vector(*call);
    }
    if (axis.norm() < kShortestAxis) {
        read.fail(read.tree().node(id), ErrorCode::Malformed, "a joint has no axis",
                  fmt::format("({} x y z)", method));
        return Vector3d::UnitX();
    }
    return axis.normalized();
}

// Calls for motor and limits start with the axis: `(setLowStopDeg 0 -90)`.
void readMotor(CallReader& read, SceneNodeId id, std::size_t axis, Joint& joint) {
    joint.dynamics = {0.0, kWorldCfm, kWorldCfm, kWorldErp, 1.0, 0.0};
    joint.minRad = -kInfinity;
    joint.maxRad = kInfinity;
    JointDynamics& dynamics = joint.dynamics;
    const std::pair<std::string_view, double*> properties[] = {
        {"setMaxMotorForce", &dynamics.maxTorqueNm},
        {"setCFM", &dynamics.cfm},
        {"setStopCFM", &dynamics.stopCfm},
        {"setStopERP", &dynamics.stopErp},
        {"setFudgeFactor", &dynamics.fudgeFactor},
        {"setBounce", &dynamics.stopBounce},
        {"setLowStopPos", &joint.minRad},
        {"setHighStopPos", &joint.maxRad},
        {"setLowStopDeg", &joint.minRad},
        {"setHighStopDeg", &joint.maxRad}};
    for (const SceneCall& call : read.tree().node(id).calls) {
        for (const auto& [method, property] : properties) {
            if (call.method == method && read.number(call, 0) == static_cast<double>(axis)) {
                const double value = read.number(call, 1);
                *property = method.ends_with("Deg") ? radFromDeg(value) : value;
            }
        }
    }
}

} // namespace

// `set...Total` sets the mass, the other calls set the density.
void readMass(CallReader& read, SceneNodeId id, Body& body) {
    for (const SceneCall& call : read.tree().node(id).calls) {
        std::string_view form = call.method;
        const bool isTotal = form.ends_with("Total");
        form.remove_suffix(isTotal ? 5 : 0);
        if (form == "setBox") {
            body.shape =
                Box{{read.positive(call, 1), read.positive(call, 2), read.positive(call, 3)}};
        } else if (form == "setSphere") {
            body.shape = Sphere{read.positive(call, 1)};
        } else if (form == "setCapsule") {
            body.shape = Capsule{read.positive(call, 1), read.positive(call, 2)};
        } else {
            continue;
        }
        body.massKg = read.positive(call, 0) * (isTotal ? 1.0 : volumeM3(body.shape));
    }
    if (body.massKg == 0.0) {
        read.fail(
            read.tree().node(id), ErrorCode::UnsupportedFormat,
            fmt::format("body '{}' has no mass", body.name),
            "setBox, setSphere or setCapsule, or setBoxTotal, setSphereTotal or setCapsuleTotal");
    }
}

std::optional<Shape> readColliderShape(CallReader& read, SceneNodeId id) {
    if (const SceneCall* box = read.tree().findCall(id, "setBoxLengths")) {
        return Box{read.vector(*box)};
    }
    if (const SceneCall* sphere = read.tree().findCall(id, "setRadius")) {
        return Sphere{read.number(*sphere, 0)};
    }
    if (const SceneCall* capsule = read.tree().findCall(id, "setParams")) {
        return Capsule{read.number(*capsule, 0), read.number(*capsule, 1)};
    }
    return std::nullopt;
}

bool isSame(const Shape& a, const Shape& b) {
    if (const auto* box = std::get_if<Box>(&a)) {
        const auto* other = std::get_if<Box>(&b);
        return other != nullptr && (box->sizeM - other->sizeM).norm() < kSameSizeM;
    }
    if (const auto* capsule = std::get_if<Capsule>(&a)) {
        const auto* other = std::get_if<Capsule>(&b);
        return other != nullptr && std::abs(capsule->radiusM - other->radiusM) < kSameSizeM &&
               std::abs(capsule->lengthM - other->lengthM) < kSameSizeM;
    }
    const auto* other = std::get_if<Sphere>(&b);
    return other != nullptr && std::abs(std::get<Sphere>(a).radiusM - other->radiusM) < kSameSizeM;
}

ContactSurface readSurface(CallReader& read, SceneNodeId id) {
    const auto last = [&](std::string_view method) -> std::optional<double> {
        const SceneCall* call = read.tree().findCall(id, method);
        // The server ignores calls that do not have exactly one value.
        return call != nullptr && call->arguments.size() == 1 ? parseNumber(call->arguments[0])
                                                              : std::nullopt;
    };
    if (read.flagOf(id, "setContactBounceMode", true)) {
        read.fail(read.tree().node(id), ErrorCode::UnsupportedFormat, "the surface bounces",
                  "(setContactBounceMode false)");
    }
    ContactSurface surface;
    surface.softErp = read.flagOf(id, "setContactSoftERPMode", false)
                          ? last("setContactSoftERP").value_or(0.0)
                          : kWorldErp;
    surface.softCfm = read.flagOf(id, "setContactSoftCFMMode", false)
                          ? std::optional(last("setContactSoftCFM").value_or(0.0))
                          : std::nullopt;
    surface.slip = read.flagOf(id, "setContactSlipMode", false)
                       ? last("setContactSlip").value_or(kDefaultSlip)
                       : 0.0;
    return surface;
}

Joint readAxis(CallReader& read, SceneNodeId id, std::size_t index,
               const math::Pose& X_ChildJoint) {
    const bool isUniversal = read.tree().node(id).type == "UniversalJoint";
    Joint joint;
    joint.kind = !isUniversal ? JointKind::Hinge
                 : index == 0 ? JointKind::UniversalFirst
                              : JointKind::UniversalSecond;
    const SceneCall* anchor = read.tree().findCall(id, "setAnchor");
    joint.anchor_Child = X_ChildJoint * (anchor ? read.vector(*anchor) : Vector3d::Zero());
    joint.axis = X_ChildJoint.R * readAxisDirection(read, id, isUniversal, index);
    for (const SceneNodeId child : read.tree().node(id).children) {
        const SceneNode& part = read.tree().node(child);
        if (part.type == "HingePerceptor" || part.type == "UniversalJointPerceptor") {
            joint.perceptor = part.name;
        } else if (part.type == "HingeEffector" || part.type == "UniversalJointEffector") {
            joint.effector = part.name;
        }
    }
    const char* const speed = index == 0 ? "setJointMaxSpeed1" : "setJointMaxSpeed2";
    joint.maxSpeedRadPerS = read.numberOf(id, speed, kInfinity);
    readMotor(read, id, index, joint);
    if (joint.minRad > joint.maxRad || joint.maxSpeedRadPerS < 0.0) {
        read.fail(read.tree().node(id), ErrorCode::Malformed,
                  fmt::format("joint '{}' has impossible limits", joint.perceptor));
    }
    return joint;
}

VisionSettings readVision(CallReader& read, SceneNodeId id) {
    VisionSettings vision;
    if (const SceneCall* cones = read.tree().findCall(id, "setViewCones")) {
        vision.cone = VisionSettings::Cone{radFromDeg(read.number(*cones, 0) / 2.0),
                                           radFromDeg(read.number(*cones, 1) / 2.0)};
    } else if (read.tree().node(id).type == "RestrictedVisionPerceptor") {
        vision.cone = VisionSettings::Cone{radFromDeg(45.0), radFromDeg(45.0)};
    }
    const double interval = read.numberOf(id, "setInterval", 1.0);
    if (interval < 1.0 || interval > 1000.0) {
        read.fail(read.tree().node(id), ErrorCode::Malformed, "invalid vision interval",
                  "1 to 1000 cycles");
    }
    vision.intervalCycles = read.error() ? 1 : static_cast<int>(interval);
    vision.hasNoise = read.flagOf(id, "addNoise", true);
    vision.seesLines = read.flagOf(id, "setSenseLine", false);
    vision.hasStaticAxes = read.flagOf(id, "setStaticSenseAxis", true);
    vision.reportsOwnPosition = read.flagOf(id, "setSenseMyPos", false);
    vision.reportsOwnOrientation = read.flagOf(id, "setSenseMyOrien", false);
    vision.reportsBallPosition = read.flagOf(id, "setSenseBallPos", false);
    return vision;
}

} // namespace sideline::robot::rsg
