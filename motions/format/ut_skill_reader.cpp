#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <set>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "motions/format/joint_names.h"
#include "motions/format/motion_builder.h"
#include "motions/format/readers.h"
#include "motions/format/sampled_motion.h"
#include "motions/format/text_lines.h"
#include "motions/format/ut_skill_tokens.h"
#include "motions/limits.h"

namespace sideline::keyframe {
namespace {
using base::Expected;
using Kind = Finding::Kind;
using Severity = Finding::Severity;

// UT Austin Villa's controller: 0.15 rad/s per degree left, 0.01 per degree of change in a cycle.
constexpr double kUtGainPerS = 8.594367;
constexpr double kUtDerivativePerS = 0.572958;

// Reads one skill, state by state.
class SkillReader {
public:
    SkillReader(SkillTokens& tokens, const ReadOptions& options, ReadLimits& limits,
                std::string name)
        : m_tokens(tokens),
          m_options(options),
          m_builder(options, limits, std::move(name), tokens.peek().line) {}

    /// Up to ENDSKILL.
    [[nodiscard]] ReadMotion read();

private:
    struct FootCurve {
        Limb limb = Limb::LeftFoot;
        std::vector<LimbPlace> places;
        int line = 0;
    };
    struct PendingCurve {
        LimbTarget target;
        double beginS = 0.0;
        double endS = 0.0;
        int line = 0;
    };

    void readState();
    void readMacro();
    void skipMacro();
    void readAngles(bool adds);
    void readScales();
    void readWait();
    void readReset();
    void readSetfoot();
    void readCurve();
    [[nodiscard]] std::optional<Limb> readLeg();
    [[nodiscard]] std::optional<LimbPlace> readPlace();
    [[nodiscard]] std::optional<double> readFixed(std::string_view what);
    [[nodiscard]] std::optional<JointName> readEffector();
    void expectEnd(std::string_view word);
    void fault(const base::Error& error) {
        m_builder.report(Severity::Error, Kind::Syntax, static_cast<int>(error.line.value_or(0)),
                         fmt::format("{}; expected {}", error.message, error.expected));
    }

    void setTarget(const JointName& joint, Value angle, int line);
    void setLimb(Limb limb, LimbTarget target, int line);
    [[nodiscard]] LimbPlace soleOf(LimbPlace place) const;
    [[nodiscard]] bool isPlaced(const JointName& joint) const;
    void endCurve(Limb limb, bool isReplaced);
    void commitState();
    void endMotion();

