#include "motions/format/sampled_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <fmt/format.h>

#include "agentcore/robot/built_in_robots.h"
#include "motions/format/text_lines.h"
#include "motions/limits.h"

namespace sideline::keyframe {

namespace {

using base::ErrorCode;
using base::Expected;
using base::failure;
using Kind = Finding::Kind;
using Severity = Finding::Severity;

constexpr double kDegPerRad = 180.0 / std::numbers::pi;
constexpr double kTinyS = 1e-7;
constexpr double kStraightDeg = 0.002;
constexpr std::size_t kMaxPruned = 50;

double cycleBefore(double timeS) {
    return (std::ceil(timeS / kCycleS - 1e-6) - 1.0) * kCycleS;
}
double cycleFrom(double timeS) {
    return std::ceil(timeS / kCycleS - 1e-6) * kCycleS;
}
bool isMultiple(double timeS, double unitS) {
    return std::abs(timeS / unitS - std::round(timeS / unitS)) < 1e-6;
}

// Sorts, and removes duplicates.
std::vector<double> unique(std::vector<double> times) {
    std::ranges::sort(times);
    std::vector<double> out;
    for (const double timeS : times) {
        if (out.empty() || timeS > out.back() + kTinyS) {
            out.push_back(timeS);
        }
    }
    return out;
}

// Adds the times at which a curve must be sampled to be piecewise linear.
void addSamples(const SampledMotion::Point& point, double fromS, double fromDeg,
                std::vector<double>& times) {
    if (point.curve == Curve::Linear || point.timeS <= fromS ||
        (point.curve == Curve::Hold && std::abs(point.angleDeg - fromDeg) < kStraightDeg)) {
        return;
    }
    if (point.curve == Curve::Hold) {
        if (const double before = cycleBefore(point.timeS); before > fromS) {
            times.push_back(before);
        }
        times.push_back(cycleFrom(point.timeS));
        return;
    }
    for (double timeS = cycleFrom(fromS + kTinyS); timeS < point.timeS - kTinyS; timeS += kCycleS) {
        times.push_back(timeS);
    }
}

std::size_t expressionCount(const Motion& motion) {
    std::size_t count = 0;
    for (const Shared<Keyframe>& keyframe : motion.keyframes) {
        count += static_cast<std::size_t>(std::ranges::count_if(
            keyframe->joints, [](const auto& each) { return !each.second.angleDeg.isNumber(); }));
    }
    return count;
}

} // namespace

Finding notExpressible(std::string text, Severity severity) {
    Finding finding;
    finding.severity = severity;
    finding.kind = Kind::NotExpressible;
    finding.text = std::move(text);
    return finding;
}

Finding omittedJoint(std::string_view joint) {
    return notExpressible(fmt::format("joint {} is omitted", joint));
}

Expected<SampledMotion> SampledMotion::of(const Motion& motion, const robot::RobotModel& model) {
    if (!std::isfinite(motion.speed) || motion.speed < 1e-3 || motion.speed > 1e3) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("the motion's speed is {}", motion.speed),
                       "a number between 0.001 and 1000");
    }
    if (!std::isfinite(motion.endS()) || motion.endS() / motion.speed > kLongestMotionS) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("the motion lasts {} s", motion.endS() / motion.speed),
                       "at most an hour");
    }
    SampledMotion sampled;
    sampled.m_speed = motion.speed;
    sampled.m_endS = motion.endS() / motion.speed;
    Resolved resolved = resolve(motion, model);
    const robot::RobotModel* other = nullptr; // a type of the default robot that has more joints
    for (Finding& finding : resolved.findings) {
        const robot::RobotModel* known =
            finding.kind == Kind::UnknownJoint ? robot::defaultRobotWith(finding.joint) : nullptr;
        if (known != nullptr) {
            const bool hasMore =
                other == nullptr || known->joints().size() > other->joints().size();
            other = hasMore ? known : other;
        } else if (finding.kind == Kind::UnknownJoint) {
            finding.severity = Severity::Warning;
            finding.kind = Kind::NotExpressible;
            finding.text += "; it is omitted";
            sampled.findings.push_back(std::move(finding));
        } else if (finding.severity == Severity::Error && finding.kind != Kind::Unreachable) {
            return failure(ErrorCode::InvalidArgument, finding.toString(),
                           "a motion that can be played");
        } else {
            sampled.findings.push_back(std::move(finding));
        }
    }
    sampled.addTracks(resolved.trajectory, model);
    if (other != nullptr) {
        sampled.addTracks(resolve(motion, *other).trajectory, *other);
    }
    return sampled;
}

