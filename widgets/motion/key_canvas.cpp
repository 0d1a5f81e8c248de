#include "widgets/motion/key_canvas.h"

#include <algorithm>
#include <cmath>

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QWheelEvent>

namespace sideline::widgets {

namespace {

constexpr double kDragPx = 4.0; // less is a click with a shaky hand
constexpr double kMagnetPx = 7.0;
constexpr double kAngleStepDeg = 0.1;
constexpr double kNotch = 120.0;
constexpr double kZoomPerNotch = 0.8;

double meanAngleDeg(const TimelineState& state) {
    double sum = 0.0;
    int count = 0;
    for (const JointRow& row : state.rows()) {
        for (const KeyMark& key : row.keys) {
            if (key.isSelected && std::isfinite(key.angleDeg)) {
                sum += key.angleDeg;
                ++count;
            }
        }
    }
    return count > 0 ? sum / count : 0.0;
}

QString signedText(double value, int decimals, const QString& unit) {
    return (value < 0.0 ? QStringLiteral("\u2212") : QStringLiteral("+")) +
           QString::number(std::abs(value), 'f', decimals) + QLatin1Char(' ') + unit;
}

} // namespace

KeyCanvas::KeyCanvas(TimelineState& state, QWidget* parent) : QWidget(parent), m_state(state) {
    followState(*this, m_state);
}

QRectF KeyCanvas::plot() const {
    return {double(gutter()), 0.0, double(width() - gutter()), double(height())};
}

void KeyCanvas::setScroll(int y) {
    const int next = std::clamp(y, 0, std::max(0, contentHeight() + fixedHeight() - height()));
    if (next != m_scroll) {
        m_scroll = next;
        update();
    }
}

void KeyCanvas::grabSelection() {
    if (!m_state.selection().empty()) {
        begin(Gesture::Kind::Move, true, m_mouse, m_state.selection().begin()->timeS);
    }
}

void KeyCanvas::extendSelection() {
    if (!m_state.hasMotion() || m_gesture) {
        return;
    }
    const double cursorS = m_state.cursorS();
    const bool isAfter = !m_hasMouse || axis().timeAt(m_mouse.x()) >= cursorS;
    keyframe::KeySelection side;
    for (const keyframe::KeyRef& key :
         m_state.selection().empty() ? keyframe::allKeys(m_state.motion()) : m_state.selection()) {
        if (isAfter ? key.timeS >= cursorS - keyframe::kSameTimeS
                    : key.timeS <= cursorS + keyframe::kSameTimeS) {
            side.insert(key);
        }
    }
    m_state.select(side);
    grabSelection();
}

void KeyCanvas::duplicateSelection() {
    if (!m_state.selection().empty()) {
        begin(Gesture::Kind::Duplicate, true, m_mouse, m_state.selection().begin()->timeS);
    }
}

void KeyCanvas::scaleSelection() {
    const auto range = m_state.selectedRange();
    if (range) {
        const double pivotS = m_state.cursorS();
        const bool isLastFar = std::abs(range->second - pivotS) >= std::abs(range->first - pivotS);
        begin(Gesture::Kind::Scale, true, m_mouse, isLastFar ? range->second : range->first);
    }
}

void KeyCanvas::begin(Gesture::Kind kind, bool isModal, const QPointF& from, double anchorS) {
    if (!m_state.hasMotion() || m_gesture) {
        return;
    }
    Gesture gesture;
    gesture.kind = kind;
    gesture.isModal = isModal;
    gesture.motion = m_state.view().motion;
    gesture.selection = m_state.selection();
    gesture.isPlaced = !isModal || m_hasMouse;
    gesture.from = from;
    gesture.fromS = axis().timeAt(from.x());
    gesture.fromDeg = degAt(from.y());
    gesture.anchorS = anchorS;
    gesture.pivotS = m_state.cursorS();
    gesture.pivotDeg = hasValues() ? meanAngleDeg(m_state) : 0.0;
    gesture.number = newGesture();
    gesture.lastA = kind == Gesture::Kind::Scale ? 1.0 : 0.0;
    gesture.lastB = gesture.lastA;
    m_gesture = std::move(gesture);
    setCursor(kind == Gesture::Kind::Scale ? Qt::SizeHorCursor : Qt::SizeAllCursor);
    update();
}

void KeyCanvas::updateGesture(const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    if (m_gesture->kind == Gesture::Kind::Scale) {
        scaleKeys(*m_gesture, pos, modifiers);
    } else {
        moveKeys(*m_gesture, pos, modifiers);
    }
    update();
}

void KeyCanvas::moveKeys(Gesture& gesture, const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    Lock lock = hasValues() ? gesture.lock : Lock::Time;
    if (hasValues() && lock == Lock::None && (modifiers & Qt::ShiftModifier) != 0) {
        const QPointF way = pos - gesture.from;
        lock = std::abs(way.x()) >= std::abs(way.y()) ? Lock::Time : Lock::Value;
    }
    const bool isFree = (modifiers & Qt::ControlModifier) != 0;
    double byS = lock == Lock::Value ? 0.0 : axis().timeAt(pos.x()) - gesture.fromS;
    double byDeg = lock == Lock::Time ? 0.0 : degAt(pos.y()) - gesture.fromDeg;
    bool isTyped = false;
    const double typed = gesture.typed.toDouble(&isTyped);
    if (isTyped) {
        byS = lock == Lock::Value ? 0.0 : typed;
        byDeg = lock == Lock::Value ? typed : 0.0;
    } else if (!isFree) {
        if (byS != 0.0) {
            const bool hasMagnets = hasValues() || (modifiers & Qt::ShiftModifier) == 0;
            byS = m_state.snapped(gesture.anchorS + byS, hasMagnets,
                                  kMagnetPx * axis().secondsPerPx(), gesture.anchorS) -
                  gesture.anchorS;
        }
        byDeg = std::round(byDeg / kAngleStepDeg) * kAngleStepDeg;
    }
    byS = std::max(byS, -gesture.selection.begin()->timeS);
    const bool isCopy = gesture.kind == Gesture::Kind::Duplicate;
    gesture.text =
        (isCopy ? tr("Duplicate %1 by %2") : tr("Move %1 by %2"))
            .arg(keysText(gesture.selection.size()), signedText(byS, 3, QStringLiteral("s")));
    if (lock != Lock::Time) {
        gesture.text += QStringLiteral(", ") + signedText(byDeg, 1, QStringLiteral("\u00b0"));
    }
    if (byS == gesture.lastA && byDeg == gesture.lastB) {
        return;
    }
    gesture.lastA = byS;
    gesture.lastB = byDeg;
    const QString keys = keysText(gesture.selection.size());
    if (isCopy) {
        keyframe::Edited copied =
            byS != 0.0 ? keyframe::duplicateKeys(*gesture.motion, gesture.selection, byS)
                       : keyframe::Edited{*gesture.motion, gesture.selection};
        if (byDeg != 0.0 && byS != 0.0) {
            copied = keyframe::moveKeys(copied.motion, copied.selection, 0.0, byDeg);
        }
        ask(gesture, std::move(copied), tr("Duplicate %1").arg(keys));
    } else {
        ask(gesture, keyframe::moveKeys(*gesture.motion, gesture.selection, byS, byDeg),
            tr("Move %1").arg(keys));
    }
}

// The factor is that of the mouse's distance from the playhead; near to it, a way of 100 pixels
// doubles.
void KeyCanvas::scaleKeys(Gesture& gesture, const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    constexpr double kNearPx = 20.0;
    constexpr double kLeastFactor = 0.01;
    const bool isValue = hasValues() && gesture.lock == Lock::Value;
    const double pivotPx = axis().xOf(gesture.pivotS);
    const double reachPx = gesture.from.x() - pivotPx;
    double factor = isValue                       ? 1.0 + (gesture.from.y() - pos.y()) / 100.0
                    : std::abs(reachPx) < kNearPx ? 1.0 + (pos.x() - gesture.from.x()) / 100.0
                                                  : (pos.x() - pivotPx) / reachPx;
    bool isTyped = false;
    const double typed = gesture.typed.toDouble(&isTyped);
    const double farS = gesture.anchorS - gesture.pivotS;
    if (isTyped) {
        factor = typed;
    } else if ((modifiers & Qt::ControlModifier) == 0 && !isValue && farS != 0.0 && factor > 0.0) {
        const double toS = m_state.snapped(gesture.pivotS + farS * factor, false, 0.0);
        factor = (toS - gesture.pivotS) / farS;
    }
    factor = isValue ? factor : std::max(factor, kLeastFactor);
    gesture.text = tr("Scale %1 to %2 %")
                       .arg(keysText(gesture.selection.size()))
                       .arg(factor * 100.0, 0, 'f', 1);
    if (factor == gesture.lastA) {
        return;
    }
    gesture.lastA = factor;
    ask(gesture,
        isValue ? keyframe::scaleKeys(*gesture.motion, gesture.selection, gesture.pivotS, 1.0,
                                      gesture.pivotDeg, factor)
                : keyframe::scaleKeys(*gesture.motion, gesture.selection, gesture.pivotS, factor),
        tr("Scale %1").arg(keysText(gesture.selection.size())));
}

void KeyCanvas::ask(Gesture& gesture, keyframe::Edited edited, const QString& text) {
    gesture.hasEdited = true;
    gesture.stepText = text;
    m_state.apply(std::move(edited), text, gesture.number);
}

void KeyCanvas::finish() {
    m_gesture.reset();
    unsetCursor();
    update();
}

void KeyCanvas::cancelGesture() {
    if (m_isOther) {
        m_isOther = false;
        endOther(true);
    }
    m_boxFrom.reset();
    m_press.reset();
    if (m_gesture) {
        const Gesture gesture = std::move(*m_gesture);
        finish();
        if (gesture.hasEdited) {
            m_state.apply({*gesture.motion, gesture.selection}, gesture.stepText, gesture.number);
        }
    }
    update();
}

bool KeyCanvas::takeKey(int key, const QString& text) {
    if (key == Qt::Key_Escape && (m_gesture || m_isOther || m_boxFrom)) {
        cancelGesture();
        return true;
    }
    if (!m_gesture) {
        return false;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        finish();
        return true;
    }
    if (key == Qt::Key_X || key == Qt::Key_Y) {
        const Lock lock = key == Qt::Key_X ? Lock::Time : Lock::Value;
        m_gesture->lock = m_gesture->lock == lock ? Lock::None : lock;
    } else if (key == Qt::Key_Backspace) {
        m_gesture->typed.chop(1);
    } else if (key == Qt::Key_Minus) {
        m_gesture->typed = m_gesture->typed.startsWith(QLatin1Char('-'))
                               ? m_gesture->typed.mid(1)
                               : QLatin1Char('-') + m_gesture->typed;
    } else if (text.size() == 1 && (text[0].isDigit() || text[0] == QLatin1Char('.'))) {
        m_gesture->typed += text;
    } else {
        return true; // nothing else may happen now
    }
    updateGesture(m_mouse, Qt::NoModifier);
    return true;
}

void KeyCanvas::mousePressEvent(QMouseEvent* event) {
    const QPointF pos = event->position();
    m_mouse = pos;
    m_hasMouse = true;
    if (m_gesture && m_gesture->isModal) {
        if (event->button() == Qt::LeftButton) {
            updateGesture(pos, event->modifiers());
            finish();
        } else if (event->button() == Qt::RightButton) {
            cancelGesture();
        }
        return;
    }
    if (event->button() == Qt::MiddleButton) {
        m_panFrom = pos;
        setCursor(Qt::ClosedHandCursor);
        return;
    }
    if (event->button() != Qt::LeftButton || !m_state.hasMotion()) {
        return;
    }
    if (pos.x() < gutter()) {
        pressInGutter(pos, event->modifiers());
        return;
    }
    const bool isAdded = (event->modifiers() & Qt::ShiftModifier) != 0;
    if (!isAdded && beginOther(pos)) {
        m_isOther = true;
        return;
    }
    const keyframe::KeySelection keys = keysAt(pos);
    if (keys.empty()) {
        m_boxFrom = pos;
        m_box = QRectF(pos, pos);
        return;
    }
    const bool isSelected = std::ranges::all_of(
        keys, [&](const keyframe::KeyRef& key) { return m_state.selection().contains(key); });
    if (isAdded) {
        m_state.select(keys, TimelineState::Select::Toggle);
    } else if (!isSelected) {
        m_state.select(keys);
    }
    m_press = pos;
    m_pressedKeys = isSelected && !isAdded ? keys : keyframe::KeySelection();
}

void KeyCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF pos = event->position();
    const QPointF before = m_mouse;
    m_mouse = pos;
    m_hasMouse = true;
    if (m_gesture && !m_gesture->isPlaced) {
        m_gesture->isPlaced = true;
        m_gesture->from = pos;
        m_gesture->fromS = axis().timeAt(pos.x());
        m_gesture->fromDeg = degAt(pos.y());
    }
    if (m_panFrom) {
        m_state.pan((before.x() - pos.x()) * axis().secondsPerPx());
        panVertically(before.y() - pos.y());
        return;
    }
    if (m_gesture) {
        updateGesture(pos, event->modifiers());
    } else if (m_isOther) {
        moveOther(pos, event->modifiers());
    } else if (m_boxFrom) {
        m_box = QRectF(*m_boxFrom, pos).normalized();
        update();
    } else if (m_press && (pos - *m_press).manhattanLength() >= kDragPx &&
               !m_state.selection().empty()) {
        const keyframe::KeySelection keys = keysAt(*m_press);
        const double anchorS =
            keys.empty() ? m_state.selection().begin()->timeS : keys.begin()->timeS;
        begin(Gesture::Kind::Move, false, *m_press, anchorS);
        m_press.reset();
        if (m_gesture) {
            updateGesture(pos, event->modifiers());
        }
    } else if (event->buttons() == Qt::NoButton) {
        const bool isOverKey = pos.x() >= gutter() && !keysAt(pos).empty();
        setCursor(isOverKey ? Qt::PointingHandCursor : Qt::ArrowCursor);
    }
}

