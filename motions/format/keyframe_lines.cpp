#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
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

constexpr std::array<std::string_view, 24> kRoboNewbieJoints = {
    "he1",  "he2",  "lae1", "lae2", "lae3", "lae4", "lle1", "lle2", "lle3", "lle4", "lle5", "lle6",
    "rle1", "rle2", "rle3", "rle4", "rle5", "rle6", "rae1", "rae2", "rae3", "rae4", "lle7", "rle7"};

// Differences between the two kinds of rows. DreamWing writes FC Portugal's joints 2 to 23: legs
// and arms, then the toes, without the head (its converter to slots numbers them in the same way).
struct Rows {
    std::span<const std::string_view> joints;
    bool isTurned = false; ///< angles with FC Portugal's signs
    double unitS = 1.0;    ///< unit of the first number
    const char* unit = "seconds";
    int decimals = 9;
    SampledMotion::RowRules rules;
};

Rows rowsOf(Format format) {
    if (format == Format::RoboNewbie) {
        return {kRoboNewbieJoints, false, 0.001, "milliseconds", 0, {0.001, kCycleS, true}};
    }
    return {std::span(kFcpJoints).subspan(2), true, 1.0, "seconds", 9, {0.0, kCycleS, true}};
}

// Whether a line is a row: it begins with a number and is neither empty nor a comment.
bool isRow(std::string_view line) {
    return !line.empty() && line[0] != '#' && !line.starts_with("//");
}

} // namespace

Expected<MotionFile> readKeyframeLines(std::string_view text, Format format,
                                       const ReadOptions& options, ReadLimits& limits) {
    const Rows rows = rowsOf(format);
    MotionBuilder builder(options, limits, stemOf(options.fileName));
    double timeS = 0.0;
    int keyframes = 0;
    int lastLine = 1;
    for (const TextLine& line : textLines(text)) {
        lastLine = line.number;
        if (!isRow(trimmed(line.text))) {
            continue;
        }
        const auto words = wordsOf(line.text);
        const auto duration = numberFrom(words[0]);
        if (!duration || *duration <= 0.0) {
            builder.report(Severity::Error, duration ? Kind::TimeOutOfOrder : Kind::Syntax,
                           line.number,
                           fmt::format("row with invalid time {} is ignored; expected {} above 0",
                                       shown(words[0]), rows.unit));
            continue;
        }
        timeS = tidied(timeS + *duration * rows.unitS);
        if (words.size() != rows.joints.size() + 1) {
            builder.report(Severity::Error, Kind::Syntax, line.number,
                           fmt::format("{} in a row; expected {}: {} and {} angles",
                                       base::plural(words.size(), "number"), rows.joints.size() + 1,
                                       rows.unit, rows.joints.size()));
        }
        (void)builder.keyframe(timeS, line.number);
        for (std::size_t i = 0; i < rows.joints.size() && i + 1 < words.size(); ++i) {
            const JointName joint(rows.joints[i]);
            const auto angle = numberFrom(words[i + 1]);
            if (!angle) {
                Finding& finding = builder.report(
                    Severity::Error, Kind::Syntax, line.number,
                    fmt::format("angle {} is not a number; expected degrees", shown(words[i + 1])));
                finding.timeS = timeS;
                finding.joint = joint;
                continue;
            }
            Key key;
            key.angleDeg = rows.isTurned && isTurnedForFcp(joint) ? -*angle : *angle;
            builder.setKey(timeS, joint, std::move(key), line.number);
            ++keyframes;
        }
    }
    if (keyframes == 0) {
        return malformedAt(lastLine, "there is no row of angles",
                           fmt::format("rows of {} and {} angles", rows.unit, rows.joints.size()));
    }
    builder.motion().lengthS = timeS;
    MotionFile file;
    file.format = format;
    file.motions.push_back(builder.finish());
    return file;
}

Expected<WrittenMotion> writeKeyframeLines(const Motion& motion, Format format,
                                           const robot::RobotModel& model) {
    auto sampled = SampledMotion::of(motion, model);
    if (!sampled) {
        return tl::unexpected(std::move(sampled.error()));
    }
    const Rows rows = rowsOf(format);
    Holds holds;
    holds.name = true; // stored as the file name
    reportLosses(motion, holds, sampled->findings);
    const auto times = sampled->rowTimes(motion, rows.rules);
    std::string open;
    for (const std::string_view joint : rows.joints) {
        const bool isToe = joint.ends_with('7');
        const auto& points = sampled->points(joint);
        const bool isLate =
            !points.empty() && !times.empty() && points.front().timeS > times.front() + kSameTimeS;
        if (!isToe && !sampled->startIsKnown(joint) && (points.empty() || isLate)) {
            open += open.empty() ? "" : " ";
            open += joint;
        }
    }
    if (!open.empty()) {
        sampled->findings.push_back(notExpressible(fmt::format(
            "every row names every joint; 0 degrees before the first key of {}", open)));
    }
    for (const std::string& joint : sampled->joints()) {
        if (std::ranges::find(rows.joints, joint) == rows.joints.end()) {
            sampled->findings.push_back(omittedJoint(joint));
        }
    }
    WrittenMotion written;
    double beginS = 0.0;
    for (const double endS : times) {
        written.text += roundedText((endS - beginS) / rows.unitS, rows.decimals);
        for (const std::string_view joint : rows.joints) {
            const double angleDeg = sampled->angleDeg(joint, endS);
            written.text += ' ';
            written.text +=
                roundedText(rows.isTurned && isTurnedForFcp(joint) ? -angleDeg : angleDeg, 6);
        }
        written.text += '\n';
        beginS = endS;
    }
    written.findings = std::move(sampled->findings);
    return written;
}

} // namespace sideline::keyframe
