#include "widgets/motion/timeline_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using keyframe::KeyRef;
using keyframe::kSameTimeS;

constexpr double kSameAngleDeg = 1e-6;

double numberOf(const keyframe::Value& value, const keyframe::Parameters& parameters) {
    if (value.isNumber()) {
        return value.number();
    }
    const auto number = value.evaluate(parameters);
    return number ? *number : std::numeric_limits<double>::quiet_NaN();
}

// Returns the outermost joint of a limb; empty if the robot lacks it.
keyframe::JointName lastJointOf(const robot::RobotModel* model, keyframe::Limb limb) {
    const robot::LimbChain* chain =
        model != nullptr ? model->limbs().find(static_cast<robot::LimbId>(limb)) : nullptr;
    return chain != nullptr ? model->jointName(chain->joints.back()) : keyframe::JointName();
}

} // namespace

void TimelineRows::setRobot(const robot::RobotModelPtr& model) {
    m_model = model;
    buildRows({});
}

bool TimelineRows::setMotion(const keyframe::Motion& motion) {
    std::set<keyframe::JointName> unknown = buildMarks(motion);
    bool isOther = !unknown.empty();
    for (const JointRow& row : m_rows) {
        if (row.id.isValid()) {
            continue;
        }
        if (row.keys.empty()) {
            isOther = true;
        } else {
            unknown.insert(row.joint);
        }
    }
    if (isOther) {
        buildRows(unknown);
        (void)buildMarks(motion);
    }
    return isOther;
}

bool TimelineRows::setExpanded(std::size_t group, bool isExpanded) {
    if (group >= m_groups.size() || m_groups[group].isExpanded == isExpanded) {
        return false;
    }
    m_groups[group].isExpanded = isExpanded;
    return true;
}

// Rows of the robot's joints, and of those that exist only in the motion.
void TimelineRows::buildRows(const std::set<keyframe::JointName>& unknown) {
    std::set<QString> expanded;
    for (const RowGroup& group : m_groups) {
        if (group.isExpanded) {
            expanded.insert(group.name);
        }
    }
    m_rows.clear();
    m_groups.clear();
    const auto add = [&](JointRow row, const QString& group) {
        if (m_groups.empty() || m_groups.back().name != group) {
            m_groups.push_back({.name = group,
                                .begin = m_rows.size(),
                                .end = m_rows.size(),
                                .isExpanded = expanded.contains(group),
                                .marks = {}});
        }
        row.group = m_groups.size() - 1;
        m_rows.push_back(std::move(row));
        m_groups.back().end = m_rows.size();
    };
    if (m_model != nullptr) {
        for (const JointName& joint : jointNames(*m_model)) {
            if (joint.effector.isEmpty()) {
                continue;
            }
            JointRow row;
            row.joint = joint.key.toStdString();
            row.name = joint.name;
            row.fullName = joint.fullName;
            row.id = joint.joint;
            add(std::move(row), joint.group);
        }
    }
    for (const keyframe::JointName& joint : unknown) {
        JointRow row;
        row.joint = joint;
        const robot::RobotModelPtr& model = m_model;
        const bool isToe = model != nullptr && isOfOtherNao(*model, joint);
        row.name = model != nullptr ? jointText(*model, joint) : toQt(joint);
        row.fullName = row.name;
        add(std::move(row), isToe              ? tr("Toes (%1 has none)").arg(toQt(model->name()))
                            : model != nullptr ? tr("Unknown joints")
                                               : tr("Joints"));
    }
    m_rowsByName.resize(m_rows.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_rowsByName[i] = i;
    }
    std::ranges::sort(m_rowsByName, {}, [&](std::size_t i) { return m_rows[i].joint; });
}

