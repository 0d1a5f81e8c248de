#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "motions/format/branch_text.h"
#include "motions/format/motion_builder.h"
#include "motions/format/quoted_text.h"
#include "motions/format/sideline_text.h"
#include "motions/format/text_lines.h"
#include "motions/format/trial_text.h"
#include "motions/limits.h"

namespace sideline::keyframe {

namespace {

using base::Expected;
using Kind = Finding::Kind;
using Severity = Finding::Severity;

// A fault of one line, which is then skipped.
struct LineFault {
    std::string text;
    Severity severity = Severity::Error;
    Kind kind = Kind::Syntax;
};
using Outcome = std::optional<LineFault>;

LineFault faultOf(const base::Error& error) {
    return {error.expected.empty() ? error.message
                                   : fmt::format("{}; expected {}", error.message, error.expected)};
}

constexpr const char* kQuoteFault = "unterminated quoted text; expected '\"'";

// Reads a line's only text.
Outcome readText(std::string_view rest, std::string& out) {
    auto text = takeText(rest);
    if (!text) {
        return LineFault{kQuoteFault};
    }
    if (!rest.empty()) {
        return LineFault{fmt::format("unexpected {}; expected one text in quotes", shown(rest))};
    }
    out = std::move(*text);
    return {};
}

Outcome readNumbers(std::string_view rest, std::span<double> out, std::string_view expected) {
    const auto words = wordsOf(rest);
    bool isRight = words.size() == out.size();
    for (std::size_t i = 0; isRight && i < words.size(); ++i) {
        const auto number = numberFrom(words[i]);
        isRight = number.has_value();
        out[i] = number.value_or(0.0);
    }
    return isRight ? Outcome()
                   : LineFault{fmt::format("cannot parse {}; expected {}", shown(rest), expected)};
}

Outcome readTriple(std::string_view text, int line, std::array<Value, 3>& out) {
    const auto fields = fieldsOf(text, ',');
    if (fields.size() != out.size()) {
        return LineFault{fmt::format("{} has {} values; expected 3, separated by commas",
                                     shown(text), fields.size())};
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        auto value = valueAt(fields[i], line);
        if (!value) {
            return faultOf(value.error());
        }
        out[i] = std::move(*value);
    }
    return {};
}

Outcome readWords(std::string_view rest, std::vector<std::string>& out) {
    while (!rest.empty()) {
        auto word = takeText(rest);
        if (!word || (word->empty() && rest.starts_with('='))) {
            return LineFault{word ? "unexpected '='; expected words" : kQuoteFault};
        }
        out.push_back(std::move(*word));
    }
    return {};
}

Outcome readFlag(std::string_view rest, bool& out) {
    if (!rest.empty()) {
        return LineFault{fmt::format("unexpected {}; expected the end of the line", shown(rest))};
    }
    out = true;
    return {};
}

Outcome readGainPair(std::string_view rest, std::optional<JointGains>& out) {
    std::array<double, 2> pair{};
    Outcome fault = readNumbers(rest, pair, "kp in N m/rad and kd in N m s/rad");
    if (!fault) {
        const JointGains gains{pair[0], pair[1]};
        if (!gains.areValid()) {
            return LineFault{fmt::format("the gains are {}; expected 0 or more", shown(rest))};
        }
        out = gains;
    }
    return fault;
}

Outcome readKeyOption(std::string_view option, Key& key) {
    if (const auto curve = curveFromName(option)) {
        key.curve = *curve;
        return {};
    }
    const std::size_t length = std::min(option.find_first_of(" \t"), option.size());
    const std::string_view name = option.substr(0, length);
    const std::string_view rest = option.substr(length);
    if (name == "scale") {
        return readNumbers(rest, {&key.speedScale, 1}, "a number after scale");
    }
    if (name == "gains") {
        return readGainPair(rest, key.gains);
    }
    if (name == "in" || name == "out") {
        std::array<double, 2> handle{};
        Outcome fault = readNumbers(rest, handle, "seconds and degrees");
        (name == "in" ? key.in : key.out) = {handle[0], handle[1]};
        return fault;
    }
    return LineFault{fmt::format("unknown option {}; expected hold, linear, smooth, sine, cubic, "
                                 "in, out, scale or gains",
                                 shown(option)),
                     Severity::Warning};
}

Outcome readLimbOption(std::string_view option, LimbTarget& target) {
    if (option.starts_with("scale ")) {
        return readNumbers(option.substr(6), {&target.speedScale, 1}, "a number after scale");
    }
    if (option == "ball") {
        target.frame = LimbTarget::Frame::Ball;
    } else if (option == "straight") {
        target.path = LimbTarget::Path::Straight;
    } else if (option == "spline") {
        target.path = LimbTarget::Path::Spline;
    } else if (const auto curve = curveFromName(option)) {
        target.curve = *curve;
    } else {
        return LineFault{fmt::format("unknown option {}; expected turn, ball, straight, spline, a "
                                     "curve or scale",
                                     shown(option)),
                         Severity::Warning};
    }
    return {};
}

// Reads a position and an orientation; the remaining parts are options.
Outcome readPlace(const std::vector<std::string_view>& parts, int line, LimbPlace& place,
                  std::vector<std::string_view>& options) {
    Outcome fault = readTriple(parts[0], line, place.positionM);
    for (std::size_t i = 1; i < parts.size() && !fault; ++i) {
        if (parts[i].starts_with("turn ")) {
            fault = readTriple(parts[i].substr(5), line, place.rollPitchYawDeg);
        } else {
            options.push_back(parts[i]);
        }
    }
    return fault;
}

class Reader {
public:
    Reader(const ReadOptions& options, ReadLimits& limits) : m_options(options), m_limits(limits) {}

