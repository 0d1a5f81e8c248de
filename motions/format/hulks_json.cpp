#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "motions/format/motion_builder.h"
#include "motions/format/readers.h"
#include "motions/format/real_nao.h"
#include "motions/format/sampled_motion.h"
#include "motions/format/text_lines.h"

namespace sideline::keyframe {

namespace {

using base::Expected;
using Json = nlohmann::ordered_json;
using Kind = Finding::Kind;
using Severity = Finding::Severity;

constexpr double kDegPerRad = 180.0 / std::numbers::pi;
constexpr int kDeepest = 16; // a motion has up to ten levels

// A body part and the prefix of Aldebaran's names for its joints.
struct HulksPart {
    std::string_view name;
    std::string_view prefix;
};
constexpr std::array kParts = {HulksPart{"head", "Head"}, HulksPart{"left_arm", "L"},
                               HulksPart{"right_arm", "R"}, HulksPart{"left_leg", "L"},
                               HulksPart{"right_leg", "R"}};

// Converts `hip_yaw_pitch` of the left leg to `LHipYawPitch`.
std::string realNaoName(const HulksPart& part, std::string_view joint) {
    std::string name(part.prefix);
    bool isWordStart = true;
    for (const char c : joint) {
        if (c != '_') {
            name +=
                isWordStart ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        }
        isWordStart = c == '_';
    }
    return name;
}

// Converts back: `LHipYawPitch` to `hip_yaw_pitch`.
std::string hulksName(std::string_view realName, std::string_view prefix) {
    std::string name;
    for (const char c : realName.substr(prefix.size())) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isupper(byte) != 0 && !name.empty()) {
            name += '_';
        }
        name += static_cast<char>(std::tolower(byte));
    }
    return name;
}

// Returns a member of an object; null if missing or not an object.
const Json* memberOf(const Json& json, const char* name) {
    const auto found = json.is_object() ? json.find(name) : json.end();
    return json.is_object() && found != json.end() ? &*found : nullptr;
}

std::optional<double> numberIn(const Json* json) {
    return json != nullptr && json->is_number() ? std::optional(json->get<double>()) : std::nullopt;
}

// Parses a number of seconds, or a duration as serialized by Rust.
std::optional<double> secondsIn(const Json* json) {
    if (json == nullptr || !json->is_object()) {
        return numberIn(json);
    }
    const auto secs = numberIn(memberOf(*json, "secs"));
    const auto nanos = numberIn(memberOf(*json, "nanos"));
    return secs ? std::optional(*secs + nanos.value_or(0.0) * 1e-9) : std::nullopt;
}

class HulksReader {
public:
    HulksReader(std::string_view text, const ReadOptions& options, ReadLimits& limits);

    [[nodiscard]] Expected<MotionFile> read(const Json& root);

private:
    void readFrames(const Json& frames);
    void readSegment(const Json& segment);
    void readCondition(const Json* condition);
    void readInterrupts(const Json* conditions);
    void readPositions(const Json& positions, double timeS, int line);
    void reportOthers(const Json& object, std::string_view what,
                      std::initializer_list<std::string_view> known);
    void readAngle(const HulksPart& part, const std::string& joint, const Json& angle, double timeS,
                   int line);

    MotionBuilder m_builder;
    std::vector<int> m_frameLines; ///< lines of `duration` members
    std::size_t m_frames = 0;      ///< number of keyframes read so far
    int m_line = 1;
    double m_timeS = 0.0;
    std::string m_segmentName; ///< name for its first keyframe
    Curve m_curve = Curve::Linear;
};

HulksReader::HulksReader(std::string_view text, const ReadOptions& options, ReadLimits& limits)
    : m_builder(options, limits, stemOf(options.fileName)) {
    for (const TextLine& line : textLines(text)) {
        for (std::size_t at = line.text.find("\"duration\""); at != std::string_view::npos;
             at = line.text.find("\"duration\"", at + 1)) {
            m_frameLines.push_back(line.number);
        }
    }
}

void HulksReader::readAngle(const HulksPart& part, const std::string& joint, const Json& angle,
                            double timeS, int line) {
    const std::string name = realNaoName(part, joint);
    if (isHandOfRealNao(name)) {
        m_builder.reportOnce(Severity::Note, Kind::NotExpressible, line, kHandsOmitted);
        return;
    }
    const RealNaoJoint* real = realNaoJoint(name);
    if (real == nullptr) {
        m_builder
            .report(Severity::Error, Kind::UnknownJoint, line,
                    fmt::format("unknown joint {} of {}; expected a name such as knee_pitch",
                                shown(joint), part.name))
            .joint = name;
        return;
    }
    if (!angle.is_number()) {
        Finding& finding =
            m_builder.report(Severity::Error, Kind::Syntax, line,
                             fmt::format("angle of {} is not a number; expected radians", name));
        finding.timeS = timeS;
        finding.joint = real->joint;
        return;
    }
    Key key;
    key.angleDeg = tidied(real->sign * angle.get<double>() * kDegPerRad);
    key.curve = m_curve;
    m_builder.setKey(timeS, JointName(real->joint), std::move(key), line);
}

