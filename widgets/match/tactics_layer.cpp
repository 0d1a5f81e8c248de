#include "widgets/match/tactics_layer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>
#include <vector>

#include <QCoreApplication>
#include <QPolygonF>

#include "agentcore/field/offside.h"
#include "agentcore/field/voronoi.h"
#include "agentcore/monitor/keep_out.h"

namespace sideline::widgets {

namespace {

using game::Side;
using monitor::MatchFrame;
using monitor::RobotFrame;

constexpr std::array kTeamSides = {Side::Left, Side::Right};
constexpr int kRegionAlpha = 70;
constexpr int kBorderAlpha = 90;
constexpr int kKeepOutAlpha = 45;
constexpr double kDashPx = 7.0;
constexpr double kLineWidthPx = 2.0;
constexpr int kNotePx = 11;
constexpr double kNameBesideLineM = 0.65; // centered in the visible area behind the goal line
constexpr double kNameHeightM = 0.95;
constexpr double kSmallestNamePx = 11.0;
constexpr double kLargestNamePx = 34.0;
constexpr double kNameMarginM = 0.3;

// The left team attacks along +x.
double attackSign(Side side) {
    return side == Side::Left ? 1.0 : -1.0;
}

double scaleOf(const QTransform& toWidget) {
    return std::abs(toWidget.m11());
}

// Whether the right goal is on the left of the screen.
bool isFlipped(const QTransform& toWidget) {
    return toWidget.m11() < 0.0;
}

QFont noteFont(const QPainter& painter, int heightPx) {
    QFont font = painter.font();
    font.setBold(true);
    font.setPixelSize(heightPx);
    return font;
}

// Paints a label at the end of an offside line, on the team's side of the line.
void paintNote(QPainter& painter, const QString& text, const QPointF& at, bool isLeftOfIt,
               const QColor& color) {
    painter.setFont(noteFont(painter, kNotePx));
    const QSizeF size = painter.fontMetrics().size(Qt::TextSingleLine, text) + QSize(8, 2);
    const QRectF box(QPointF(isLeftOfIt ? at.x() - size.width() - 3.0 : at.x() + 3.0, at.y()),
                     size);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(readableOn(color));
    painter.drawText(box, Qt::AlignCenter, text);
}

} // namespace

void paintRegions(QPainter& painter, const MatchFrame& frame, const FieldGround& ground) {
    std::vector<Eigen::Vector2d> places_S;
    std::vector<Side> sides;
    for (const RobotFrame& robot : frame.robots) {
        if (robot.id.side != Side::None) {
            places_S.emplace_back(robot.X_STorso().p.head<2>());
            sides.push_back(robot.id.side);
        }
    }
    const auto regions = field::voronoiRegions(places_S, ground.field.lengthM, ground.field.widthM);
    painter.setPen(QPen(QColor(255, 255, 255, kBorderAlpha), 1.0));
    for (std::size_t i = 0; i < regions.size(); ++i) {
        QPolygonF corners;
        for (const Eigen::Vector2d& corner : regions[i]) {
            corners << ground.toWidget.map(QPointF(corner.x(), corner.y()));
        }
        QColor fill = ground.colors.of(sides[i]);
        fill.setAlpha(kRegionAlpha);
        painter.setBrush(fill);
        painter.drawPolygon(corners);
    }
}

void paintOffsideLines(QPainter& painter, const MatchFrame& frame, const FieldGround& ground) {
    for (const Side side : kTeamSides) {
        const double sign = attackSign(side);
        std::vector<double> opponentsM;
        bool isThere = false;
        for (const RobotFrame& robot : frame.robots) {
            if (robot.id.side == side) {
                isThere = true;
            } else if (robot.id.side != Side::None) {
                opponentsM.push_back(sign * robot.X_STorso().p.x());
            }
        }
        if (!isThere || opponentsM.empty()) {
            continue;
        }
        const double ballM = frame.ball ? sign * frame.ball->X_SBall.p.x() : 0.0;
        const double x_S = sign * field::offsideLineM(ballM, std::move(opponentsM));
        const bool flipped = isFlipped(ground.toWidget);
        const double half = (flipped ? -0.5 : 0.5) * ground.field.widthM;
        const QPointF top = ground.toWidget.map(QPointF(x_S, half));
        const QPointF bottom = ground.toWidget.map(QPointF(x_S, -half));
        const QColor color = ground.colors.of(side);
        // Where both lines coincide, the dashes of one fill the gaps of the other.
        QPen pen(color, kLineWidthPx, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({kDashPx / kLineWidthPx, kDashPx / kLineWidthPx});
        pen.setDashOffset(side == Side::Left ? 0.0 : kDashPx / kLineWidthPx);
        painter.setPen(QPen(QColor(255, 255, 255, kBorderAlpha), kLineWidthPx));
        painter.drawLine(top, bottom);
        painter.setPen(pen);
        painter.drawLine(top, bottom);
        const QString text = QCoreApplication::translate("FieldView", "offside");
        paintNote(painter, text,
                  side == Side::Left ? top + QPointF(0.0, 3.0)
                                     : bottom - QPointF(0.0, kNotePx + 8.0),
                  (side == Side::Left) != flipped, color);
    }
}

void paintKeepOut(QPainter& painter, const MatchFrame& frame, const FieldGround& ground) {
    const auto zone = monitor::keepOut(frame);
    if (!zone) {
        return;
    }
    QColor fill = ground.colors.of(zone->side);
    painter.setPen(QPen(fill, kLineWidthPx, Qt::DashLine));
    fill.setAlpha(kKeepOutAlpha);
    painter.setBrush(fill);
    if (const auto* circle = std::get_if<monitor::GroundCircle>(&zone->area)) {
        const double radiusPx = circle->radiusM * scaleOf(ground.toWidget);
        painter.drawEllipse(
            ground.toWidget.map(QPointF(circle->center_S.x(), circle->center_S.y())), radiusPx,
            radiusPx);
        return;
    }
    const auto& box = std::get<Eigen::AlignedBox2d>(zone->area);
    painter.drawRect(ground.toWidget.mapRect(
        QRectF(QPointF(box.min().x(), box.min().y()), QPointF(box.max().x(), box.max().y()))));
}

void paintTeamNames(QPainter& painter, const monitor::GameState& game, const FieldGround& ground) {
    const double scale = scaleOf(ground.toWidget);
    const double heightPx = std::clamp(kNameHeightM * scale, kSmallestNamePx, kLargestNamePx);
    const double besideGoalM = (ground.field.widthM - ground.field.goalWidthM) / 2.0;
    const double roomPx = (besideGoalM - 2.0 * kNameMarginM) * scale;
    for (const Side side : kTeamSides) {
        const QString name = toQt(game.teamName(side));
        if (name.isEmpty()) {
            continue;
        }
        const double sign = -attackSign(side); // toward the goal that the team defends
        const QPointF middle =
            ground.toWidget.map(QPointF(sign * (ground.field.lengthM / 2.0 + kNameBesideLineM),
                                        (ground.field.goalWidthM + besideGoalM) / 2.0));
        painter.save();
        painter.setFont(noteFont(painter, static_cast<int>(0.8 * heightPx)));
        const QFontMetricsF metrics(painter.font());
        const QString shown = metrics.elidedText(name, Qt::ElideRight, roomPx - heightPx);
        const double widthPx = metrics.horizontalAdvance(shown) + 0.7 * heightPx;
        const QRectF box(-widthPx / 2.0, -heightPx / 2.0, widthPx, heightPx);
        const QColor color = ground.colors.of(side);
        painter.translate(middle);
        // The text is readable from within the field.
        painter.rotate(isFlipped(ground.toWidget) ? -90.0 * sign : 90.0 * sign);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(readableOn(color));
        painter.drawText(box, Qt::AlignCenter, shown);
        painter.restore();
    }
}

} // namespace sideline::widgets