void SampledMotion::addTracks(const TrajectoryPtr& trajectory, const robot::RobotModel& model) {
    for (std::size_t i = 0; i < model.joints().size() && i < trajectory->jointCount(); ++i) {
        const robot::JointId id(i);
        const std::string& name = model.jointName(id);
        if (m_joints.contains(name)) {
            continue;
        }
        Track track;
        track.trajectory = trajectory;
        track.joint = id;
        if (const double entryRad = trajectory->entryRadOr(id, std::nan(""));
            std::isfinite(entryRad)) {
            track.startRad = entryRad;
            track.startIsKnown = true;
        }
        for (const motion::TrajectoryKey& key : trajectory->keys(id)) {
            track.points.push_back(
                {key.timeS / m_speed, key.angleRad * kDegPerRad, key.curve, key.gains});
        }
        if (!track.points.empty()) {
            m_joints.emplace(name, std::move(track));
        }
    }
}

const SampledMotion::Track* SampledMotion::track(std::string_view joint) const {
    const auto found = m_joints.find(joint);
    return found != m_joints.end() ? &found->second : nullptr;
}

std::vector<std::string> SampledMotion::joints() const {
    std::vector<std::string> names;
    for (const auto& [name, track] : m_joints) {
        names.push_back(name);
    }
    return names;
}

const std::vector<SampledMotion::Point>& SampledMotion::points(std::string_view joint) const {
    static const std::vector<Point> kNone;
    const Track* found = track(joint);
    return found != nullptr ? found->points : kNone;
}

double SampledMotion::angleDeg(std::string_view joint, double timeS) const {
    const Track* found = track(joint);
    if (found == nullptr) {
        return 0.0;
    }
    // Slightly later, so that a jump at this time is complete despite rounding.
    return found->trajectory->angleRad(found->joint, timeS * m_speed + 1e-11, found->startRad) *
           kDegPerRad;
}

bool SampledMotion::startIsKnown(std::string_view joint) const {
    const Track* found = track(joint);
    return found != nullptr && found->startIsKnown;
}

bool SampledMotion::startsLate(std::string_view joint, double afterS) const {
    const auto& keys = points(joint);
    return !keys.empty() && !startIsKnown(joint) && keys.front().timeS > afterS + kSameTimeS;
}

std::vector<double> SampledMotion::cycleTimes(const std::vector<double>& times) const {
    std::vector<double> out;
    for (const double timeS : times) {
        const double from = cycleFrom(timeS);
        out.push_back(from);
        if (!isMultiple(timeS, kCycleS) && from > kCycleS) {
            out.push_back(from - kCycleS);
        }
    }
    return unique(std::move(out));
}

bool SampledMotion::isStraight(double fromS, double toS, const std::vector<double>& between) const {
    return std::ranges::all_of(m_joints, [&](const auto& each) {
        const double from = angleDeg(each.first, fromS);
        const double to = angleDeg(each.first, toS);
        return std::ranges::all_of(between, [&](double timeS) {
            const double line = from + (to - from) * (timeS - fromS) / (toS - fromS);
            return std::abs(angleDeg(each.first, timeS) - line) <= kStraightDeg;
        });
    });
}

std::vector<double> SampledMotion::lineTimes(std::string_view joint) const {
    std::vector<double> times;
    const Track* found = track(joint);
    if (found == nullptr) {
        return times;
    }
    double fromS = 0.0;
    double fromDeg = found->startRad * kDegPerRad;
    for (const Point& point : found->points) {
        times.push_back(point.timeS);
        addSamples(point, fromS, fromDeg, times);
        fromS = point.timeS;
        fromDeg = point.angleDeg;
    }
    return unique(std::move(times));
}

