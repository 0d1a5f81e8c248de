#include "widgets/motion/timeline_state.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/game/constants.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using keyframe::KeyRef;
using keyframe::KeySelection;
using keyframe::kSameTimeS;

constexpr double kMinShownS = 0.1;
constexpr double kSameAngleDeg = 1e-6;
constexpr double kLeadPx = 10.0; // room beside the first and last time
constexpr double kFrameS = game::kStepS;

double numberOf(const keyframe::Value& value, const keyframe::Parameters& parameters) {
    if (value.isNumber()) {
        return value.number();
    }
    const auto number = value.evaluate(parameters);
    return number ? *number : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

TimelineState::TimelineState(QObject* parent) : QObject(parent) {}

const keyframe::Motion& TimelineState::motion() const {
    static const keyframe::Motion empty;
    return m_view.motion ? *m_view.motion : empty;
}

void TimelineState::setView(const MotionView& view) {
    const bool isFirst = !m_view.motion && view.motion;
    const bool hasOtherRobot = m_view.model != view.model;
    const bool hasOtherMotion = m_view.motion != view.motion;
    m_view = view;
    if (!m_view.motion || (m_range && m_range->first > m_view.motion->endS())) {
        m_range.reset(); // it was of another motion
    }
    if (hasOtherRobot || m_rows.empty()) {
        buildRows({});
    }
    if (hasOtherRobot || hasOtherMotion) {
        rebuild();
    }
    if (isFirst) {
        showAll();
    }
    Q_EMIT changed();
}

// Rows of joints that the robot lacks come and go with their keys.
void TimelineState::rebuild() {
    std::set<keyframe::JointName> unknown = buildMarks();
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
        (void)buildMarks();
    }
    markSelection();
}

// Rows of the robot's joints, and of those that only the motion knows.
void TimelineState::buildRows(const std::set<keyframe::JointName>& unknown) {
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
    if (m_view.model != nullptr) {
        for (const JointName& joint : jointNames(*m_view.model)) {
            if (joint.effector.isEmpty()) {
                continue;
            }
            JointRow row;
            row.joint = joint.effector.toStdString();
            row.name = joint.name;
            row.fullName = joint.fullName;
            row.id = joint.joint;
            add(std::move(row), joint.group);
        }
    }
    for (const keyframe::JointName& joint : unknown) {
        JointRow row;
        row.joint = joint;
        const robot::RobotModelPtr& model = m_view.model;
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
    Q_EMIT rowsChanged();
}

// Fills the rows; returns the joints that have none. Names are met in order, here and there, so one
// walk along both finds the rows.
std::set<keyframe::JointName> TimelineState::buildMarks() {
    std::set<keyframe::JointName> unknown;
    const keyframe::Motion& all = motion();
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
            const bool isLeft =
                limb == keyframe::Limb::LeftFoot || limb == keyframe::Limb::LeftHand;
            const bool isFoot =
                limb == keyframe::Limb::LeftFoot || limb == keyframe::Limb::RightFoot;
            const keyframe::JointName first =
                std::string(isLeft ? "l" : "r") + (isFoot ? "le1" : "ae1");
            if (const JointRow* row = rowOf(first)) {
                markIn(m_groups[row->group]).hasLimb = true;
            }
        }
    }
    return unknown;
}

JointRow* TimelineState::findRow(const keyframe::JointName& joint) {
    const auto found = std::ranges::lower_bound(
        m_rowsByName, joint, {},
        [&](std::size_t i) -> const keyframe::JointName& { return m_rows[i].joint; });
    return found != m_rowsByName.end() && m_rows[*found].joint == joint ? &m_rows[*found] : nullptr;
}

const JointRow* TimelineState::rowOf(const keyframe::JointName& joint) const {
    return const_cast<TimelineState*>(this)->findRow(joint); // NOLINT: reads only
}

