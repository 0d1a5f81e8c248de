#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "motions/format/function_curves.h"
#include "motions/format/joint_names.h"
#include "motions/format/motion_builder.h"
#include "motions/format/readers.h"
#include "motions/format/sampled_motion.h"
#include "motions/format/text_lines.h"

namespace sideline::keyframe {

namespace {

using base::Expected;
using Kind = Finding::Kind;
using Severity = Finding::Severity;

struct RobotName {
    std::string_view magma;
    std::string_view own;
};
constexpr std::array kRobotNames = {RobotName{"Nao", "nao0"}, RobotName{"Nao1", "nao1"},
                                    RobotName{"Nao2", "nao2"}, RobotName{"Nao3", "nao3"},
                                    RobotName{"NaoToe", "nao4"}};

class FunctionReader {
public:
    FunctionReader(const ReadOptions& options, ReadLimits& limits)
        : m_limits(limits), m_builder(options, limits, stemOf(options.fileName)) {}

    /// Errors: Malformed if the line is not a header of either form.
    [[nodiscard]] Expected<void> readHead(const TextLine& line);
    void readFunction(const TextLine& line);
    [[nodiscard]] Expected<MotionFile> finish(int lastLine);

private:
    [[nodiscard]] std::optional<std::vector<SupportPoint>> readPoints(
        FunctionKind kind, const std::vector<std::string_view>& fields, int line);
    void addKeys(const JointName& joint, const FunctionKeys& function, int line);
    Finding& fault(Kind kind, int line, std::string text) {
        return m_builder.report(Severity::Error, kind, line, std::move(text));
    }

