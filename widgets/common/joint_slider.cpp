#include "widgets/common/joint_slider.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include "agentcore/math/angles.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using math::degFromRad;
using math::radFromDeg;

constexpr int kMarginPx = 4;
constexpr int kGapPx = 6;
constexpr double kHandlePx = 4.0; // half of the handle's width
constexpr double kApartRad = radFromDeg(1.0);
constexpr double kFineFactor = 0.1; // factor of a drag with Shift

double orHalfTurn(double angleRad, double sign) {
    return std::isfinite(angleRad) ? angleRad : sign * math::kPi;
}

int numberWidth(const QFontMetrics& metrics) {
    return metrics.horizontalAdvance(QStringLiteral("-180.00\u00b0"));
}

bool sameNumber(double aRad, double bRad) {
    const auto hundredths = [](double angleRad) {
        return std::round(degFromRad(angleRad) * 100.0);
    };
    return (std::isnan(aRad) && std::isnan(bRad)) || hundredths(aRad) == hundredths(bRad);
}

QColor withAlpha(QColor color, int alpha) {
    color.setAlpha(alpha);
    return color;
}

} // namespace

QColor controlColor() {
    return {0xe0, 0x7b, 0x1a};
}

QColor measuredColor() {
    return {0x25, 0xa2, 0x5a};
}

QString degreesText(double angleRad) {
    return std::isfinite(angleRad)
               ? numberText(degFromRad(angleRad), 2, {}) + QStringLiteral("\u00b0")
               : QStringLiteral("-");
}

JointSlider::JointSlider(JointName name, const robot::Joint& joint, QWidget* parent)
    : QWidget(parent),
      m_name(std::move(name)),
      m_minRad(orHalfTurn(joint.minRad, -1.0)),
      m_maxRad(orHalfTurn(joint.maxRad, 1.0)) {
    setObjectName(m_name.key);
    setAccessibleName(m_name.fullName);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_nameWidthPx = nameWidthHint();
}

void JointSlider::setAngles(double measuredRad, double expectedRad, double targetRad) {
    const Angles before = m_shown;
    m_shown = {measuredRad, expectedRad, targetRad};
    if (!sameNumber(before.measuredRad, measuredRad) || !sameNumber(before.targetRad, targetRad) ||
        !sameNumber(before.expectedRad, expectedRad)) {
        update();
    }
}

void JointSlider::setMovable(bool isMovable) {
    if (isMovable != m_isMovable) {
        m_isMovable = isMovable;
        m_isDragged = false;
        update();
    }
}

void JointSlider::setChosen(bool isChosen) {
    if (isChosen != m_isChosen) {
        m_isChosen = isChosen;
        update();
    }
}

void JointSlider::setNameWidth(int widthPx) {
    m_nameWidthPx = widthPx;
    update();
}

int JointSlider::nameWidthHint() const {
    return fontMetrics().horizontalAdvance(m_name.name);
}

bool JointSlider::isApart() const {
    return m_isMovable && std::abs(m_shown.targetRad - m_shown.measuredRad) > kApartRad;
}

QSize JointSlider::sizeHint() const {
    const int numbers = 2 * numberWidth(fontMetrics()) + 3 * kGapPx;
    return {m_nameWidthPx + numbers + 120, fontMetrics().height() + 8};
}

QSize JointSlider::minimumSizeHint() const {
    return {sizeHint().width() - 75, sizeHint().height()};
}

QRect JointSlider::targetBox() const {
    const int widthPx = numberWidth(fontMetrics()) + 6;
    const int rightPx = width() - kMarginPx - numberWidth(fontMetrics()) - kGapPx;
    return {rightPx - widthPx, 2, widthPx, height() - 4};
}

QRect JointSlider::groove() const {
    const int leftPx = kMarginPx + m_nameWidthPx + keyWidth() + kGapPx + 4;
    return {leftPx, 0, std::max(20, targetBox().left() - kGapPx - 4 - leftPx), height()};
}