std::vector<double> SampledMotion::rowTimes(const Motion& motion, const RowRules& rules) {
    std::vector<double> fixed;
    for (const Shared<Keyframe>& keyframe : motion.keyframes) {
        fixed.push_back(keyframe->timeS / m_speed);
    }
    std::vector<double> samples;
    for (const auto& [name, track] : m_joints) {
        double fromS = 0.0;
        double fromDeg = track.startRad * kDegPerRad;
        for (const Point& point : track.points) {
            fixed.push_back(point.timeS);
            addSamples(point, fromS, fromDeg, samples);
            fromS = point.timeS;
            fromDeg = point.angleDeg;
        }
    }
    if (m_endS > 0.0) {
        fixed.push_back(m_endS);
    }
    const bool isSampled = !samples.empty();
    fixed = unique(std::move(fixed));
    if (rules.isAfterZero && !fixed.empty() && fixed.front() < kTinyS) {
        fixed.front() = kCycleS;
        fixed = unique(std::move(fixed));
        findings.push_back(
            notExpressible("the pose at 0 s is reached one cycle later", Severity::Note));
    }
    samples.insert(samples.end(), fixed.begin(), fixed.end());
    std::vector<double> times = unique(std::move(samples));
    bool fits = true;
    double lastS = 0.0;
    for (const double timeS : times) {
        fits = fits && (rules.resolutionS <= 0.0 || isMultiple(timeS, rules.resolutionS)) &&
               (timeS <= 0.0 || timeS - lastS >= rules.shortestS - kTinyS);
        lastS = timeS;
    }
    if (!fits) {
        const bool wasOnCycles =
            std::ranges::all_of(times, [](double timeS) { return isMultiple(timeS, kCycleS); });
        times = cycleTimes(times);
        fixed = cycleTimes(fixed);
        if (!wasOnCycles) {
            findings.push_back(notExpressible(
                "keyframes between cycles are written at the whole cycles of 20 ms around them",
                Severity::Note));
        }
    }
    if (!isSampled) {
        return times;
    }
    findings.push_back(notExpressible("curves are written as straight lines between rows, every "
                                      "20 ms at the finest",
                                      Severity::Note));
    std::vector<double> kept;
    std::vector<double> between;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const bool isFixed = std::ranges::binary_search(fixed, times[i]);
        const bool isLast = i + 1 == times.size();
        if (!isFixed && !isLast && !kept.empty() && between.size() < kMaxPruned) {
            between.push_back(times[i]);
            if (isStraight(kept.back(), times[i + 1], between)) {
                continue;
            }
        }
        between.clear();
        kept.push_back(times[i]);
    }
    return kept;
}

void reportLosses(const Motion& motion, const Holds& holds, std::vector<Finding>& findings) {
    std::size_t waits = 0;
    std::size_t limbs = 0;
    std::size_t scales = 0;
    std::size_t names = 0;
    bool hasGains = motion.gains.has_value();
    for (const Shared<Keyframe>& keyframe : motion.keyframes) {
        waits += keyframe->wait ? 1U : 0U;
        limbs += keyframe->limbs.size();
        names += keyframe->name.empty() ? 0U : 1U;
        scales += static_cast<std::size_t>(std::ranges::count_if(
            keyframe->joints, [](const auto& each) { return each.second.speedScale != 1.0; }));
        hasGains = hasGains || std::ranges::any_of(keyframe->joints, [](const auto& each) {
                       return each.second.gains.has_value();
                   });
    }
    const auto report = [&findings](bool isLost, Severity severity, std::string text) {
        if (isLost) {
            findings.push_back(notExpressible(std::move(text), severity));
        }
    };
    report(waits > 0, Severity::Warning,
           fmt::format("waits for contact or rest are omitted ({})", waits));
    report(limbs > 0, Severity::Warning,
           fmt::format("targets of feet and hands are written as joint angles ({})", limbs));
    report(motion.loop.has_value(), Severity::Warning,
           "the loop is omitted; the motion is written once");
    report(motion.entry.has_value(), Severity::Warning,
           "the entry pose is omitted; it only sets where joints start");
    report(motion.stopsWhenFallen, Severity::Warning, "stopping after a fall is omitted");
    report(!motion.branches.empty(), Severity::Warning,
           fmt::format("branches to other motions are omitted ({})", motion.branches.size()));
    report(!holds.drive && motion.drive != Drive(), Severity::Warning,
           "the joint drive gain is omitted");
    report(!holds.gains && hasGains, Severity::Warning, "gains of motors (kp, kd) are omitted");
    report(!holds.scale && scales > 0, Severity::Warning,
           fmt::format("speed scales of joints are omitted ({})", scales));
    const std::size_t expressions = holds.parameters ? 0 : expressionCount(motion);
    report(expressions > 0, Severity::Warning,
           fmt::format("expressions with parameters are written as numbers ({})", expressions));
    report(motion.speed != 1.0, Severity::Note,
           fmt::format("written as it is played, at {} times the speed", numberText(motion.speed)));
    report(motion.mirrored, Severity::Note, "written as it is played, left and right swapped");
    report(!holds.name && !motion.name.empty(), Severity::Note, "the name is omitted");
    report(!holds.description && !motion.description.empty(), Severity::Note,
           "the description is omitted");
    report(!holds.tags && !motion.tags.empty(), Severity::Note, "tags are omitted");
    report(!holds.keyframeNames && names > 0, Severity::Note,
           fmt::format("names of keyframes are omitted ({})", names));
    report(!motion.markers.empty(), Severity::Note,
           fmt::format("markers are omitted ({})", motion.markers.size()));
}

} // namespace sideline::keyframe
