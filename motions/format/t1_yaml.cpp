#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "motions/format/motion_builder.h"
#include "motions/format/readers.h"
#include "motions/format/sampled_motion.h"
#include "motions/format/text_lines.h"
#include "motions/format/yaml_tree.h"

namespace sideline::keyframe {

namespace {

using base::Expected;
using Kind = Finding::Kind;
using Severity = Finding::Severity;

// A motor's name in the base codes for the Booster T1, without the side, and its effector.
struct T1Motor {
    std::string_view name;
    std::string_view effector; ///< without l or r
};
constexpr std::array kMiddleMotors = {T1Motor{"Head_yaw", "he1"}, T1Motor{"Head_pitch", "he2"},
                                      T1Motor{"Waist", "te1"}};
constexpr std::array kSidedMotors = {
    T1Motor{"Shoulder_Pitch", "ae1"}, T1Motor{"Shoulder_Roll", "ae2"},
    T1Motor{"Elbow_Pitch", "ae3"},    T1Motor{"Elbow_Yaw", "ae4"},
    T1Motor{"Hip_Pitch", "le1"},      T1Motor{"Hip_Roll", "le2"},
    T1Motor{"Hip_Yaw", "le3"},        T1Motor{"Knee_Pitch", "le4"},
    T1Motor{"Ankle_Pitch", "le5"},    T1Motor{"Ankle_Roll", "le6"}};

// A joint that a name moves, and the factor from the file's angles to the server's.
struct T1Target {
    JointName joint;
    double sign = 1.0;
};

// In a symmetric file, names have no side. Only the left motor of a pair that rolls or yaws uses
// the angle as written; the right one, and all pitch, head and waist motors, use its negative.
std::vector<T1Target> targetsOf(std::string_view name, bool isSymmetric) {
    const auto named = [](const auto& motors, std::string_view requested) {
        const auto found = std::ranges::find(motors, requested, &T1Motor::name);
        return found != motors.end() ? std::string(found->effector) : std::string();
    };
    if (std::string middle = named(kMiddleMotors, name); !middle.empty()) {
        return {{std::move(middle), isSymmetric ? -1.0 : 1.0}};
    }
    if (isSymmetric) {
        const std::string effector = named(kSidedMotors, name);
        const double leftSign = name.ends_with("_Pitch") ? -1.0 : 1.0;
        return effector.empty()
                   ? std::vector<T1Target>()
                   : std::vector<T1Target>{{'l' + effector, leftSign}, {'r' + effector, -1.0}};
    }
    for (const std::string_view side : {"Left_", "Right_"}) {
        if (name.starts_with(side)) {
            const std::string effector = named(kSidedMotors, name.substr(side.size()));
            return effector.empty()
                       ? std::vector<T1Target>()
                       : std::vector<T1Target>{{(side[0] == 'L' ? 'l' : 'r') + effector, 1.0}};
        }
    }
    return {};
}

class T1Reader {
public:
    T1Reader(const ReadOptions& options, ReadLimits& limits)
        : m_builder(options, limits, stemOf(options.fileName)) {}

    [[nodiscard]] Expected<MotionFile> read(const YamlNode& root);

private:
    void readKeyframe(const YamlNode& keyframe);
    void readPositions(const YamlNode& positions);
    void reportOthers(const YamlNode& node, std::string_view what,
                      std::initializer_list<std::string_view> known);