void KeyCanvas::leaveEvent(QEvent* event) {
    m_hasMouse = false;
    QWidget::leaveEvent(event);
}

void KeyCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::MiddleButton) {
        m_panFrom.reset();
        unsetCursor();
    }
    if (event->button() == Qt::LeftButton) {
        endPress(event->position(), event->modifiers());
    }
}

void KeyCanvas::endPress(const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    if (m_gesture) {
        if (!m_gesture->isModal) {
            finish();
        }
    } else if (m_isOther) {
        m_isOther = false;
        endOther(false);
    } else if (m_boxFrom) {
        const QRectF box = QRectF(*m_boxFrom, pos).normalized();
        m_boxFrom.reset();
        const bool isAdded = (modifiers & Qt::ShiftModifier) != 0;
        if (box.width() + box.height() < kDragPx) {
            if (!isAdded) {
                m_state.select({});
            }
        } else {
            m_state.select(keysIn(box),
                           isAdded ? TimelineState::Select::Add : TimelineState::Select::Replace);
        }
        update();
    } else if (m_press && !m_pressedKeys.empty()) {
        m_state.select(m_pressedKeys); // a click on one of many selected keys leaves only it
    }
    m_press.reset();
    m_pressedKeys.clear();
}

void KeyCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_state.hasMotion() && !m_gesture) {
        m_press.reset();
        m_boxFrom.reset();
        doubleClickAt(event->position());
    }
}