void TimelineState::markSelection() {
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
    for (const KeyRef& ref : m_selection) {
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

void TimelineState::setExpanded(std::size_t group, bool isExpanded) {
    if (group < m_groups.size() && m_groups[group].isExpanded != isExpanded) {
        m_groups[group].isExpanded = isExpanded;
        Q_EMIT rowsChanged();
        Q_EMIT changed();
    }
}

void TimelineState::setAllExpanded(bool isExpanded) {
    for (RowGroup& group : m_groups) {
        group.isExpanded = isExpanded;
    }
    Q_EMIT rowsChanged();
    Q_EMIT changed();
}

void TimelineState::setSelection(const KeySelection& selection) {
    if (selection != m_selection) {
        m_selection = selection;
        markSelection();
        Q_EMIT changed();
    }
}

KeySelection TimelineState::unlocked(const KeySelection& keys) const {
    KeySelection free = keys;
    std::erase_if(free, [this](const KeyRef& key) { return motion().locked.contains(key.joint); });
    return free;
}

void TimelineState::select(const KeySelection& wanted, Select how) {
    const KeySelection keys = unlocked(wanted);
    KeySelection next = how == Select::Replace ? keys : m_selection;
    if (how != Select::Replace) {
        // A click on what is all selected already takes it out again.
        const bool isTaken =
            how == Select::Toggle && !keys.empty() &&
            std::ranges::all_of(keys, [&](const KeyRef& key) { return m_selection.contains(key); });
        for (const KeyRef& key : keys) {
            if (isTaken) {
                next.erase(key);
            } else {
                next.insert(key);
            }
        }
    }
    if (next != m_selection) {
        setSelection(next);
        Q_EMIT selectionChanged(m_selection);
    }
}

std::optional<std::pair<double, double>> TimelineState::selectedRange() const {
    if (m_selection.empty()) {
        return std::nullopt;
    }
    return std::pair(m_selection.begin()->timeS, m_selection.rbegin()->timeS);
}

void TimelineState::setChosenJoints(const std::vector<keyframe::JointName>& joints) {
    std::set<keyframe::JointName> chosen(joints.begin(), joints.end());
    if (chosen != m_chosen) {
        m_chosen = std::move(chosen);
        Q_EMIT changed();
    }
}

void TimelineState::chooseJoint(const keyframe::JointName& joint, bool isAdded) {
    if (!isAdded) {
        m_chosen = {joint};
    } else if (m_chosen.erase(joint) > 0) {
        Q_EMIT changed();
        return;
    } else {
        m_chosen.insert(joint);
    }
    Q_EMIT changed();
    Q_EMIT jointChosen(toQt(joint));
}

std::vector<std::size_t> TimelineState::curveRows() const {
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_chosen.contains(m_rows[i].joint) ||
            std::ranges::any_of(m_rows[i].keys, &KeyMark::isSelected)) {
            shown.push_back(i);
        }
    }
    for (std::size_t i = 0; shown.empty() && i < m_rows.size(); ++i) {
        if (!m_rows[i].keys.empty()) {
            for (; i < m_rows.size(); ++i) {
                if (!m_rows[i].keys.empty()) {
                    shown.push_back(i);
                }
            }
        }
    }
    return shown;
}

void TimelineState::setCursor(double timeS) {
    const double next = std::isfinite(timeS) ? std::max(0.0, timeS) : 0.0;
    if (next == m_cursorS) {
        return;
    }
    const double before = m_cursorS;
    m_cursorS = next;
    Q_EMIT cursorChanged(before, next);
}

void TimelineState::moveCursor(double timeS) {
    const double before = m_cursorS;
    setCursor(timeS);
    if (m_cursorS != before) {
        Q_EMIT cursorMoved(m_cursorS);
    }
}

void TimelineState::goToKeyframe(int step) {
    if (step > 0) {
        const auto next = firstFrom(m_keyframes, m_cursorS + kSameTimeS);
        if (next != m_keyframes.end()) {
            moveCursor(next->timeS);
        }
    } else {
        const auto next = firstFrom(m_keyframes, m_cursorS - kSameTimeS);
        if (next != m_keyframes.begin()) {
            moveCursor(std::prev(next)->timeS);
        }
    }
}

