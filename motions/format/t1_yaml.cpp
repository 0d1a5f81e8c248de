#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

constexpr double kTinyCycles = 1e-6;

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

// Gains in the file: each of the two may be missing.
struct GainPair {
    std::optional<double> kp;
    std::optional<double> kd;

    [[nodiscard]] std::optional<JointGains> gains() const {
        return kp && kd ? std::optional(JointGains{*kp, *kd}) : std::nullopt;
    }
};

class T1Reader {
public:
    T1Reader(const ReadOptions& options, ReadLimits& limits)
        : m_builder(options, limits, stemOf(options.fileName)) {}

    [[nodiscard]] Expected<MotionFile> read(const YamlNode& root);

private:
    void readKeyframe(const YamlNode& keyframe);
    void readPositions(const YamlNode& keyframe, const YamlNode& positions);
    [[nodiscard]] std::optional<double> gainOf(const YamlNode* node);
    [[nodiscard]] GainPair gainsOf(const YamlNode& node, const GainPair& otherwise);
    void reportUnmoved(const YamlNode& keyframe, const YamlNode& positions);
    void reportOthers(const YamlNode& node, std::string_view what,
                      std::initializer_list<std::string_view> known);

    MotionBuilder m_builder;
    GainPair m_gains; ///< gains of the whole file
    bool m_isSymmetric = false;
    double m_timeS = 0.0;
};

// Reports the members that are not used.
void T1Reader::reportOthers(const YamlNode& node, std::string_view what,
                            std::initializer_list<std::string_view> known) {
    for (const auto& [name, member] : node.members) {
        m_builder.reportUnless(known, name, what, member.line);
    }
}

// Returns a gain; none if the node is null, or, with a finding, if it is not a gain.
std::optional<double> T1Reader::gainOf(const YamlNode* node) {
    if (node == nullptr) {
        return std::nullopt;
    }
    const auto gain = numberFrom(node->scalar);
    if (!gain || !std::isfinite(*gain) || *gain < 0.0) {
        m_builder
            .report(Severity::Error, Kind::Syntax, node->line,
                    fmt::format("gain {} is ignored; expected a number, 0 or more",
                                shown(node->scalar)))
            .timeS = m_timeS;
        return std::nullopt;
    }
    return gain;
}

GainPair T1Reader::gainsOf(const YamlNode& node, const GainPair& otherwise) {
    GainPair gains{gainOf(node.find("kp")), gainOf(node.find("kd"))};
    gains.kp = gains.kp ? gains.kp : otherwise.kp;
    gains.kd = gains.kd ? gains.kd : otherwise.kd;
    return gains;
}

// Reports gains of motors that the keyframe does not move: there they have no effect.
void T1Reader::reportUnmoved(const YamlNode& keyframe, const YamlNode& positions) {
    for (const char* list : {"p_gains", "d_gains"}) {
        const YamlNode* gains = keyframe.find(list);
        for (const auto& [name, gain] :
             gains != nullptr ? gains->members : decltype(gains->members)()) {
            if (positions.find(name) == nullptr) {
                m_builder.report(Severity::Warning, Kind::Other, gain.line,
                                 fmt::format("the gain of {} is ignored; expected a motor of the "
                                             "keyframe's motor_positions",
                                             shown(name)));
            }
        }
    }
}

void T1Reader::readPositions(const YamlNode& keyframe, const YamlNode& positions) {
    const GainPair gains = gainsOf(keyframe, m_gains);
    const YamlNode* pGains = keyframe.find("p_gains");
    const YamlNode* dGains = keyframe.find("d_gains");
    reportUnmoved(keyframe, positions);
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
        GainPair own{gainOf(pGains != nullptr ? pGains->find(name) : nullptr),
                     gainOf(dGains != nullptr ? dGains->find(name) : nullptr)};
        own.kp = own.kp ? own.kp : gains.kp;
        own.kd = own.kd ? own.kd : gains.kd;
        for (const T1Target& target : targets) {
            Key key;
            key.angleDeg = target.sign * *angleDeg + 0.0;
            key.curve = Curve::Hold;
            if (own.gains() != m_gains.gains()) {
                key.gains = own.gains();
            }
            m_builder.setKey(m_timeS, target.joint, std::move(key), angle.line);
        }
    }
}