void KeyCanvas::wheelWithControl(const QPointF& /*pos*/, double notches) {
    constexpr double kRowsPx = 40.0;
    Q_EMIT scrollRequested(static_cast<int>(std::lround(-notches * kRowsPx)));
}

void KeyCanvas::panVertically(double byPx) {
    Q_EMIT scrollRequested(static_cast<int>(std::lround(byPx)));
}

void KeyCanvas::wheelEvent(QWheelEvent* event) {
    const QPointF pos = event->position();
    const QPoint delta = event->angleDelta();
    const bool isSideways = std::abs(delta.x()) > std::abs(delta.y());
    const double notches = (isSideways ? delta.x() : delta.y()) / kNotch;
    const double lengthS = m_state.endS() - m_state.beginS();
    event->accept();
    if (pos.x() < gutter()) {
        KeyCanvas::wheelWithControl(pos, notches);
    } else if ((event->modifiers() & Qt::ControlModifier) != 0) {
        wheelWithControl(pos, notches);
    } else if (isSideways || (event->modifiers() & Qt::ShiftModifier) != 0) {
        m_state.pan(-notches * 0.1 * lengthS);
    } else {
        m_state.zoom(std::pow(kZoomPerNotch, notches), axis().timeAt(pos.x()));
    }
    if (m_gesture) {
        updateGesture(pos, event->modifiers());
    }
}