    SkillTokens& m_tokens;
    const ReadOptions& m_options;
    MotionBuilder m_builder;
    double m_timeS = 0.0;
    std::map<JointName, Value> m_targets;
    std::map<JointName, double> m_scales;
    std::map<Limb, PendingCurve> m_curves;
    std::set<Limb> m_placed; ///< legs whose joints inverse kinematics moves
    int m_lastLine = 0;
    // Of the state that is read:
    std::map<JointName, int> m_changed; ///< joint to line
    std::map<JointName, double> m_scalesBefore;
    std::vector<FootCurve> m_newCurves;
    std::map<Limb, std::pair<LimbTarget, int>> m_newLimbs;
    double m_waitS = 0.0;
};

// Scale of a leg as a whole: that of its hip's pitch, which swings it most.
double scaleOf(const std::map<JointName, double>& scales, Limb limb) {
    const auto found = scales.find(limb == Limb::LeftFoot ? "lle3" : "rle3");
    return found != scales.end() ? found->second : 1.0;
}

std::optional<Limb> limbOf(const JointName& joint) {
    if (joint.starts_with("lle")) {
        return Limb::LeftFoot;
    }
    return joint.starts_with("rle") ? std::optional(Limb::RightFoot) : std::nullopt;
}

ReadMotion SkillReader::read() {
    m_builder.motion().drive = {kUtGainPerS, kUtDerivativePerS};
    while (!m_tokens.isAtEnd() && !m_tokens.isNext("ENDSKILL") && !m_tokens.isNext("STARTSKILL") &&
           !m_tokens.isNext("REFLECTSKILL")) {
        const SkillToken token = m_tokens.take();
        if (token.text == "STARTSTATE") {
            readState();
        } else {
            m_builder.reportOnce(
                Severity::Error, Kind::Syntax, token.line,
                fmt::format("{} outside of a state; expected STARTSTATE or ENDSKILL",
                            shown(token.text)));
        }
    }
    expectEnd("ENDSKILL");
    endMotion();
    return m_builder.finish();
}

void SkillReader::expectEnd(std::string_view word) {
    if (m_tokens.isNext(word)) {
        m_lastLine = m_tokens.take().line;
        return;
    }
    m_lastLine = m_tokens.peek().line;
    m_builder.report(Severity::Error, Kind::Syntax, m_lastLine,
                     m_tokens.isAtEnd() ? fmt::format("the file ends here; expected {}", word)
                                        : fmt::format("unexpected {}; expected {}",
                                                      shown(m_tokens.peek().text), word));
}

void SkillReader::readState() {
    m_changed.clear();
    m_newCurves.clear();
    m_newLimbs.clear();
    m_scalesBefore = m_scales;
    m_waitS = 0.0;
    static constexpr std::array kEnds = {"ENDSTATE", "STARTSTATE", "ENDSKILL", "STARTSKILL",
                                         "REFLECTSKILL"};
    while (!m_tokens.isAtEnd() && std::ranges::none_of(kEnds, [this](const char* word) {
        return m_tokens.isNext(word);
    })) {
        readMacro();
    }
    expectEnd("ENDSTATE");
    commitState();
}

void SkillReader::readMacro() {
    const SkillToken token = m_tokens.take();
    if (token.text == "settar" || token.text == "inctar") {
        readAngles(token.text == "inctar");
    } else if (token.text == "setscale") {
        readScales();
    } else if (token.text == "wait") {
        readWait();
    } else if (token.text == "reset") {
        readReset();
    } else if (token.text == "setfoot") {
        readSetfoot();
    } else if (token.text == "STARTCURVE") {
        readCurve();
    } else if (token.text == "stabilize") {
        m_builder.reportOnce(Severity::Warning, Kind::NotExpressible, token.line,
                             "stabilize is ignored: it shifts the weight by sensor feedback");
        skipMacro();
    } else {
        m_builder.report(Severity::Error, Kind::Syntax, token.line,
                         fmt::format("{} is ignored; expected settar, inctar, setscale, wait, "
                                     "reset, setfoot, STARTCURVE, stabilize or ENDSTATE",
                                     shown(token.text)));
        skipMacro();
    }
}

// To the end of a command that cannot be read.
void SkillReader::skipMacro() {
    while (!m_tokens.isAtEnd() && !m_tokens.peek().text.starts_with("END") &&
           !m_tokens.peek().text.starts_with("START")) {
        if (m_tokens.take().text == "end") {
            return;
        }
    }
}

std::optional<JointName> SkillReader::readEffector() {
    const SkillToken token = m_tokens.take();
    auto joint = jointFromUt(token.text);
    if (!joint) {
        Finding& finding = m_builder.report(
            Severity::Error, Kind::UnknownJoint, token.line,
            fmt::format("unknown joint {}, which is ignored; expected a name such as EFF_LL3",
                        shown(token.text)));
        finding.timeS = m_timeS;
        finding.joint = token.text;
    }
    return joint;
}

void SkillReader::readAngles(bool adds) {
    while (m_tokens.peek().kind == SkillToken::Kind::Word && !m_tokens.isNext("end")) {
        const int line = m_tokens.peek().line;
        const auto joint = readEffector();
        auto value = m_tokens.takeValue();
        if (!value) {
            fault(value.error());
            skipMacro();
            return;
        }
        if (!joint) {
            continue;
        }
        if (!adds) {
            setTarget(*joint, std::move(*value), line);
            continue;
        }
        if (isPlaced(*joint)) {
            auto& finding = m_builder.report(
                Severity::Warning, Kind::NotExpressible, line,
                "inctar after a foot target adds to the last angle set, not to the IK result");
            finding.joint = *joint;
        }
        auto before = m_targets.find(*joint);
        if (before == m_targets.end()) {
            m_builder.reportOnce(
                Severity::Note, Kind::Other, line,
                "inctar before any angle is set adds to UT Austin Villa's initial pose");
            double start = 0.0;
            for (const char* part : {"HEAD", "ARM_LEFT", "ARM_RIGHT", "LEG_LEFT", "LEG_RIGHT"}) {
                const auto pose = utInitialPose(part);
                const auto angle = pose.find(*joint);
                start = angle != pose.end() ? angle->second : start;
            }
            before = m_targets.emplace(*joint, start).first;
        }
        Value sum = before->second + *value;
        if (!sum.isNumber() && sum.text().size() > kLongestExpression) {
            m_builder
                .report(Severity::Error, Kind::Other, line,
                        fmt::format("the angle's expression is too long and is ignored; expected "
                                    "at most {} characters",
                                    kLongestExpression))
                .joint = *joint;
            continue;
        }
        setTarget(*joint, std::move(sum), line);
    }
    if (m_tokens.isNext("end")) {
        m_tokens.take();
        return;
    }
    m_builder.report(
        Severity::Error, Kind::Syntax, m_tokens.peek().line,
        fmt::format("unexpected {}; expected a joint or end", shown(m_tokens.peek().text)));
    skipMacro();
}

// An expression that the model holds as a number.
std::optional<double> SkillReader::readFixed(std::string_view what) {
    const int line = m_tokens.peek().line;
    const auto value = m_tokens.takeValue();
    if (!value) {
        fault(value.error());
        skipMacro();
        return std::nullopt;
    }
    if (value->isNumber()) {
        return value->number();
    }
    const auto number = value->evaluate(m_options.parameters);
    if (!number) {
        Finding& finding = m_builder.report(
            Severity::Error,
            number.error().code == base::ErrorCode::NotFound ? Kind::MissingParameter : Kind::Other,
            line,
            fmt::format("{}: {}; expected {}", what, number.error().message,
                        number.error().expected));
        finding.timeS = m_timeS;
        return std::nullopt;
    }
    m_builder.reportOnce(Severity::Note, Kind::NotExpressible, line,
                         fmt::format("{} with a parameter is fixed at its current value", what));
    return *number;
}

void SkillReader::readScales() {
    while (m_tokens.peek().kind == SkillToken::Kind::Word && !m_tokens.isNext("end")) {
        const auto joint = readEffector();
        const auto scale = readFixed("a speed scale");
        if (joint && scale) {
            m_scales.insert_or_assign(*joint, *scale);
        }
    }
    if (m_tokens.isNext("end")) {
        m_tokens.take();
    }
}

void SkillReader::readWait() {
    const int line = m_tokens.peek().line;
    const auto waitS = readFixed("a time");
    if (waitS && *waitS < 0.0) {
        m_builder.report(Severity::Error, Kind::TimeOutOfOrder, line,
                         fmt::format("a wait of {} s, which is ignored; expected 0 or more",
                                     numberText(*waitS)));
    } else if (waitS && m_builder.admitsTime(*waitS, line)) {
        m_waitS = *waitS;
    }
    if (m_tokens.isNext("end")) {
        m_tokens.take();
    }
}

void SkillReader::readReset() {
    while (m_tokens.peek().kind == SkillToken::Kind::Word && !m_tokens.isNext("end")) {
        const SkillToken token = m_tokens.take();
        const auto pose = utInitialPose(token.text);
        if (pose.empty()) {
            m_builder.report(Severity::Error, Kind::Syntax, token.line,
                             fmt::format("unknown part {}; expected HEAD, ARM_LEFT, ARM_RIGHT, "
                                         "LEG_LEFT or LEG_RIGHT",
                                         shown(token.text)));
        }
        for (const auto& [joint, angleDeg] : pose) {
            setTarget(joint, angleDeg, token.line);
        }
    }
    if (m_tokens.isNext("end")) {
        m_tokens.take();
    }
}

std::optional<Limb> SkillReader::readLeg() {
    const SkillToken token = m_tokens.take();
    if (token.text == "LEG_LEFT") {
        return Limb::LeftFoot;
    }
    if (token.text == "LEG_RIGHT") {
        return Limb::RightFoot;
    }
    m_builder.report(
        Severity::Error, Kind::Syntax, token.line,
        fmt::format("{} is not a leg; expected LEG_LEFT or LEG_RIGHT", shown(token.text)));
    return std::nullopt;
}

std::optional<LimbPlace> SkillReader::readPlace() {
    LimbPlace place;
    for (auto* values : {&place.positionM, &place.rollPitchYawDeg}) {
        for (Value& each : *values) {
            auto value = m_tokens.takeValue();
            if (!value) {
                fault(value.error());
                return std::nullopt;
            }
            each = std::move(*value);
        }
    }
    if (m_tokens.isNext("end")) {
        m_tokens.take();
    }
    return place;
}

void SkillReader::readSetfoot() {
    const int line = m_tokens.peek().line;
    const auto limb = readLeg();
    auto place = limb ? readPlace() : std::nullopt;
    if (!place) {
        skipMacro();
        return;
    }
    LimbTarget target;
    target.place = soleOf(std::move(*place));
    setLimb(*limb, std::move(target), line);
}

void SkillReader::readCurve() {
    FootCurve curve;
    curve.line = m_tokens.peek().line;
    const auto limb = readLeg();
    while (m_tokens.isNext("controlpoint")) {
        m_tokens.take();
        auto place = readPlace();
        if (!place) {
            break;
        }
        if (!curve.places.empty()) {
            // All points but the first are written relative to the first one.
            for (std::size_t i = 0; i < 3; ++i) {
                place->positionM[i] = curve.places[0].positionM[i] + place->positionM[i];
            }
        }
        curve.places.push_back(std::move(*place));
    }
    if (m_tokens.isNext("ENDCURVE")) {
        m_tokens.take();
    } else {
        m_builder.report(Severity::Error, Kind::Syntax, m_tokens.peek().line,
                         "unterminated curve; expected controlpoint or ENDCURVE");
    }
    if (!limb || curve.places.empty()) {
        return;
    }
    curve.limb = *limb;
    for (LimbPlace& place : curve.places) {
        place = soleOf(std::move(place));
    }
    LimbTarget first;
    first.place = curve.places.front();
    setLimb(*limb, std::move(first), curve.line);
    if (curve.places.size() > 1) {
        m_builder.reportOnce(
            Severity::Warning, Kind::NotExpressible, curve.line,
            "the foot's curve passes through the same points, but UT Austin Villa's has longer "
            "tangents (0.8) between them and stops at both ends");
        m_newCurves.push_back(std::move(curve));
    }
}

// UT places a point in front of the toes, 12 cm before the ankle and 3 cm over the sole (the
// forward kinematics of its solver); we place the sole's point below the ankle.
LimbPlace SkillReader::soleOf(LimbPlace place) const {
    std::array<double, 3> turnRad{};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto angle = place.rollPitchYawDeg[i].evaluate(m_options.parameters);
        turnRad[i] = angle.value_or(0.0) * std::numbers::pi / 180.0;
    }
    const Eigen::Matrix3d rotation = (Eigen::AngleAxisd(turnRad[2], Eigen::Vector3d::UnitZ()) *
                                      Eigen::AngleAxisd(turnRad[1], Eigen::Vector3d::UnitY()) *
                                      Eigen::AngleAxisd(turnRad[0], Eigen::Vector3d::UnitX()))
                                         .toRotationMatrix();
    const Eigen::Vector3d way = rotation * Eigen::Vector3d(-0.12, 0.0, -0.03);
    for (std::size_t i = 0; i < 3; ++i) {
        const double rounded = std::round(way[static_cast<Eigen::Index>(i)] * 1e6) / 1e6;
        place.positionM[i] = place.positionM[i] + Value(rounded);
    }
    return place;
}

void SkillReader::setTarget(const JointName& joint, Value angle, int line) {
    m_targets.insert_or_assign(joint, std::move(angle));
    m_changed.insert_or_assign(joint, line);
}

void SkillReader::setLimb(Limb limb, LimbTarget target, int line) {
    target.frame = LimbTarget::Frame::Ball;
    target.curve = Curve::Hold;
    m_newLimbs.insert_or_assign(limb, std::pair(std::move(target), line));
    m_builder.reportOnce(
        Severity::Note, Kind::Other, line,
        "the foot target is that of the sole below the ankle, with the rotations given by the "
        "current parameters; the ball is assumed in front of the foot (x 0.2 m, y 0.05 m)");
    m_builder.motion().ballFromTorsoM[1] = limb == Limb::LeftFoot ? 0.05 : -0.05;
}

// Whether inverse kinematics moves a joint now.
bool SkillReader::isPlaced(const JointName& joint) const {
    const auto limb = limbOf(joint);
    return limb && m_placed.contains(*limb);
}

// A curve ends one cycle early if the leg does something else when it ends.
void SkillReader::endCurve(Limb limb, bool isReplaced) {
    const auto found = m_curves.find(limb);
    if (found == m_curves.end()) {
        return;
    }
    PendingCurve curve = std::move(found->second);
    m_curves.erase(found);
    double endS = curve.endS;
    if (isReplaced && endS - kCycleS > curve.beginS + kSameTimeS) {
        endS = tidied(endS - kCycleS);
    }
    m_builder.setLimb(endS, limb, std::move(curve.target), curve.line);
}

void SkillReader::commitState() {
    std::set<Limb> moved;
    for (const auto& [joint, line] : m_changed) {
        if (const auto limb = limbOf(joint)) {
            moved.insert(*limb);
            m_placed.erase(*limb);
        }
    }
    for (const auto& [limb, target] : m_newLimbs) {
        moved.insert(limb);
    }
    for (const Limb limb : {Limb::LeftFoot, Limb::RightFoot}) {
        endCurve(limb, moved.contains(limb));
    }
    for (const auto& [joint, scale] : m_scales) {
        const auto before = m_scalesBefore.find(joint);
        if ((before != m_scalesBefore.end() ? before->second : 1.0) != scale &&
            m_targets.contains(joint) && !isPlaced(joint)) {
            m_changed.try_emplace(joint, m_lastLine);
        }
    }
    for (const auto& [joint, line] : m_changed) {
        const auto scale = m_scales.find(joint);
        Key key;
        key.angleDeg = m_targets.at(joint);
        key.curve = Curve::Hold;
        key.speedScale = scale != m_scales.end() ? scale->second : 1.0;
        m_builder.setKey(m_timeS, joint, std::move(key), line);
    }
    for (auto& [limb, target] : m_newLimbs) {
        target.first.speedScale = scaleOf(m_scales, limb);
        m_builder.setLimb(m_timeS, limb, std::move(target.first), target.second);
        m_placed.insert(limb);
    }
    for (FootCurve& curve : m_newCurves) {
        PendingCurve pending;
        pending.target.frame = LimbTarget::Frame::Ball;
        pending.target.path = LimbTarget::Path::Spline;
        pending.target.place = curve.places.back();
        pending.target.via.assign(curve.places.begin() + 1, curve.places.end() - 1);
        pending.target.speedScale = scaleOf(m_scales, curve.limb);
        pending.beginS = m_timeS;
        pending.endS = tidied(m_timeS + m_waitS);
        pending.line = curve.line;
        m_curves.insert_or_assign(curve.limb, std::move(pending));
    }
    m_timeS = tidied(m_timeS + m_waitS);
    (void)m_builder.admitsTime(m_timeS, m_lastLine);
}

void SkillReader::endMotion() {
    endCurve(Limb::LeftFoot, false);
    endCurve(Limb::RightFoot, false);
    m_builder.motion().lengthS = m_timeS;
}

} // namespace