// Fills the rows; returns the joints without a row. Rows and keys are both sorted by name, so one
// pass over both suffices.
std::set<keyframe::JointName> TimelineRows::buildMarks(const keyframe::Motion& all) {
    std::set<keyframe::JointName> unknown;
    for (JointRow& row : m_rows) {
        row.keys.clear();
        row.isMuted = all.muted.contains(row.joint);
        row.isLocked = all.locked.contains(row.joint);
    }
    for (RowGroup& group : m_groups) {
        group.marks.clear();
    }
    m_keyframes.clear();
    m_keyframes.reserve(all.keyframes.size());
    for (std::size_t index = 0; index < all.keyframes.size(); ++index) {
        const keyframe::Keyframe& keyframe = *all.keyframes[index];
        m_keyframes.push_back({.timeS = keyframe.timeS,
                               .keyframe = index,
                               .count = static_cast<int>(keyframe.joints.size()),
                               .selected = 0,
                               .hasLimb = !keyframe.limbs.empty()});
        const auto markIn = [&](RowGroup& group) -> KeyframeMark& {
            if (group.marks.empty() || group.marks.back().keyframe != index) {
                group.marks.push_back({.timeS = keyframe.timeS,
                                       .keyframe = index,
                                       .count = 0,
                                       .selected = 0,
                                       .hasLimb = false});
            }
            return group.marks.back();
        };
        auto next = m_rowsByName.begin();
        for (const auto& [joint, key] : keyframe.joints) {
            while (next != m_rowsByName.end() && m_rows[*next].joint < joint) {
                ++next;
            }
            if (next == m_rowsByName.end() || m_rows[*next].joint != joint) {
                unknown.insert(joint);
                continue;
            }
            JointRow& row = m_rows[*next];
            const double angleDeg = numberOf(key.angleDeg, all.parameters);
            row.keys.push_back({.timeS = keyframe.timeS,
                                .angleDeg = angleDeg,
                                .curve = key.curve,
                                .isSelected = false,
                                .isExpression = !key.angleDeg.isNumber(),
                                .isHeld = !row.keys.empty() && std::abs(row.keys.back().angleDeg -
                                                                        angleDeg) < kSameAngleDeg});
            ++markIn(m_groups[row.group]).count;
        }
        for (const auto& [limb, target] : keyframe.limbs) {
            if (const JointRow* row = rowOf(lastJointOf(m_model.get(), limb))) {
                markIn(m_groups[row->group]).hasLimb = true;
            }
        }
    }
    return unknown;
}

JointRow* TimelineRows::findRow(const keyframe::JointName& joint) {
    const auto found = std::ranges::lower_bound(
        m_rowsByName, joint, {},
        [&](std::size_t i) -> const keyframe::JointName& { return m_rows[i].joint; });
    return found != m_rowsByName.end() && m_rows[*found].joint == joint ? &m_rows[*found] : nullptr;
}

const JointRow* TimelineRows::rowOf(const keyframe::JointName& joint) const {
    return const_cast<TimelineRows*>(this)->findRow(joint); // NOLINT: reads only
}

void TimelineRows::setSelection(const keyframe::KeySelection& selection) {
    for (JointRow& row : m_rows) {
        for (KeyMark& key : row.keys) {
            key.isSelected = false;
        }
    }
    for (RowGroup& group : m_groups) {
        for (KeyframeMark& mark : group.marks) {
            mark.selected = 0;
        }
    }
    for (KeyframeMark& mark : m_keyframes) {
        mark.selected = 0;
    }
    const auto at = [](auto& marks, double timeS) {
        const auto found = firstFrom(marks, timeS - kSameTimeS);
        return found != marks.end() && found->timeS <= timeS + kSameTimeS
                   ? &marks[static_cast<std::size_t>(found - marks.begin())]
                   : nullptr;
    };
    const auto markKeyframe = [&](double timeS) {
        if (KeyframeMark* mark = at(m_keyframes, timeS)) {
            ++mark->selected;
        }
    };
    for (const KeyRef& ref : selection) {
        if (ref.joint.empty()) { // a keyframe without joints
            markKeyframe(ref.timeS);
            continue;
        }
        JointRow* row = findRow(ref.joint);
        KeyMark* key = row != nullptr ? at(row->keys, ref.timeS) : nullptr;
        if (key == nullptr) {
            continue;
        }
        key->isSelected = true;
        if (KeyframeMark* mark = at(m_groups[row->group].marks, ref.timeS)) {
            ++mark->selected;
        }
        markKeyframe(ref.timeS);
    }
}

} // namespace sideline::widgets
