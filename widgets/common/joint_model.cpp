#include "widgets/common/joint_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QCoreApplication>

#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/limb_joints.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using robot::Joint;
using robot::JointId;
using robot::RobotModel;

struct Part {
    const char* prefix; // start of effector and perceptor names, as in `lle4` and `llj4`
    const char* group;
    const char* side; // text before the joint's name
};

constexpr std::array kParts = {Part{"h", "Head", ""}, Part{"la", "Left arm", "Left"},
                               Part{"ra", "Right arm", "Right"}, Part{"ll", "Left leg", "Left"},
                               Part{"rl", "Right leg", "Right"}};
constexpr std::array kHeadNames = {"Head yaw", "Head pitch"};
constexpr std::array kArmNames = {"Shoulder pitch", "Shoulder yaw", "Arm roll", "Elbow yaw"};
constexpr std::array kLegNames = {"Hip yaw-pitch", "Hip roll",   "Hip pitch", "Knee",
                                  "Ankle pitch",   "Ankle roll", "Toe"};

QString translated(const char* text) {
    return QCoreApplication::translate("JointModel", text);
}

const std::string& keyText(const Joint& joint) {
    return joint.effector.empty() ? joint.perceptor : joint.effector;
}

// Index of a Nao joint within its part, from 0: `lle4` is 3; nullopt for other names.
std::optional<std::size_t> placeInPart(std::string_view key, const Part& part) {
    const std::string_view prefix = part.prefix;
    if (key.size() != prefix.size() + 2 || !key.starts_with(prefix) ||
        (key[prefix.size()] != 'e' && key[prefix.size()] != 'j') || key.back() < '1' ||
        key.back() > '9') {
        return std::nullopt;
    }
    return static_cast<std::size_t>(key.back() - '1');
}

const char* knownName(std::size_t part, std::size_t place) {
    const auto from = [&](const auto& names) {
        return place < names.size() ? names[place] : nullptr;
    };
    if (part == 0) {
        return from(kHeadNames);
    }
    return part <= 2 ? from(kArmNames) : from(kLegNames);
}

std::optional<std::size_t> partOfLimb(robot::LimbId limb) {
    switch (limb) {
    case robot::LimbId::Head:
        return 0;
    case robot::LimbId::LeftHand:
        return 1;
    case robot::LimbId::RightHand:
        return 2;
    case robot::LimbId::LeftFoot:
        return 3;
    case robot::LimbId::RightFoot:
        return 4;
    }
    return std::nullopt;
}

// Returns the name of a joint of a limb by its axis and its place in the limb, regardless of its
// name in the robot; null if it rotates about no axis of the torso, or if limbs have no such joint.
const char* nameByGeometry(const RobotModel& model, JointId joint, robot::LimbId limb) {
    using robot::AxisRole;
    constexpr std::array kAxes = {AxisRole::Pitch, AxisRole::Roll, AxisRole::Yaw};
    const auto axis = std::ranges::find_if(
        kAxes, [&](AxisRole role) { return robot::axisSign(model, joint, role) != 0.0; });
    if (axis == kAxes.end()) {
        return nullptr;
    }
    using Names = std::array<const char*, 3>; // names by axis
    constexpr Names kHead = {"Head pitch", "Head roll", "Head yaw"};
    constexpr Names kShoulder = {"Shoulder pitch", "Shoulder roll", "Shoulder yaw"};
    constexpr Names kElbow = {"Elbow pitch", "Elbow roll", "Elbow yaw"};
    constexpr Names kHip = {"Hip pitch", "Hip roll", "Hip yaw"};
    constexpr Names kBelowHip = {"Knee", "Ankle roll", nullptr};
    constexpr Names kAnkle = {"Ankle pitch", nullptr, nullptr};
    const bool isLeg = limb == robot::LimbId::LeftFoot || limb == robot::LimbId::RightFoot;
    int place = -1; // index in the limb; in a leg, index among the joints about the same axis
    for (const JointId each : robot::jointsOf(model, limb)) {
        place += !isLeg || robot::axisSign(model, each, *axis) != 0.0 ? 1 : 0;
        if (each == joint) {
            break;
        }
    }
    const auto at = static_cast<std::size_t>(axis - kAxes.begin());
    if (limb == robot::LimbId::Head) {
        return kHead[at];
    }
    if (isLeg) {
        return place == 0   ? kHip[at]
               : place == 1 ? kBelowHip[at]
               : place == 2 ? kAnkle[at]
                            : nullptr;
    }
    return place < 2    ? kShoulder[at]
           : place == 2 ? "Arm roll" // about the arm itself
           : place == 3 ? kElbow[at]
                        : nullptr;
}