Expected<MotionFile> readUtSkill(std::string_view text, const ReadOptions& options,
                                 ReadLimits& limits) {
    SkillTokens tokens(text);
    MotionFile file;
    file.format = Format::UtSkill;
    std::vector<Finding> loose;
    const auto report = [&](int line, std::string message) {
        if (loose.size() >= kMostFindings) {
            return;
        }
        Finding finding;
        finding.kind = Kind::Syntax;
        finding.text = std::move(message);
        finding.file = options.fileName;
        finding.line = line;
        loose.push_back(std::move(finding));
    };
    while (!tokens.isAtEnd() && !limits.fault()) {
        const SkillToken token = tokens.take();
        if (token.text == "STARTSKILL") {
            SkillReader reader(tokens, options, limits, std::string(tokens.take().text));
            file.motions.push_back(reader.read());
        } else if (token.text == "REFLECTSKILL") {
            const std::string source(tokens.take().text);
            std::string target(tokens.take().text);
            const auto found = std::ranges::find_if(
                file.motions, [&](const auto& each) { return each.motion.name == source; });
            if (found == file.motions.end()) {
                report(token.line, fmt::format("skill {} is reflected, but not in this file; "
                                               "expected the name of a skill above",
                                               shown(source)));
                continue;
            }
            file.motions.push_back(mirroredRead(*found, std::move(target), limits, token.line));
        } else {
            report(token.line,
                   fmt::format("{} outside of a skill; expected STARTSKILL or REFLECTSKILL",
                               shown(token.text)));
            while (!tokens.isAtEnd() && !tokens.isNext("STARTSKILL") &&
                   !tokens.isNext("REFLECTSKILL")) {
                tokens.take();
            }
        }
    }
    if (file.motions.empty()) {
        return malformedAt(loose.empty() ? tokens.peek().line : loose.front().line,
                           loose.empty() ? std::string("there is no skill") : loose.front().text,
                           "STARTSKILL NAME");
    }
    std::ranges::move(loose, std::back_inserter(file.motions.front().findings));
    return file;
}

} // namespace sideline::keyframe
