#include "agentcore/robot/catalog/robot_description.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/json_depth.h"
#include "agentcore/robot/built_in_robots.h"

namespace sideline::robot {

using base::ErrorCode;
using Json = nlohmann::ordered_json;

namespace {

constexpr int kVersion = 1;
constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr double kUnitTolerance = 1e-6;
// Far above the values of any robot, and far below values whose sums and products overflow.
constexpr double kLargest = 1e12;

// Indexed by the values of the enumerators.
constexpr std::array kRoleNames = {"none",    "torso",    "head",     "leftFoot", "rightFoot",
                                   "leftToe", "rightToe", "leftHand", "rightHand"};
constexpr std::array kJointKindNames = {"hinge", "universalFirst", "universalSecond"};
constexpr auto kPerceptorKindNames = [] {
    std::array<const char*, kPerceptorKinds.size()> names{};
    std::ranges::transform(kPerceptorKinds, names.begin(),
                           [](const PerceptorKindInfo& info) { return info.name.data(); });
    return names;
}();

// A fault in a description; caught in `readDescription`.
struct Fault {
    ErrorCode code = ErrorCode::Malformed;
    std::string message;
    std::string expected;
};

[[noreturn]] void fail(std::string message, std::string expected,
                       ErrorCode code = ErrorCode::Malformed) {
    throw Fault{code, std::move(message), std::move(expected)};
}

template <typename Enum, std::size_t kCount>
Json nameOf(Enum value, const std::array<const char*, kCount>& names) {
    return names[static_cast<std::size_t>(value)];
}

template <typename Enum, std::size_t kCount>
Enum enumOf(const Json& json, const std::array<const char*, kCount>& names) {
    const auto text = json.get<std::string>();
    const auto found = std::ranges::find_if(names, [&](const char* name) { return text == name; });
    if (found == names.end()) {
        fail(fmt::format("unknown word \"{}\"", text),
             fmt::format("one of {}", fmt::join(names, ", ")));
    }
    return static_cast<Enum>(found - names.begin());
}

Json numbers(const double* values, Eigen::Index count) {
    return std::vector<double>(values, values + count);
}

Json vector(const Eigen::Vector3d& value) {
    return numbers(value.data(), 3);
}

double numberOf(const Json& json) {
    const auto value = json.get<double>();
    if (!std::isfinite(value) || std::abs(value) > kLargest) {
        fail(fmt::format("{} is out of range", json.dump()), "a number");
    }
    return value;
}

double positiveOf(const Json& json) {
    const double value = numberOf(json);
    if (value <= 0.0) {
        fail(fmt::format("{} is out of range", json.dump()), "a number above 0");
    }
    return value;
}

double atLeastZero(const Json& json) {
    const double value = numberOf(json);
    if (value < 0.0) {
        fail(fmt::format("{} is out of range", json.dump()), "0 or more");
    }
    return value;
}

Json limit(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

double limitOf(const Json& json, double none) {
    return json.is_null() ? none : numberOf(json);
}

void numbersOf(const Json& json, double* values, std::size_t count) {
    if (!json.is_array() || json.size() != count) {
        fail(fmt::format("{} is not a vector", json.dump()), fmt::format("{} numbers", count));
    }
    std::ranges::transform(json, values, numberOf);
}

Eigen::Vector3d vectorOf(const Json& json) {
    Eigen::Vector3d value;
    numbersOf(json, value.data(), 3);
    return value;
}

template <typename Id>
Json idJson(Id id) {
    return id.isValid() ? Json(id.value()) : Json(nullptr);
}

template <typename Id>
Id idOf(const Json& json, std::size_t count) {
    if (json.is_null()) {
        return Id::none();
    }
    const auto number = json.get<std::int64_t>();
    if (number < 0 || number >= static_cast<std::int64_t>(count)) {
        fail(fmt::format("there is no body or joint {}", number),
             fmt::format("a number below {}", count));
    }
    return Id(static_cast<std::size_t>(number));
}

Json shapeJson(const Shape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return {{"boxM", vector(box->sizeM)}};
    }
    if (const auto* capsule = std::get_if<Capsule>(&shape)) {
        return {{"capsuleRadiusM", capsule->radiusM}, {"capsuleLengthM", capsule->lengthM}};
    }
    return {{"sphereRadiusM", std::get<Sphere>(shape).radiusM}};
}

Shape shapeOf(const Json& json) {
    if (json.contains("boxM")) {
        const Box box{vectorOf(json.at("boxM"))};
        if (box.sizeM.minCoeff() <= 0.0) {
            fail("a box without a size", "edges above 0");
        }
        return box;
    }
    if (json.contains("capsuleRadiusM")) {
        return Capsule{positiveOf(json.at("capsuleRadiusM")),
                       positiveOf(json.at("capsuleLengthM"))};
    }
    // Bodies without a shape have a sphere of radius 0.
    return Sphere{atLeastZero(json.at("sphereRadiusM"))};
}

Json bodyJson(const Body& body) {
    Json json = {{"name", body.name},
                 {"role", nameOf(body.role, kRoleNames)},
                 {"parent", idJson(body.parent)},
                 {"joint", idJson(body.joint)},
                 {"positionInParentM", vector(body.p_ParentBody)}};
    if (!body.R_ParentBody.isIdentity(0.0)) {
        json["rotationInParentByColumns"] = numbers(body.R_ParentBody.data(), 9);
    }
    json["massKg"] = body.massKg;
    if (!body.p_BodyCom.isZero(0.0)) {
        json["centerOfMassM"] = vector(body.p_BodyCom);
    }
    if (body.inertiaKgM2) {
        json["inertiaByColumnsKgM2"] = numbers(body.inertiaKgM2->data(), 9);
    }
    json["shape"] = shapeJson(body.shape);
    json["collides"] = body.collides;
    json["surface"] = {{"softErp", body.surface.softErp},
                       {"softCfm", body.surface.softCfm ? Json(*body.surface.softCfm) : Json()},
                       {"slip", body.surface.slip}};
    return json;
}

Body bodyOf(const Json& json, std::size_t bodies, std::size_t joints) {
    Body body;
    body.name = json.at("name").get<std::string>();
    body.role = enumOf<BodyRole>(json.at("role"), kRoleNames);
    body.parent = idOf<BodyId>(json.at("parent"), bodies);
    body.joint = idOf<JointId>(json.at("joint"), joints);
    body.p_ParentBody = vectorOf(json.at("positionInParentM"));
    if (json.contains("rotationInParentByColumns")) {
        numbersOf(json.at("rotationInParentByColumns"), body.R_ParentBody.data(), 9);
        if (!body.R_ParentBody.isUnitary(kUnitTolerance) || body.R_ParentBody.determinant() < 0.0) {
            fail(fmt::format("{} has an invalid rotation", body.name), "a rotation matrix");
        }
    }
    body.massKg = atLeastZero(json.at("massKg"));
    if (json.contains("centerOfMassM")) {
        body.p_BodyCom = vectorOf(json.at("centerOfMassM"));
    }
    if (json.contains("inertiaByColumnsKgM2")) {
        Eigen::Matrix3d& inertia = body.inertiaKgM2.emplace();
        numbersOf(json.at("inertiaByColumnsKgM2"), inertia.data(), 9);
        if (!inertia.isApprox(inertia.transpose()) || inertia.diagonal().minCoeff() < 0.0) {
            fail(fmt::format("{} has an invalid inertia", body.name),
                 "a symmetric matrix with moments of 0 or more");
        }
    }
    body.shape = shapeOf(json.at("shape"));
    body.collides = json.at("collides").get<bool>();
    const Json& surface = json.at("surface");
    body.surface.softErp = numberOf(surface.at("softErp"));
    const Json& softCfm = surface.at("softCfm");
    body.surface.softCfm = softCfm.is_null() ? std::nullopt : std::optional(numberOf(softCfm));
    body.surface.slip = numberOf(surface.at("slip"));
    return body;
}

Json jointJson(const Joint& joint) {
    const JointDynamics& dynamics = joint.dynamics;
    return {{"perceptor", joint.perceptor},
            {"effector", joint.effector},
            {"kind", nameOf(joint.kind, kJointKindNames)},
            {"parent", idJson(joint.parent)},
            {"child", idJson(joint.child)},
            {"anchorInChildM", vector(joint.anchor_Child)},
            {"axisInChild", vector(joint.axis)},
            {"minRad", limit(joint.minRad)},
            {"maxRad", limit(joint.maxRad)},
            {"maxSpeedRadPerS", limit(joint.maxSpeedRadPerS)},
            {"maxTorqueNm", limit(dynamics.maxTorqueNm)},
            {"cfm", dynamics.cfm},
            {"stopCfm", dynamics.stopCfm},
            {"stopErp", dynamics.stopErp},
            {"fudgeFactor", dynamics.fudgeFactor},
            {"stopBounce", dynamics.stopBounce}};
}

Joint jointOf(const Json& json, std::size_t bodies) {
    Joint joint;
    joint.perceptor = json.at("perceptor").get<std::string>();
    joint.effector = json.at("effector").get<std::string>();
    joint.kind = enumOf<JointKind>(json.at("kind"), kJointKindNames);
    joint.parent = idOf<BodyId>(json.at("parent"), bodies);
    joint.child = idOf<BodyId>(json.at("child"), bodies);
    joint.anchor_Child = vectorOf(json.at("anchorInChildM"));
    joint.axis = vectorOf(json.at("axisInChild"));
    joint.minRad = limitOf(json.at("minRad"), -kNoLimit);
    joint.maxRad = limitOf(json.at("maxRad"), kNoLimit);
    joint.maxSpeedRadPerS = limitOf(json.at("maxSpeedRadPerS"), kNoLimit);
    joint.dynamics.maxTorqueNm = limitOf(json.at("maxTorqueNm"), kNoLimit);
    joint.dynamics.cfm = numberOf(json.at("cfm"));
    joint.dynamics.stopCfm = numberOf(json.at("stopCfm"));
    joint.dynamics.stopErp = numberOf(json.at("stopErp"));
    joint.dynamics.fudgeFactor = numberOf(json.at("fudgeFactor"));
    joint.dynamics.stopBounce = numberOf(json.at("stopBounce"));
    const std::string& name = joint.perceptor.empty() ? joint.effector : joint.perceptor;
    if (!joint.parent.isValid() || !joint.child.isValid() || joint.child <= joint.parent) {
        fail(fmt::format("joint {} does not connect a body to an earlier one", name),
             "parents before children");
    }
    if (std::abs(joint.axis.norm() - 1.0) > kUnitTolerance || joint.minRad > joint.maxRad ||
        joint.maxSpeedRadPerS < 0.0) {
        fail(fmt::format("joint {} cannot turn", name),
             "an axis of length 1, minRad at most maxRad, a speed of 0 or more");
    }
    return joint;
}

Json visionJson(const VisionSettings& vision) {
    Json json = {{"halfWidthRad", nullptr}, {"halfHeightRad", nullptr}};
    if (vision.cone) {
        json = {{"halfWidthRad", vision.cone->halfWidthRad},
                {"halfHeightRad", vision.cone->halfHeightRad}};
    }
    json["intervalCycles"] = vision.intervalCycles;
    json["hasNoise"] = vision.hasNoise;
    json["seesLines"] = vision.seesLines;
    json["hasStaticAxes"] = vision.hasStaticAxes;
    json["reportsOwnPosition"] = vision.reportsOwnPosition;
    json["reportsOwnOrientation"] = vision.reportsOwnOrientation;
    json["reportsBallPosition"] = vision.reportsBallPosition;
    return json;
}

VisionSettings visionOf(const Json& json) {
    VisionSettings vision;
    if (!json.at("halfWidthRad").is_null()) {
        vision.cone = VisionSettings::Cone{positiveOf(json.at("halfWidthRad")),
                                           positiveOf(json.at("halfHeightRad"))};
    }
    constexpr int kLongestInterval = 1'000'000;
    vision.intervalCycles = static_cast<int>(
        std::clamp(numberOf(json.at("intervalCycles")), 1.0, kLongestInterval * 1.0));
    vision.hasNoise = json.at("hasNoise").get<bool>();
    vision.seesLines = json.at("seesLines").get<bool>();
    vision.hasStaticAxes = json.at("hasStaticAxes").get<bool>();
    vision.reportsOwnPosition = json.at("reportsOwnPosition").get<bool>();
    vision.reportsOwnOrientation = json.at("reportsOwnOrientation").get<bool>();
    vision.reportsBallPosition = json.at("reportsBallPosition").get<bool>();
    return vision;
}

PerceptorLayout perceptsOf(const Json& json, std::size_t bodies, std::size_t joints) {
    PerceptorLayout percepts;
    for (const Json& entry : json.at("perceptors")) {
        Perceptor perceptor{enumOf<PerceptorKind>(entry.at("kind"), kPerceptorKindNames),
                            entry.at("name").get<std::string>(),
                            idOf<BodyId>(entry.at("body"), bodies),
                            idOf<JointId>(entry.at("joint"), joints)};
        using Place = PerceptorKindInfo::Place;
        const Place place = perceptorInfo(perceptor.kind).place;
        if ((place == Place::Joint) != perceptor.joint.isValid() ||
            (place == Place::Body) != perceptor.body.isValid()) {
            fail(fmt::format("perceptor {} is in the wrong place", entry.dump()),
                 "a joint for angles, a body for other senses");
        }
        percepts.perceptors.push_back(std::move(perceptor));
    }
    percepts.vision = visionOf(json.at("vision"));
    for (const Json& entry : json.at("visibleParts")) {
        percepts.visibleParts.push_back(
            {entry.at("name").get<std::string>(), idOf<BodyId>(entry.at("body"), bodies)});
        if (!percepts.visibleParts.back().body.isValid()) {
            fail("a visible part has no body", "the number of a body");
        }
    }
    return percepts;
}

// Checks the preconditions of `RobotModel`.
void checkTree(const std::vector<Body>& bodies, const std::vector<Joint>& joints) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (i == 0 ? bodies[i].parent.isValid()
                   : !bodies[i].parent.isValid() || bodies[i].parent.index() >= i) {
            fail(fmt::format("body {} ({}) has no earlier parent", i, bodies[i].name),
                 "the torso first, parents before children");
        }
        const JointId joint = bodies[i].joint;
        if (joint.isValid() && (joints[joint.index()].child != BodyId(i) ||
                                joints[joint.index()].parent != bodies[i].parent)) {
            fail(fmt::format("body {} ({}) is attached to a joint between other bodies", i,
                             bodies[i].name),
                 "the joint between it and its parent");
        }
    }
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const bool isAfterFirst = i > 0 && joints[i - 1].kind == JointKind::UniversalFirst;
        const bool isLastFirst =
            i + 1 == joints.size() && joints[i].kind == JointKind::UniversalFirst;
        if ((joints[i].kind == JointKind::UniversalSecond) != isAfterFirst || isLastFirst ||
            (isAfterFirst && joints[i].child != joints[i - 1].child)) {
            fail(fmt::format("joint {} ({}) is only half of a universal joint", i,
                             joints[i].perceptor),
                 "two consecutive axes of the same body");
        }
    }
}

