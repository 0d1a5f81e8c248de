#include "widgets/live/stick_pad.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QMouseEvent>
#include <QPainter>

#include "widgets/common/joint_slider.h"

namespace sideline::widgets {

namespace {

constexpr int kMaxPx = 260;
constexpr double kKnobPx = 14.0;
constexpr double kArcPx = 9.0;       // width of the ring that shows the turn rate
constexpr int kArcMostDegrees = 120; // arc of the ring at the maximum turn rate

// Qt's angles: sixteenths of a degree, counterclockwise from the right.
int sixteenths(double degrees) {
    return static_cast<int>(std::lround(16.0 * degrees));
}

} // namespace

StickPad::StickPad(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("stick"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    setToolTip(tr("Drag to walk, right-drag to turn; or use the keys W A S D and Q E"));
    setCursor(Qt::OpenHandCursor);
}

double StickPad::radiusPx() const {
    const double halfPx = 0.5 * std::min({width(), height(), kMaxPx});
    return std::max(20.0, halfPx - kKnobPx - kArcPx);
}

void StickPad::setActual(const StickState& actual) {
    if (!(std::exchange(m_actual, actual) == actual)) {
        update();
    }
}

void StickPad::setState(const StickState& state) {
    take(state);
}

void StickPad::take(const StickState& state) {
    if (m_state == state) {
        return;
    }
    m_state = state;
    update();
    Q_EMIT moved(m_state);
}

void StickPad::release() {
    m_keys.clear();
    take({});
}

bool StickPad::isStickKey(int key) {
    switch (key) {
    case Qt::Key_W:
    case Qt::Key_A:
    case Qt::Key_S:
    case Qt::Key_D:
    case Qt::Key_Q:
    case Qt::Key_E:
        return true;
    default:
        return false;
    }
}

void StickPad::pressKey(int key, bool isDown) {
    if (isDown) {
        m_keys.insert(key);
    } else {
        m_keys.erase(key);
    }
    const auto axis = [this](int more, int less) {
        return (m_keys.contains(more) ? 1.0 : 0.0) - (m_keys.contains(less) ? 1.0 : 0.0);
    };
    take({axis(Qt::Key_W, Qt::Key_S), axis(Qt::Key_A, Qt::Key_D), axis(Qt::Key_Q, Qt::Key_E)});
}

void StickPad::takeMouse(const QPointF& pos, bool turns) {
    const QPointF way = (pos - middle()) / radiusPx();
    const double size = std::max(1.0, std::hypot(way.x(), way.y()));
    StickState state = m_state;
    if (turns) {
        state.turn = std::clamp(-way.x(), -1.0, 1.0);
    } else {
        state.forward = -way.y() / size;
        state.left = -way.x() / size;
    }
    take(state);
}

void StickPad::mousePressEvent(QMouseEvent* event) {
    setCursor(Qt::ClosedHandCursor);
    takeMouse(event->position(), event->button() == Qt::RightButton);
}

void StickPad::mouseMoveEvent(QMouseEvent* event) {
    takeMouse(event->position(), event->buttons().testFlag(Qt::RightButton));
}

void StickPad::mouseReleaseEvent(QMouseEvent* /*event*/) {
    setCursor(Qt::OpenHandCursor);
    release();
}

void StickPad::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = radiusPx();
    const QPointF center = middle();
    const QColor line = isEnabled() ? palette().color(QPalette::Mid)
                                    : palette().color(QPalette::Disabled, QPalette::Mid);
    painter.setPen(QPen(line, 1.0));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawEllipse(center, radius, radius);
    painter.drawLine(center - QPointF(radius, 0.0), center + QPointF(radius, 0.0));
    painter.drawLine(center - QPointF(0.0, radius), center + QPointF(0.0, radius));
    if (!isEnabled()) {
        return;
    }
    // Shows the turn rate as an arc of the outer ring, from the top to the left or the right.
    const double outside = radius + 0.5 * kArcPx + 2.0;
    const QRectF ring(center.x() - outside, center.y() - outside, 2.0 * outside, 2.0 * outside);
    const auto arc = [&](double turn, const QColor& color, double widthPx) {
        painter.setPen(QPen(color, widthPx, Qt::SolidLine, Qt::FlatCap));
        painter.drawArc(ring, sixteenths(90.0), sixteenths(kArcMostDegrees * turn));
    };
    painter.setBrush(Qt::NoBrush);
    arc(m_state.turn, controlColor(), kArcPx);
    arc(m_actual.turn, measuredColor(), 0.4 * kArcPx);
    const auto place = [&](const StickState& state) {
        return center - radius * QPointF(state.left, state.forward);
    };
    painter.setPen(QPen(measuredColor(), 2.0));
    painter.drawLine(center, place(m_actual));
    painter.setPen(Qt::NoPen);
    painter.setBrush(controlColor());
    painter.drawEllipse(place(m_state), kKnobPx, kKnobPx);
}

} // namespace sideline::widgets
