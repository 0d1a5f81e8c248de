#include "widgets/motion/timeline_paint.h"

#include <algorithm>
#include <cmath>

#include <QPainterPath>
#include <QToolTip>

namespace sideline::widgets {

namespace {

QColor mixed(const QColor& a, const QColor& b, double ratioOfB) {
    const auto mix = [&](int x, int y) {
        return static_cast<int>(std::lround(x + (y - x) * ratioOfB));
    };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

QColor transparent(QColor color, float alpha) {
    color.setAlphaF(alpha);
    return color;
}

QPainterPath shapeOf(keyframe::Curve curve) {
    constexpr double kMiddle = KeyPictures::kSizePx / 2.0;
    constexpr double kRadius = 5.2;
    QPainterPath path;
    switch (curve) {
    case keyframe::Curve::Hold:
        path.addRect(QRectF(kMiddle - 4.0, kMiddle - 4.0, 8.0, 8.0));
        break;
    case keyframe::Curve::Linear:
        path.moveTo(kMiddle, kMiddle - kRadius);
        path.lineTo(kMiddle + kRadius, kMiddle);
        path.lineTo(kMiddle, kMiddle + kRadius);
        path.lineTo(kMiddle - kRadius, kMiddle);
        path.closeSubpath();
        break;
    case keyframe::Curve::Smooth:
        path.addEllipse(QPointF(kMiddle, kMiddle), 4.7, 4.7);
        break;
    case keyframe::Curve::Sine: // a lens
        path.moveTo(kMiddle - kRadius - 0.4, kMiddle);
        path.quadTo(kMiddle, kMiddle - 9.4, kMiddle + kRadius + 0.4, kMiddle);
        path.quadTo(kMiddle, kMiddle + 9.4, kMiddle - kRadius - 0.4, kMiddle);
        break;
    case keyframe::Curve::Cubic: // a star with four points
        path.moveTo(kMiddle, kMiddle - kRadius - 0.6);
        for (const auto& [controlX, controlY, x, y] :
             {std::array{1.5, -1.5, 5.8, 0.0}, std::array{1.5, 1.5, 0.0, 5.8},
              std::array{-1.5, 1.5, -5.8, 0.0}, std::array{-1.5, -1.5, 0.0, -5.8}}) {
            path.quadTo(kMiddle + controlX, kMiddle + controlY, kMiddle + x, kMiddle + y);
        }
        path.closeSubpath();
        break;
    }
    return path;
}

} // namespace

TimelineColors::TimelineColors(const QPalette& palette)
    : isDark(palette.color(QPalette::Base).lightness() < 128),
      base(palette.color(QPalette::Base)),
      row(mixed(base, palette.color(QPalette::Text), 0.035)),
      groupRow(mixed(base, palette.color(QPalette::Text), 0.10)),
      gutter(mixed(base, palette.color(QPalette::Window), 0.6)),
      text(palette.color(QPalette::Text)),
      faint(mixed(base, text, 0.55)),
      grid(mixed(base, text, 0.10)),
      strongGrid(mixed(base, text, 0.20)),
      key(isDark ? QColor(0xd0, 0xd4, 0xda) : QColor(0x5a, 0x62, 0x6e)),
      keyEdge(isDark ? QColor(0x18, 0x1a, 0x1e) : QColor(0xff, 0xff, 0xff)),
      selected(isDark ? QColor(0xff, 0x9a, 0x2e) : QColor(0xee, 0x7b, 0x06)),
      expression(isDark ? QColor(0xb8, 0x8c, 0xf5) : QColor(0x7d, 0x45, 0xc8)),
      cursor(isDark ? QColor(0x4d, 0x9d, 0xff) : QColor(0x1c, 0x6f, 0xe0)),
      good(isDark ? QColor(0x4a, 0xb0, 0x60) : QColor(0x3a, 0x9a, 0x50)),
      bad(isDark ? QColor(0xff, 0x5c, 0x52) : QColor(0xd3, 0x2b, 0x25)),
      warning(isDark ? QColor(0xf0, 0xb4, 0x29) : QColor(0xc4, 0x85, 0x00)),
      chosen(transparent(palette.color(QPalette::Highlight), isDark ? 0.30F : 0.18F)),
      range(transparent(cursor, 0.16F)),
      after(isDark ? QColor(0, 0, 0, 70) : QColor(0, 0, 0, 20)) {}

QColor jointColor(std::size_t row, const QPalette& palette) {
    constexpr double kGoldenRatio = 0.381966; // places neighbors far apart on the color circle
    const bool isDark = palette.color(QPalette::Base).lightness() < 128;
    const double hue = std::fmod(0.56 + static_cast<double>(row) * kGoldenRatio, 1.0);
    // Compensates for yellow and green looking brighter than blue at the same lightness.
    const double bright = hue > 0.10 && hue < 0.52 ? 1.0 : 0.0;
    const double lightness = isDark ? 0.66 - 0.10 * bright : 0.46 - 0.11 * bright;
    return QColor::fromHslF(static_cast<float>(hue), isDark ? 0.72F : 0.78F,
                            static_cast<float>(lightness));
}

void KeyPictures::clear() {
    for (auto& pictures : m_pictures) {
        pictures.fill(QPixmap());
    }
}

void KeyPictures::paint(QPainter& painter, double x, double y, keyframe::Curve curve, Look look,
                        const TimelineColors& colors) {
    const double ratio = painter.device()->devicePixelRatioF();
    if (ratio != m_pixelRatio) {
        clear();
        m_pixelRatio = ratio;
    }
    QPixmap& picture = m_pictures[static_cast<std::size_t>(curve)][static_cast<std::size_t>(look)];
    if (picture.isNull()) {
        const int size = static_cast<int>(std::ceil(kSizePx * ratio));
        picture = QPixmap(size, size);
        picture.setDevicePixelRatio(ratio);
        picture.fill(Qt::transparent);
        const QColor fill = look == Look::Selected     ? colors.selected
                            : look == Look::Partly     ? mixed(colors.key, colors.selected, 0.7)
                            : look == Look::Expression ? colors.expression
                                                       : colors.key;
        QPainter draw(&picture);
        draw.setRenderHint(QPainter::Antialiasing);
        draw.setPen(QPen(colors.keyEdge, 1.0));
        draw.setBrush(fill);
        draw.drawPath(shapeOf(curve));
    }
    painter.drawPixmap(QPointF(std::round(x - kSizePx / 2.0), std::round(y - kSizePx / 2.0)),
                       picture);
}

double timeTickS(double secondsPerPx, double spacingPx) {
    const double least = secondsPerPx * spacingPx;
    for (const double step : {0.02, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0}) {
        if (step >= least) {
            return step;
        }
    }
    return 300.0;
}

double roundTick(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(std::max(least, 1e-9))));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

QFont smallFont(const QFont& font) {
    QFont smaller = font;
    if (font.pointSizeF() > 0.0) {
        smaller.setPointSizeF(font.pointSizeF() * 0.88);
    }
    return smaller;
}

void paintTimeGrid(QPainter& painter, const TimelineState& state, const TimeAxis& axis,
                   const QRectF& box, const TimelineColors& colors) {
    const auto shade = [&](double fromX, double toX) {
        const QRectF part = QRectF(QPointF(fromX, box.top()), QPointF(toX, box.bottom()));
        if (part.width() > 0.0) {
            painter.fillRect(part.intersected(box), colors.after);
        }
    };
    if (state.hasMotion()) {
        shade(box.left(), axis.xOf(0.0));
        shade(axis.xOf(state.motion().endS()), box.right());
    }
    const double stepS = timeTickS(axis.secondsPerPx(), 9.0);
    const double strongS = timeTickS(axis.secondsPerPx(), 70.0);
    const auto last = std::llround(std::floor(axis.timeAt(box.right()) / stepS));
    for (auto tick = std::llround(std::ceil(axis.timeAt(box.left()) / stepS)); tick <= last;
         ++tick) {
        const double timeS = static_cast<double>(tick) * stepS;
        const double strong = timeS / strongS;
        const bool isStrong = std::abs(strong - std::round(strong)) < 1e-6;
        painter.fillRect(QRectF(std::round(axis.xOf(timeS)), box.top(), 1.0, box.height()),
                         isStrong ? colors.strongGrid : colors.grid);
    }
}

void paintTimeLines(QPainter& painter, const TimelineState& state, const TimeAxis& axis,
                    const QRectF& box, const TimelineColors& colors) {
    const auto line = [&](double timeS, const QColor& color, double widthPx, Qt::PenStyle style) {
        const double x = std::round(axis.xOf(timeS)) + 0.5;
        if (x >= box.left() && x <= box.right()) {
            painter.setPen(QPen(color, widthPx, style));
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()));
        }
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (state.range()) {
        const QRectF part(QPointF(axis.xOf(state.range()->first), box.top()),
                          QPointF(axis.xOf(state.range()->second), box.bottom()));
        painter.fillRect(part.intersected(box), colors.range);
    }
    const keyframe::Motion& motion = state.motion();
    if (state.hasMotion()) {
        line(motion.endS(), colors.faint, 1.0, Qt::SolidLine);
    }
    if (motion.loop) {
        line(motion.loop->beginS, colors.good, 1.0, Qt::DashLine);
        line(motion.loop->endS, colors.good, 1.0, Qt::DashLine);
    }
    for (const keyframe::Marker& marker : motion.markers) {
        line(marker.timeS, colors.warning, 1.0, Qt::DotLine);
    }
    const double x = axis.xOf(state.cursorS());
    if (x >= box.left() - 1.0 && x <= box.right() + 1.0) {
        painter.fillRect(QRectF(std::round(x) - 0.5, box.top(), 2.0, box.height()), colors.cursor);
    }
}

QRect cursorStrip(const TimeAxis& axis, double timeS, int height) {
    constexpr int kHalf = 8; // the head in the ruler is wider than the line
    return {static_cast<int>(std::lround(axis.xOf(timeS))) - kHalf, 0, 2 * kHalf + 1, height};
}

void followState(QWidget& widget, const TimelineState& state) {
    widget.setMouseTracking(true);
    widget.setAttribute(Qt::WA_OpaquePaintEvent);
    QObject::connect(&state, &TimelineState::changed, &widget, qOverload<>(&QWidget::update));
    QObject::connect(&state, &TimelineState::cursorChanged, &widget,
                     [&widget, &state](double fromS, double toS) {
                         const TimeAxis axis = state.axis(widget.width());
                         widget.update(cursorStrip(axis, fromS, widget.height()));
                         widget.update(cursorStrip(axis, toS, widget.height()));
                     });
}

void showTip(QWidget& widget, const QHelpEvent& event, const QString& tip) {
    if (tip.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(event.globalPos(), tip, &widget);
    }
}

} // namespace sideline::widgets
