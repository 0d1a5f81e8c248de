#include "motions/format/motion_builder.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/robot/built_in_robots.h"
#include "motions/format/text_lines.h"
#include "motions/limits.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

MotionBuilder::MotionBuilder(const ReadOptions& options, ReadLimits& limits, std::string name,
                             int line)
    : m_options(options), m_limits(limits) {
    (void)m_limits.admitsMotion(line); // if false, the limits reject everything from now on
    m_read.motion.name = std::move(name);
    m_read.lines.file = options.fileName;
}

MotionBuilder::Draft& MotionBuilder::scrap() {
    m_scrap = {};
    return m_scrap;
}

MotionBuilder::Draft& MotionBuilder::draft(double timeS, int line) {
    if (!m_limits.admitsTime(timeS, line)) {
        return scrap();
    }
    auto found = m_drafts.lower_bound(timeS - kSameTimeS);
    if (found != m_drafts.end()) {
        const auto next = std::next(found);
        if (next != m_drafts.end() &&
            std::abs(next->first - timeS) < std::abs(found->first - timeS)) {
            found = next;
        }
    }
    if (found == m_drafts.end() || found->first > timeS + kSameTimeS) {
        if (!m_limits.admitsKeyframe(line)) {
            return scrap();
        }
        found = m_drafts.emplace(timeS, Draft()).first;
        found->second.keyframe.timeS = timeS;
        found->second.line = line;
    }
    return found->second;
}

Keyframe& MotionBuilder::keyframe(double timeS, int line) {
    return draft(timeS, line).keyframe;
}

void MotionBuilder::setKey(double timeS, const JointName& joint, Key key, int line) {
    Draft& at = draft(timeS, line);
    if (!m_limits.admitsKeys(1, line)) {
        return;
    }
    at.keyframe.joints.insert_or_assign(joint, std::move(key));
    at.jointLines.insert_or_assign(joint, line);
}

void MotionBuilder::setLimb(double timeS, Limb limb, LimbTarget target, int line) {
    Draft& at = draft(timeS, line);
    if (!m_limits.admitsKeys(1 + target.via.size(), line)) {
        return;
    }
    at.keyframe.limbs.insert_or_assign(limb, std::move(target));
    at.jointLines.insert_or_assign(JointName(limbName(limb)), line);
}

void MotionBuilder::addVia(double timeS, Limb limb, LimbPlace place, int line) {
    Draft& at = draft(timeS, line);
    if (m_limits.admitsKeys(1, line)) {
        at.keyframe.limbs[limb].via.push_back(std::move(place));
    }
}

void MotionBuilder::addBranch(Branch branch, int line) {
    std::vector<Branch>& branches = m_read.motion.branches;
    const auto timeOf = [](const Branch& each) {
        return each.timeS.value_or(std::numeric_limits<double>::infinity());
    };
    const auto place = std::ranges::upper_bound(branches, timeOf(branch), {}, timeOf);
    m_read.lines.branches.insert(m_read.lines.branches.begin() + (place - branches.begin()), line);
    branches.insert(place, std::move(branch));
}

void MotionBuilder::setLength(double lengthS, int line) {
    if (m_limits.admitsTime(lengthS, line)) {
        m_read.motion.lengthS = lengthS;
    }
}

Finding& MotionBuilder::report(Finding::Severity severity, Finding::Kind kind, int line,
                               std::string text) {
    if (m_read.findings.size() >= kMaxFindings) {
        ++m_unreported;
        m_worstUnreported = std::max(m_worstUnreported, severity);
        m_scrapFinding = {};
        return m_scrapFinding;
    }
    Finding finding;
    finding.severity = severity;
    finding.kind = kind;
    finding.text = std::move(text);
    finding.file = m_options.fileName;
    finding.line = line;
    return m_read.findings.emplace_back(std::move(finding));
}

void MotionBuilder::reportOnce(Finding::Severity severity, Finding::Kind kind, int line,
                               std::string text) {
    if (const auto found = m_repeated.find(text); found != m_repeated.end()) {
        ++found->second.count;
    } else {
        const std::size_t index = m_read.findings.size();
        if (index < kMaxFindings) {
            m_repeated.emplace(text, Repeated{index, 1});
        }
        report(severity, kind, line, std::move(text));
    }
}

void MotionBuilder::reportUnless(std::initializer_list<std::string_view> known,
                                 std::string_view name, std::string_view of, int line) {
    if (std::ranges::find(known, name) == known.end()) {
        reportOnce(Finding::Severity::Warning, Finding::Kind::Syntax, line,
                   fmt::format("{} of {} is ignored; expected {}", shown(name), of,
                               fmt::join(known, ", ")));
    }
}