    MotionBuilder m_builder;
    bool m_isSymmetric = false;
    double m_timeS = 0.0;
};

// Reports gains and the members that are not used.
void T1Reader::reportOthers(const YamlNode& node, std::string_view what,
                            std::initializer_list<std::string_view> known) {
    for (const auto& [name, member] : node.members) {
        constexpr std::array<std::string_view, 4> kGains = {"kp", "kd", "p_gains", "d_gains"};
        if (std::ranges::find(kGains, name) != kGains.end()) {
            m_builder.reportOnce(Severity::Note, Kind::NotExpressible, member.line,
                                 "gains (kp, kd, p_gains, d_gains) are ignored: motions have none "
                                 "per joint");
        } else {
            m_builder.reportUnless(known, name, what, member.line);
        }
    }
}

void T1Reader::readPositions(const YamlNode& positions) {
    for (const auto& [name, angle] : positions.members) {
        const auto targets = targetsOf(name, m_isSymmetric);
        const auto angleDeg = numberFrom(angle.scalar);
        if (targets.empty() || !angleDeg) {
            Finding& finding = m_builder.report(
                Severity::Error, targets.empty() ? Kind::UnknownJoint : Kind::Syntax, angle.line,
                targets.empty()
                    ? fmt::format("unknown motor {}, which is ignored; expected a name such as {}",
                                  shown(name), m_isSymmetric ? "Hip_Pitch" : "Left_Hip_Pitch")
                    : fmt::format("angle {} is not a number; expected degrees",
                                  shown(angle.scalar)));
            finding.timeS = m_timeS;
            finding.joint = targets.empty() ? JointName(name) : targets.front().joint;
            continue;
        }
        for (const T1Target& target : targets) {
            Key key;
            key.angleDeg = target.sign * *angleDeg + 0.0;
            key.curve = Curve::Hold;
            m_builder.setKey(m_timeS, target.joint, std::move(key), angle.line);
        }
    }
}

// The motors receive their targets at once, and hold them for the keyframe's time, but for at least
// one cycle.
void T1Reader::readKeyframe(const YamlNode& keyframe) {
    reportOthers(keyframe, "a keyframe", {"delta", "motor_positions"});
    const YamlNode* delta = keyframe.find("delta");
    const YamlNode* positions = keyframe.find("motor_positions");
    const auto deltaS = delta != nullptr ? numberFrom(delta->scalar) : std::nullopt;
    if (!deltaS || *deltaS < 0.0 || positions == nullptr) {
        m_builder.report(Severity::Error, Kind::Syntax, keyframe.line,
                         "a keyframe is ignored; expected delta, 0 or more seconds, and "
                         "motor_positions");
        return;
    }
    (void)m_builder.keyframe(m_timeS, keyframe.line);
    readPositions(*positions);
    m_timeS = tidied(m_timeS + std::max(*deltaS, kCycleS));
    m_builder.setLength(m_timeS, keyframe.line);
}

Expected<MotionFile> T1Reader::read(const YamlNode& root) {
    const YamlNode* keyframes = root.find("keyframes");
    if (keyframes == nullptr || keyframes->items.empty()) {
        return malformedAt(root.line, "there is no keyframe",
                           "symmetry, and keyframes with delta and motor_positions");
    }
    reportOthers(root, "the file", {"symmetry", "keyframes"});
    const YamlNode* symmetry = root.find("symmetry");
    const std::string_view isSymmetric = symmetry != nullptr ? symmetry->scalar : "";
    if (isSymmetric != "true" && isSymmetric != "false") {
        return malformedAt(symmetry != nullptr ? symmetry->line : root.line,
                           fmt::format("symmetry is {}", shown(isSymmetric)), "true or false");
    }
    m_isSymmetric = isSymmetric == "true";
    m_builder.motion().robots.emplace_back("T1");
    for (const YamlNode& keyframe : keyframes->items) {
        readKeyframe(keyframe);
    }
    MotionFile file;
    file.format = Format::T1Yaml;
    file.motions.push_back(m_builder.finish());
    return file;
}

} // namespace

Expected<MotionFile> readT1Yaml(std::string_view text, const ReadOptions& options,
                                ReadLimits& limits) {
    const auto root = parseYaml(text);
    if (!root) {
        return tl::unexpected(root.error());
    }
    return T1Reader(options, limits).read(*root);
}

} // namespace sideline::keyframe
