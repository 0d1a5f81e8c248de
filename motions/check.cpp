#include "motions/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"

namespace sideline::keyframe {

namespace {

using math::degFromRad;
using motion::TrajectoryKey;
using robot::JointId;
using Kind = Finding::Kind;
using Severity = Finding::Severity;

// Error if a joint limit is exceeded by more than this, otherwise a warning.
constexpr double kGrossDeg = 1.0;
constexpr int kCurveSamples = 16;
constexpr double kJustBeforeS = 1e-8;

class Checker {
public:
    Checker(const Motion& motion, const robot::RobotModel& model, const SourceLines* lines,
            const CheckOptions& options)
        : m_motion(motion), m_model(model), m_lines(lines), m_options(options) {}

    std::vector<Finding> run(Resolved resolved) {
        m_findings = std::move(resolved.findings);
        m_trajectory = resolved.trajectory;
        checkWhole();
        checkTimes();
        for (std::size_t i = 0; i < m_motion.keyframes.size(); ++i) {
            checkKeyframe(i);
        }
        for (std::size_t i = 0; i < m_motion.branches.size(); ++i) {
            checkBranch(i);
        }
        for (std::size_t i = 0; i < m_model.joints().size(); ++i) {
            checkJoint(JointId(i));
        }
        std::ranges::stable_sort(
            m_findings, {}, [](const Finding& finding) { return finding.timeS.value_or(-1.0); });
        keepWorst(m_findings);
        return std::move(m_findings);
    }

private:
    Finding& report(Severity severity, Kind kind, std::string text) {
        Finding& finding = m_findings.emplace_back();
        finding.severity = severity;
        finding.kind = kind;
        finding.text = std::move(text);
        if (m_lines != nullptr) {
            finding.file = m_lines->file;
        }
        return finding;
    }

    Finding& report(Severity severity, Kind kind, std::string text, std::size_t keyframe,
                    const JointName& joint = {}) {
        Finding& finding = report(severity, kind, std::move(text));
        finding.keyframe = m_motion.keyframes[keyframe]->name;
        if (std::isfinite(m_motion.keyframes[keyframe]->timeS)) {
            finding.timeS = m_motion.keyframes[keyframe]->timeS;
        }
        finding.joint = joint;
        finding.line = m_lines != nullptr ? m_lines->lineOf(keyframe, joint) : 0;
        return finding;
    }

    // Reports a finding with the keyframe at the given time, or the next one.
    Finding& reportAt(Severity severity, Kind kind, std::string text, double timeS, JointId joint) {
        const auto next = std::ranges::lower_bound(
            m_motion.keyframes, timeS - kSameTimeS, {},
            [](const Shared<Keyframe>& keyframe) { return keyframe->timeS; });
        if (next == m_motion.keyframes.end()) {
            Finding& finding = report(severity, kind, std::move(text));
            finding.timeS = timeS;
            finding.joint = nameOf(joint);
            return finding;
        }
        Finding& finding =
            report(severity, kind, std::move(text),
                   static_cast<std::size_t>(next - m_motion.keyframes.begin()), nameOf(joint));
        finding.timeS = timeS;
        return finding;
    }

    // Returns the name as written in the document: that of the other side for mirrored motions.
    [[nodiscard]] JointName nameOf(JointId joint) const {
        const JointName& name = m_model.jointName(joint);
        return m_motion.mirrored ? mirroredJoint(name, m_model) : name;
    }
    [[nodiscard]] double writtenDeg(JointId joint, double angleRad) const {
        const bool isTurned = m_motion.mirrored && mirrorsWithSign(nameOf(joint), m_model);
        return degFromRad(isTurned ? -angleRad : angleRad);
    }

    void checkNumber(double value, double least, const char* what) {
        if (!std::isfinite(value) || value < least) {
            Finding& finding = report(
                Severity::Error, Kind::Other,
                fmt::format("{} is {}; expected a number of at least {}", what, value, least));
            finding.value = value;
            finding.limit = least;
        }
    }