// The motors receive their targets at once, and hold them for the keyframe's time, but for at least
// one cycle.
void T1Reader::readKeyframe(const YamlNode& keyframe) {
    reportOthers(keyframe, "a keyframe",
                 {"delta", "motor_positions", "kp", "kd", "p_gains", "d_gains"});
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
    readPositions(keyframe, *positions);
    m_timeS = tidied(m_timeS + std::max(*deltaS, kCycleS));
    m_builder.setLength(m_timeS, keyframe.line);
}

Expected<MotionFile> T1Reader::read(const YamlNode& root) {
    const YamlNode* keyframes = root.find("keyframes");
    if (keyframes == nullptr || keyframes->items.empty()) {
        return malformedAt(root.line, "there is no keyframe",
                           "symmetry, and keyframes with delta and motor_positions");
    }
    reportOthers(root, "the file", {"symmetry", "keyframes", "kp", "kd"});
    const YamlNode* symmetry = root.find("symmetry");
    const std::string_view isSymmetric = symmetry != nullptr ? symmetry->scalar : "";
    if (isSymmetric != "true" && isSymmetric != "false") {
        return malformedAt(symmetry != nullptr ? symmetry->line : root.line,
                           fmt::format("symmetry is {}", shown(isSymmetric)), "true or false");
    }
    m_isSymmetric = isSymmetric == "true";
    m_builder.motion().robots.emplace_back("T1");
    m_gains = gainsOf(root, {});
    m_builder.motion().gains = m_gains.gains();
    for (const YamlNode& keyframe : keyframes->items) {
        readKeyframe(keyframe);
    }
    MotionFile file;
    file.format = Format::T1Yaml;
    file.motions.push_back(m_builder.finish());
    return file;
}

// A keyframe's motor, as written.
struct T1Row {
    double angleDeg = 0.0;
    std::optional<JointGains> gains;
    [[nodiscard]] bool operator==(const T1Row&) const = default;
};

// Writes the motor commands. The gains of most motors become the file's `kp` and `kd`.
class T1Writer {
public:
    // @param joints the joints that have motors
    T1Writer(const Motion& motion, SampledMotion& sampled, std::vector<std::string> joints)
        : m_motion(motion), m_sampled(sampled), m_joints(std::move(joints)) {}

    [[nodiscard]] std::string write();

private:
    using Rows = std::map<std::string, T1Row>; // by effector

    void findTimes();
    [[nodiscard]] Rows rowsAt(double beforeS, double timeS) const;
    [[nodiscard]] bool isSymmetric() const;
    [[nodiscard]] JointGains commonGains(const Rows& rows) const;
    void writeKeyframe(const Rows& rows, double deltaS);

    const Motion& m_motion;
    SampledMotion& m_sampled;
    std::vector<std::string> m_joints;
    std::vector<double> m_timesS;
    std::vector<Rows> m_keyframes;
    JointGains m_gains; ///< gains of the whole file
    bool m_isSymmetric = false;
    bool m_isSampled = false;
    std::string m_out;
};

// Returns the motors in file order, each with its name in the file and one or two effectors.
std::vector<std::pair<std::string, std::vector<T1Target>>> motorsOf(bool isSymmetric) {
    std::vector<std::pair<std::string, std::vector<T1Target>>> motors;
    const auto add = [&](std::string name) {
        std::vector<T1Target> targets = targetsOf(name, isSymmetric);
        motors.emplace_back(std::move(name), std::move(targets));
    };
    add("Head_yaw");
    add("Head_pitch");
    const auto addSided = [&](std::string_view side, bool ofLegs) {
        for (const T1Motor& motor : kSidedMotors) {
            if (motor.effector.starts_with("le") == ofLegs) {
                add(std::string(side) + std::string(motor.name));
            }
        }
    };
    if (isSymmetric) {
        addSided("", false);
        add("Waist");
        addSided("", true);
    } else {
        addSided("Left_", false);
        addSided("Right_", false);
        add("Waist");
        addSided("Left_", true);
        addSided("Right_", true);
    }
    return motors;
}