void TimelineState::stepCursor(int steps) {
    const double stepS = snapStepS > 0.0 ? snapStepS : kFrameS;
    moveCursor((std::round(m_cursorS / stepS) + steps) * stepS);
}

double TimelineState::snapped(double timeS, bool hasMagnets, double reachS,
                              std::optional<double> withoutS) const {
    if (hasMagnets) {
        std::optional<double> best;
        const auto offer = [&](double toS) {
            const bool isOff = withoutS && std::abs(toS - *withoutS) <= kSameTimeS;
            if (!isOff && std::abs(toS - timeS) <= reachS &&
                (!best || std::abs(toS - timeS) < std::abs(*best - timeS))) {
                best = toS;
            }
        };
        offer(m_cursorS);
        for (const keyframe::Marker& marker : motion().markers) {
            offer(marker.timeS);
        }
        if (motion().loop) {
            offer(motion().loop->beginS);
            offer(motion().loop->endS);
        }
        if (best) {
            return *best;
        }
    }
    return snapStepS > 0.0 ? std::max(0.0, std::round(timeS / snapStepS) * snapStepS)
                           : std::max(0.0, timeS);
}

void TimelineState::setRange(std::optional<std::pair<double, double>> range) {
    if (range && range->first > range->second) {
        std::swap(range->first, range->second);
    }
    if (range != m_range) {
        m_range = range;
        Q_EMIT changed();
    }
}

int TimelineState::gutterPx(int widgetWidth) {
    constexpr int kNarrow = 700;
    constexpr int kWide = 1100;
    return widgetWidth < kNarrow ? 128 : widgetWidth < kWide ? 160 : 190;
}

TimeAxis TimelineState::axis(int widgetWidth) const {
    const double left = gutterPx(widgetWidth) + kLeadPx;
    return {.beginS = m_beginS,
            .endS = m_endS,
            .leftPx = left,
            .widthPx = std::max(10.0, widgetWidth - left - kLeadPx)};
}

void TimelineState::showRange(double beginS, double endS) {
    // Room to work in behind the end, but not to get lost there.
    const double lastS = std::max(2.0, motion().endS() * 2.0);
    const double lengthS = std::clamp(endS - beginS, kMinShownS, lastS * 1.05);
    const double lowS = -0.05 * lengthS;
    m_beginS = std::clamp(beginS, lowS, std::max(lowS, lastS - 0.5 * lengthS));
    m_endS = m_beginS + lengthS;
    Q_EMIT axisChanged();
    Q_EMIT changed();
}

void TimelineState::showAll() {
    // An empty motion wants room for the first keyframes.
    const double endS = motion().endS() > 0.0 ? std::max(0.4, motion().endS()) : 2.0;
    showRange(-0.01 * endS, endS * 1.06);
}

void TimelineState::showSelection() {
    const auto shown = selectedRange();
    if (!shown) {
        showAll();
        return;
    }
    const double roomS = std::max(0.1, 0.1 * (shown->second - shown->first));
    showRange(shown->first - roomS, shown->second + roomS);
}

void TimelineState::zoom(double factor, double aboutS) {
    // Clamped here, so that the time at the mouse stays at the closest and farthest zoom too.
    const double lengthS = m_endS - m_beginS;
    const double lastS = std::max(2.0, motion().endS() * 2.0) * 1.05;
    const double by = std::clamp(lengthS * factor, kMinShownS, lastS) / lengthS;
    showRange(aboutS - (aboutS - m_beginS) * by, aboutS + (m_endS - aboutS) * by);
}

void TimelineState::reportFinding(const keyframe::Finding& finding) {
    if (finding.timeS) {
        moveCursor(*finding.timeS);
    }
    Q_EMIT findingActivated(finding);
}

} // namespace sideline::widgets