// Reports the members of an object that are not used.
void HulksReader::reportOthers(const Json& object, std::string_view what,
                               std::initializer_list<std::string_view> known) {
    if (!object.is_object()) {
        return;
    }
    for (const auto& [name, member] : object.items()) {
        m_builder.reportUnless(known, name, what, m_line);
    }
}

// Reads the joints of each part. Some files nest the parts in another `positions`, next to
// stiffnesses.
void HulksReader::readPositions(const Json& positions, double timeS, int line) {
    (void)m_builder.keyframe(timeS, line);
    if (!positions.is_object()) {
        m_builder.report(Severity::Error, Kind::Syntax, line,
                         "the positions are ignored; expected an object of body parts");
        return;
    }
    for (const auto& [name, member] : positions.items()) {
        const auto part = std::ranges::find(kParts, name, &HulksPart::name);
        if (part != kParts.end() && member.is_object()) {
            for (const auto& [joint, angle] : member.items()) {
                readAngle(*part, joint, angle, timeS, line);
            }
        } else if (name == "positions") {
            readPositions(member, timeS, line);
        } else if (name == "stiffnesses") {
            m_builder.reportOnce(Severity::Note, Kind::NotExpressible, line, kStiffnessIgnored);
        } else {
            m_builder.reportOnce(
                Severity::Error, Kind::Syntax, line,
                fmt::format("{} of positions is ignored; expected head, left_arm, right_arm, "
                            "left_leg or right_leg, with angles by joint",
                            shown(name)));
        }
    }
}

void HulksReader::readFrames(const Json& frames) {
    for (const Json& frame : frames) {
        m_line = m_frames < m_frameLines.size() ? m_frameLines[m_frames] : m_line;
        ++m_frames;
        const auto durationS = secondsIn(memberOf(frame, "duration"));
        const Json* positions = memberOf(frame, "positions");
        if (!durationS || *durationS <= 0.0 || positions == nullptr) {
            m_builder.report(
                Severity::Error, Kind::Syntax, m_line,
                "a keyframe is ignored; expected a duration above 0 in seconds, and positions");
            continue;
        }
        reportOthers(frame, "a keyframe", {"duration", "positions"});
        m_timeS = tidied(m_timeS + *durationS);
        readPositions(*positions, m_timeS, m_line);
        if (!m_segmentName.empty()) {
            m_builder.keyframe(m_timeS, m_line).name = std::exchange(m_segmentName, {});
        }
    }
}

// Reads the condition that a segment waits for before it begins or ends.
void HulksReader::readCondition(const Json* condition) {
    if (condition == nullptr || !condition->is_object() || condition->empty()) {
        return;
    }
    const std::string& kind = condition->begin().key();
    const auto timeoutS = secondsIn(memberOf(*condition->begin(), "timeout_duration"));
    if (kind.find("tabilized") == std::string::npos) {
        m_builder.reportOnce(Severity::Note, Kind::NotExpressible, m_line,
                             fmt::format("the condition {} is ignored", shown(kind)));
        return;
    }
    for (const auto& [name, member] : condition->begin()->items()) {
        if (name != "timeout_duration") {
            m_builder.reportOnce(Severity::Note, Kind::NotExpressible, m_line,
                                 fmt::format("{} of {} is ignored", shown(name), shown(kind)));
        }
    }
    m_builder.keyframe(m_timeS, m_line).wait = Wait{WaitKind::Still, timeoutS.value_or(1.0)};
}

void HulksReader::readInterrupts(const Json* conditions) {
    if (conditions == nullptr || !conditions->is_array()) {
        return;
    }
    for (const Json& each : *conditions) {
        const std::string kind = each.is_object() && !each.empty() ? each.begin().key()
                                 : each.is_string()                ? each.get<std::string>()
                                                                   : std::string();
        if (kind.find("FallenAbort") != std::string::npos) {
            m_builder.motion().stopsWhenFallen = true;
            m_builder.reportOnce(Severity::Note, Kind::NotExpressible, m_line,
                                 "a fall stops the motion at any time, not only in a part of it");
        } else if (!kind.empty()) {
            m_builder.reportOnce(Severity::Note, Kind::NotExpressible, m_line,
                                 fmt::format("the condition {} is ignored", shown(kind)));
        }
    }
}

void HulksReader::readSegment(const Json& segment) {
    reportOthers(
        segment, "a segment",
        {"name", "entry_condition", "interrupt_conditions", "keyframes", "exit_condition"});
    if (const Json* name = memberOf(segment, "name"); name != nullptr && name->is_string()) {
        m_segmentName = name->get<std::string>();
    }
    readCondition(memberOf(segment, "entry_condition"));
    readInterrupts(memberOf(segment, "interrupt_conditions"));
    if (const Json* keyframes = memberOf(segment, "keyframes");
        keyframes != nullptr && keyframes->is_array()) {
        readFrames(*keyframes);
    } else {
        m_builder.report(Severity::Error, Kind::Syntax, m_line,
                         "a segment is ignored; expected keyframes");
    }
    readCondition(memberOf(segment, "exit_condition"));
}