// The effector's name follows the joint's if there is room.
int JointSlider::keyWidth() const {
    constexpr int kWideRowPx = 370;
    return width() >= kWideRowPx ? fontMetrics().horizontalAdvance(QStringLiteral("  rle4")) : 0;
}

double JointSlider::xOf(double angleRad) const {
    const QRect inside = groove();
    const double fraction = (angleRad - m_minRad) / (m_maxRad - m_minRad);
    return inside.left() + std::clamp(fraction, 0.0, 1.0) * inside.width();
}

void JointSlider::drawGroove(QPainter& painter) const {
    const QRect inside = groove();
    const double middle = height() / 2.0;
    const QColor rail = palette().color(QPalette::Mid);
    painter.setPen(Qt::NoPen);
    painter.setBrush(withAlpha(rail, 150));
    painter.drawRoundedRect(QRectF(inside.left(), middle - 2, inside.width(), 4), 2, 2);
    painter.setBrush(rail); // lines at the limits
    painter.drawRect(QRectF(inside.left() - 1, middle - 5, 2, 10));
    painter.drawRect(QRectF(inside.right(), middle - 5, 2, 10));
    if (m_minRad < 0.0 && m_maxRad > 0.0) {
        painter.drawRect(QRectF(xOf(0.0) - 0.5, middle - 4, 1, 8));
    }
    const double target = m_shown.targetRad;
    const double measured = m_shown.measuredRad;
    if (std::isfinite(target) && std::isfinite(measured)) {
        const double fromX = std::min(xOf(target), xOf(measured));
        const double toX = std::max(xOf(target), xOf(measured));
        painter.setBrush(isApart() ? controlColor() : measuredColor());
        painter.drawRect(QRectF(fromX, middle - 1.5, toX - fromX, 3));
    }
    if (m_isMovable && std::isfinite(m_shown.expectedRad)) {
        painter.setBrush(withAlpha(measuredColor(), 140));
        painter.drawEllipse(QPointF(xOf(m_shown.expectedRad), middle), 2.5, 2.5);
    }
    if (std::isfinite(target)) {
        const QRectF handle(xOf(target) - kHandlePx, middle - 7, 2 * kHandlePx, 14);
        const QColor fill = m_isMovable ? controlColor() : palette().color(QPalette::Button);
        painter.setPen(QPen(m_isMovable ? fill.darker(130) : palette().color(QPalette::Mid), 1));
        painter.setBrush(fill);
        painter.drawRoundedRect(handle, 2, 2);
    }
    if (std::isfinite(measured)) { // a pointer from below, drawn above the rest
        const double x = xOf(measured);
        QPainterPath pointer(QPointF(x, middle + 1));
        pointer.lineTo(x - 4.5, height() - 2.0);
        pointer.lineTo(x + 4.5, height() - 2.0);
        pointer.closeSubpath();
        painter.setPen(QPen(measuredColor().darker(140), 1));
        painter.setBrush(measuredColor());
        painter.drawPath(pointer);
    }
}

void JointSlider::drawNumbers(QPainter& painter) const {
    const QColor text = palette().color(QPalette::WindowText);
    painter.setPen(text);
    painter.drawText(QRect(kMarginPx, 0, m_nameWidthPx, height()),
                     static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), m_name.name);
    if (keyWidth() > 0) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(QRect(kMarginPx + m_nameWidthPx, 0, keyWidth(), height()),
                         static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), m_name.key);
    }
    const QRect box = targetBox();
    if (m_isMovable) {
        painter.setPen(palette().color(QPalette::Mid));
        painter.setBrush(palette().color(QPalette::Base));
        painter.drawRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter.setPen(m_isMovable ? text : palette().color(QPalette::Disabled, QPalette::WindowText));
    painter.drawText(box.adjusted(0, 0, -3, 0), static_cast<int>(Qt::AlignRight | Qt::AlignVCenter),
                     degreesText(m_shown.targetRad));
    painter.setPen(isApart() ? controlColor() : text);
    const int leftPx = box.right() + kGapPx;
    painter.drawText(QRect(leftPx, 0, width() - kMarginPx - leftPx, height()),
                     static_cast<int>(Qt::AlignRight | Qt::AlignVCenter),
                     degreesText(m_shown.measuredRad));
}