    void checkWhole() {
        checkNumber(m_motion.lengthS, 0.0, "the length");
        checkNumber(m_motion.drive.gainPerS, 0.0, "the drive's gain");
        checkNumber(m_motion.drive.derivativeGainPerS, 0.0, "the drive's derivative gain");
        if (!std::isfinite(m_motion.speed) || m_motion.speed <= 0.0) {
            report(Severity::Error, Kind::Other,
                   fmt::format("the speed is {}; expected a number above 0", m_motion.speed))
                .value = m_motion.speed;
        }
        for (const auto& [name, value] : m_motion.parameters) {
            if (!std::isfinite(value)) {
                report(Severity::Error, Kind::Other,
                       fmt::format("parameter ${} is {}; expected a finite number", name, value));
            }
        }
        if (!m_motion.robots.empty() &&
            std::ranges::find(m_motion.robots, m_model.name()) == m_motion.robots.end()) {
            report(Severity::Note, Kind::Other,
                   fmt::format("the motion is made for {}, not for {}",
                               fmt::join(m_motion.robots, ", "), m_model.name()));
        }
        if (m_motion.entry) {
            checkNumber(m_motion.entry->durationS, 0.0, "the entry pose's duration");
            checkEntry();
        }
        if (m_motion.loop) {
            checkLoop(*m_motion.loop);
        }
    }

    void checkEntry() {
        for (std::size_t i = 0; i < m_trajectory->entryRad.size(); ++i) {
            if (const double angleRad = m_trajectory->entryRad[i]; std::isfinite(angleRad)) {
                const JointId joint(i);
                if (const auto limitRad = stopBeyond(joint, angleRad)) {
                    Finding& finding =
                        report(severityOf(angleRad, *limitRad), Kind::AngleOutOfLimits,
                               limitText("the entry pose", joint, angleRad, *limitRad));
                    finding.joint = nameOf(joint);
                    finding.value = writtenDeg(joint, angleRad);
                    finding.limit = writtenDeg(joint, *limitRad);
                }
            }
        }
    }

    void checkLoop(const LoopRange& loop) {
        checkNumber(loop.beginS, 0.0, "the loop's start");
        const double endS = m_trajectory->lengthS;
        if (!(loop.endS > loop.beginS) || loop.endS > endS + kSameTimeS) {
            Finding& finding =
                report(Severity::Error, Kind::TimeOutOfOrder,
                       fmt::format("the loop ends at {:.3f} s; expected a time after its start at "
                                   "{:.3f} s and within the motion, which ends at {:.3f} s",
                                   loop.endS, loop.beginS, endS));
            finding.value = loop.endS;
            finding.limit = endS;
        }
        if (loop.count < 0) {
            report(Severity::Error, Kind::Other,
                   fmt::format("the loop is played {} times; expected 0 (forever) or more",
                               loop.count));
        }
    }

    void checkTimes() {
        const Keyframe* before = nullptr;
        for (std::size_t i = 0; i < m_motion.keyframes.size(); ++i) {
            const Keyframe& keyframe = *m_motion.keyframes[i];
            const double timeS = keyframe.timeS;
            if (!std::isfinite(timeS) || timeS < 0.0) {
                report(Severity::Error, Kind::TimeOutOfOrder,
                       fmt::format("the keyframe's time is {} s; expected 0 or more", timeS), i)
                    .value = timeS;
                continue;
            }
            if (before != nullptr && timeS <= before->timeS + kSameTimeS) {
                Finding& finding = report(Severity::Error, Kind::TimeOutOfOrder,
                                          fmt::format("the keyframe's time {:.3f} s is not after "
                                                      "that of the previous one, {:.3f} s",
                                                      timeS, before->timeS),
                                          i);
                finding.value = timeS;
                finding.limit = before->timeS;
            }
            before = &keyframe;
        }
    }

    void checkBranch(std::size_t index) {
        const Branch& branch = m_motion.branches[index];
        const auto reportBranch = [&](Severity severity, Kind kind, std::string text) -> Finding& {
            Finding& finding = report(severity, kind, std::move(text));
            finding.line = m_lines != nullptr ? m_lines->lineOfBranch(index) : 0;
            if (branch.timeS && std::isfinite(*branch.timeS)) {
                finding.timeS = *branch.timeS;
            }
            return finding;
        };
        if (branch.motion.empty()) {
            reportBranch(Severity::Error, Kind::Other,
                         "the branch leads nowhere; expected a motion's name or file");
        }
        if (!std::isfinite(branch.condition.angleDeg) || branch.condition.angleDeg < 0.0) {
            reportBranch(
                Severity::Error, Kind::Other,
                fmt::format("the angle in the branch's condition is {} degrees; expected 0 or more",
                            branch.condition.angleDeg));
        }
        const double timeS = branch.timeS.value_or(0.0);
        const double endS = m_trajectory->lengthS;
        if (!std::isfinite(timeS) || timeS < 0.0) {
            reportBranch(Severity::Error, Kind::TimeOutOfOrder,
                         fmt::format("the branch's time is {} s; expected 0 or more", timeS));
        } else if (timeS > endS + kSameTimeS) {
            Finding& finding = reportBranch(
                Severity::Warning, Kind::TimeOutOfOrder,
                fmt::format("the branch at {:.3f} s is after the end of the motion; it "
                            "is evaluated at the end, at {:.3f} s",
                            timeS, endS));
            finding.value = timeS;
            finding.limit = endS;
        }
    }

