#include "widgets/localization/map_vision.h"

#include <algorithm>
#include <cmath>

#include <QLineF>
#include <QRadialGradient>

#include "widgets/localization/localize_view.h"
#include "widgets/match/view_cone.h"

namespace sideline::widgets {

namespace {

using localization::ObservationKind;
using localization::Verdict;

constexpr double kAroundFieldM = 5.0;
constexpr double kLongestArrowPx = 90.0;
const QColor kVisionInk(0x10, 0x14, 0x10);
const QColor kGlow(0xff, 0xe4, 0x6b);
const QColor kVisionRefused(0xff, 0x3b, 0x2f);
const QColor kUnused(0xb4, 0xb8, 0xb4);

QColor visionFaded(QColor color, double alpha) {
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

QColor colorOf(const SeenMark& mark) {
    switch (mark.verdict) {
    case Verdict::Used:
        return residualColor(mark.sigmas);
    case Verdict::Refused:
    case Verdict::Unmatched:
        return kVisionRefused;
    case Verdict::Unused:
        break;
    }
    return kUnused;
}

QPen residualPenOf(const SeenMark& mark) {
    QPen pen = residualPen(mark.sigmas);
    pen.setColor(colorOf(mark));
    return pen;
}

void drawOutlinedVision(QPainter& painter, const QLineF& line, const QPen& pen) {
    QPen below(visionFaded(kVisionInk, 0.5), pen.widthF() + 2.0, Qt::SolidLine, pen.capStyle());
    painter.setPen(below);
    painter.drawLine(line);
    painter.setPen(pen);
    painter.drawLine(line);
}

void glow(QPainter& painter, const QLineF& line) {
    for (const double widthPx : {16.0, 11.0, 7.0}) {
        painter.setPen(QPen(visionFaded(kGlow, 0.28), widthPx, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(line);
    }
}

void glow(QPainter& painter, const QPointF& point) {
    painter.setBrush(Qt::NoBrush);
    for (const double widthPx : {9.0, 5.0, 2.0}) {
        painter.setPen(QPen(visionFaded(kGlow, widthPx < 3.0 ? 1.0 : 0.3), widthPx));
        painter.drawEllipse(point, 11.0, 11.0);
    }
}

// Draws an arrow from the true position toward the apparent one, with scaled length.
void paintEnlarged(QPainter& painter, const QPointF& known, const QPointF& seen,
                   const QColor& color) {
    QLineF arrow(known, known + (seen - known) * kResidualTimes);
    if (arrow.length() < 2.0) {
        return;
    }
    arrow.setLength(std::min(arrow.length(), kLongestArrowPx));
    drawOutlinedVision(painter, arrow, QPen(color, 1.0));
    const QPointF back = (arrow.p1() - arrow.p2()) / arrow.length();
    const QPointF side(-back.y(), back.x());
    const double headPx = std::min(5.0, arrow.length() * 0.6);
    painter.setPen(QPen(color, 1.2));
    painter.drawLine(arrow.p2(), arrow.p2() + (back + side * 0.6) * headPx);
    painter.drawLine(arrow.p2(), arrow.p2() + (back - side * 0.6) * headPx);
}

void paintResidual(QPainter& painter, const MapScale& scale, const SeenMark& mark,
                   std::size_t end) {
    const QPointF seen = scale.at(mark.seen_S.at(end));
    const QPointF known = scale.at(mark.known_S.at(end));
    if (isEnlarged(mark, end, scale)) {
        paintEnlarged(painter, known, seen, visionFaded(colorOf(mark), 0.95));
    }
    drawOutlinedVision(painter, {known, seen}, residualPenOf(mark));
}

double nameOpacity(const MapScale& scale, double from, double to, bool isHighlighted) {
    return isHighlighted ? 1.0 : 0.9 * scale.fade(from, to);
}

} // namespace

bool isEnlarged(const SeenMark& mark, std::size_t end, const MapScale& scale) {
    const QPointF off = mark.seen_S.at(end) - mark.known_S.at(end);
    return mark.hasKnown && std::hypot(off.x(), off.y()) * scale.pxPerM < kShortResidualPx;
}

void paintView(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant,
               const field::FieldModel& field) {
    if (!isVisionPlaced(instant)) {
        return;
    }
    const double halfLengthM = field.dimensions().lengthM / 2 + kAroundFieldM;
    const double halfWidthM = field.dimensions().widthM / 2 + kAroundFieldM;
    const QPolygonF ground =
        viewOnGround(instant.X_SCAtVision, instant.halfViewWidthRad, instant.halfViewHeightRad,
                     QRectF(-halfLengthM, -halfWidthM, 2 * halfLengthM, 2 * halfWidthM));
    if (ground.isEmpty()) {
        return;
    }
    QRadialGradient light(scale.at(instant.X_SCAtVision.p), 22.0 * scale.pxPerM);
    light.setColorAt(0.0, QColor(255, 252, 220, 62));
    light.setColorAt(1.0, QColor(255, 252, 220, 16));
    painter.setPen(QPen(QColor(255, 252, 220, 110), 1.0));
    painter.setBrush(light);
    painter.drawPolygon(scale.toWidget.map(ground));
}

void paintSeenLine(QPainter& painter, const MapScale& scale, const SeenMark& mark,
                   const field::FieldModel& field, bool isHighlighted, LabelLayout& labels) {
    const QLineF seen(scale.at(mark.seen_S[0]), scale.at(mark.seen_S[1]));
    const QColor color = colorOf(mark);
    const bool isOnField =
        mark.fieldLine >= 0 && static_cast<std::size_t>(mark.fieldLine) < field.lines().size();
    if (isHighlighted) {
        glow(painter, seen);
        if (isOnField) {
            const auto& whole = field.lines()[static_cast<std::size_t>(mark.fieldLine)];
            painter.setPen(QPen(visionFaded(kGlow, 0.8), 1.4, Qt::DashLine));
            painter.drawLine(scale.at(QPointF(whole.from_S.x(), whole.from_S.y())),
                             scale.at(QPointF(whole.to_S.x(), whole.to_S.y())));
        }
    }
    if (mark.hasKnown && mark.verdict != Verdict::Unmatched) {
        const QLineF known(scale.at(mark.known_S[0]), scale.at(mark.known_S[1]));
        painter.setPen(QPen(visionFaded(Qt::white, 0.95), std::max(0.05 * scale.pxPerM, 1.6)));
        painter.drawLine(known);
    }
    // Draws a wide line, so that the field line below remains visible; dashed if it matches no
    // field line.
    const bool isUnmatched = mark.verdict == Verdict::Unmatched;
    const double widthPx = std::clamp(0.12 * scale.pxPerM, 4.0, 10.0);
    QPen pen(visionFaded(color, isUnmatched ? 0.9 : 0.6), isUnmatched ? 2.4 : widthPx,
             isUnmatched ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap);
    if (isUnmatched) {
        drawOutlinedVision(painter, seen, pen);
    } else {
        painter.setPen(pen);
        painter.drawLine(seen);
    }
    for (std::size_t end = 0; end < 2; ++end) {
        if (mark.hasKnown && !isUnmatched) {
            paintResidual(painter, scale, mark, end);
        }
        painter.setPen(QPen(visionFaded(kVisionInk, 0.7), 0.8));
        painter.setBrush(color);
        painter.drawEllipse(scale.at(mark.seen_S.at(end)), 2.4, 2.4);
    }
    labels.add({seen.center(), 6.0, mark.name, color.lighter(125),
                nameOpacity(scale, 34.0, 55.0, isHighlighted), isHighlighted, isHighlighted});
}

void paintSeenLandmark(QPainter& painter, const MapScale& scale, const SeenMark& mark,
                       bool isHighlighted, LabelLayout& labels) {
    const QPointF seen = scale.at(mark.seen_S[0]);
    const QColor color = colorOf(mark);
    if (isHighlighted) {
        glow(painter, seen);
    }
    if (mark.hasKnown) {
        const QPointF known = scale.at(mark.known_S[0]);
        const double armPx = 6.0;
        for (const QPointF& arm : {QPointF(armPx, 0.0), QPointF(0.0, armPx)}) {
            drawOutlinedVision(painter, {known - arm, known + arm}, QPen(Qt::white, 1.2));
        }
        paintResidual(painter, scale, mark, 0);
    }
    // A disk for flags, a square for posts.
    constexpr double kSizePx = 4.2;
    painter.setPen(QPen(kVisionInk, 1.2));
    painter.setBrush(color);
    if (mark.kind == ObservationKind::GoalPost) {
        painter.drawRect(QRectF(seen.x() - kSizePx, seen.y() - kSizePx, 2 * kSizePx, 2 * kSizePx));
    } else {
        painter.drawEllipse(seen, kSizePx + 0.4, kSizePx + 0.4);
    }
    if (mark.verdict == Verdict::Refused) {
        for (const double side : {-1.0, 1.0}) {
            const QPointF arm(7.0, side * 7.0);
            drawOutlinedVision(painter, {seen - arm, seen + arm}, QPen(kVisionRefused, 1.6));
        }
    }
    labels.block(QRectF(seen.x() - kSizePx, seen.y() - kSizePx, 2 * kSizePx, 2 * kSizePx));
    labels.add({seen, 9.0, mark.name, color.lighter(125),
                nameOpacity(scale, 10.0, 20.0, isHighlighted), isHighlighted, isHighlighted});
}

} // namespace sideline::widgets
