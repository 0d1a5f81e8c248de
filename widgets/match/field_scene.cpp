#include "widgets/match/field_scene.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/game/constants.h"
#include "widgets/match/object_tip.h"

namespace sideline::widgets {

namespace {

using monitor::ObjectId;
using monitor::RobotFrame;

constexpr double kBorderM = 1.3;
constexpr double kMinScale = 1.5;
constexpr double kRobotRadiusM = 0.22;
constexpr double kMinRobotPx = 7.0;
constexpr double kMinBallPx = 4.0;
constexpr double kSnapPx = 10.0; // snap distance of the ruler's ends

double distancePx(const QPointF& a, const QPointF& b) {
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

} // namespace

void FieldCamera::setSize(const QSizeF& sizePx) {
    m_sizePx = sizePx;
    update();
}

void FieldCamera::setFlipped(bool on) {
    m_isFlipped = on;
    update();
}

bool FieldCamera::setMaxScale(double maxScale) {
    m_maxScale = maxScale;
    if (m_scale <= maxScale) {
        return false;
    }
    m_scale = maxScale;
    update();
    return true;
}

void FieldCamera::fit(const field::FieldDimensions& field) {
    m_scale = std::min(m_sizePx.width() / (field.lengthM + 2 * kBorderM),
                       m_sizePx.height() / (field.widthM + 2 * kBorderM));
    m_scale = std::clamp(m_scale, kMinScale, kMaxScale);
    m_center = {};
    m_isFitted = true;
    update();
}

void FieldCamera::zoomTo(const QPointF& p_S, double widthM) {
    if (!(widthM > 0.0) || !std::isfinite(p_S.x()) || !std::isfinite(p_S.y())) {
        return;
    }
    m_scale = std::clamp(m_sizePx.width() / widthM, kMinScale, m_maxScale);
    m_center = p_S;
    m_isFitted = false;
    update();
}

void FieldCamera::zoomAt(const QPointF& pos, double factor) {
    const QPointF before = toField(pos);
    m_scale = std::clamp(m_scale * factor, kMinScale, m_maxScale);
    update();
    moveBy(before - toField(pos));
}

void FieldCamera::moveBy(const QPointF& shift_S) {
    m_center += shift_S;
    m_isFitted = false;
    update();
}

void FieldCamera::centerOn(const QPointF& p_S) {
    m_center = p_S;
    update();
}

void FieldCamera::update() {
    m_toWidget = QTransform();
    m_toWidget.translate(m_sizePx.width() / 2.0, m_sizePx.height() / 2.0);
    m_toWidget.scale(m_isFlipped ? -m_scale : m_scale, m_isFlipped ? m_scale : -m_scale);
    m_toWidget.translate(-m_center.x(), -m_center.y());
}

QPointF FieldCamera::aheadOf(double headingRad) const {
    const double sign = m_isFlipped ? -1.0 : 1.0;
    return {sign * std::cos(headingRad), -sign * std::sin(headingRad)};
}

FieldScene::FieldScene()
    : field(field::newestField().dimensions), marks(field::fieldMarks(field)) {}

bool FieldScene::setFrame(const logs::FetchedFrame& frame) {
    fetched = frame;
    const auto& environment = frame.exact ? frame.exact->game.environment : nullptr;
    if (!environment || environment->field.lengthM <= 0.0 ||
        environment->field == field.dimensions()) {
        return false;
    }
    field = field::FieldModel(environment->field);
    marks = field::fieldMarks(field);
    return true;
}

void FieldScene::setRuler(std::vector<drawing::Shape> shapes) {
    drawing::ShapeSet set;
    set.shapes = std::move(shapes);
    ruler.sets = {std::make_shared<const drawing::ShapeSet>(std::move(set))};
}

bool FieldScene::click(const QPointF& pos) {
    // Keeps both alive, because a click may replace either.
    const std::shared_ptr<FieldOverlay> topmost = overlay;
    const std::shared_ptr<FieldOverlay> ground = map;
    const bool hasObject = objectNear(pos, 0.0).kind != ObjectId::Kind::None;
    return (topmost && topmost->click(pos, camera.toWidget())) ||
           (ground && !hasObject && ground->click(pos, camera.toWidget()));
}

double FieldScene::radiusPx(double meters, double minPx) const {
    return std::max(meters * camera.scale(), minPx);
}

double FieldScene::robotRadiusPx() const {
    return radiusPx(kRobotRadiusM, kMinRobotPx);
}

double FieldScene::ballRadiusPx() const {
    return radiusPx(fetched.drawn ? fetched.drawn->game.ballRadiusM() : game::kBallRadiusM,
                    kMinBallPx);
}

ObjectId FieldScene::objectNear(const QPointF& pos, double minReachPx) const {
    if (!fetched.drawn) {
        return {};
    }
    ObjectId best;
    double bestPx = 1e9;
    const auto consider = [&](const Eigen::Vector3d& p_S, double reachPx, const ObjectId& id) {
        const double distance = distancePx(toWidget(p_S), pos);
        if (distance < std::max(reachPx, minReachPx) && distance < bestPx) {
            bestPx = distance;
            best = id;
        }
    };
    for (const RobotFrame& robot : fetched.drawn->robots) {
        consider(robot.X_STorso().p, robotRadiusPx() + 2.0, ObjectId::ofRobot(robot.id));
    }
    if (fetched.drawn->ball) {
        consider(fetched.drawn->ball->X_SBall.p, ballRadiusPx() + 4.0, ObjectId::ball());
    }
    return best;
}

monitor::RulerEnd FieldScene::rulerEndAt(const QPointF& pos) const {
    const ObjectId object = objectNear(pos, kSnapPx);
    if (const auto pose = fetched.drawn ? fetched.drawn->findPose(object) : std::nullopt) {
        return {object, pose->p.head<2>()};
    }
    const auto away = [&](const field::FieldMark& mark) {
        return distancePx(toWidget({mark.p_S.x(), mark.p_S.y(), 0.0}), pos);
    };
    const auto nearest = std::ranges::min_element(marks, {}, away);
    if (nearest != marks.end() && away(*nearest) < kSnapPx) {
        return {{}, nearest->p_S, nearest->name};
    }
    const QPointF place = camera.toField(pos);
    return {{}, {place.x(), place.y()}};
}

QStringList FieldScene::tipLines(const QPointF& pos) const {
    QStringList lines;
    const QString tip = overlay ? overlay->tipAt(pos, camera.toWidget()) : QString();
    if (!tip.isEmpty()) {
        lines << tip;
    }
    if (fetched.exact) {
        lines << objectTip(fetched, objectNear(pos, 0.0));
    }
    if (const QString text = map ? map->tipAt(pos, camera.toWidget()) : QString();
        !text.isEmpty()) {
        lines << text;
    }
    if (lines.isEmpty() && (fetched.exact || overlay)) {
        const QPointF point = camera.toField(pos);
        const int decimals = camera.scale() > FieldCamera::kMaxScale / 2.0 ? 3 : 2;
        lines << QStringLiteral("%1, %2 m")
                     .arg(point.x(), 0, 'f', decimals)
                     .arg(point.y(), 0, 'f', decimals);
    }
    return lines;
}

} // namespace sideline::widgets