    void checkKeyframe(std::size_t index) {
        const Keyframe& keyframe = *m_motion.keyframes[index];
        if (keyframe.wait &&
            (!std::isfinite(keyframe.wait->timeoutS) || keyframe.wait->timeoutS < 0.0)) {
            report(Severity::Error, Kind::Other,
                   fmt::format("the maximum wait is {} s; expected 0 or more",
                               keyframe.wait->timeoutS),
                   index);
        }
        for (const auto& [joint, key] : keyframe.joints) {
            const std::array handles = {key.in.timeS, key.in.angleDeg, key.out.timeS,
                                        key.out.angleDeg};
            if (!std::ranges::all_of(handles, [](double value) { return std::isfinite(value); })) {
                report(Severity::Error, Kind::Other, "a handle is not finite", index, joint);
            } else if ((key.curve == Curve::Cubic && key.in.timeS > 0.0) || key.out.timeS < 0.0) {
                const bool isIn = key.out.timeS >= 0.0;
                Finding& finding =
                    report(Severity::Warning, Kind::TimeOutOfOrder,
                           isIn ? "the handle before the key lies after it; it is ignored"
                                : "the handle after the key lies before it; it is ignored",
                           index, joint);
                finding.value = isIn ? key.in.timeS : key.out.timeS;
                finding.limit = 0.0;
            }
            if (!std::isfinite(key.speedScale) || key.speedScale < 0.0) {
                report(Severity::Error, Kind::Other,
                       fmt::format("the speed scale is {}; expected 0 or more", key.speedScale),
                       index, joint)
                    .value = key.speedScale;
            }
            if (key.gains && !key.gains->areValid()) {
                report(Severity::Error, Kind::Other,
                       fmt::format("the gains are {} and {}; expected 0 or more",
                                   key.gains->kpNmPerRad, key.gains->kdNmsPerRad),
                       index, joint);
            }
        }
    }

    // Returns the joint limit that an angle exceeds, if any.
    [[nodiscard]] std::optional<double> stopBeyond(JointId joint, double angleRad) const {
        const robot::Joint& each = m_model.joint(joint);
        const double toleranceRad = math::radFromDeg(m_options.angleToleranceDeg);
        if (angleRad > each.maxRad + toleranceRad) {
            return each.maxRad;
        }
        return angleRad < each.minRad - toleranceRad ? std::optional(each.minRad) : std::nullopt;
    }
    static Severity severityOf(double angleRad, double limitRad) {
        return degFromRad(std::abs(angleRad - limitRad)) > kGrossDeg ? Severity::Error
                                                                     : Severity::Warning;
    }
    [[nodiscard]] std::string limitText(std::string_view what, JointId joint, double angleRad,
                                        double limitRad) const {
        return fmt::format("{} is at {:.2f} degrees, beyond the joint limit at {:.2f}", what,
                           writtenDeg(joint, angleRad), writtenDeg(joint, limitRad));
    }

    void checkJoint(JointId joint) {
        const auto keys = m_trajectory->keys(joint);
        const double entryRad = m_trajectory->entryRadOr(joint, std::nan(""));
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (const auto limitRad = stopBeyond(joint, keys[i].angleRad)) {
                reportLimit("the key", joint, keys[i].timeS, keys[i].angleRad, *limitRad);
            }
            const bool hasBegin = i > 0 || std::isfinite(entryRad);
            if (!hasBegin) {
                continue; // the joint's angle before its first key is unknown
            }
            const double beginS = i > 0 ? keys[i - 1].timeS : 0.0;
            const double fromRad = i > 0 ? keys[i - 1].angleRad : entryRad;
            if (keys[i].curve == Curve::Hold) {
                checkJump(joint, keys, i, fromRad);
            } else if (keys[i].timeS > beginS) {
                checkSpeed(joint, beginS, keys[i], fromRad);
                if (keys[i].curve == Curve::Cubic && !stopBeyond(joint, fromRad) &&
                    !stopBeyond(joint, keys[i].angleRad)) {
                    checkOvershoot(joint, beginS, keys[i].timeS, fromRad);
                }
            }
        }
    }

