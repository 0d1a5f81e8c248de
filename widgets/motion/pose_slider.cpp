#include "widgets/motion/pose_slider.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QMouseEvent>
#include <QPainter>

#include "agentcore/math/angles.h"

namespace sideline::widgets {

namespace {

using math::degFromRad;
using math::radFromDeg;

constexpr int kMarginPx = 5;
constexpr int kGapPx = 5;
constexpr int kKeyPx = 16;
constexpr double kDiamondPx = 5.0; // half of the handle's width
constexpr int kMinGroovePx = 28;
constexpr double kLimitToleranceRad = radFromDeg(0.01);
constexpr double kSpeedTolerance = 1.001; // allows for rounding in files

} // namespace

QColor badColor() {
    return {0xe0, 0x40, 0x44};
}

PoseSlider::PoseSlider(JointName name, const robot::Joint& joint, QWidget* parent)
    : JointSlider(std::move(name), joint, parent), m_maxSpeedRadPerS(joint.maxSpeedRadPerS) {}

void PoseSlider::setLayoutKind(Layout layout) {
    if (layout != m_layout) {
        m_layout = layout;
        updateGeometry();
        update();
    }
}

void PoseSlider::setKeyState(KeyState state, bool isChanged) {
    if (state != m_keyState || isChanged != m_isChanged) {
        m_keyState = state;
        m_isChanged = isChanged;
        update();
    }
}

void PoseSlider::setSpeed(double speedRadPerS) {
    const bool wasTooFast = isTooFast();
    m_speedRadPerS = speedRadPerS;
    if (wasTooFast != isTooFast()) {
        update();
    }
}

bool PoseSlider::isBeyondLimits() const {
    return targetRad() < minRad() - kLimitToleranceRad ||
           targetRad() > maxRad() + kLimitToleranceRad;
}

bool PoseSlider::isTooFast() const {
    return std::abs(m_speedRadPerS) > m_maxSpeedRadPerS * kSpeedTolerance;
}

int PoseSlider::numberWidth() const {
    return fontMetrics().horizontalAdvance(QStringLiteral("-120.00\u00b0")) + 6;
}

QSize PoseSlider::sizeHint() const {
    return minimumSizeHint() + QSize(60, 0);
}

QSize PoseSlider::minimumSizeHint() const {
    const int namePx = m_layout == Layout::WithName ? nameWidth() + kGapPx : 0;
    return {namePx + leastSideWidth(), fontMetrics().height() + 8};
}

int PoseSlider::leastSideWidth() const {
    return kKeyPx + kMinGroovePx + numberWidth() + 2 * kMarginPx + 2 * (kGapPx + 3);
}

QRect PoseSlider::keyBox() const {
    switch (m_layout) {
    case Layout::LeftOfName:
        return {width() - kMarginPx - kKeyPx, 0, kKeyPx, height()};
    case Layout::RightOfName:
        return {kMarginPx, 0, kKeyPx, height()};
    default:
        return {kMarginPx + nameWidth() + kGapPx, 0, kKeyPx, height()};
    }
}

QRect PoseSlider::targetBox() const {
    const int leftPx =
        m_layout == Layout::LeftOfName ? kMarginPx : width() - kMarginPx - numberWidth();
    return {leftPx, 2, numberWidth(), height() - 4};
}

QRect PoseSlider::groove() const {
    const bool isTurned = m_layout == Layout::LeftOfName;
    const QRect left = isTurned ? targetBox() : keyBox();
    const QRect right = isTurned ? keyBox() : targetBox();
    const int leftPx =
        left.right() + 1 + kGapPx + 3; // the handle extends beyond the slider's end position
    return {leftPx, 0, std::max(20, right.left() - kGapPx - 3 - leftPx), height()};
}

void PoseSlider::drawKey(QPainter& painter) const {
    const QPointF middle = QRectF(keyBox()).center();
    const QPointF corners[] = {middle + QPointF(0, -kDiamondPx), middle + QPointF(kDiamondPx, 0),
                               middle + QPointF(0, kDiamondPx), middle + QPointF(-kDiamondPx, 0)};
    const QColor ink = m_keyState == KeyState::Free ? palette().color(QPalette::Mid)
                                                    : palette().color(QPalette::WindowText);
    if (m_keyState == KeyState::Free) { // a dot: a key could be set here
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawEllipse(middle, 1.5, 1.5);
        return;
    }
    const bool isKey = m_keyState == KeyState::Key;
    painter.setPen(QPen(isKey ? controlColor().darker(130) : ink, 1.3));
    painter.setBrush(isKey ? QBrush(controlColor()) : QBrush(Qt::NoBrush));
    painter.drawPolygon(corners, 4);
}

void PoseSlider::drawNumber(QPainter& painter) const {
    const QColor text = palette().color(QPalette::WindowText);
    if (m_layout == Layout::WithName) {
        painter.setPen(text);
        painter.drawText(QRect(kMarginPx, 0, nameWidth(), height()),
                         static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), name().name);
    }
    const QRect box = targetBox();
    if (isMovable()) {
        painter.setPen(isBeyondLimits() ? badColor() : palette().color(QPalette::Mid));
        painter.setBrush(palette().color(QPalette::Base));
        painter.drawRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    QColor ink = isMovable() ? palette().color(QPalette::Text)
                             : palette().color(QPalette::Disabled, QPalette::WindowText);
    if (isBeyondLimits()) {
        ink = badColor();
    } else if (m_isChanged) {
        ink = controlColor();
    }
    painter.setPen(ink);
    painter.drawText(box.adjusted(0, 0, -3, 0), static_cast<int>(Qt::AlignRight | Qt::AlignVCenter),
                     degreesText(targetRad()));
}

void PoseSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawGround(painter);
    if (isBeyondLimits() || isTooFast()) {
        QColor tint = badColor();
        tint.setAlpha(60);
        painter.fillRect(rect(), tint);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    drawGroove(painter);
    drawKey(painter);
    painter.setRenderHint(QPainter::Antialiasing, false);
    drawNumber(painter);
}

void PoseSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && isMovable() &&
        keyBox().contains(event->position().toPoint())) {
        Q_EMIT clicked();
        Q_EMIT keyClicked();
        return;
    }
    JointSlider::mousePressEvent(event);
}