void JointSlider::drawGround(QPainter& painter) const {
    painter.fillRect(rect(), palette().color(QPalette::Window));
    if (m_isChosen) {
        const QColor mark = palette().color(QPalette::Highlight);
        painter.fillRect(rect(), withAlpha(mark, 50));
        painter.fillRect(QRect(0, 0, 3, height()), mark);
    }
}

void JointSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawGround(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    drawGroove(painter);
    painter.setRenderHint(QPainter::Antialiasing, false);
    drawNumbers(painter);
}

void JointSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    Q_EMIT clicked();
    const QPointF pos = event->position();
    if (m_isMovable && targetBox().contains(pos.toPoint())) {
        Q_EMIT editRequested();
    } else if (m_isMovable && groove().adjusted(-6, 0, 6, 0).contains(pos.toPoint()) &&
               std::isfinite(m_shown.targetRad)) {
        m_isDragged = true;
        m_isDragFine = false;
        m_dragFromX = m_dragX = pos.x();
        m_dragFromRad = m_dragRad = m_shown.targetRad;
    }
}

void JointSlider::mouseMoveEvent(QMouseEvent* event) {
    if (!m_isDragged) {
        return;
    }
    const bool isFine = event->modifiers().testFlag(Qt::ShiftModifier);
    if (isFine != m_isDragFine) { // Shift was pressed or released, so the drag continues from the
                                  // current position
        m_isDragFine = isFine;
        m_dragFromX = m_dragX;
        m_dragFromRad = m_dragRad;
    }
    m_dragX = event->position().x();
    const double fraction =
        (m_dragX - m_dragFromX) / groove().width() * (isFine ? kFineFactor : 1.0);
    m_dragRad = std::clamp(m_dragFromRad + fraction * (m_maxRad - m_minRad), m_minRad, m_maxRad);
    if (m_dragRad != m_shown.targetRad) {
        Q_EMIT targetMoved(m_dragRad);
    }
}

void JointSlider::mouseReleaseEvent(QMouseEvent*) {
    m_isDragged = false;
}

void JointSlider::mouseDoubleClickEvent(QMouseEvent* event) {
    mousePressEvent(event); // the second press of a quick drag is not a double click
}

QString JointSlider::toolTipText() const {
    QStringList lines;
    QStringList names;
    if (!m_name.effector.isEmpty()) {
        names << tr("effector %1").arg(m_name.effector);
    }
    if (!m_name.perceptor.isEmpty()) {
        names << tr("perceptor %1").arg(m_name.perceptor);
    }
    lines << QStringLiteral("<b>%1</b>: %2").arg(m_name.fullName, names.join(QStringLiteral(", ")));
    lines << tr("from %1\u00b0 to %2\u00b0")
                 .arg(degFromRad(m_minRad), 0, 'f', 0)
                 .arg(degFromRad(m_maxRad), 0, 'f', 0);
    lines << tr("target %1, measured %2, expected %3")
                 .arg(degreesText(m_shown.targetRad), degreesText(m_shown.measuredRad),
                      degreesText(m_shown.expectedRad));
    if (isApart()) {
        lines << tr("measured: %1 from target")
                     .arg(degreesText(std::abs(m_shown.targetRad - m_shown.measuredRad)));
    }
    if (!m_isMovable) {
        lines << tr("switch to Control to move it");
    }
    return lines.join(QStringLiteral("<br>"));
}

bool JointSlider::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), toolTipText(), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace sideline::widgets