void MotionBuilder::reportMissingParameters(const Value& value, int line, double timeS,
                                            JointName joint) {
    for (const std::string& name : value.parameters()) {
        Motion& motion = m_read.motion;
        if (motion.parameters.contains(name)) {
            continue;
        }
        if (const auto given = m_options.parameters.find(name);
            given != m_options.parameters.end()) {
            motion.parameters.emplace(name, given->second);
            continue;
        }
        Finding& finding =
            report(Finding::Severity::Error, Finding::Kind::MissingParameter, line,
                   fmt::format("${} has no value; expected one in the motion or in a parameter "
                               "file",
                               name));
        finding.timeS = timeS;
        finding.joint = joint;
    }
}

void MotionBuilder::checkParameters(const Draft& each) {
    const Keyframe& keyframe = each.keyframe;
    const auto lineOf = [&each](const JointName& joint) {
        const auto found = each.jointLines.find(joint);
        return found != each.jointLines.end() ? found->second : each.line;
    };
    for (const auto& [joint, key] : keyframe.joints) {
        if (!key.angleDeg.isNumber()) {
            reportMissingParameters(key.angleDeg, lineOf(joint), keyframe.timeS, joint);
        }
    }
    const auto checkPlace = [&](const LimbPlace& place, int line) {
        for (const auto* values : {&place.positionM, &place.rollPitchYawDeg}) {
            for (const Value& value : *values) {
                reportMissingParameters(value, line, keyframe.timeS);
            }
        }
    };
    for (const auto& [limb, target] : keyframe.limbs) {
        const int line = lineOf(JointName(limbName(limb)));
        checkPlace(target.place, line);
        for (const LimbPlace& place : target.via) {
            checkPlace(place, line);
        }
    }
}

ReadMotion MotionBuilder::finish() {
    Motion& motion = m_read.motion;
    if (motion.entry) {
        for (const auto& [joint, angle] : motion.entry->anglesDeg) {
            reportMissingParameters(angle, 0, 0.0, joint);
        }
    }
    for (auto& [timeS, each] : m_drafts) {
        checkParameters(each);
        const std::size_t index = motion.keyframes.size();
        m_read.lines.lines.emplace(std::pair(index, JointName()), each.line);
        for (const auto& [joint, line] : each.jointLines) {
            m_read.lines.lines.emplace(std::pair(index, joint), line);
        }
        motion.keyframes.emplace_back(std::move(each.keyframe));
    }
    for (const auto& [text, repeated] : m_repeated) {
        if (repeated.count > 1) {
            m_read.findings[repeated.finding].text += fmt::format(" ({} times)", repeated.count);
        }
    }
    std::ranges::stable_sort(m_read.findings, {}, &Finding::line);
    if (m_unreported > 0) {
        m_read.findings.push_back(
            moreFindings(m_unreported, m_worstUnreported, m_options.fileName));
    }
    return std::move(m_read);
}

ReadMotion mirroredRead(const ReadMotion& read, std::string name, ReadLimits& limits, int line) {
    ReadMotion other;
    if (!limits.admitsMotion(line) || !limits.admitsKeys(keyCount(read.motion), line)) {
        return other;
    }
    other.motion = mirrored(read.motion, robot::defaultRobot());
    other.motion.name = std::move(name);
    other.lines.file = read.lines.file;
    other.lines.branches = read.lines.branches;
    for (const auto& [place, written] : read.lines.lines) {
        const auto& [keyframe, joint] = place;
        JointName opposite = mirroredJoint(joint, robot::defaultRobot());
        if (joint.starts_with("left-")) {
            opposite.replace(0, 4, "right");
        } else if (joint.starts_with("right-")) {
            opposite.replace(0, 5, "left");
        }
        other.lines.lines.emplace(std::pair(keyframe, std::move(opposite)), written);
    }
    return other;
}

base::Expected<Value> valueAt(std::string_view text, int line) {
    if (const auto number = numberFrom(text)) {
        return Value(*number);
    }
    auto value = Value::parse(text);
    if (!value) {
        value.error().line = static_cast<std::uint64_t>(line);
        value.error().byteOffset.reset(); // an offset in the expression, not in the line
        value.error().message = fmt::format("{}: {}", shown(text), value.error().message);
    }
    return value;
}

} // namespace sideline::keyframe