// Separates the words of a name such as `Ankle_Cross_Left`, `lowerTorso`.
QString bodyWords(const std::string& name) {
    QString words;
    for (const QChar c : toQt(name)) {
        const bool isNewWord = c.isUpper() && !words.isEmpty() && words.back().isLower();
        words += isNewWord ? QStringLiteral(" ") + c.toLower() : QString(c);
    }
    return capitalized(words.replace(u'_', u' '));
}

QString lowered(QString text) {
    text[0] = text[0].toLower();
    return text;
}

JointName named(const RobotModel& model, JointId id, std::size_t part) {
    const Joint& joint = model.joint(id);
    JointName result{.joint = id,
                     .group = {},
                     .name = {},
                     .fullName = {},
                     .key = jointKey(model, id),
                     .effector = toQt(joint.effector),
                     .perceptor = toQt(joint.perceptor)};
    const char* known = nullptr;
    if (part < kParts.size()) {
        result.group = translated(kParts[part].group);
        const auto limb = robot::limbOf(model, joint.child);
        known = limb ? nameByGeometry(model, id, *limb) : nullptr;
        const auto place = placeInPart(keyText(joint), kParts[part]);
        if (known == nullptr && place) {
            known = knownName(part, *place);
        }
    } else {
        result.group = translated("Other joints");
    }
    if (known != nullptr) {
        result.name = translated(known);
        const QString side = translated(kParts[part].side);
        result.fullName =
            side.isEmpty() ? result.name : side + QLatin1Char(' ') + lowered(result.name);
        return result;
    }
    result.name = bodyWords(model.body(joint.child).name);
    if (joint.kind != robot::JointKind::Hinge) {
        result.name += joint.kind == robot::JointKind::UniversalFirst ? QStringLiteral(", axis 1")
                                                                      : QStringLiteral(", axis 2");
    }
    result.fullName = result.name;
    return result;
}

std::size_t partOf(const RobotModel& model, const Joint& joint) {
    if (const auto limb = robot::limbOf(model, joint.child)) {
        return partOfLimb(*limb).value_or(kParts.size());
    }
    const std::string& key = keyText(joint);
    for (std::size_t i = 0; i < kParts.size(); ++i) {
        if (key.starts_with(kParts[i].prefix)) {
            return i;
        }
    }
    return kParts.size();
}

} // namespace

std::vector<JointName> jointNames(const RobotModel& model) {
    std::vector<std::size_t> parts; // part of each joint
    for (const Joint& joint : model.joints()) {
        parts.push_back(partOf(model, joint));
    }
    std::vector<JointName> names;
    for (std::size_t part = 0; part <= kParts.size(); ++part) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (parts[i] == part) {
                names.push_back(named(model, JointId(i), part));
            }
        }
    }
    return names;
}

QString jointText(const RobotModel& model, JointId joint) {
    return joint.isValid() && joint.index() < model.joints().size()
               ? named(model, joint, partOf(model, model.joint(joint))).fullName
               : QString();
}

QString jointText(const RobotModel& model, const std::string& joint) {
    const RobotModel& known = isOfOtherNao(model, joint) ? *robot::defaultRobotWith(joint) : model;
    const QString text = jointText(known, known.findJoint(joint));
    return text.isEmpty() ? toQt(joint) : text;
}

bool isOfOtherNao(const RobotModel& model, const std::string& joint) {
    return !model.findJoint(joint).isValid() && robot::defaultRobotWith(joint) != nullptr;
}

std::optional<robot::MirrorJoint> mirrorJoint(const RobotModel& model, JointId joint) {
    const auto& mirror = model.mirror(joint);
    return mirror && mirror->joint != joint ? mirror : std::nullopt;
}

double insideStops(const Joint& joint, double angleRad) {
    return std::clamp(std::isfinite(angleRad) ? angleRad : 0.0, joint.minRad, joint.maxRad);
}

QString jointKey(const RobotModel& model, JointId joint) {
    return toQt(model.jointName(joint));
}

} // namespace sideline::widgets
