#include "widgets/motion/motion_ruler.h"

#include <algorithm>
#include <cmath>

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include "widgets/common/text_format.h"
#include "widgets/motion/branch_menu.h"

namespace sideline::widgets {

namespace {

constexpr double kReachPx = 6.0;
constexpr double kRulerMagnetPx = 7.0;
constexpr double kMinLoopS = 0.02;

} // namespace

MotionRuler::MotionRuler(TimelineState& state, QWidget* parent) : QWidget(parent), m_state(state) {
    setObjectName(QStringLiteral("motionRuler"));
    setAccessibleName(tr("Time of the motion"));
    setFixedHeight(kHeight);
    followState(*this, m_state);
    // Labels shift to make room for the playhead, so repainting only a strip around it is not
    // sufficient.
    connect(&m_state, &TimelineState::cursorChanged, this, qOverload<>(&QWidget::update));
}

std::optional<std::size_t> MotionRuler::markerAt(const QPointF& pos) const {
    const auto& markers = m_state.motion().markers;
    std::optional<std::size_t> best;
    double bestPx = 1e9;
    for (std::size_t i = 0; i < markers.size(); ++i) {
        const double awayPx = std::abs(axis().xOf(markers[i].timeS) - pos.x());
        if (markerBox(markers[i], axis(), QFontMetricsF(smallFont(font()))).contains(pos) &&
            awayPx < bestPx) {
            best = i;
            bestPx = awayPx;
        }
    }
    return best;
}

MotionRuler::Part MotionRuler::partAt(const QPointF& pos) const {
    if (!m_state.hasMotion() || pos.x() < TimelineState::gutterPx(width())) {
        return Part::None;
    }
    const auto isNear = [&](double timeS) {
        return std::abs(axis().xOf(timeS) - pos.x()) <= kReachPx;
    };
    if (m_state.range() && pos.y() < RulerPainter::kTicksHeight &&
        isNear(m_state.range()->second)) {
        return Part::Stretch;
    }
    if (markerAt(pos)) {
        return Part::Marker;
    }
    const auto& loop = m_state.motion().loop;
    if (pos.y() >= RulerPainter::kMarkersTop && isNear(m_state.motion().endS()) && !loop) {
        return Part::End;
    }
    if (pos.y() >= RulerPainter::kLoopTop && loop) {
        if (isNear(loop->endS)) {
            return Part::LoopEnd;
        }
        if (isNear(loop->beginS)) {
            return Part::LoopBegin;
        }
        const double timeS = axis().timeAt(pos.x());
        if (timeS > loop->beginS && timeS < loop->endS) {
            return Part::Loop;
        }
    }
    if (pos.y() >= RulerPainter::kMarkersTop && pos.y() < RulerPainter::kLoopTop &&
        isNear(m_state.motion().endS())) {
        return Part::End;
    }
    return Part::Playhead;
}

double MotionRuler::snapped(double timeS, Qt::KeyboardModifiers modifiers) const {
    if ((modifiers & Qt::ControlModifier) != 0) {
        return std::max(0.0, timeS);
    }
    return m_state.snapped(timeS, (modifiers & Qt::ShiftModifier) == 0,
                           kRulerMagnetPx * axis().secondsPerPx());
}

// The playhead also snaps to keyframes, because poses are edited there.
double MotionRuler::cursorAt(double x, Qt::KeyboardModifiers modifiers) const {
    const double timeS = axis().timeAt(x);
    if ((modifiers & Qt::ControlModifier) != 0) {
        return std::max(0.0, timeS);
    }
    constexpr double kKeyframePx = 4.0;
    const auto* keyframe =
        nearestMark(m_state.keyframes(), timeS, kKeyframePx * axis().secondsPerPx());
    return keyframe != nullptr ? keyframe->timeS : m_state.snapped(timeS, false, 0.0);
}

void MotionRuler::mousePressEvent(QMouseEvent* event) {
    const QPointF pos = event->position();
    if (event->button() == Qt::MiddleButton) {
        m_panX = pos.x();
        return;
    }
    if (event->button() != Qt::LeftButton) {
        return;
    }
    m_drag = {};
    m_drag.what = partAt(pos);
    m_drag.motion = m_state.view().motion;
    m_drag.fromS = axis().timeAt(pos.x());
    m_drag.number = newGesture();
    const bool isShift = (event->modifiers() & Qt::ShiftModifier) != 0;
    switch (m_drag.what) {
    case Part::None:
        return;
    case Part::Marker:
        m_drag.thingS = m_state.motion().markers[*markerAt(pos)].timeS;
        break;
    case Part::LoopBegin:
    case Part::LoopEnd:
    case Part::Loop:
        m_drag.rangeS = {m_state.motion().loop->beginS, m_state.motion().loop->endS};
        break;
    case Part::End:
        m_drag.thingS = m_state.motion().endS();
        break;
    case Part::Stretch:
        m_drag.rangeS = *m_state.range();
        break;
    case Part::Playhead:
    case Part::NewRange:
        if (isShift) {
            m_drag.what = Part::NewRange;
            m_drag.fromS = snapped(m_drag.fromS, Qt::ShiftModifier);
            m_state.setRange(std::nullopt);
        } else {
            m_state.setRange(std::nullopt);
            m_state.moveCursor(cursorAt(pos.x(), event->modifiers()));
        }
        break;
    }
}

void MotionRuler::mouseMoveEvent(QMouseEvent* event) {
    const QPointF pos = event->position();
    if (m_panX) {
        m_state.pan((*m_panX - pos.x()) * axis().secondsPerPx());
        m_panX = pos.x();
        return;
    }
    if (m_drag.what == Part::Playhead) {
        m_state.moveCursor(cursorAt(pos.x(), event->modifiers()));
    } else if (m_drag.what != Part::None) {
        drag(axis().timeAt(pos.x()), event->modifiers());
    } else {
        const Part part = partAt(pos);
        setCursor(part == Part::None || part == Part::Playhead ? Qt::ArrowCursor
                  : part == Part::Loop                         ? Qt::SizeAllCursor
                                                               : Qt::SizeHorCursor);
    }
}

void MotionRuler::ask(keyframe::Motion motion, const QString& text) {
    m_drag.hasEdited = true;
    m_drag.stepText = text;
    m_state.apply({std::move(motion), m_state.selection()}, text, m_drag.number);
}

void MotionRuler::drag(double timeS, Qt::KeyboardModifiers modifiers) {
    const keyframe::Motion& before = *m_drag.motion;
    const double byS = timeS - m_drag.fromS;
    switch (m_drag.what) {
    case Part::Marker: {
        const auto named =
            std::ranges::find(before.markers, m_drag.thingS, &keyframe::Marker::timeS);
        if (named != before.markers.end()) {
            const double toS = m_state.snapped(m_drag.thingS + byS, false, 0.0);
            keyframe::Motion next = keyframe::removeMarker(before, m_drag.thingS).motion;
            next = keyframe::setMarker(next, toS, named->name).motion;
            ask(std::move(next), tr("Move marker"));
        }
        break;
    }
    case Part::LoopBegin:
    case Part::LoopEnd:
    case Part::Loop:
        dragLoop(byS, modifiers);
        break;
    case Part::End: {
        keyframe::Motion next = before;
        next.lengthS = std::max(snapped(m_drag.thingS + byS, modifiers),
                                before.keyframes.empty() ? 0.0 : before.keyframes.back()->timeS);
        ask(std::move(next), tr("Change length"));
        break;
    }
    case Part::NewRange:
        m_state.setRange(std::pair(m_drag.fromS, snapped(timeS, modifiers & ~Qt::ShiftModifier)));
        break;
    case Part::Stretch: {
        const auto [beginS, endS] = m_drag.rangeS;
        const double toS = std::max(snapped(endS + byS, modifiers), beginS + kMinLoopS);
        if (endS > beginS) {
            m_drag.hasEdited = true;
            m_drag.stepText = tr("Stretch range");
            keyframe::Edited edited =
                keyframe::stretchRange(before, beginS, endS, (toS - beginS) / (endS - beginS));
            m_state.apply(std::move(edited), m_drag.stepText, m_drag.number);
            m_state.setRange(std::pair(beginS, toS));
        }
        break;
    }
    case Part::None:
    case Part::Playhead:
        break;
    }
}

void MotionRuler::dragLoop(double byS, Qt::KeyboardModifiers modifiers) {
    keyframe::Motion next = *m_drag.motion;
    if (!next.loop) {
        return;
    }
    const auto [beginS, endS] = m_drag.rangeS;
    // The loop's new ends must not snap to the old ones.
    const Qt::KeyboardModifiers without = modifiers | Qt::ShiftModifier;
    if (m_drag.what == Part::LoopBegin) {
        next.loop->beginS = std::min(snapped(beginS + byS, without), endS - kMinLoopS);
    } else if (m_drag.what == Part::LoopEnd) {
        next.loop->endS = std::max(snapped(endS + byS, without), beginS + kMinLoopS);
    } else {
        next.loop->beginS = snapped(beginS + byS, without);
        next.loop->endS = next.loop->beginS + (endS - beginS);
    }
    ask(std::move(next), tr("Change loop"));
}

void MotionRuler::cancelDrag() {
    const Drag drag = std::move(m_drag);
    m_drag = {};
    if (drag.what == Part::NewRange) {
        m_state.setRange(std::nullopt);
    }
    if (drag.what == Part::Stretch) {
        m_state.setRange(drag.rangeS);
    }
    if (drag.hasEdited) {
        m_state.apply({*drag.motion, m_state.selection()}, drag.stepText, drag.number);
    }
}

void MotionRuler::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::MiddleButton) {
        m_panX.reset();
    } else if (event->button() == Qt::LeftButton) {
        if (m_drag.what == Part::NewRange && m_state.range() &&
            m_state.range()->first == m_state.range()->second) {
            m_state.setRange(std::nullopt);
        }
        m_drag = {};
    }
}

