#include "motions/analysis/joint_findings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "agentcore/math/angles.h"

namespace sideline::keyframe {

namespace {

using math::degFromRad;

constexpr double kAngleToleranceRad = math::radFromDeg(0.01);
constexpr double kSpeedTolerance = 0.01;

struct JointLabel {
    const char* joint;
    const char* text;
};
constexpr std::array<JointLabel, 11> kParts = {{{"ae1", "shoulder pitch"},
                                                {"ae2", "shoulder roll"},
                                                {"ae3", "elbow yaw"},
                                                {"ae4", "elbow"},
                                                {"le1", "hip yaw-pitch"},
                                                {"le2", "hip roll"},
                                                {"le3", "hip pitch"},
                                                {"le4", "knee"},
                                                {"le5", "ankle pitch"},
                                                {"le6", "ankle roll"},
                                                {"le7", "toe"}}};

// Robots of rcssservermj share effectors with the Naos, but their axes are in another order.
std::optional<std::string> leagueName(const robot::RobotModel& model, robot::JointId joint) {
    const std::string& name = model.jointName(joint);
    if (model.traits().server != game::ServerKind::Rcssservermj) {
        return std::nullopt;
    }
    if (name == "te1") {
        return "waist";
    }
    if (name.size() != 4 || (name[0] != 'l' && name[0] != 'r')) {
        return std::nullopt;
    }
    const bool isOfLeg = name[1] == 'l';
    const char number = name[3];
    const Eigen::Vector3d axis = model.joint(joint).axis.cwiseAbs(); // x to the right, y forward
    const char* part = isOfLeg ? (number <= '3'   ? "hip"
                                  : number == '4' ? "knee"
                                                  : "ankle")
                               : (number <= '2' ? "shoulder" : "elbow");
    const char* turn = axis.x() > 0.5 ? "pitch" : axis.y() > 0.5 ? "roll" : "yaw";
    return fmt::format("{} {}{}{}", name[0] == 'l' ? "left" : "right", part,
                       isOfLeg && number == '4' ? "" : " ", isOfLeg && number == '4' ? "" : turn);
}

// An interval with a violation and its worst value.
struct Interval {
    double beginS = 0.0;
    double endS = 0.0;
    double worst = 0.0; ///< amount of the violation
    double value = 0.0;
};

// Collects the intervals of one kind of violation, in chronological order.
class Intervals {
public:
    // Reports the violation between `fromS` and `toS`; `beyond` of 0 or less: none.
    void add(double fromS, double toS, double beyond, double value) {
        if (beyond <= 0.0) {
            m_isOpen = false;
            return;
        }
        if (!m_isOpen) {
            m_all.push_back({fromS, toS, beyond, value});
        }
        m_isOpen = true;
        Interval& last = m_all.back();
        last.endS = toS;
        if (beyond > last.worst) {
            last.worst = beyond;
            last.value = value;
        }
    }
    [[nodiscard]] const std::vector<Interval>& all() const { return m_all; }

private:
    std::vector<Interval> m_all;
    bool m_isOpen = false;
};

Finding findingOf(const JointName& joint, const Interval& interval, Finding::Kind kind) {
    Finding finding;
    finding.severity = Finding::Severity::Warning;
    finding.kind = kind;
    finding.timeS = interval.beginS;
    finding.endS = interval.endS;
    finding.joint = joint;
    return finding;
}

class JointCheck {
public:
    JointCheck(const motion::JointTrajectory& trajectory, const robot::RobotModel& model,
               robot::JointId id, double startRad)
        : m_trajectory(trajectory),
          m_model(model),
          m_joint(model.joint(id)),
          m_id(id),
          m_startRad(startRad) {}