    void readLine(const TextLine& line);
    [[nodiscard]] Expected<MotionFile> finish(int lastLine);

private:
    enum class Place : std::uint8_t { Head, Entry, Keyframe };
    using Handler = Outcome (Reader::*)(std::string_view rest);
    struct Field {
        std::string_view name;
        Handler handler;
    };

    Motion& motion() { return m_builder->motion(); }
    void begin(std::string name);
    void end();

    Outcome readField(std::string_view name, std::string_view rest);
    Outcome readMotion(std::string_view rest);
    Outcome readDescription(std::string_view rest) { return readText(rest, motion().description); }
    Outcome readTags(std::string_view rest) { return readWords(rest, motion().tags); }
    Outcome readRobots(std::string_view rest) { return readWords(rest, motion().robots); }
    Outcome readMuted(std::string_view rest) { return readJointSet(rest, motion().muted); }
    Outcome readLocked(std::string_view rest) { return readJointSet(rest, motion().locked); }
    Outcome readJointSet(std::string_view rest, std::set<JointName>& out);
    Outcome readLength(std::string_view rest);
    Outcome readSpeed(std::string_view rest) {
        return readNumbers(rest, {&motion().speed, 1}, "a number, such as 1.5");
    }
    Outcome readMirrored(std::string_view rest) { return readFlag(rest, motion().mirrored); }
    Outcome readStops(std::string_view rest) { return readFlag(rest, motion().stopsWhenFallen); }
    Outcome readDrive(std::string_view rest);
    Outcome readGains(std::string_view rest) { return readGainPair(rest, motion().gains); }
    Outcome readLoop(std::string_view rest);
    Outcome readBall(std::string_view rest);
    Outcome readTrial(std::string_view rest);
    Outcome readParameter(std::string_view rest);
    Outcome readEntry(std::string_view rest);
    Outcome readKeyframe(std::string_view rest);
    Outcome readWait(std::string_view rest);
    Outcome readVia(std::string_view rest);
    Outcome readBranch(std::string_view rest);
    Outcome readMarker(std::string_view rest);

    Outcome readAssignment(std::string name, bool isQuoted, std::string_view rest);
    Outcome readLimb(Limb limb, const std::vector<std::string_view>& parts);