void MotionRuler::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto marker = markerAt(event->position());
    if (event->button() == Qt::LeftButton && marker) {
        m_drag = {};
        const keyframe::Marker& at = m_state.motion().markers[*marker];
        Q_EMIT markerNameRequested(
            at.timeS, QRect(static_cast<int>(axis().xOf(at.timeS) + kMarkerFlagPx / 2.0),
                            RulerPainter::kMarkersTop - 4, 130, RulerPainter::kMarkersHeight + 8));
    }
}

void MotionRuler::wheelEvent(QWheelEvent* event) {
    const QPoint delta = event->angleDelta();
    const bool isSideways = std::abs(delta.x()) > std::abs(delta.y());
    const double notches = (isSideways ? delta.x() : delta.y()) / 120.0;
    if (isSideways || (event->modifiers() & Qt::ShiftModifier) != 0) {
        m_state.pan(-notches * 0.1 * (m_state.endS() - m_state.beginS()));
    } else {
        m_state.zoom(std::pow(0.8, notches), axis().timeAt(event->position().x()));
    }
    event->accept();
}

void MotionRuler::contextMenuEvent(QContextMenuEvent* event) {
    event->accept();
    if (!m_state.hasMotion() || event->pos().x() < TimelineState::gutterPx(width())) {
        return;
    }
    const auto marker = markerAt(event->pos());
    Q_EMIT menuRequested(event->globalPos(),
                         marker ? m_state.motion().markers[*marker].timeS
                                : m_state.snapped(axis().timeAt(event->pos().x()), false, 0.0));
}