// A motor that jumps gets a target per key; one that moves gets one in every cycle as well.
// Keyframes of the base codes last a cycle at least.
void T1Writer::findTimes() {
    std::vector<double> timesS;
    for (const std::string& joint : m_joints) {
        double fromS = 0.0;
        for (const SampledMotion::Point& point : m_sampled.points(joint)) {
            if (point.curve != Curve::Hold) {
                for (double cycle = std::ceil(fromS / kCycleS - kTinyCycles);
                     cycle * kCycleS < point.timeS - kSameTimeS; cycle += 1.0) {
                    timesS.push_back(cycle * kCycleS);
                }
                m_isSampled = true;
            }
            timesS.push_back(point.timeS);
            fromS = point.timeS;
        }
    }
    timesS.push_back(0.0); // nothing moves until the first key
    const auto sortAndJoin = [&timesS](double distanceS) {
        std::ranges::sort(timesS);
        const auto isSame = [distanceS](double a, double b) { return b - a < distanceS; };
        timesS.erase(std::unique(timesS.begin(), timesS.end(), isSame), timesS.end());
    };
    sortAndJoin(kSameTimeS);
    const auto isShort = [](double a, double b) { return b - a < kCycleS - kSameTimeS; };
    if (std::ranges::adjacent_find(timesS, isShort) != timesS.end()) {
        for (double& timeS : timesS) {
            timeS = std::ceil(timeS / kCycleS - kTinyCycles) * kCycleS;
        }
        sortAndJoin(kSameTimeS);
        m_sampled.findings.push_back(
            notExpressible("keyframes between cycles are written at the next whole cycle of 20 ms",
                           Severity::Note));
    }
    m_timesS = std::move(timesS);
}

// Returns the motors whose targets change after one row until the next.
T1Writer::Rows T1Writer::rowsAt(double beforeS, double timeS) const {
    Rows rows;
    for (const std::string& joint : m_joints) {
        const auto& points = m_sampled.points(joint);
        const auto next = std::ranges::find_if(points, [timeS](const SampledMotion::Point& point) {
            return point.timeS > timeS + kSameTimeS;
        });
        const bool isMoving = next != points.end() && next->curve != Curve::Hold;
        const bool hasKey = next != points.begin() && std::prev(next)->timeS > beforeS + kSameTimeS;
        if (isMoving || hasKey) {
            const auto key = isMoving ? next : std::prev(next);
            const double angleDeg = m_sampled.angleDeg(joint, timeS);
            rows[joint] = {std::round(angleDeg * 1e6) / 1e6, key->gains};
        }
    }
    return rows;
}

// Whether one value per pair of motors describes all keyframes.
bool T1Writer::isSymmetric() const {
    return std::ranges::all_of(m_keyframes, [](const Rows& rows) {
        return std::ranges::all_of(motorsOf(true), [&](const auto& motor) {
            const std::vector<T1Target>& pair = motor.second;
            const auto first = rows.find(pair.front().joint);
            const auto second = rows.find(pair.back().joint);
            if (first == rows.end() || second == rows.end()) {
                return first == second;
            }
            const double sameDeg = pair.front().sign * pair.back().sign * second->second.angleDeg;
            return std::abs(first->second.angleDeg - sameDeg) < 1e-9 &&
                   first->second.gains == second->second.gains;
        });
    });
}

// Returns the most frequent gains of these motors; in case of a tie, the file's.
JointGains T1Writer::commonGains(const Rows& rows) const {
    JointGains common = m_gains;
    const auto countOf = [&](const JointGains& gains) {
        return std::ranges::count_if(
            rows, [&](const auto& row) { return row.second.gains.value_or(m_gains) == gains; });
    };
    for (const auto& [joint, row] : rows) {
        if (const JointGains gains = row.gains.value_or(m_gains);
            countOf(gains) > countOf(common)) {
            common = gains;
        }
    }
    return common;
}