    void run(std::span<const double> timesS, std::vector<Finding>& findings) {
        std::vector<double> times(timesS.begin(), timesS.end());
        for (const motion::TrajectoryKey& key : m_trajectory.keys(m_id)) {
            times.push_back(key.timeS);
        }
        std::ranges::sort(times);
        for (std::size_t i = 0; i < times.size(); ++i) {
            angleAt(times[i]);
            if (i + 1 < times.size() && times[i + 1] - times[i] > 1e-9) {
                speedBetween(times[i], times[i + 1]);
            }
        }
        report(findings);
    }

private:
    void angleAt(double timeS) {
        const double rad = m_trajectory.angleRad(m_id, timeS, m_startRad);
        m_below.add(timeS, timeS, m_joint.minRad - rad - kAngleToleranceRad, rad);
        m_above.add(timeS, timeS, rad - m_joint.maxRad - kAngleToleranceRad, rad);
    }

    void speedBetween(double fromS, double toS) {
        // Speeds are discontinuous at keys: evaluates just inside the interval.
        const double beside = std::min(1e-6, 1e-3 * (toS - fromS));
        double worst = 0.0;
        for (const double timeS : {fromS + beside, 0.5 * (fromS + toS), toS - beside}) {
            const double speed =
                m_trajectory.speed * m_trajectory.speedRadPerS(m_id, timeS, m_startRad);
            worst = std::max(worst, std::abs(speed));
        }
        m_fast.add(fromS, toS, worst - (1.0 + kSpeedTolerance) * m_joint.maxSpeedRadPerS, worst);
    }

    void report(std::vector<Finding>& findings) const {
        for (const bool isAbove : {false, true}) {
            const double limitDeg = degFromRad(isAbove ? m_joint.maxRad : m_joint.minRad);
            for (const Interval& interval : (isAbove ? m_above : m_below).all()) {
                Finding finding =
                    findingOf(m_model.jointName(m_id), interval, Finding::Kind::AngleOutOfLimits);
                finding.value = degFromRad(interval.value);
                finding.limit = limitDeg;
                finding.text = fmt::format("{} exceeds its limit of {:.6g} by {:.4g} degrees",
                                           jointText(m_model, m_id), limitDeg,
                                           std::abs(*finding.value - limitDeg));
                findings.push_back(std::move(finding));
            }
        }
        for (const Interval& interval : m_fast.all()) {
            Finding finding = findingOf(m_model.jointName(m_id), interval, Finding::Kind::TooFast);
            finding.value = degFromRad(interval.value);
            finding.limit = degFromRad(m_joint.maxSpeedRadPerS);
            finding.text = fmt::format("{} must turn at {:.0f} degrees/s; its motor reaches {:.0f}",
                                       jointText(m_model, m_id), *finding.value, *finding.limit);
            findings.push_back(std::move(finding));
        }
    }

    const motion::JointTrajectory& m_trajectory;
    const robot::RobotModel& m_model;
    const robot::Joint& m_joint;
    robot::JointId m_id;
    double m_startRad;
    Intervals m_below;
    Intervals m_above;
    Intervals m_fast;
};

} // namespace

std::string jointText(const robot::RobotModel& model, robot::JointId joint) {
    const std::string& name = model.jointName(joint);
    if (const auto known = leagueName(model, joint)) {
        return fmt::format("{} ({})", *known, name);
    }
    if (name == "he1" || name == "he2") {
        return fmt::format("{} ({})", name == "he1" ? "head yaw" : "head pitch", name);
    }
    for (const JointLabel& part : kParts) {
        if (name.size() == 4 && (name[0] == 'l' || name[0] == 'r') &&
            name.compare(1, 3, part.joint) == 0) {
            return fmt::format("{} {} ({})", name[0] == 'l' ? "left" : "right", part.text, name);
        }
    }
    return name;
}

std::vector<Finding> jointFindings(const motion::JointTrajectory& trajectory,
                                   const robot::RobotModel& model, std::span<const double> timesS,
                                   std::span<const double> startRad) {
    std::vector<Finding> findings;
    for (std::size_t i = 0; i < trajectory.jointCount() && i < model.joints().size(); ++i) {
        const robot::JointId joint(i);
        if (trajectory.moves(joint)) {
            JointCheck(trajectory, model, joint, startRad[i]).run(timesS, findings);
        }
    }
    return findings;
}

} // namespace sideline::keyframe