// The branches at this point, one line each.
QString MotionRuler::branchTipAt(const QPointF& pos) const {
    QStringList lines;
    if (m_state.hasMotion() && pos.y() >= RulerPainter::kTicksHeight - 10.0 &&
        pos.y() < RulerPainter::kTicksHeight) {
        const double reachS = axis().timeAt(pos.x() + kReachPx) - axis().timeAt(pos.x());
        const double timeS = axis().timeAt(pos.x());
        for (const std::size_t each : branchesNear(m_state.motion(), timeS, reachS)) {
            lines << branchWords(m_state.motion().branches[each]);
        }
    }
    return lines.join(QLatin1Char('\n'));
}

QString MotionRuler::tipAt(const QPointF& pos) const {
    if (const QString branches = branchTipAt(pos); !branches.isEmpty()) {
        return branches;
    }
    switch (partAt(pos)) {
    case Part::None:
        return {};
    case Part::Marker: {
        const keyframe::Marker& marker = m_state.motion().markers[*markerAt(pos)];
        return tr("Marker '%1' at %2. Drag to move, double-click to rename.")
            .arg(toQt(marker.name), secondsText(marker.timeS));
    }
    case Part::LoopBegin:
    case Part::LoopEnd:
    case Part::Loop: {
        const keyframe::LoopRange& loop = *m_state.motion().loop;
        return tr("Loop from %1 to %2, %3")
            .arg(secondsText(loop.beginS), secondsText(loop.endS),
                 loop.count == 0 ? tr("forever")
                                 : tr("%n times in total", nullptr, static_cast<int>(loop.count)));
    }
    case Part::End:
        return tr("End of the motion at %1; drag to hold the last pose longer.")
            .arg(secondsText(m_state.motion().endS()));
    case Part::Stretch:
        return tr("Drag to stretch the selected range of %1.")
            .arg(secondsText(m_state.range()->second - m_state.range()->first));
    case Part::Playhead:
    case Part::NewRange:
        return tr("%1. Click or drag to move the playhead; Shift + drag selects a range.")
            .arg(secondsText(cursorAt(pos.x(), Qt::NoModifier)));
    }
    return {};
}

bool MotionRuler::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showTip(*this, *help, isInDrag() ? QString() : tipAt(help->pos()));
        return true;
    }
    return QWidget::event(event);
}

void MotionRuler::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const TimelineColors colors(palette());
    const int gutter = TimelineState::gutterPx(width());
    painter.fillRect(rect(), colors.gutter);
    const QRectF box(gutter, 0.0, width() - gutter, height());
    painter.fillRect(box, colors.base);
    painter.setFont(smallFont(font()));
    painter.setClipRect(box);
    RulerPainter(painter, m_state, axis(), width(), colors).paint();
    painter.setClipping(false);
    painter.fillRect(QRect(gutter - 1, 0, 1, height()), colors.strongGrid);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors.strongGrid);
}

} // namespace sideline::widgets
