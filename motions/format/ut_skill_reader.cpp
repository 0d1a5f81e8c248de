#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "motions/format/joint_names.h"
#include "motions/format/motion_builder.h"
#include "motions/format/readers.h"
#include "motions/format/sampled_motion.h"
#include "motions/format/text_lines.h"
#include "motions/format/ut_skill_states.h"
#include "motions/format/ut_skill_tokens.h"
#include "motions/limits.h"

namespace sideline::keyframe {
namespace {
using base::Expected;
using Kind = Finding::Kind;
using Severity = Finding::Severity;

// UT Austin Villa's controller: 0.15 rad/s per degree of error, 0.01 per degree of change in a
// cycle.
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

    /// Reads up to ENDSKILL.
    [[nodiscard]] ReadMotion read();

private:
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

    SkillTokens& m_tokens;
    const ReadOptions& m_options;
    MotionBuilder m_builder;
    SkillStates m_states{m_builder};
    int m_lastLine = 0;
};

ReadMotion SkillReader::read() {
    m_builder.motion().drive = {kUtGainPerS, kUtDerivativePerS};
    while (!m_tokens.isAtEnd() && !m_tokens.isNext("ENDSKILL") && !m_tokens.isNext("STARTSKILL") &&
           !m_tokens.isNext("REFLECTSKILL")) {
        const SkillToken token = m_tokens.take();
        if (token.text == "STARTSTATE") {
            readState();
        } else {
            m_builder.reportOnce(Severity::Error, Kind::Syntax, token.line,
                                 fmt::format("{} outside a state; expected STARTSTATE or ENDSKILL",
                                             shown(token.text)));
        }
    }
    expectEnd("ENDSKILL");
    m_states.endMotion();
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
    m_states.begin();
    static constexpr std::array kEnds = {"ENDSTATE", "STARTSTATE", "ENDSKILL", "STARTSKILL",
                                         "REFLECTSKILL"};
    while (!m_tokens.isAtEnd() && std::ranges::none_of(kEnds, [this](const char* word) {
        return m_tokens.isNext(word);
    })) {
        readMacro();
    }
    expectEnd("ENDSTATE");
    m_states.commit(m_lastLine);
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

// Skips to the end of an unreadable command.
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
        finding.timeS = m_states.timeS();
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
            m_states.setTarget(*joint, std::move(*value), line);
            continue;
        }
        if (m_states.isPlaced(*joint)) {
            auto& finding = m_builder.report(
                Severity::Warning, Kind::NotExpressible, line,
                "inctar after a foot target adds to the last angle set, not to the IK result");
            finding.joint = *joint;
        }
        const Value* before = m_states.target(*joint);
        Value start = before != nullptr ? *before : Value(0.0);
        if (before == nullptr) {
            m_builder.reportOnce(
                Severity::Note, Kind::Other, line,
                "inctar before any angle is set adds to UT Austin Villa's initial pose");
            for (const char* part : {"HEAD", "ARM_LEFT", "ARM_RIGHT", "LEG_LEFT", "LEG_RIGHT"}) {
                const auto pose = utInitialPose(part);
                const auto angle = pose.find(*joint);
                start = angle != pose.end() ? Value(angle->second) : start;
            }
        }
        Value sum = start + *value;
        if (!sum.isNumber() && sum.text().size() > kLongestExpression) {
            m_builder
                .report(Severity::Error, Kind::Other, line,
                        fmt::format("the angle's expression is too long and is ignored; expected "
                                    "at most {} characters",
                                    kLongestExpression))
                .joint = *joint;
            continue;
        }
        m_states.setTarget(*joint, std::move(sum), line);
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

// Reads an expression whose value the model stores as a number.
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
        finding.timeS = m_states.timeS();
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
            m_states.setScale(*joint, *scale);
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
                         fmt::format("invalid wait of {} s, which is ignored; expected 0 or more",
                                     numberText(*waitS)));
    } else if (waitS && m_builder.admitsTime(*waitS, line)) {
        m_states.setWait(*waitS);
    }
    if (m_tokens.isNext("end")) {
        m_tokens.take();
    }
}

void SkillReader::readReset() {
    while (m_tokens.peek().kind == SkillToken::Kind::Word && !m_tokens.isNext("end")) {
        const SkillToken token = m_tokens.take();
        const auto pose = utInitialPose(token.text);
        if (isUtPartWithoutReset(token.text)) {
            m_builder.reportOnce(
                Severity::Note, Kind::Other, token.line,
                fmt::format("reset of {} does nothing, as in UT Austin Villa's agent", token.text));
        } else if (pose.empty()) {
            m_builder.report(Severity::Error, Kind::Syntax, token.line,
                             fmt::format("unknown part {}; expected HEAD, ARM_LEFT, ARM_RIGHT, "
                                         "LEG_LEFT or LEG_RIGHT",
                                         shown(token.text)));
        }
        for (const auto& [joint, angleDeg] : pose) {
            m_states.setTarget(joint, angleDeg, token.line);
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
    target.place = soleOf(std::move(*place), m_options.parameters);
    m_states.setLimb(*limb, std::move(target), line);
}

void SkillReader::readCurve() {
    SkillStates::FootCurve curve;
    curve.line = m_tokens.peek().line;
    const auto limb = readLeg();
    while (m_tokens.isNext("controlpoint")) {
        m_tokens.take();
        auto place = readPlace();
        if (!place) {
            break;
        }
        if (!curve.places.empty()) {
            // All points but the first are relative to the first one.
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
        place = soleOf(std::move(place), m_options.parameters);
    }
    LimbTarget first;
    first.place = curve.places.front();
    m_states.setLimb(*limb, std::move(first), curve.line);
    if (curve.places.size() > 1) {
        m_builder.reportOnce(
            Severity::Warning, Kind::NotExpressible, curve.line,
            "the foot's curve passes through the same points, but UT Austin Villa's has longer "
            "tangents (0.8) between them and stops at both ends");
        m_states.addCurve(std::move(curve));
    }
}

} // namespace

Expected<MotionFile> readUtSkill(std::string_view text, const ReadOptions& options,
                                 ReadLimits& limits) {
    SkillTokens tokens(text);
    MotionFile file;
    file.format = Format::UtSkill;
    std::vector<Finding> loose;
    const auto report = [&](int line, std::string message) {
        if (loose.size() >= kMaxFindings) {
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
                report(token.line, fmt::format("skill {} to reflect is not in this file; "
                                               "expected the name of a skill above",
                                               shown(source)));
                continue;
            }
            file.motions.push_back(mirroredRead(*found, std::move(target), limits, token.line));
        } else {
            report(token.line,
                   fmt::format("{} outside a skill; expected STARTSKILL or REFLECTSKILL",
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