const Json& listOf(const Json& json, const char* key, std::size_t maxCount) {
    const Json& list = json.at(key);
    if (!list.is_array()) {
        fail(fmt::format("`{}` is not a list", key), "[...]");
    }
    if (list.size() > maxCount) {
        fail(fmt::format("the robot has {} {}", list.size(), key),
             fmt::format("at most {}", maxCount), ErrorCode::LimitExceeded);
    }
    return list;
}

RobotModelPtr modelOf(const Json& json) {
    if (const int version = json.at("version").get<int>(); version != kVersion) {
        fail(fmt::format("robot description version {}", version),
             fmt::format("version {}", kVersion), ErrorCode::UnsupportedFormat);
    }
    const Json& bodyList = listOf(json, "bodies", kMaxBodies);
    const Json& jointList = listOf(json, "joints", kMaxJoints);
    if (bodyList.empty()) {
        fail("the robot has no bodies", "at least a torso");
    }
    std::vector<Joint> joints;
    std::ranges::transform(jointList, std::back_inserter(joints),
                           [&](const Json& entry) { return jointOf(entry, bodyList.size()); });
    std::vector<Body> bodies;
    std::ranges::transform(bodyList, std::back_inserter(bodies), [&](const Json& entry) {
        return bodyOf(entry, bodyList.size(), jointList.size());
    });
    checkTree(bodies, joints);
    PerceptorLayout percepts = perceptsOf(json, bodies.size(), joints.size());
    RobotTraits traits;
    traits.scenePath = json.at("scene").get<std::string>();
    traits.p_STorsoAtStart = vectorOf(json.at("torsoAtStartM"));
    traits.collidesWithItself = json.at("collidesWithItself").get<bool>();
    if (json.contains("cameraInHeadM")) {
        traits.p_HeadEye = vectorOf(json.at("cameraInHeadM"));
    }
    if (json.contains("server")) {
        const auto server = game::serverKindFromName(json.at("server").get<std::string>());
        if (!server) {
            fail("the robot belongs to an unknown server", "\"rcssserver3d\" or \"rcssservermj\"");
        }
        traits.server = *server;
    }
    return std::make_shared<const RobotModel>(json.at("name").get<std::string>(), std::move(bodies),
                                              std::move(joints), std::move(percepts),
                                              std::move(traits));
}

