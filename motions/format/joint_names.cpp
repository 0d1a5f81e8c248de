#include "motions/format/joint_names.h"

#include <algorithm>
#include <span>
#include <utility>

#include "agentcore/robot/built_in_robots.h"
#include "motions/motion.h"

namespace sideline::keyframe {

namespace {

struct Names {
    std::string_view server;
    std::string_view other;
};

// Without the prefix for the side.
constexpr std::array kMagmaSided = {
    Names{"ae1", "ShoulderPitch"}, Names{"ae2", "ShoulderYaw"}, Names{"ae3", "ArmRoll"},
    Names{"ae4", "ArmYaw"},        Names{"le1", "HipYawPitch"}, Names{"le2", "HipRoll"},
    Names{"le3", "HipPitch"},      Names{"le4", "KneePitch"},   Names{"le5", "FootPitch"},
    Names{"le6", "FootRoll"},      Names{"le7", "ToePitch"}};
constexpr std::array kMagmaHead = {Names{"he1", "NeckYaw"}, Names{"he2", "NeckPitch"}};

// UT's initial pose, left side.
struct InitialAngle {
    std::string_view joint;
    double angleDeg;
};
constexpr std::array kInitialHead = {InitialAngle{"he1", 0.0}, InitialAngle{"he2", -45.0}};
constexpr std::array kInitialArm = {InitialAngle{"lae1", -50.0}, InitialAngle{"lae2", 30.0},
                                    InitialAngle{"lae3", 0.0}, InitialAngle{"lae4", -50.0}};
constexpr std::array kInitialLeg = {InitialAngle{"lle1", 0.0},  InitialAngle{"lle2", 6.0},
                                    InitialAngle{"lle3", 18.0}, InitialAngle{"lle4", -30.0},
                                    InitialAngle{"lle5", 18.0}, InitialAngle{"lle6", -6.0}};

} // namespace

bool isTurnedForFcp(std::string_view joint) {
    constexpr std::array kTurned = {"rle2", "rle6", "rae2", "lae3", "lae4"};
    return std::ranges::find(kTurned, joint) != kTurned.end();
}

std::string_view fcpJointText(std::size_t id) {
    constexpr std::array<std::string_view, 24> kTexts = {
        "Head yaw",        "Head pitch",      "Left  leg yaw/pitch", "Right leg yaw/pitch",
        "Left  leg roll",  "Right leg roll",  "Left  leg pitch",     "Right leg pitch",
        "Left  knee",      "Right knee",      "Left  foot pitch",    "Right foot pitch",
        "Left  foot roll", "Right foot roll", "Left  arm pitch",     "Right arm pitch",
        "Left  arm roll",  "Right arm roll",  "Left  elbow roll",    "Right elbow roll",
        "Left  elbow yaw", "Right elbow yaw", "Left  toe",           "Right toe"};
    return id < kTexts.size() ? kTexts[id] : std::string_view();
}

std::optional<std::string> jointFromMagma(std::string_view name) {
    for (const Names& names : kMagmaHead) {
        if (name == names.other) {
            return std::string(names.server);
        }
    }
    if (name.starts_with('L') || name.starts_with('R')) {
        const auto found = std::ranges::find(kMagmaSided, name.substr(1), &Names::other);
        if (found != kMagmaSided.end()) {
            return (name[0] == 'L' ? "l" : "r") + std::string(found->server);
        }
    }
    return magmaJoint(name) ? std::optional(std::string(name)) : std::nullopt;
}

std::optional<std::string> magmaJoint(std::string_view joint) {
    for (const Names& names : kMagmaHead) {
        if (joint == names.server) {
            return std::string(names.other);
        }
    }
    if (joint.starts_with('l') || joint.starts_with('r')) {
        const auto found = std::ranges::find(kMagmaSided, joint.substr(1), &Names::server);
        if (found != kMagmaSided.end()) {
            return (joint[0] == 'l' ? "L" : "R") + std::string(found->other);
        }
    }
    return std::nullopt;
}

std::optional<std::string> jointFromUt(std::string_view effector) {
    for (const std::string_view joint : kFcpJoints) {
        if (utEffector(joint) == effector) {
            return std::string(joint);
        }
    }
    return std::nullopt;
}

std::optional<std::string> utEffector(std::string_view joint) {
    if (std::ranges::find(kFcpJoints, joint) == kFcpJoints.end()) {
        return std::nullopt;
    }
    const auto upper = [](char c) { return static_cast<char>(c - 'a' + 'A'); };
    if (joint[0] == 'h') {
        return std::string("EFF_H") + joint[2];
    }
    return std::string("EFF_") + upper(joint[0]) + upper(joint[1]) + joint[3];
}

std::map<std::string, double> utInitialPose(std::string_view part) {
    std::span<const InitialAngle> angles;
    if (part == "HEAD") {
        angles = kInitialHead;
    } else if (part == "ARM_LEFT" || part == "ARM_RIGHT") {
        angles = kInitialArm;
    } else if (part == "LEG_LEFT" || part == "LEG_RIGHT") {
        angles = kInitialLeg;
    }
    std::map<std::string, double> pose;
    const bool isRight = part.ends_with("_RIGHT");
    for (const InitialAngle& each : angles) {
        const JointName left(each.joint);
        const robot::RobotModel& nao = robot::defaultRobot();
        const bool turns = isRight && mirrorsWithSign(left, nao) && each.angleDeg != 0.0;
        pose.emplace(isRight ? mirroredJoint(left, nao) : left,
                     turns ? -each.angleDeg : each.angleDeg);
    }
    return pose;
}

bool isUtPartWithoutReset(std::string_view part) {
    constexpr std::array kParts = {"TORSO", "FOOT_LEFT", "FOOT_RIGHT", "TOE_LEFT", "TOE_RIGHT"};
    return std::ranges::find(kParts, part) != kParts.end();
}

} // namespace sideline::keyframe