Expected<MotionFile> HulksReader::read(const Json& root) {
    reportOthers(root, "the file", {"interpolation_mode", "initial_positions", "frames", "motion"});
    const Json* mode = memberOf(root, "interpolation_mode");
    if (mode != nullptr && mode->is_string() && mode->get<std::string>() != "linear") {
        m_curve = Curve::Smooth;
        m_builder.report(Severity::Note, Kind::NotExpressible, 1,
                         fmt::format("{} curves become smooth curves, which do not overshoot",
                                     shown(mode->get<std::string>())));
    }
    if (const Json* initial = memberOf(root, "initial_positions")) {
        readPositions(*initial, 0.0, 1);
        EntryPose& entry = m_builder.motion().entry.emplace();
        for (const auto& [joint, key] : m_builder.keyframe(0.0, 1).joints) {
            entry.anglesDeg.emplace(joint, key.angleDeg);
        }
    }
    if (const Json* frames = memberOf(root, "frames"); frames != nullptr && frames->is_array()) {
        readFrames(*frames);
    }
    if (const Json* segments = memberOf(root, "motion");
        segments != nullptr && segments->is_array()) {
        for (const Json& segment : *segments) {
            readSegment(segment);
        }
    }
    if (m_timeS <= 0.0) {
        return malformedAt(
            1, "there is no keyframe",
            "`frames`, or `motion` with `keyframes`, each with `duration` and `positions`");
    }
    m_builder.motion().lengthS = m_timeS;
    MotionFile file;
    file.format = Format::HulksJson;
    file.motions.push_back(m_builder.finish());
    return file;
}

Json positionsAt(const SampledMotion& sampled, double timeS) {
    Json positions = Json::object();
    for (const HulksPart& part : kParts) {
        Json& joints = positions[std::string(part.name)] = Json::object();
        const bool isArm = part.name.ends_with("arm");
        const bool isHead = part.name == "head";
        for (const RealNaoJoint& real : kRealNaoJoints) {
            const bool isOfArm = real.joint[1] == 'a';
            const bool isOfPart = isHead ? real.joint[0] == 'h'
                                         : real.name.starts_with(part.prefix) &&
                                               real.joint[0] != 'h' && isOfArm == isArm;
            if (isOfPart) {
                const double angleRad =
                    real.sign * sampled.angleDeg(real.joint, timeS) / kDegPerRad;
                joints[hulksName(real.name, part.prefix)] = tidied(angleRad) + 0.0;
            }
        }
        if (isArm) {
            joints["wrist_yaw"] = 0.0;
            joints["hand"] = 0.0;
        }
    }
    return positions;
}

} // namespace

Expected<MotionFile> readHulksJson(std::string_view text, const ReadOptions& options,
                                   ReadLimits& limits) {
    bool isTooDeep = false;
    const auto notTooDeep = [&](int depth, Json::parse_event_t /*event*/, Json& /*parsed*/) {
        isTooDeep = isTooDeep || depth >= kDeepest;
        return depth < kDeepest;
    };
    try {
        const Json root = Json::parse(text.begin(), text.end(), notTooDeep);
        if (isTooDeep) {
            return malformedAt(1, fmt::format("more than {} levels", kDeepest), "a HULKs motion");
        }
        return HulksReader(text, options, limits).read(root);
    } catch (const Json::parse_error& error) {
        const std::size_t at = std::min(error.byte, text.size());
        const auto line =
            1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        return malformedAt(static_cast<int>(line), "not valid JSON here", "a HULKs motion");
    } catch (const Json::out_of_range& /*error*/) {
        return malformedAt(1, "a number is too large", "a HULKs motion");
    }
}

Expected<WrittenMotion> writeHulksJson(const Motion& motion, const robot::RobotModel& model) {
    auto sampled = SampledMotion::of(motion, model);
    if (!sampled) {
        return tl::unexpected(std::move(sampled.error()));
    }
    reportLosses(motion, {}, sampled->findings);
    for (const std::string& joint : sampled->joints()) {
        if (realNaoJointOf(joint) == nullptr) {
            sampled->findings.push_back(omittedJoint(joint));
        }
    }
    Json root = Json::object();
    root["interpolation_mode"] = "linear";
    root["initial_positions"] = positionsAt(*sampled, 0.0);
    Json& keyframes = root["motion"] = Json::array();
    keyframes.push_back(Json::object());
    Json& frames = keyframes[0]["keyframes"] = Json::array();
    double lastS = 0.0;
    for (const double timeS : sampled->rowTimes(motion, {0.001, 0.0, false})) {
        if (timeS > 0.0) {
            frames.push_back(
                {{"duration", tidied(timeS - lastS)}, {"positions", positionsAt(*sampled, timeS)}});
            lastS = timeS;
        }
    }
    WrittenMotion written;
    written.text = root.dump(2) + '\n';
    written.findings = std::move(sampled->findings);
    return written;
}

} // namespace sideline::keyframe
