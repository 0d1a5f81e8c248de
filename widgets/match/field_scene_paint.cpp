#include "widgets/match/field_scene_paint.h"

#include <algorithm>
#include <cmath>

#include "widgets/match/drawing_layer.h"
#include "widgets/match/view_cone.h"

namespace sideline::widgets {

namespace {

using monitor::ObjectId;
using monitor::RobotFrame;

constexpr double kLineWidthM = 0.05;
constexpr double kLargeRobotPx = 40.0;
const QColor kGrass(0x35, 0x7a, 0x38);
const QColor kApron(0x2a, 0x5a, 0x2d);
const QColor kLine(0xea, 0xf2, 0xea);
const QColor kSteered(0xff, 0xd2, 0x3c);
const QColor kGold(0xff, 0xd2, 0x33);

constexpr int kGoalieNumber = 1;
constexpr double kGoalieCorner = 0.35; // corner radius of a rounded square, in robot radii

// Grass, lines and goals. @param scale pixels per meter
void paintField(QPainter& painter, const QRect& all, const field::FieldModel& model,
                const FieldGround& ground, double scale) {
    painter.fillRect(all, kApron);
    const auto& size = model.dimensions();
    const QRectF field(QPointF(-size.lengthM / 2 - 0.7, -size.widthM / 2 - 0.7),
                       QPointF(size.lengthM / 2 + 0.7, size.widthM / 2 + 0.7));
    painter.fillRect(ground.toWidget.mapRect(field), kGrass);
    painter.setPen(QPen(kLine, std::max(kLineWidthM * scale, 1.0), Qt::SolidLine, Qt::SquareCap));
    for (const field::LineSegment& line : model.lines()) {
        painter.drawLine(ground.toWidget.map(QPointF(line.from_S.x(), line.from_S.y())),
                         ground.toWidget.map(QPointF(line.to_S.x(), line.to_S.y())));
    }
    for (const double side : {-1.0, 1.0}) {
        const double x = side * size.lengthM / 2;
        const QRectF goal(QPointF(x, -size.goalWidthM / 2),
                          QPointF(x + side * size.goalDepthM, size.goalWidthM / 2));
        const QColor& color = side < 0 ? ground.colors.left : ground.colors.right;
        painter.setPen(QPen(color.lighter(130), std::max(0.06 * scale, 1.5)));
        painter.setBrush(QColor(255, 255, 255, 40));
        painter.drawRect(ground.toWidget.mapRect(goal));
    }
}

// @param overlay may be null
void paintOverlay(QPainter& painter, const FieldOverlay* overlay, const QTransform& toWidget,
                  const QFont& font) {
    if (overlay != nullptr) {
        painter.save();
        painter.setFont(font);
        overlay->paint(painter, toWidget);
        painter.restore();
    }
}

void paintTrail(QPainter& painter, const FieldScene& scene, const ObjectId& id, QColor color) {
    const auto count = static_cast<double>(scene.fetched.trail.size());
    for (std::size_t i = 1; i < scene.fetched.trail.size(); ++i) {
        const auto from = scene.fetched.trail[i - 1]->findPose(id);
        const auto to = scene.fetched.trail[i]->findPose(id);
        if (from && to &&
            !monitor::hasTeleported(*scene.fetched.trail[i - 1], *scene.fetched.trail[i], id)) {
            color.setAlphaF(static_cast<float>(0.1 + 0.8 * static_cast<double>(i) / count));
            painter.setPen(QPen(color, scene.radiusPx(0.04, 2.0), Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(scene.toWidget(from->p), scene.toWidget(to->p));
        }
    }
}

// Draws the trail of the ball, and that of the selected player.
void paintTrails(QPainter& painter, const FieldScene& scene) {
    paintTrail(painter, scene, ObjectId::ball(), QColor(Qt::white));
    if (scene.selection.kind == ObjectId::Kind::Robot) {
        paintTrail(painter, scene, ObjectId::ofRobot(scene.selection.robot), kGold);
    }
}

void paintRobot(QPainter& painter, const FieldScene& scene, const RobotFrame& robot) {
    const QPointF at = scene.toWidget(robot.X_STorso().p);
    const double radius = scene.robotRadiusPx();
    const QColor color = scene.colors.of(robot.id.side);
    const bool fallen = robot.isFallen();
    if (scene.selection.sameObject(ObjectId::ofRobot(robot.id))) {
        painter.setPen(QPen(kGold, std::max(2.0, radius * 0.2)));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, radius * 1.4, radius * 1.4);
    }
    const QPointF ahead = scene.camera.aheadOf(robot.headingRad());
    painter.setPen(QPen(Qt::white, std::max(1.5, radius * 0.16), Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(at, at + ahead * radius * 1.55);
    painter.setPen(fallen ? QPen(Qt::white, 1.5, Qt::DotLine) : QPen(color.darker(150), 1.2));
    QColor fill = color;
    fill.setAlphaF(fallen ? 0.55F : 1.0F);
    // At a large scale, the overlay on the robot matters more than the robot.
    const bool isBackground = scene.overlay != nullptr && radius > kLargeRobotPx;
    if (isBackground) {
        fill.setAlphaF(0.25F);
    }
    painter.setBrush(fill);
    if (robot.id.unum.value() == kGoalieNumber) { // recognizable by its shape
        const QPointF corner(0.9 * radius, 0.9 * radius);
        painter.drawRoundedRect(QRectF(at - corner, at + corner), kGoalieCorner * radius,
                                kGoalieCorner * radius);
    } else {
        painter.drawEllipse(at, radius, radius);
    }
    if (robot.id.unum.value() > 0 && !isBackground) {
        QFont font = painter.font();
        font.setBold(true);
        font.setPixelSize(std::max(9, static_cast<int>(radius * 1.15)));
        painter.setFont(font);
        painter.setPen(readableOn(color));
        painter.drawText(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius),
                         Qt::AlignCenter, QString::number(robot.id.unum.value()));
    }
}

void paintBall(QPainter& painter, const FieldScene& scene) {
    if (!scene.fetched.drawn->ball) {
        return;
    }
    const Eigen::Vector3d& p_S = scene.fetched.drawn->ball->X_SBall.p;
    const QPointF at = scene.toWidget(p_S);
    const double radius = scene.ballRadiusPx();
    if (scene.selection.kind == ObjectId::Kind::Ball) {
        painter.setPen(QPen(kGold, 2.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, radius + 5.0, radius + 5.0);
    }
    // A ball in the air: its shadow stays in place, the ball is shifted up on the screen.
    const double lift = std::max(0.0, p_S.z() - scene.fetched.drawn->game.ballRadiusM()) *
                        scene.camera.scale() * 0.5;
    if (lift > 2.0) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0, 0, 0, 90));
        painter.drawEllipse(at, radius, radius);
    }
    painter.setPen(QPen(Qt::black, 1.2));
    painter.setBrush(Qt::white);
    painter.drawEllipse(at - QPointF(0, lift), radius, radius);
}

} // namespace

void paintFieldScene(QPainter& painter, const QRect& all, const FieldScene& scene,
                     const QFont& font) {
    const FieldGround ground{scene.field.dimensions(), scene.colors, scene.camera.toWidget()};
    paintField(painter, all, scene.field, ground, scene.camera.scale());
    paintOverlay(painter, scene.map.get(), scene.camera.toWidget(), font);
    if (scene.fetched.drawn && scene.layers.regions) {
        paintRegions(painter, *scene.fetched.drawn, ground);
    }
    if (scene.fetched.drawn && scene.layers.keepOut) {
        paintKeepOut(painter, *scene.fetched.drawn, ground);
    }
    if (scene.fetched.drawn && scene.layers.viewCones) {
        paintViewCones(painter, *scene.fetched.drawn, scene.selection, ground);
    }
    if (scene.fetched.drawn && scene.layers.offsideLines) {
        paintOffsideLines(painter, *scene.fetched.drawn, ground);
    }
    if (scene.fetched.drawn && scene.layers.teamNames) {
        paintTeamNames(painter, scene.fetched.drawn->game, ground);
    }
    if (scene.drawings) {
        paintDrawings(painter, *scene.drawings, scene.drawingFilter, scene.camera.toWidget());
    }
    if (scene.fetched.drawn) {
        paintTrails(painter, scene);
        for (const RobotFrame& robot : scene.fetched.drawn->robots) {
            paintRobot(painter, scene, robot);
        }
        paintBall(painter, scene);
        if (scene.drawings) {
            paintAgentNotes(painter, *scene.drawings, scene.drawingFilter, *scene.fetched.drawn,
                            scene.camera.toWidget(), 1.7 * scene.robotRadiusPx());
        }
    }
    paintOverlay(painter, scene.overlay.get(), scene.camera.toWidget(), font);
    paintDrawings(painter, scene.ruler, {}, scene.camera.toWidget());
}

void paintCarried(QPainter& painter, const FieldScene& scene, const CarriedObject& carried) {
    const auto pose = scene.fetched.drawn->findPose(carried.id);
    if (!pose) {
        return;
    }
    const bool isBall = carried.id.kind == ObjectId::Kind::Ball;
    const double radius = isBall ? scene.ballRadiusPx() : scene.robotRadiusPx();
    painter.setPen(QPen(kGold, 2.0, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawLine(scene.toWidget(pose->p), carried.at);
    painter.drawEllipse(carried.at, radius, radius);
    if (const RobotFrame* robot =
            isBall ? nullptr : scene.fetched.drawn->findRobot(carried.id.robot)) {
        const double headingRad = robot->headingRad() + carried.turnRad;
        painter.setPen(QPen(kGold, 2.0));
        painter.drawLine(carried.at, carried.at + 1.55 * radius * scene.camera.aheadOf(headingRad));
    }
}

void paintWay(QPainter& painter, const FieldScene& scene, const QPolygonF& way_S) {
    if (way_S.size() > 1) {
        painter.setPen(QPen(kSteered, 2.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(scene.camera.toWidget().map(way_S));
    }
}

void paintTip(QPainter& painter, const FieldScene& scene, const QPointF& at, const QSize& view) {
    const QString text = scene.tipLines(at).join(QLatin1Char('\n'));
    if (text.isEmpty()) {
        return;
    }
    QRectF box = painter.fontMetrics().boundingRect(QRect(0, 0, 600, 600), Qt::AlignLeft, text);
    box.adjust(-6, -4, 6, 4);
    box.moveTopLeft(at + QPointF(14, 12));
    box.moveRight(std::min(box.right(), view.width() - 2.0));
    box.moveBottom(std::min(box.bottom(), view.height() - 2.0));
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 185));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(Qt::white);
    painter.drawText(box.adjusted(6, 4, -6, -4), Qt::AlignLeft | Qt::AlignTop, text);
}

} // namespace sideline::widgets