QString PoseSlider::toolTipText() const {
    QStringList lines;
    lines << QStringLiteral("<b>%1</b> %2").arg(name().fullName, name().key);
    lines << tr("%1, from %2\u00b0 to %3\u00b0")
                 .arg(degreesText(targetRad()))
                 .arg(degFromRad(minRad()), 0, 'f', 0)
                 .arg(degFromRad(maxRad()), 0, 'f', 0);
    if (isBeyondLimits()) {
        lines << tr("<b>beyond its limit</b>: the robot stays at the limit");
    }
    if (std::isfinite(m_speedRadPerS)) {
        lines << (isTooFast() ? tr("<b>%1\u00b0/s, above the motor limit of %2\u00b0/s</b>")
                              : tr("%1\u00b0/s, motor limit %2\u00b0/s"))
                     .arg(degFromRad(std::abs(m_speedRadPerS)), 0, 'f', 0)
                     .arg(degFromRad(m_maxSpeedRadPerS), 0, 'f', 0);
    }
    if (m_isChanged) {
        lines << tr("not stored: the motion has a different angle here");
    }
    lines << (m_keyState == KeyState::Key ? tr("has a key here; click \u25c6 to remove it")
              : m_keyState == KeyState::Animated
                  ? tr("has keys elsewhere; click \u25c7 to add one here")
                  : tr("no keys; click the dot to add one here"));
    return lines.join(QStringLiteral("<br>"));
}

} // namespace sideline::widgets
