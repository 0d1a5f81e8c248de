#include "widgets/motion/key_canvas.h"

#include <algorithm>
#include <cmath>

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QWheelEvent>

namespace sideline::widgets {

namespace {

constexpr double kDragPx = 4.0; // shorter movements count as a click
constexpr double kNotch = 120.0;
constexpr double kZoomPerNotch = 0.8;

// Keys on one side of the playhead: those selected, or all if none is selected.
keyframe::KeySelection keysBeside(const TimelineState& state, bool isAfter) {
    const double cursorS = state.cursorS();
    keyframe::KeySelection side;
    for (const keyframe::KeyRef& key :
         state.selection().empty() ? keyframe::allKeys(state.motion()) : state.selection()) {
        if (isAfter ? key.timeS >= cursorS - keyframe::kSameTimeS
                    : key.timeS <= cursorS + keyframe::kSameTimeS) {
            side.insert(key);
        }
    }
    return side;
}

// Shows a hint while there are no keys, below the rows if there is room.
void paintHint(QPainter& painter, const TimelineState& state, const QRectF& plot, int contentPx) {
    QString text;
    if (!state.hasMotion()) {
        text = KeyCanvas::tr("No motion open");
    } else if (state.motion().keyframes.empty()) {
        text = KeyCanvas::tr("Pose the robot and press K to store the first keyframe");
    } else {
        return;
    }
    const QRectF below = plot.adjusted(0, contentPx, 0, 0);
    const bool hasRoom = below.height() > 3 * painter.fontMetrics().height();
    painter.drawText(hasRoom ? below : plot, Qt::AlignCenter | Qt::TextWordWrap, text);
}

void paintGestureText(QPainter& painter, const QRectF& plot, const QString& text,
                      const TimelineColors& colors) {
    const QFontMetricsF metrics(painter.font());
    const QRectF box(plot.left() + 6.0, plot.bottom() - metrics.height() - 8.0,
                     metrics.horizontalAdvance(text) + 12.0, metrics.height() + 4.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.groupRow);
    painter.drawRect(box);
    painter.setPen(colors.text);
    painter.drawText(box, Qt::AlignCenter, text);
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
        begin(KeyGesture::Kind::Move, true, m_mouse, m_state.selection().begin()->timeS);
    }
}

void KeyCanvas::extendSelection() {
    if (!m_state.hasMotion() || m_gesture) {
        return;
    }
    const bool isAfter = !m_hasMouse || axis().timeAt(m_mouse.x()) >= m_state.cursorS();
    m_state.select(keysBeside(m_state, isAfter));
    grabSelection();
}

void KeyCanvas::duplicateSelection() {
    if (!m_state.selection().empty()) {
        begin(KeyGesture::Kind::Duplicate, true, m_mouse, m_state.selection().begin()->timeS);
    }
}

void KeyCanvas::scaleSelection() {
    const auto range = m_state.selectedRange();
    if (range) {
        const double pivotS = m_state.cursorS();
        const bool isLastFar = std::abs(range->second - pivotS) >= std::abs(range->first - pivotS);
        begin(KeyGesture::Kind::Scale, true, m_mouse, isLastFar ? range->second : range->first);
    }
}

void KeyCanvas::begin(KeyGesture::Kind kind, bool isModal, const QPointF& from, double anchorS) {
    if (!m_state.hasMotion() || m_gesture) {
        return;
    }
    m_gesture.emplace(m_state, kind, anchorS, hasValues(), isModal);
    m_gesture->start(pointerAt(from, Qt::NoModifier), !isModal || m_hasMouse);
    setCursor(kind == KeyGesture::Kind::Scale ? Qt::SizeHorCursor : Qt::SizeAllCursor);
    update();
}

GesturePointer KeyCanvas::pointerAt(const QPointF& pos, Qt::KeyboardModifiers modifiers) const {
    return {.pos = pos, .axis = axis(), .deg = degAt(pos.y()), .modifiers = modifiers};
}

void KeyCanvas::updateGesture(const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    auto edited = m_gesture->update(m_state, pointerAt(pos, modifiers));
    if (edited) {
        const QString text = m_gesture->stepText();
        m_state.apply(std::move(*edited), text, m_gesture->number());
    }
    update();
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
        const KeyGesture gesture = std::move(*m_gesture);
        finish();
        if (auto undone = gesture.undone()) {
            m_state.apply(std::move(*undone), gesture.stepText(), gesture.number());
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
    if (m_gesture->takeKey(key, text)) {
        updateGesture(m_mouse, Qt::NoModifier);
    }
    return true; // the press is handled
}

void KeyCanvas::mousePressEvent(QMouseEvent* event) {
    const QPointF pos = event->position();
    m_mouse = pos;
    m_hasMouse = true;
    if (m_gesture && m_gesture->isModal()) {
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
    if (m_gesture && !m_gesture->isStarted()) {
        m_gesture->start(pointerAt(pos, event->modifiers()), true);
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
        begin(KeyGesture::Kind::Move, false, *m_press, anchorS);
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
        if (!m_gesture->isModal()) {
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
        m_state.select(m_pressedKeys); // a click on one of several selected keys selects it alone
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
    painter.setPen(colors.text);
    paintHint(painter, m_state, plot().adjusted(8, fixedHeight(), -8, 0), contentHeight());
    if (m_gesture) {
        paintGestureText(painter, plot(), m_gesture->text(), colors);
    }
}

} // namespace sideline::widgets