void KeyCanvas::contextMenuEvent(QContextMenuEvent* event) {
    event->accept();
    if (m_gesture || !m_state.hasMotion()) {
        return;
    }
    const QPointF pos = event->pos();
    const keyframe::KeySelection keys = pos.x() < gutter() ? keyframe::KeySelection() : keysAt(pos);
    if (!keys.empty() && std::ranges::none_of(keys, [&](const keyframe::KeyRef& key) {
            return m_state.selection().contains(key);
        })) {
        m_state.select(keys);
    }
    const double timeS =
        keys.empty() ? m_state.snapped(axis().timeAt(pos.x()), false, 0.0) : keys.begin()->timeS;
    const JointRow* row = rowAt(pos);
    Q_EMIT menuRequested(event->globalPos(), pos.x() < gutter() ? m_state.cursorS() : timeS,
                         row != nullptr ? QString::fromStdString(row->joint) : QString());
}

void KeyCanvas::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        m_pictures.clear();
    }
    QWidget::changeEvent(event);
}

bool KeyCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString tip = m_gesture ? QString() : tipAt(help->pos());
        showTip(*this, *help, tip);
        return true;
    }
    return QWidget::event(event);
}

void KeyCanvas::paintOver(QPainter& painter, const TimelineColors& colors) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (m_boxFrom) {
        QColor fill = colors.selected;
        fill.setAlphaF(0.15F);
        painter.setPen(QPen(colors.selected, 1.0, Qt::DashLine));
        painter.setBrush(fill);
        painter.drawRect(m_box.intersected(plot().adjusted(0, 0, -1, -1)));
    }
    QString text;
    if (!m_state.hasMotion()) {
        text = tr("No motion open");
    } else if (m_state.motion().keyframes.empty()) {
        text = tr("Pose the robot and press K to store the first keyframe");
    }
    if (!text.isEmpty()) {
        // Below the rows, where there is room.
        QRectF room = plot().adjusted(8, fixedHeight(), -8, 0);
        const QRectF below = room.adjusted(0, contentHeight(), 0, 0);
        room = below.height() > 3 * painter.fontMetrics().height() ? below : room;
        painter.setPen(colors.text);
        painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, text);
    }
    if (m_gesture) {
        QString shown = m_gesture->text;
        if (!m_gesture->typed.isEmpty()) {
            shown += QStringLiteral("  [%1]").arg(m_gesture->typed);
        }
        if (m_gesture->isModal) {
            shown += tr("   click to end, Esc to cancel");
        }
        const QFontMetricsF metrics(painter.font());
        const QRectF box(plot().left() + 6.0, height() - metrics.height() - 8.0,
                         metrics.horizontalAdvance(shown) + 12.0, metrics.height() + 4.0);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.groupRow);
        painter.drawRect(box);
        painter.setPen(colors.text);
        painter.drawText(box, Qt::AlignCenter, shown);
    }
}

} // namespace sideline::widgets