// Returns the built-in robot with this name and description, if there is one.
RobotModelPtr builtIn(const std::string& name, std::string_view description) {
    const std::vector<RobotModelPtr> known = builtInRobots();
    const auto found = std::ranges::find_if(known, [&](const RobotModelPtr& model) {
        return model->name() == name && describe(*model) == description;
    });
    return found == known.end() ? nullptr : *found;
}

} // namespace

std::string describe(const RobotModel& model) {
    Json json = {{"version", kVersion},
                 {"name", model.name()},
                 {"scene", model.traits().scenePath},
                 {"torsoAtStartM", vector(model.traits().p_STorsoAtStart)},
                 {"collidesWithItself", model.traits().collidesWithItself},
                 {"bodies", Json::array()},
                 {"joints", Json::array()},
                 {"perceptors", Json::array()},
                 {"vision", visionJson(model.percepts().vision)},
                 {"visibleParts", Json::array()}};
    if (!model.traits().p_HeadEye.isZero()) {
        json["cameraInHeadM"] = vector(model.traits().p_HeadEye);
    }
    if (model.traits().server != game::ServerKind::SimSpark) {
        json["server"] = game::serverKindName(model.traits().server);
    }
    for (const Body& body : model.bodies()) {
        json["bodies"].push_back(bodyJson(body));
    }
    for (const Joint& joint : model.joints()) {
        json["joints"].push_back(jointJson(joint));
    }
    for (const Perceptor& perceptor : model.percepts().perceptors) {
        json["perceptors"].push_back({{"kind", nameOf(perceptor.kind, kPerceptorKindNames)},
                                      {"name", perceptor.name},
                                      {"body", idJson(perceptor.body)},
                                      {"joint", idJson(perceptor.joint)}});
    }
    for (const VisiblePart& part : model.percepts().visibleParts) {
        json["visibleParts"].push_back({{"name", part.name}, {"body", idJson(part.body)}});
    }
    // Invalid UTF-8 in names is replaced.
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

base::Expected<RobotModelPtr> readDescription(std::string_view text) {
    try {
        RobotModelPtr model = modelOf(Json::parse(text, base::kNotTooDeep));
        RobotModelPtr known = builtIn(model->name(), text);
        return known ? known : model;
    } catch (const Fault& fault) {
        return base::failure(fault.code, "robot description: " + fault.message, fault.expected);
    } catch (const Json::exception& error) {
        return base::failure(ErrorCode::Malformed,
                             fmt::format("robot description: {}", error.what()),
                             "a description written by Sideline");
    }
}

} // namespace sideline::robot
