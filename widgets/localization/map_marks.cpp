#include "widgets/localization/map_marks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>
#include <QPolygonF>

#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"

namespace sideline::widgets {

namespace {

constexpr double kJumpM = 1.0; // longer steps: beamed or relocalized, not moved
const QColor kTruth(Qt::white);
const QColor kInk(0x10, 0x14, 0x10);

QColor faded(QColor color, double alpha) {
    color.setAlphaF(static_cast<float>(std::clamp(alpha, 0.0, 1.0)));
    return color;
}

// A line that is visible on grass, lines and players: dark below, colored above.
void drawOutlined(QPainter& painter, const QLineF& line, const QPen& pen) {
    QPen below = pen;
    below.setColor(faded(kInk, 0.45 * pen.color().alphaF()));
    below.setWidthF(pen.widthF() + 2.0);
    painter.setPen(below);
    painter.drawLine(line);
    painter.setPen(pen);
    painter.drawLine(line);
}

void paintTrail(QPainter& painter, const MapScale& scale, const std::vector<QPointF>& trail_S,
                const QColor& color, double widthPx) {
    const auto count = static_cast<double>(trail_S.size());
    for (std::size_t i = 1; i < trail_S.size(); ++i) {
        const QPointF step = trail_S[i] - trail_S[i - 1];
        if (std::hypot(step.x(), step.y()) < kJumpM) {
            const double part = static_cast<double>(i) / count;
            painter.setPen(
                QPen(faded(color, 0.08 + 0.72 * part), widthPx, Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(scale.at(trail_S[i - 1]), scale.at(trail_S[i]));
        }
    }
}

// An arrowhead at a point, along a unit vector.
QPolygonF arrowAt(const QPointF& at, const QPointF& ahead, double sizePx) {
    const QPointF left(ahead.y(), -ahead.x());
    return {{at + ahead * 1.55 * sizePx, at - ahead * 0.95 * sizePx + left * 0.9 * sizePx,
             at - ahead * 0.45 * sizePx, at - ahead * 0.95 * sizePx - left * 0.9 * sizePx}};
}

// Paints an ellipse to scale, or as a ring if it would be too small to see.
void paintEllipse(QPainter& painter, const MapScale& scale, const QPointF& middle,
                  const GroundEllipse& ellipse, const QColor& color, double fill) {
    const double largePx = ellipse.largeM * scale.pxPerM;
    if (largePx < kSmallestEllipsePx) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(faded(kInk, 0.7), 2.6));
        painter.drawEllipse(middle, kSmallestEllipsePx, kSmallestEllipsePx);
        painter.setPen(QPen(Qt::white, 1.2));
        painter.drawEllipse(middle, kSmallestEllipsePx, kSmallestEllipsePx);
        return;
    }
    const QPointF along = scale.towards(ellipse.angleRad);
    painter.save();
    painter.translate(middle);
    painter.rotate(math::degFromRad(std::atan2(along.y(), along.x())));
    const double smallPx = std::max(ellipse.smallM * scale.pxPerM, 1.0);
    painter.setPen(QPen(faded(kInk, 0.55), 3.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QPointF(), largePx, smallPx);
    painter.setPen(QPen(color.lighter(120), 1.4));
    painter.setBrush(faded(color, fill));
    painter.drawEllipse(QPointF(), largePx, smallPx);
    painter.restore();
}

void paintHeadingWedge(QPainter& painter, const MapScale& scale, const BeliefMark& belief) {
    const double lengthPx = std::clamp(1.2 * scale.pxPerM, 34.0, 140.0);
    const double headingRad = math::forwardHeadingRad(belief.X_SC.R);
    const double halfRad = std::min(kSigmas * belief.estimate.headingSigmaRad, math::kPi);
    if (!std::isfinite(halfRad)) {
        return;
    }
    const QPointF at = scale.at(belief.X_SC.p);
    constexpr int kSteps = 16;
    QPolygonF wedge{{at}};
    for (int i = -kSteps; i <= kSteps; ++i) {
        wedge << at + scale.towards(headingRad + halfRad * i / kSteps) * lengthPx;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(faded(belief.color, 0.35));
    painter.drawPolygon(wedge);
    drawOutlined(painter, {at, at + scale.towards(headingRad) * lengthPx},
                 QPen(faded(belief.color, 0.9), 1.2));
}

void paintBelief(QPainter& painter, const MapScale& scale, const BeliefMark& belief,
                 bool isChosen) {
    const QPointF at = scale.at(belief.X_SC.p);
    const double sizePx = isChosen ? kBeliefPx + 2.0 : kBeliefPx - 1.0;
    const QPolygonF arrow =
        arrowAt(at, scale.towards(math::forwardHeadingRad(belief.X_SC.R)), sizePx);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(
        QPen(faded(kInk, 0.85), isChosen ? 5.0 : 2.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolygon(arrow);
    if (isChosen) {
        painter.setPen(QPen(Qt::white, 2.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolygon(arrow);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(belief.color);
    painter.drawPolygon(arrow);
    painter.setBrush(kInk);
    painter.drawEllipse(at, 1.6, 1.6);
}

// Paints the selected belief last, on top of the others.
std::vector<std::size_t> paintOrder(const LocalizeInstant& instant) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < instant.beliefs.size(); ++i) {
        const BeliefMark& belief = instant.beliefs[i];
        if (belief.estimate.isValid && belief.X_SC.p.allFinite() && belief.X_SC.R.allFinite()) {
            order.push_back(i);
        }
    }
    const auto chosen = std::ranges::find_if(
        order, [&](std::size_t i) { return std::cmp_equal(i, instant.chosen); });
    if (chosen != order.end()) {
        std::rotate(chosen, chosen + 1, order.end());
    }
    return order;
}

void paintBallPath(QPainter& painter, const MapScale& scale, const ObjectMark& ball, double alpha) {
    if (ball.path_S.size() < 2) {
        return;
    }
    painter.setBrush(Qt::NoBrush);
    QPolygonF path;
    for (const QPointF& p_S : ball.path_S) {
        path << scale.at(p_S);
    }
    painter.setPen(QPen(faded(kInk, 0.4 * alpha), 4.0, Qt::SolidLine, Qt::RoundCap));
    painter.drawPolyline(path);
    painter.setPen(QPen(faded(ball.color.lighter(125), alpha), 2.2, Qt::DotLine, Qt::RoundCap));
    painter.drawPolyline(path);
    constexpr double kCrossPx = 5.0;
    const QPointF rest = path.back();
    for (const double side : {-1.0, 1.0}) {
        const QPointF arm(kCrossPx, side * kCrossPx);
        drawOutlined(painter, {rest - arm, rest + arm}, QPen(faded(ball.color, alpha), 2.0));
    }
}

void paintObjectTruth(QPainter& painter, const MapScale& scale, const ObjectMark& thing) {
    if (!thing.truth_S || !thing.truth_S->allFinite()) {
        return;
    }
    const QPointF truth = scale.at(*thing.truth_S);
    const double radius = objectRadiusPx(thing, scale);
    drawOutlined(painter, {scale.at(thing.p_S), truth}, QPen(faded(kTruth, 0.85), 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(faded(kInk, 0.7), 3.2));
    painter.drawEllipse(truth, radius, radius);
    painter.setPen(QPen(kTruth, 1.4));
    painter.drawEllipse(truth, radius, radius);
}

void paintPlayer(QPainter& painter, const MapScale& scale, const ObjectMark& player, double alpha) {
    const QPointF at = scale.at(player.p_S);
    const double radius = objectRadiusPx(player, scale);
    if (player.headingRad && std::isfinite(*player.headingRad)) {
        drawOutlined(painter, {at, at + scale.towards(*player.headingRad) * radius * 1.7},
                     QPen(faded(player.color.lighter(140), alpha), 2.2));
    }
    painter.setPen(QPen(faded(kInk, alpha), 1.4, player.isFallen ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(faded(player.color, player.isFallen ? 0.35 * alpha : 0.8 * alpha));
    painter.drawEllipse(at, radius, radius);
    if (player.isFallen) { // drawn lying on the ground
        const QPointF arm(0.8 * radius, 0.0);
        drawOutlined(painter, {at - arm, at + arm}, QPen(faded(Qt::white, alpha), 2.4));
    }
}

} // namespace

double objectRadiusPx(const ObjectMark& thing, const MapScale& scale) {
    return thing.isBall ? std::max(kBallRadiusM * scale.pxPerM, 4.5)
                        : std::max(kPlayerRadiusM * scale.pxPerM, 6.0);
}

void paintTrails(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant,
                 bool withTruth, bool withBeliefs) {
    if (withTruth && instant.truth) {
        paintTrail(painter, scale, instant.truth->trail_S, kTruth, 3.0);
    }
    if (withBeliefs) {
        for (const BeliefMark& belief : instant.beliefs) {
            paintTrail(painter, scale, belief.trail_S, belief.color, 1.4);
        }
    }
}

void paintCandidates(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant) {
    QColor color(Qt::white);
    if (instant.chosen >= 0 && std::cmp_less(instant.chosen, instant.beliefs.size())) {
        color = instant.beliefs[static_cast<std::size_t>(instant.chosen)].color.lighter(130);
    }
    for (const math::Pose& X_ST : instant.vision.candidates_ST) {
        if (X_ST.p.allFinite() && X_ST.R.allFinite()) {
            const QPointF at = scale.at(X_ST.p);
            painter.setPen(QPen(faded(color, 0.55), 1.2));
            painter.drawLine(at, at + scale.towards(math::forwardHeadingRad(X_ST.R)) * 8.0);
            painter.setPen(Qt::NoPen);
            painter.setBrush(faded(color, 0.5));
            painter.drawEllipse(at, 2.2, 2.2);
        }
    }
}

void paintSpreads(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant) {
    const std::vector<std::size_t> order = paintOrder(instant);
    for (const std::size_t i : order) {
        paintHeadingWedge(painter, scale, instant.beliefs[i]);
    }
    for (const std::size_t i : order) {
        const BeliefMark& belief = instant.beliefs[i];
        paintEllipse(painter, scale, scale.at(belief.X_SC.p), ellipseOf(belief.estimate, kSigmas),
                     belief.color, 0.22);
    }
}

void paintErrors(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant,
                 LabelLayout& labels) {
    constexpr double kNumberFromPx = 44.0;
    if (!instant.truth || !instant.truth->p_SCamera.allFinite()) {
        return;
    }
    const QPointF truth = scale.at(instant.truth->p_SCamera);
    for (const std::size_t i : paintOrder(instant)) {
        const BeliefMark& belief = instant.beliefs[i];
        const QLineF line(truth, scale.at(belief.X_SC.p));
        drawOutlined(painter, line, QPen(faded(belief.color.lighter(115), 0.9), 1.4));
        if (line.length() > kNumberFromPx) {
            const double errorM = (belief.X_SC.p - instant.truth->p_SCamera).head<2>().norm();
            labels.add({line.center(), 5.0, lengthText(errorM), belief.color.lighter(135)});
        }
    }
}

void paintTruth(QPainter& painter, const MapScale& scale, const TruthMark& truth) {
    if (!truth.p_SCamera.allFinite() || !std::isfinite(truth.headingRad)) {
        return;
    }
    const QPointF at = scale.at(truth.p_SCamera);
    const QPointF ahead = scale.towards(truth.headingRad);
    const QLineF tick(at + ahead * kTruthPx, at + ahead * 2.6 * kTruthPx);
    for (const auto& [color, widthPx] : {std::pair(kInk, 4.6), std::pair(kTruth, 2.0)}) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, widthPx, Qt::SolidLine, Qt::RoundCap));
        painter.drawEllipse(at, kTruthPx, kTruthPx);
        painter.drawLine(tick);
    }
}

void paintBeliefs(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant,
                  LabelLayout& labels) {
    std::vector<std::size_t> order = paintOrder(instant);
    for (const std::size_t i : order) {
        const QPointF at = scale.at(instant.beliefs[i].X_SC.p);
        labels.block(QRectF(at.x() - kBeliefPx, at.y() - kBeliefPx, 2 * kBeliefPx, 2 * kBeliefPx));
        paintBelief(painter, scale, instant.beliefs[i], std::cmp_equal(i, instant.chosen));
    }
    std::ranges::reverse(order); // the name of the selected belief comes first
    const double opacity = scale.fade(11.0, 22.0);
    for (const std::size_t i : order) {
        const BeliefMark& belief = instant.beliefs[i];
        const bool isChosen = std::cmp_equal(i, instant.chosen);
        labels.add({scale.at(belief.X_SC.p), kBeliefPx + 9.0, belief.name,
                    belief.color.lighter(135), isChosen ? 1.0 : opacity, isChosen, isChosen});
    }
}

void paintObjects(QPainter& painter, const MapScale& scale, const LocalizeInstant& instant,
                  bool balls, LabelLayout& labels) {
    for (const ObjectMark& thing : instant.things) {
        if (thing.isBall != balls || !thing.p_S.allFinite()) {
            continue;
        }
        // Objects fade while they are not seen.
        const double alpha = std::clamp(1.0 - 0.12 * std::max(thing.ageS, 0.0), 0.4, 1.0);
        const QPointF at = scale.at(thing.p_S);
        const GroundEllipse ellipse = ellipseOf(thing.covariance_S, kSigmas);
        if (ellipse.largeM * scale.pxPerM > kSmallestEllipsePx) {
            paintEllipse(painter, scale, at, ellipse, thing.color, 0.2);
        }
        if (thing.isBall) {
            paintBallPath(painter, scale, thing, alpha);
            const double radius = objectRadiusPx(thing, scale);
            painter.setPen(QPen(faded(kInk, alpha), 1.4));
            painter.setBrush(faded(thing.color, alpha));
            painter.drawEllipse(at, radius, radius);
        } else {
            paintPlayer(painter, scale, thing, alpha);
        }
        paintObjectTruth(painter, scale, thing);
        const double radius = objectRadiusPx(thing, scale);
        labels.block(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius));
        labels.add({at, radius + 5.0, thing.name, Qt::white, 0.9 * scale.fade(24.0, 40.0)});
    }
}

} // namespace sideline::widgets