    ReadLimits& m_limits;
    MotionBuilder m_builder;
    double m_periodCycles = 0.0;
    bool m_isMirroredToo = false;
    int m_functions = 0;
};

Expected<void> FunctionReader::readHead(const TextLine& line) {
    const auto fields = fieldsOf(line.text, ',');
    const bool isShort = fields.size() == 3 && (fields[1] == "true" || fields[1] == "false");
    const auto period = fields.size() < 3 ? std::nullopt : numberFrom(fields[isShort ? 0 : 2]);
    if (!period || *period <= 0.0) {
        return malformedAt(line.number, fmt::format("{} is not a header", shown(line.text)),
                           "PERIOD,MIRRORED,ROBOT or NAME,VERSION,PERIOD,1.0,1.0, with a period "
                           "in cycles above 0");
    }
    if (!m_builder.admitsTime(*period * kCycleS, line.number)) {
        return {};
    }
    m_periodCycles = *period;
    m_builder.setLength(tidied(m_periodCycles * kCycleS), line.number);
    Motion& motion = m_builder.motion();
    if (!isShort) {
        motion.name = fields[0];
        for (std::size_t i = 3; i < fields.size(); ++i) {
            if (numberFrom(fields[i]) != 1.0) {
                m_builder.reportOnce(
                    Severity::Note, Kind::NotExpressible, line.number,
                    fmt::format("{} in the header is ignored; expected 1.0", shown(fields[i])));
            }
        }
        return {};
    }
    m_isMirroredToo = fields[1] == "true";
    const auto robot = std::ranges::find(kRobotNames, fields[2], &RobotName::magma);
    if (robot != kRobotNames.end()) {
        motion.robots.emplace_back(robot->own);
    } else if (!fields[2].empty()) {
        m_builder.report(Severity::Note, Kind::NotExpressible, line.number,
                         fmt::format("robot {} is ignored; expected Nao, Nao1 to Nao3 or NaoToe",
                                     shown(fields[2])));
    }
    return {};
}

void FunctionReader::readFunction(const TextLine& line) {
    const auto fields = fieldsOf(line.text, ',');
    const auto joint = jointFromMagma(fields[0]);
    if (!joint) {
        fault(Kind::UnknownJoint, line.number,
              fmt::format("unknown joint {}, whose function is ignored; expected a name such as "
                          "LKneePitch or lle4",
                          shown(fields[0])))
            .joint = fields[0];
        return;
    }
    const auto kind = fields.size() > 1 ? functionFromName(fields[1]) : std::nullopt;
    if (!kind) {
        fault(Kind::Syntax, line.number,
              fmt::format("function {} of {} is ignored; expected linear, spline, sine, sinus, "
                          "sinsquare or bezier",
                          shown(fields.size() > 1 ? fields[1] : std::string_view()), fields[0]))
            .joint = *joint;
        return;
    }
    auto points = readPoints(*kind, fields, line.number);
    if (!points) {
        return;
    }
    const auto function = functionKeys(*kind, std::move(*points), m_periodCycles);
    if (!function) {
        fault(Kind::Syntax, line.number,
              "the wave is too short; expected a third point half a wave after the first")
            .joint = *joint;
        return;
    }
    if (function->isClipped) {
        m_builder.reportOnce(Severity::Note, Kind::Other, line.number,
                             "values before the start or after the period are clamped");
    }
    ++m_functions;
    addKeys(*joint, *function, line.number);
}

// Parses `(x y)` or `(xBefore yBefore x y xAfter yAfter)`; the tangents are recomputed, as in
// magma.
std::optional<SupportPoint> pointFrom(std::string_view field) {
    if (!field.starts_with('(') || !field.ends_with(')')) {
        return std::nullopt;
    }
    const auto words = wordsOf(field.substr(1, field.size() - 2));
    if (words.size() != 2 && words.size() != 6) {
        return std::nullopt;
    }
    const std::size_t first = words.size() == 2 ? 0 : 2;
    const auto cycle = numberFrom(words[first]);
    const auto value = numberFrom(words[first + 1]);
    if (!cycle || !value || std::abs(*cycle) > 1e9 || std::abs(*value) > 1e9) {
        return std::nullopt;
    }
    return SupportPoint{*cycle, *value};
}

// Parses the manual's form: bare numbers, optionally a count and a 0 before the points.
std::vector<SupportPoint> barePoints(const std::vector<double>& numbers) {
    std::size_t first = 0;
    if (numbers.size() >= 4 && numbers[1] == 0.0 &&
        numbers[0] == static_cast<double>((numbers.size() - 2) / 2) && numbers[0] >= 2.0) {
        first = 2;
    }
    std::vector<SupportPoint> points;
    for (std::size_t i = first; i + 1 < numbers.size(); i += 2) {
        points.push_back({numbers[i], numbers[i + 1]});
    }
    return points;
}

std::optional<std::vector<SupportPoint>> FunctionReader::readPoints(
    FunctionKind kind, const std::vector<std::string_view>& fields, int line) {
    std::vector<SupportPoint> points;
    std::vector<double> numbers;
    for (std::size_t i = 2; i < fields.size(); ++i) {
        if (const auto point = pointFrom(fields[i])) {
            points.push_back(*point);
        } else if (const auto number = numberFrom(fields[i]);
                   number && points.empty() && std::abs(*number) <= 1e9) {
            numbers.push_back(*number);
        } else {
            fault(
                Kind::Syntax, line,
                fmt::format("{} of {} is not a support point, so its function is ignored; expected "
                            "(CYCLE DEGREES)",
                            shown(fields[i]), fields[0]));
            return std::nullopt;
        }
    }
    if (!points.empty()) {
        if (!numbers.empty() && numbers[0] != 1.0) {
            m_builder.reportOnce(Severity::Note, Kind::NotExpressible, line,
                                 "stiffness other than 1 is ignored");
        }
        if (numbers.size() > 1) {
            fault(Kind::Syntax, line,
                  fmt::format("{} numbers before the support points of {}, all but the first are "
                              "ignored; expected the stiffness",
                              numbers.size(), fields[0]));
        }
    } else if (kind == FunctionKind::Sine && numbers.size() == 4) {
        // period, amplitude, phase, offset
        points = {{numbers[2], numbers[3]},
                  {numbers[2] + numbers[0] / 4.0, numbers[3] + numbers[1]},
                  {numbers[2] + numbers[0] / 2.0, numbers[3]}};
    } else {
        points = barePoints(numbers);
        if (numbers.size() % 2 != 0) {
            fault(Kind::Syntax, line,
                  fmt::format("{} for {}, the last is ignored; expected pairs of cycle and "
                              "degrees",
                              base::plural(numbers.size(), "number"), fields[0]));
        }
    }
    std::ranges::stable_sort(points, {}, &SupportPoint::cycle);
    const auto isSame = [](const SupportPoint& a, const SupportPoint& b) {
        return b.cycle - a.cycle < 1e-6;
    };
    if (const auto twice = std::unique(points.begin(), points.end(), isSame);
        twice != points.end()) {
        fault(Kind::TimeOutOfOrder, line,
              fmt::format("{} has two support points at the same time; the first is used",
                          fields[0]));
        points.erase(twice, points.end());
    }
    const std::size_t least = kind == FunctionKind::Sine ? 3 : 1;
    if (points.size() < least || (kind == FunctionKind::Sine && points.size() > least)) {
        fault(Kind::Syntax, line,
              fmt::format("{} has {}, so its function is ignored; expected {}", fields[0],
                          base::plural(points.size(), "support point"),
                          kind == FunctionKind::Sine ? "3" : "at least one"));
        return std::nullopt;
    }
    return points;
}

void FunctionReader::addKeys(const JointName& joint, const FunctionKeys& function, int line) {
    const std::vector<FunctionKey>& keys = function.keys;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        Key key;
        key.angleDeg = tidied(keys[i].value);
        key.curve = keys[i].curve;
        // With handles at a third of the interval, time is linear in a cubic curve's parameter.
        if (key.curve == Curve::Cubic) {
            const double third = (keys[i].cycle - keys[i - 1].cycle) / 3.0;
            key.in = {tidied(-third * kCycleS), tidied(-third * keys[i].slopeIn)};
        }
        if (i + 1 < keys.size() && keys[i + 1].curve == Curve::Cubic) {
            const double third = (keys[i + 1].cycle - keys[i].cycle) / 3.0;
            key.out = {tidied(third * kCycleS), tidied(third * keys[i].slopeOut)};
        }
        m_builder.setKey(tidied(keys[i].cycle * kCycleS), joint, std::move(key), line);
    }
}

Expected<MotionFile> FunctionReader::finish(int lastLine) {
    ReadMotion read = m_builder.finish();
    if (m_functions == 0 && read.findings.empty()) {
        return malformedAt(lastLine, "there is no function", "lines JOINT,FUNCTION,...");
    }
    MotionFile file;
    file.format = Format::MagmaFunctions;
    file.motions.push_back(std::move(read));
    if (m_isMirroredToo) {
        ReadMotion other =
            mirroredRead(file.motions[0], file.motions[0].motion.name + "-mirrored", m_limits, 1);
        file.motions.push_back(std::move(other));
    }
    return file;
}

// Formats a number as Java does.
std::string javaNumber(double number) {
    std::string text = roundedText(number, 6);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string functionText(const SampledMotion& sampled, const std::string& joint) {
    const auto& points = sampled.points(joint);
    const bool isWave = points.size() > 1 &&
                        std::all_of(points.begin() + 1, points.end(),
                                    [](const auto& point) { return point.curve == Curve::Sine; });
    std::vector<double> times;
    if (isWave) {
        for (const auto& point : points) {
            times.push_back(point.timeS);
        }
    } else {
        times = sampled.lineTimes(joint);
    }
    // A function is constant before its first point, so a known start needs its own point.
    if (sampled.startIsKnown(joint) && times.front() > 0.0) {
        times.insert(times.begin(), 0.0);
    } else {
        std::erase_if(times,
                      [&](double timeS) { return timeS < points.front().timeS - kSameTimeS / 2; });
    }
    if (times.size() == 1) {
        times.push_back(times.front() + kCycleS);
    }
    std::string text = isWave ? "sinsquare,1.0" : "linear,1.0";
    for (const double timeS : times) {
        text += fmt::format(",({} {})", javaNumber(timeS / kCycleS),
                            javaNumber(sampled.angleDeg(joint, timeS)));
    }
    return text;
}

std::string_view robotText(const Motion& motion, const robot::RobotModel& model) {
    const std::string_view own = motion.robots.empty() ? std::string_view(model.name())
                                                       : std::string_view(motion.robots.front());
    const auto found = std::ranges::find(kRobotNames, own, &RobotName::own);
    return found != kRobotNames.end() ? found->magma : kRobotNames.front().magma;
}

} // namespace

Expected<MotionFile> readMagmaFunctions(std::string_view text, const ReadOptions& options,
                                        ReadLimits& limits) {
    FunctionReader reader(options, limits);
    bool hasHead = false;
    int lastLine = 0;
    for (const TextLine& line : textLines(text)) {
        lastLine = line.number;
        if (trimmed(line.text).empty()) {
            continue;
        }
        if (limits.fault()) {
            break; // one line may define many keys
        }
        if (std::exchange(hasHead, true)) {
            reader.readFunction(line);
        } else if (auto head = reader.readHead(line); !head) {
            return tl::unexpected(std::move(head.error()));
        }
    }
    if (!hasHead) {
        return malformedAt(lastLine, "no header", "PERIOD,MIRRORED,ROBOT");
    }
    return reader.finish(lastLine);
}

Expected<WrittenMotion> writeMagmaFunctions(const Motion& motion, const robot::RobotModel& model) {
    auto sampled = SampledMotion::of(motion, model);
    if (!sampled) {
        return tl::unexpected(std::move(sampled.error()));
    }
    Holds holds;
    holds.name = true; // stored as the file name
    reportLosses(motion, holds, sampled->findings);
    WrittenMotion written;
    written.text =
        fmt::format("{},false,{}\n", javaNumber(std::max(1.0, sampled->endS() / kCycleS)),
                    robotText(motion, model));
    std::string late;
    for (const std::string& joint : sampled->joints()) {
        const auto name = magmaJoint(joint);
        if (!name) {
            sampled->findings.push_back(omittedJoint(joint));
            continue;
        }
        if (sampled->startsLate(joint, 0.0)) {
            late += (late.empty() ? "" : " ") + joint;
        }
        written.text += fmt::format("{},{}\n", *name, functionText(*sampled, joint));
    }
    if (!late.empty()) {
        sampled->findings.push_back(notExpressible(fmt::format(
            "a function holds its first value from 0 s on instead of moving there: {}", late)));
    }
    written.findings = std::move(sampled->findings);
    return written;
}

} // namespace sideline::keyframe