    const ReadOptions& m_options;
    ReadLimits& m_limits;
    MotionFile m_file;
    std::optional<MotionBuilder> m_builder;
    Place m_place = Place::Head;
    double m_keyframeS = 0.0;
    double m_lastKeyframeS = -1.0;
    std::optional<Limb> m_limb; ///< limb of the following `via` lines
    int m_line = 0;
};

void Reader::begin(std::string name) {
    end();
    m_builder.emplace(m_options, m_limits, std::move(name), m_line);
    m_place = Place::Head;
    m_lastKeyframeS = -1.0;
    m_limb.reset();
}

void Reader::end() {
    if (m_builder) {
        std::ranges::stable_sort(motion().markers, {}, &Marker::timeS);
        m_file.motions.push_back(m_builder->finish());
        m_builder.reset();
    }
}

void Reader::readLine(const TextLine& line) {
    m_line = line.number;
    std::string_view rest = withoutComment(line.text);
    if (rest.empty()) {
        return;
    }
    const bool isQuoted = rest.starts_with('"');
    auto name = takeText(rest);
    if (!m_builder && (!name || *name != "motion" || isQuoted)) {
        begin(stemOf(m_options.fileName));
        m_builder->report(
            Severity::Error, Kind::Syntax, m_line,
            fmt::format("{} precedes the first motion; expected a line motion \"NAME\"",
                        shown(trimmed(line.text))));
    }
    Outcome fault;
    if (!name) {
        fault = LineFault{kQuoteFault};
    } else if (rest.starts_with('=')) {
        fault = readAssignment(std::move(*name), isQuoted, trimmed(rest.substr(1)));
    } else {
        fault = readField(isQuoted ? std::string_view() : *name, rest);
    }
    if (fault) {
        m_builder->report(fault->severity, fault->kind, m_line, std::move(fault->text));
    }
}

Outcome Reader::readField(std::string_view name, std::string_view rest) {
    static constexpr std::array kFields = {
        Field{"motion", &Reader::readMotion},
        Field{"description", &Reader::readDescription},
        Field{"tags", &Reader::readTags},
        Field{"robots", &Reader::readRobots},
        Field{"length", &Reader::readLength},
        Field{"speed", &Reader::readSpeed},
        Field{"mirrored", &Reader::readMirrored},
        Field{"stop-when-fallen", &Reader::readStops},
        Field{"drive", &Reader::readDrive},
        Field{"gains", &Reader::readGains},
        Field{"loop", &Reader::readLoop},
        Field{"ball", &Reader::readBall},
        Field{"trial", &Reader::readTrial},
        Field{"muted", &Reader::readMuted},
        Field{"locked", &Reader::readLocked},
        Field{"parameter", &Reader::readParameter},
        Field{"entry", &Reader::readEntry},
        Field{"keyframe", &Reader::readKeyframe},
        Field{"wait", &Reader::readWait},
        Field{"via", &Reader::readVia},
        Field{"branch", &Reader::readBranch},
        Field{"marker", &Reader::readMarker},
    };
    const auto found = std::ranges::find(kFields, name, &Field::name);
    if (found == kFields.end()) {
        return LineFault{fmt::format("unknown field {}; it is ignored", shown(name)),
                         Severity::Warning};
    }
    return (this->*found->handler)(rest);
}

Outcome Reader::readMotion(std::string_view rest) {
    std::string name;
    Outcome fault = readText(rest, name);
    begin(std::move(name));
    return fault;
}

Outcome Reader::readJointSet(std::string_view rest, std::set<JointName>& out) {
    std::vector<std::string> joints;
    Outcome fault = readWords(rest, joints);
    constexpr std::size_t kMaxJoints = 1000;
    if (!fault && joints.size() > kMaxJoints) {
        return LineFault{fmt::format("{} joints; expected at most {}", joints.size(), kMaxJoints)};
    }
    out.insert(joints.begin(), joints.end());
    return fault;
}

Outcome Reader::readLength(std::string_view rest) {
    double lengthS = 0.0;
    if (Outcome fault = readNumbers(rest, {&lengthS, 1}, "seconds, such as 1.5")) {
        return fault;
    }
    if (lengthS < 0.0) {
        return LineFault{"the length is below 0; expected seconds, 0 or more", Severity::Error,
                         Kind::TimeOutOfOrder};
    }
    m_builder->setLength(lengthS, m_line);
    return {};
}

Outcome Reader::readDrive(std::string_view rest) {
    std::array<double, 2> gains{};
    Outcome fault = readNumbers(rest, gains, "two gains in 1/s");
    if (!fault) {
        motion().drive = {gains[0], gains[1]};
    }
    return fault;
}

Outcome Reader::readLoop(std::string_view rest) {
    std::array<double, 2> range{};
    const auto words = wordsOf(rest);
    const auto count = words.size() == 3 ? wholeNumberFrom(words[2]) : std::nullopt;
    constexpr const char* kExpected = "start and end in seconds and a number of passes";
    if (!count) {
        return LineFault{fmt::format("cannot parse {}; expected {}", shown(rest), kExpected)};
    }
    const auto begin = static_cast<std::size_t>(words[2].data() - rest.data());
    Outcome fault = readNumbers(rest.substr(0, begin), range, kExpected);
    if (!fault && m_builder->admitsTime(range[0], m_line) &&
        m_builder->admitsTime(range[1], m_line)) {
        motion().loop = LoopRange{range[0], range[1], *count};
    }
    return fault;
}

Outcome Reader::readBall(std::string_view rest) {
    std::array<double, 3> place{};
    Outcome fault = readNumbers(rest, place, "x, y and z in meters, separated by spaces");
    if (!fault) {
        motion().ballFromTorsoM = place;
    }
    return fault;
}

Outcome Reader::readTrial(std::string_view rest) {
    const auto trial = trialFrom(rest);
    if (!trial) {
        return LineFault{fmt::format(
            "cannot parse {}; expected standing, front, back, left, right or ball, number of runs "
            "(1 to 1000), degrees of noise (0 to 45), and x and y of the ball in meters",
            shown(rest))};
    }
    motion().trial = trial;
    return {};
}

Outcome Reader::readParameter(std::string_view rest) {
    const auto name = takeText(rest);
    const auto value =
        name && rest.starts_with('=') ? numberFrom(trimmed(rest.substr(1))) : std::nullopt;
    if (!value) {
        return LineFault{fmt::format("cannot parse {}; expected NAME = NUMBER", shown(rest))};
    }
    motion().parameters.insert_or_assign(*name, *value);
    return {};
}

Outcome Reader::readEntry(std::string_view rest) {
    m_place = Place::Entry;
    EntryPose& entry = motion().entry.emplace();
    Outcome fault = readNumbers(rest, {&entry.durationS, 1}, "seconds");
    (void)m_builder->admitsTime(entry.durationS, m_line);
    return fault;
}

Outcome Reader::readKeyframe(std::string_view rest) {
    const std::size_t length = std::min(rest.find_first_of(" \t"), rest.size());
    const auto timeS = numberFrom(rest.substr(0, length));
    if (!timeS || *timeS < 0.0) {
        // The following lines do not belong to the preceding keyframe.
        m_place = Place::Head;
        return LineFault{fmt::format("{} is not a time; expected seconds, 0 or more",
                                     shown(rest.substr(0, length))),
                         Severity::Error, timeS ? Kind::TimeOutOfOrder : Kind::Syntax};
    }
    m_place = Place::Keyframe;
    m_limb.reset();
    Keyframe& keyframe = m_builder->keyframe(*timeS, m_line);
    m_keyframeS = keyframe.timeS;
    Outcome fault;
    if (const auto name = trimmed(rest.substr(length)); !name.empty()) {
        fault = readText(name, keyframe.name);
    }
    if (!fault && *timeS <= m_lastKeyframeS + kSameTimeS) {
        Finding& finding = m_builder->report(
            Severity::Error, Kind::TimeOutOfOrder, m_line,
            fmt::format("times are out of order: {} s comes after {} s; expected a later time",
                        numberText(*timeS), numberText(m_lastKeyframeS)));
        finding.timeS = *timeS;
        finding.value = *timeS;
        finding.limit = m_lastKeyframeS;
        finding.keyframe = keyframe.name;
    }
    m_lastKeyframeS = std::max(m_lastKeyframeS, *timeS);
    return fault;
}

Outcome Reader::readWait(std::string_view rest) {
    const auto words = wordsOf(rest);
    const auto kind = words.empty() ? std::nullopt : waitFromName(words[0]);
    const auto timeoutS = words.size() == 2 ? numberFrom(words[1]) : std::nullopt;
    if (!kind || !timeoutS) {
        return LineFault{fmt::format(
            "cannot parse {}; expected left-foot, right-foot, both-feet or still, and seconds",
            shown(rest))};
    }
    if (m_place != Place::Keyframe) {
        return LineFault{"wait outside a keyframe"};
    }
    m_builder->keyframe(m_keyframeS, m_line).wait = Wait{*kind, *timeoutS};
    return {};
}

Outcome Reader::readBranch(std::string_view rest) {
    auto branch = branchFrom(rest);
    if (!branch) {
        return faultOf(branch.error());
    }
    if (motion().branches.size() >= kMaxBranches) {
        return LineFault{fmt::format("too many branches; expected at most {}", kMaxBranches)};
    }
    if (m_builder->admitsTime(branch->timeS.value_or(0.0), m_line)) {
        m_builder->addBranch(std::move(*branch), m_line);
    }
    return {};
}

Outcome Reader::readMarker(std::string_view rest) {
    const std::size_t length = std::min(rest.find_first_of(" \t"), rest.size());
    const auto timeS = numberFrom(rest.substr(0, length));
    if (!timeS || *timeS < 0.0) {
        return LineFault{
            fmt::format("cannot parse {}; expected seconds and a name in quotes", shown(rest))};
    }
    Marker marker{*timeS, {}};
    Outcome fault = readText(rest.substr(length), marker.name);
    if (!fault && m_builder->admitsTime(*timeS, m_line)) {
        motion().markers.push_back(std::move(marker));
    }
    return fault;
}

Outcome Reader::readAssignment(std::string name, bool isQuoted, std::string_view rest) {
    if (m_place == Place::Head) {
        return LineFault{fmt::format("joint {} outside a keyframe", shown(name))};
    }
    const auto parts = fieldsOf(rest, ';');
    if (m_place == Place::Keyframe && !isQuoted) {
        if (const auto limb = limbFromName(name)) {
            return readLimb(*limb, parts);
        }
    }
    auto angle = valueAt(parts[0], m_line);
    if (!angle) {
        LineFault fault = faultOf(angle.error());
        fault.text = fmt::format("angle of {}: {}", name, fault.text);
        return fault;
    }
    if (m_place == Place::Entry) {
        motion().entry->anglesDeg.insert_or_assign(std::move(name), std::move(*angle));
        return parts.size() > 1 ? Outcome(LineFault{"expected only an angle here"}) : Outcome();
    }
    Key key;
    key.angleDeg = std::move(*angle);
    Outcome fault;
    for (std::size_t i = 1; i < parts.size() && !fault; ++i) {
        fault = readKeyOption(parts[i], key);
    }
    if (m_builder->keyframe(m_keyframeS, m_line).joints.contains(name)) {
        m_builder->report(
            Severity::Warning, Kind::Syntax, m_line,
            fmt::format("joint {} is given twice in this keyframe; the last one is used", name));
    }
    m_builder->setKey(m_keyframeS, name, std::move(key), m_line);
    return fault;
}

Outcome Reader::readLimb(Limb limb, const std::vector<std::string_view>& parts) {
    LimbTarget target;
    std::vector<std::string_view> options;
    m_limb.reset();
    if (Outcome fault = readPlace(parts, m_line, target.place, options)) {
        return fault;
    }
    Outcome fault;
    for (const std::string_view option : options) {
        if (Outcome each = readLimbOption(option, target)) {
            fault = std::move(each);
        }
    }
    m_limb = limb;
    m_builder->setLimb(m_keyframeS, limb, std::move(target), m_line);
    return fault;
}

Outcome Reader::readVia(std::string_view rest) {
    if (!m_limb || m_place != Place::Keyframe) {
        return LineFault{"via needs a limb's target before it"};
    }
    LimbPlace place;
    std::vector<std::string_view> options;
    if (Outcome fault = readPlace(fieldsOf(rest, ';'), m_line, place, options)) {
        return fault;
    }
    if (!options.empty()) {
        return LineFault{fmt::format("unexpected {}; expected only a position", shown(options[0]))};
    }
    m_builder->addVia(m_keyframeS, *m_limb, std::move(place), m_line);
    return {};
}

Expected<MotionFile> Reader::finish(int lastLine) {
    end();
    if (m_file.motions.empty()) {
        return malformedAt(lastLine, "the file contains no motion", "a line motion \"NAME\"");
    }
    return std::move(m_file);
}

} // namespace

Expected<MotionFile> readSidelineText(std::string_view text, const ReadOptions& options,
                                      ReadLimits& limits) {
    Reader reader(options, limits);
    bool isVersionKnown = false;
    int lastLine = 0;
    for (const TextLine& line : textLines(text)) {
        lastLine = line.number;
        if (isVersionKnown) {
            reader.readLine(line);
            continue;
        }
        const std::string_view first = withoutComment(line.text);
        if (first.empty()) {
            continue;
        }
        const auto words = wordsOf(first);
        const auto version = words.size() == 2 && words[0] == kSidelineTextWord
                                 ? wholeNumberFrom(words[1])
                                 : std::nullopt;
        if (!version || *version < 1) {
            return malformedAt(line.number,
                               fmt::format("{} is not a valid first line", shown(first)),
                               fmt::format("{} {}", kSidelineTextWord, kSidelineTextVersion));
        }
        if (*version > kSidelineTextVersion) {
            auto error = malformedAt(
                line.number,
                fmt::format("the file has version {}, newer than this program", *version),
                fmt::format("version {} at most", kSidelineTextVersion));
            error.value().code = base::ErrorCode::UnsupportedFormat;
            return error;
        }
        isVersionKnown = true;
    }
    return reader.finish(lastLine);
}

} // namespace sideline::keyframe
