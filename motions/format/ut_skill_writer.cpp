#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "motions/format/joint_names.h"
#include "motions/format/readers.h"
#include "motions/format/sampled_motion.h"
#include "motions/format/text_lines.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

namespace {

using base::Expected;
using Severity = Finding::Severity;

// UT's joints jump to their targets, so a skill can represent such motions exactly.
bool isSteps(const Motion& motion) {
    return std::ranges::all_of(motion.keyframes, [](const Shared<Keyframe>& keyframe) {
        return keyframe->limbs.empty() &&
               std::ranges::all_of(keyframe->joints, [&](const auto& each) {
                   return each.second.curve == Curve::Hold || keyframe->timeS < kSameTimeS;
               });
    });
}

// Converts a name such as `Wave right` to `SKILL_WAVE_RIGHT`.
std::string skillName(std::string_view name) {
    std::string out;
    for (const char c : name) {
        const bool isLower = c >= 'a' && c <= 'z';
        const bool isPlain = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        out += isLower ? static_cast<char>(c - 'a' + 'A') : isPlain ? c : '_';
    }
    return out.starts_with("SKILL_") ? out : "SKILL_" + out;
}

// Collects states; times must not decrease.
class SkillText {
public:
    // Begins a state at `timeS`; the preceding one waits until then.
    void begin(double timeS) {
        endState(timeS);
        m_beginS = timeS;
        m_isOpen = true;
    }
    void setTarget(const std::string& effector, const std::string& value) {
        m_targets += fmt::format(" {} {}", effector, value);
    }
    void setScale(const std::string& effector, const std::string& value) {
        m_scales += fmt::format(" {} {}", effector, value);
    }
    [[nodiscard]] std::string finish(double endS, std::string_view name) {
        endState(endS);
        return fmt::format("# Time is in seconds.\n# Angles are in degrees.\n\n"
                           "STARTSKILL {}\n\n{}ENDSKILL\n",
                           name, m_text);
    }

private:
    void endState(double timeS) {
        const double waitS = timeS - m_beginS;
        if (!m_isOpen && waitS < kSameTimeS) {
            return;
        }
        m_text += "STARTSTATE\n";
        m_text += m_scales.empty() ? "" : "setscale" + m_scales + " end\n";
        m_text += m_targets.empty() ? "" : "settar" + m_targets + " end\n";
        if (waitS > 0.0 || (m_scales + m_targets).empty()) {
            m_text += fmt::format("wait {} end\n", roundedText(std::max(waitS, 0.0), 9));
        }
        m_text += "ENDSTATE\n\n";
        m_scales.clear();
        m_targets.clear();
        m_isOpen = false;
    }

    std::string m_text;
    std::string m_scales;
    std::string m_targets;
    double m_beginS = 0.0;
    bool m_isOpen = false;
};

std::string valueText(const Value& value) {
    return value.isNumber() ? value.text() : "( " + value.text() + " )";
}

std::string writeSteps(const Motion& motion, std::vector<Finding>& findings) {
    SkillText text;
    std::set<std::string> unknown;
    std::set<std::string> parameters;
    std::map<JointName, double> scales;
    for (const Shared<Keyframe>& each : motion.keyframes) {
        const Keyframe& keyframe = *each;
        text.begin(keyframe.timeS / motion.speed);
        for (const auto& [joint, key] : keyframe.joints) {
            const auto effector = utEffector(joint);
            if (!effector) {
                unknown.insert(joint);
                continue;
            }
            for (const std::string& name : key.angleDeg.parameters()) {
                parameters.insert(name);
            }
            const double before = scales.contains(joint) ? scales[joint] : 1.0;
            if (key.speedScale != before) {
                text.setScale(*effector, numberText(key.speedScale));
                scales[joint] = key.speedScale;
            }
            text.setTarget(*effector, valueText(key.angleDeg));
        }
    }
    for (const std::string& joint : unknown) {
        findings.push_back(omittedJoint(joint));
    }
    if (!parameters.empty()) {
        std::string names;
        for (const std::string& name : parameters) {
            const auto value = motion.parameters.find(name);
            names += names.empty() ? "" : ", ";
            names += value == motion.parameters.end()
                         ? name
                         : fmt::format("{} {}", name, numberText(value->second));
        }
        findings.push_back(notExpressible(
            fmt::format("parameter values belong in a parameter file: {}", names), Severity::Note));
    }
    return text.finish(motion.endS() / motion.speed, skillName(motion.name));
}

// Writes targets at every cycle at which they change.
std::string writeSamples(SampledMotion& sampled, std::string_view name) {
    SkillText text;
    std::map<std::string, double> written;
    const auto cycles = static_cast<int>(std::ceil(sampled.endS() / kCycleS - 1e-6));
    std::set<std::string> joints;
    for (const std::string& joint : sampled.joints()) {
        if (utEffector(joint)) {
            joints.insert(joint);
        } else {
            sampled.findings.push_back(omittedJoint(joint));
        }
    }
    for (int cycle = 0; cycle <= cycles; ++cycle) {
        const double timeS = cycle * kCycleS;
        bool isOpen = false;
        for (const std::string& joint : joints) {
            const auto& first = sampled.points(joint).front();
            if (first.curve == Curve::Hold && timeS < first.timeS - kSameTimeS &&
                !sampled.startIsKnown(joint)) {
                continue;
            }
            const double angleDeg = sampled.angleDeg(joint, timeS);
            const auto before = written.find(joint);
            if (before != written.end() && std::abs(before->second - angleDeg) < 1e-6) {
                continue;
            }
            if (!isOpen) {
                text.begin(timeS);
                isOpen = true;
            }
            text.setTarget(*utEffector(joint), roundedText(angleDeg, 6));
            written.insert_or_assign(joint, angleDeg);
        }
    }
    return text.finish(cycles * kCycleS, name);
}

} // namespace

Expected<WrittenMotion> writeUtSkill(const Motion& motion, const robot::RobotModel& model) {
    const bool asSteps = isSteps(motion) && motion.speed > 1e-3 && std::isfinite(motion.endS());
    WrittenMotion written;
    Holds holds;
    holds.name = true;
    holds.scale = asSteps;
    holds.parameters = asSteps;
    holds.drive = true;
    reportLosses(motion, holds, written.findings);
    constexpr Drive kUtDrive = {8.594367, 0.572958};
    if (motion.drive != kUtDrive) {
        written.findings.push_back(notExpressible("UT Austin Villa drives joints with a gain of "
                                                  "8.594/s, so they arrive later than here"));
    }
    if (asSteps) {
        written.text =
            writeSteps(motion.mirrored ? mirrored(motion, model) : motion, written.findings);
        return written;
    }
    auto sampled = SampledMotion::of(motion, model);
    if (!sampled) {
        return tl::unexpected(std::move(sampled.error()));
    }
    std::string late;
    for (const std::string& joint : sampled->joints()) {
        if (sampled->startsLate(joint, 0.0)) {
            late += (late.empty() ? "" : " ") + joint;
        }
    }
    if (!late.empty()) {
        sampled->findings.push_back(notExpressible(fmt::format(
            "joints whose first key comes after the start begin at 0 degrees: {}", late)));
    }
    written.text = writeSamples(*sampled, skillName(motion.name));
    sampled->findings.push_back(
        notExpressible("curves are written as steps, every 20 ms", Severity::Note));
    std::ranges::move(sampled->findings, std::back_inserter(written.findings));
    return written;
}

} // namespace sideline::keyframe