void T1Writer::writeKeyframe(const Rows& rows, double deltaS) {
    m_out += fmt::format("  - delta: {}\n    motor_positions:{}\n", numberText(deltaS),
                         rows.empty() ? " {}" : "");
    const JointGains common = commonGains(rows);
    std::string pGains;
    std::string dGains;
    for (const auto& [name, targets] : motorsOf(m_isSymmetric)) {
        const auto row = rows.find(targets.front().joint);
        if (row == rows.end()) {
            continue;
        }
        m_out += fmt::format("      {}: {}\n", name,
                             numberText(targets.front().sign * row->second.angleDeg + 0.0));
        const JointGains gains = row->second.gains.value_or(m_gains);
        if (gains.kpNmPerRad != common.kpNmPerRad) {
            pGains += fmt::format("      {}: {}\n", name, numberText(gains.kpNmPerRad));
        }
        if (gains.kdNmsPerRad != common.kdNmsPerRad) {
            dGains += fmt::format("      {}: {}\n", name, numberText(gains.kdNmsPerRad));
        }
    }
    if (common.kpNmPerRad != m_gains.kpNmPerRad) {
        m_out += fmt::format("    kp: {}\n", numberText(common.kpNmPerRad));
    }
    if (common.kdNmsPerRad != m_gains.kdNmsPerRad) {
        m_out += fmt::format("    kd: {}\n", numberText(common.kdNmsPerRad));
    }
    m_out += pGains.empty() ? "" : "    p_gains:\n" + pGains;
    m_out += dGains.empty() ? "" : "    d_gains:\n" + dGains;
}

std::string T1Writer::write() {
    findTimes();
    double beforeS = -1.0;
    for (const double timeS : m_timesS) {
        m_keyframes.push_back(rowsAt(beforeS, timeS));
        beforeS = timeS;
    }
    // The neutral pose of the base codes has these gains; files without any are rejected there.
    constexpr JointGains kBaseGains{150.0, 1.0};
    m_gains = m_motion.gains.value_or(kBaseGains);
    m_isSymmetric = isSymmetric();
    m_out = fmt::format("symmetry: {}\nkp: {}\nkd: {}\nkeyframes:\n", m_isSymmetric,
                        numberText(m_gains.kpNmPerRad), numberText(m_gains.kdNmsPerRad));
    bool hasOwnGains = false;
    for (std::size_t i = 0; i < m_timesS.size(); ++i) {
        const double untilS =
            i + 1 < m_timesS.size() ? m_timesS[i + 1] : std::max(m_sampled.endS(), m_timesS[i]);
        writeKeyframe(m_keyframes[i], tidied(untilS - m_timesS[i]));
        hasOwnGains = hasOwnGains || std::ranges::any_of(m_keyframes[i], [&](const auto& row) {
                          return row.second.gains && *row.second.gains != m_gains;
                      });
    }
    std::string late;
    for (const std::string& joint : m_joints) {
        const auto& first = m_sampled.points(joint).front();
        if (first.curve != Curve::Hold && m_sampled.startsLate(joint, 0.0)) {
            late += (late.empty() ? "" : " ") + joint;
        }
    }
    if (!late.empty()) {
        m_sampled.findings.push_back(notExpressible(
            fmt::format("the movement to the first key starts at 0 degrees: {}", late)));
    }
    if (m_isSampled) {
        m_sampled.findings.push_back(notExpressible(
            "curves are written as one target in every cycle of 20 ms", Severity::Note));
    }
    if (!m_motion.gains) {
        m_sampled.findings.push_back(notExpressible(
            fmt::format("the motion has no gains; kp {} and kd {} are written",
                        numberText(kBaseGains.kpNmPerRad), numberText(kBaseGains.kdNmsPerRad)),
            Severity::Note));
    }
    if (hasOwnGains && !m_isSymmetric) {
        m_sampled.findings.push_back(notExpressible(
            "the base codes ignore gains of keyframes in files without symmetry: they use kp and "
            "kd of the file"));
    }
    return std::move(m_out);
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

Expected<WrittenMotion> writeT1Yaml(const Motion& motion, const robot::RobotModel& model) {
    auto sampled = SampledMotion::of(motion, model);
    if (!sampled) {
        return tl::unexpected(std::move(sampled.error()));
    }
    reportLosses(motion, {.gains = true}, sampled->findings);
    std::vector<std::string> joints;
    for (const std::string& joint : sampled->joints()) {
        if (std::ranges::any_of(motorsOf(false), [&](const auto& motor) {
                return motor.second.front().joint == joint;
            })) {
            joints.push_back(joint);
        } else {
            sampled->findings.push_back(omittedJoint(joint));
        }
    }
    if (joints.empty()) {
        return base::failure(base::ErrorCode::InvalidArgument, "the motion moves no motor of a T1",
                             "keys of joints such as lle1");
    }
    WrittenMotion file;
    file.text = T1Writer(motion, *sampled, std::move(joints)).write();
    file.findings = std::move(sampled->findings);
    return file;
}

} // namespace sideline::keyframe
