#include "widgets/motion/timeline_state.h"

#include <algorithm>
#include <cmath>

#include "agentcore/game/constants.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using keyframe::KeyRef;
using keyframe::KeySelection;
using keyframe::kSameTimeS;

constexpr double kMinShownS = 0.1;
constexpr double kLeadPx = 10.0; // room before the first and after the last time
constexpr double kFrameS = game::kStepS;

} // namespace

QString keysText(std::size_t count) {
    return TimelineState::tr("%n keys", nullptr, static_cast<int>(count));
}

QString curveText(keyframe::Curve curve) {
    switch (curve) {
    case keyframe::Curve::Hold:
        return TimelineState::tr("Hold");
    case keyframe::Curve::Linear:
        return TimelineState::tr("Linear");
    case keyframe::Curve::Smooth:
        return TimelineState::tr("Smooth");
    case keyframe::Curve::Sine:
        return TimelineState::tr("Sine");
    case keyframe::Curve::Cubic:
        return TimelineState::tr("Cubic with handles");
    }
    return {};
}

QString waitText(keyframe::WaitKind kind) {
    switch (kind) {
    case keyframe::WaitKind::LeftFootContact:
        return TimelineState::tr("Wait for the left foot to touch");
    case keyframe::WaitKind::RightFootContact:
        return TimelineState::tr("Wait for the right foot to touch");
    case keyframe::WaitKind::BothFeetContact:
        return TimelineState::tr("Wait for both feet to touch");
    case keyframe::WaitKind::Still:
        return TimelineState::tr("Wait until the robot is still");
    }
    return {};
}

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
        m_range.reset(); // the marked range belonged to another motion
    }
    if (hasOtherRobot || rows().empty()) {
        m_rows.setRobot(m_view.model);
        Q_EMIT rowsChanged();
    }
    if (hasOtherRobot || hasOtherMotion) {
        if (m_rows.setMotion(motion())) {
            Q_EMIT rowsChanged();
        }
        m_rows.setSelection(m_selection);
    }
    if (isFirst) {
        showAll();
    }
    Q_EMIT changed();
}

void TimelineState::setExpanded(std::size_t group, bool isExpanded) {
    if (m_rows.setExpanded(group, isExpanded)) {
        Q_EMIT rowsChanged();
        Q_EMIT changed();
    }
}

void TimelineState::setAllExpanded(bool isExpanded) {
    for (std::size_t group = 0; group < groups().size(); ++group) {
        m_rows.setExpanded(group, isExpanded);
    }
    Q_EMIT rowsChanged();
    Q_EMIT changed();
}

void TimelineState::setSelection(const KeySelection& selection) {
    if (selection != m_selection) {
        m_selection = selection;
        m_rows.setSelection(m_selection);
        Q_EMIT changed();
    }
}

KeySelection TimelineState::unlocked(const KeySelection& keys) const {
    KeySelection free = keys;
    std::erase_if(free, [this](const KeyRef& key) { return motion().locked.contains(key.joint); });
    return free;
}

void TimelineState::select(const KeySelection& requested, Select how) {
    const KeySelection keys = unlocked(requested);
    KeySelection next = how == Select::Replace ? keys : m_selection;
    if (how != Select::Replace) {
        // A click on keys that are all selected deselects them.
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
    for (std::size_t i = 0; i < rows().size(); ++i) {
        if (m_chosen.contains(rows()[i].joint) ||
            std::ranges::any_of(rows()[i].keys, &KeyMark::isSelected)) {
            shown.push_back(i);
        }
    }
    for (std::size_t i = 0; shown.empty() && i < rows().size(); ++i) {
        if (!rows()[i].keys.empty()) {
            for (; i < rows().size(); ++i) {
                if (!rows()[i].keys.empty()) {
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
        const auto next = firstFrom(keyframes(), m_cursorS + kSameTimeS);
        if (next != keyframes().end()) {
            moveCursor(next->timeS);
        }
    } else {
        const auto next = firstFrom(keyframes(), m_cursorS - kSameTimeS);
        if (next != keyframes().begin()) {
            moveCursor(std::prev(next)->timeS);
        }
    }
}

void TimelineState::stepCursor(int steps) {
    moveCursor((std::round(m_cursorS / kFrameS) + steps) * kFrameS);
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
    return std::max(0.0, std::round(timeS / kFrameS) * kFrameS);
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
    // Leaves limited room after the end.
    const double lastS = std::max(2.0, motion().endS() * 2.0);
    const double lengthS = std::clamp(endS - beginS, kMinShownS, lastS * 1.05);
    const double lowS = -0.05 * lengthS;
    m_beginS = std::clamp(beginS, lowS, std::max(lowS, lastS - 0.5 * lengthS));
    m_endS = m_beginS + lengthS;
    Q_EMIT axisChanged();
    Q_EMIT changed();
}

void TimelineState::showAll() {
    // An empty motion needs room for the first keyframes.
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
    // Clamped here, so that the time under the mouse also stays fixed at the zoom limits.
    const double lengthS = m_endS - m_beginS;
    const double lastS = std::max(2.0, motion().endS() * 2.0) * 1.05;
    const double by = std::clamp(lengthS * factor, kMinShownS, lastS) / lengthS;
    showRange(aboutS - (aboutS - m_beginS) * by, aboutS + (m_endS - aboutS) * by);
}

void TimelineState::apply(keyframe::Edited edited, const QString& text, int gesture) {
    if (!hasMotion()) {
        return;
    }
    const KeySelection selected = edited.selection;
    Q_EMIT this->edited({.motion = std::move(edited.motion),
                         .selection = std::move(edited.selection),
                         .text = text,
                         .gesture = gesture});
    if (m_selection != selected) {
        setSelection(selected);
        Q_EMIT selectionChanged(m_selection);
    }
}

void TimelineState::reportFinding(const keyframe::Finding& finding) {
    if (finding.timeS) {
        moveCursor(*finding.timeS);
    }
    Q_EMIT findingActivated(finding);
}

} // namespace sideline::widgets
