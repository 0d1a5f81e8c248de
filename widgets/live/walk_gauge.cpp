#include "widgets/live/walk_gauge.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "widgets/common/joint_slider.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

constexpr int kGapPx = 4;

QString number(double value, int decimals) {
    return QString::number(std::abs(value) < 0.5 * std::pow(10.0, -decimals) ? 0.0 : value, 'f',
                           decimals);
}

} // namespace

WalkGauge::WalkGauge(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("walk-gauge"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setToolTip(tr("Support foot and phase of the step. Planned: the velocity that the steps are "
                  "made for. Measured: the speed over the ground in the last half second, and how "
                  "far the center of mass is inside the support polygon, the ground that the "
                  "feet enclose (negative: outside)."));
}

void WalkGauge::setView(const std::optional<WalkView>& view) {
    if (m_view != view) {
        m_view = view;
        update();
    }
}

QString WalkGauge::plannedText() const {
    if (!m_view) {
        return tr("not walking");
    }
    switch (m_view->gait) {
    case WalkView::Gait::None:
        return m_view->doing.isEmpty() ? tr("not walking")
                                       : tr("Not walking: %1").arg(m_view->doing);
    case WalkView::Gait::Run:
        return tr("Running: a network moves the legs, without a plan");
    case WalkView::Gait::Policy:
        return tr("A network moves the joints, without a plan");
    case WalkView::Gait::Unknown:
        return tr("A program moves it: its plan is unknown");
    case WalkView::Gait::Walk:
        break;
    }
    const QString step =
        m_view->stepS ? tr(", step %1 s").arg(number(*m_view->stepS, 2)) : QString();
    const auto sideOf = [](double left) { return left < 0.0 ? tr("right") : tr("left"); };
    return tr("Planned %1 m/s %2, %3 m/s %4, %5°/s %6")
               .arg(number(std::abs(m_view->forwardMps), 2),
                    m_view->forwardMps < 0.0 ? tr("backward") : tr("forward"),
                    number(std::abs(m_view->leftMps), 2), sideOf(m_view->leftMps),
                    number(std::abs(m_view->turnDps), 0), sideOf(m_view->turnDps)) +
           step;
}

QString WalkGauge::measuredText() const {
    if (!m_view || !m_view->measuredMps) {
        return {};
    }
    const QString margin =
        m_view->marginM ? tr(", margin %1 cm").arg(number(100.0 * *m_view->marginM, 1)) : QString();
    return tr("Measured %1 m/s").arg(number(*m_view->measuredMps, 2)) + margin;
}

QSize WalkGauge::sizeHint() const {
    return {240, 3 * fontMetrics().height() + 3 * kGapPx};
}

QSize WalkGauge::minimumSizeHint() const {
    return {120, sizeHint().height()};
}

void WalkGauge::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const int lineHeight = fontMetrics().height();
    const int halfWidth = (width() - kGapPx) / 2;
    const bool hasPlan = m_view && m_view->gait == WalkView::Gait::Walk;
    const bool isStepping = hasPlan && (m_view->phase > 0.0 || m_view->forwardMps != 0.0 ||
                                        m_view->leftMps != 0.0 || m_view->turnDps != 0.0);
    for (const bool isLeft : {true, false}) {
        const QRect bar(isLeft ? 0 : width() - halfWidth, 0, halfWidth, lineHeight + kGapPx);
        painter.fillRect(bar, palette().color(QPalette::Base));
        const bool stands = isStepping && m_view->isLeftSupport == isLeft;
        QRect done = bar;
        done.setWidth(
            static_cast<int>(std::clamp(m_view ? m_view->phase : 0.0, 0.0, 1.0) * bar.width()));
        if (stands) {
            painter.fillRect(done, measuredColor());
        }
        painter.setPen(palette().color(QPalette::Mid));
        painter.drawRect(bar.adjusted(0, 0, -1, -1));
        const QString text = isLeft ? tr("Left foot") : tr("Right foot");
        const QRect place = bar.adjusted(kGapPx, 0, -kGapPx, 0);
        const auto write = [&](const QRect& clip, const QColor& color) {
            painter.setClipRect(clip);
            painter.setPen(color);
            painter.drawText(
                place, Qt::AlignVCenter | Qt::AlignLeft,
                isStepping ? (stands ? tr("%1: support").arg(text) : tr("%1: swing").arg(text))
                : hasPlan  ? tr("%1: support").arg(text)
                           : text);
        };
        write(bar, palette().color(hasPlan ? QPalette::Text : QPalette::PlaceholderText));
        if (stands) {
            write(done, readableOn(measuredColor()));
        }
        painter.setClipping(false);
    }
    painter.setPen(palette().color(m_view ? QPalette::WindowText : QPalette::PlaceholderText));
    int y = lineHeight + 2 * kGapPx;
    for (const QString& text : {plannedText(), measuredText()}) {
        painter.drawText(QRect(0, y, width(), lineHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(text, Qt::ElideRight, width()));
        y += lineHeight;
    }
}

} // namespace sideline::widgets