    void reportLimit(std::string_view what, JointId joint, double timeS, double angleRad,
                     double limitRad) {
        Finding& finding = reportAt(severityOf(angleRad, limitRad), Kind::AngleOutOfLimits,
                                    limitText(what, joint, angleRad, limitRad), timeS, joint);
        finding.value = writtenDeg(joint, angleRad);
        finding.limit = writtenDeg(joint, limitRad);
    }

    void checkSpeed(JointId joint, double beginS, const TrajectoryKey& key, double fromRad) {
        const double limit = m_model.joint(joint).maxSpeedRadPerS;
        const double lengthS = key.timeS - beginS;
        const int steps = key.curve == Curve::Linear ? 1 : kCurveSamples;
        double fastest = 0.0;
        for (int i = 0; i <= steps; ++i) {
            const double timeS =
                i == steps ? key.timeS - kJustBeforeS : beginS + lengthS * i / steps;
            fastest =
                std::max(fastest, std::abs(m_trajectory->speedRadPerS(joint, timeS, fromRad)));
        }
        fastest *= m_trajectory->speed;
        if (!(fastest > limit * (1.0 + m_options.speedTolerance))) {
            return;
        }
        Finding& finding = reportAt(
            Severity::Warning, Kind::TooFast,
            fmt::format("the curve requires {:.1f} degrees/s, but the motor reaches {:.1f}",
                        degFromRad(fastest), degFromRad(limit)),
            key.timeS, joint);
        finding.timeS = beginS;
        finding.endS = key.timeS;
        finding.value = degFromRad(fastest);
        finding.limit = degFromRad(limit);
    }

    // Checks that there is enough time between a jump and the joint's next change.
    void checkJump(JointId joint, std::span<const TrajectoryKey> keys, std::size_t index,
                   double fromRad) {
        if (m_trajectory->drive.gainPerS > 0.0) {
            return; // motions with a gain are written for motors with lag
        }
        const double needsS =
            std::abs(keys[index].angleRad - fromRad) / m_model.joint(joint).maxSpeedRadPerS;
        const double untilS =
            index + 1 < keys.size() ? keys[index + 1].timeS : m_trajectory->lengthS;
        const double hasS = (untilS - keys[index].timeS) / m_trajectory->speed;
        if (needsS <= hasS * (1.0 + m_options.speedTolerance)) {
            return;
        }
        Finding& finding =
            reportAt(Severity::Warning, Kind::TooFast,
                     fmt::format("the jump by {:.1f} degrees needs {:.2f} s, but has "
                                 "{:.2f} s",
                                 degFromRad(keys[index].angleRad - fromRad), needsS, hasS),
                     keys[index].timeS, joint);
        finding.value = needsS;
        finding.limit = hasS;
    }

    void checkOvershoot(JointId joint, double beginS, double endS, double fromRad) {
        for (int i = 1; i < kCurveSamples; ++i) {
            const double timeS = beginS + (endS - beginS) * i / kCurveSamples;
            const double angleRad = m_trajectory->angleRad(joint, timeS, fromRad);
            if (const auto limitRad = stopBeyond(joint, angleRad)) {
                reportLimit("the curve between two keys", joint, timeS, angleRad, *limitRad);
                return;
            }
        }
    }

    const Motion& m_motion;
    const robot::RobotModel& m_model;
    const SourceLines* m_lines;
    CheckOptions m_options;
    TrajectoryPtr m_trajectory;
    std::vector<Finding> m_findings;
};

} // namespace

std::vector<Finding> check(const Motion& motion, const robot::RobotModel& model,
                           const SourceLines* lines, const CheckOptions& options) {
    return check(motion, model, resolve(motion, model, {}, lines), lines, options);
}

std::vector<Finding> check(const Motion& motion, const robot::RobotModel& model, Resolved resolved,
                           const SourceLines* lines, const CheckOptions& options) {
    return Checker(motion, model, lines, options).run(std::move(resolved));
}

} // namespace sideline::keyframe
