#include "widgets/match/field_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QPainter>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "widgets/match/drawing_layer.h"
#include "widgets/match/object_tip.h"
#include "widgets/match/view_cone.h"

namespace sideline::widgets {

namespace {

using monitor::ObjectId;
using monitor::RobotFrame;

constexpr double kBorderM = 1.3;
constexpr double kRobotRadiusM = 0.22;
constexpr double kLineWidthM = 0.05;
constexpr double kMinScale = 1.5;
constexpr double kMaxScale = 800.0;
constexpr double kMaxOverlayScale = 10000.0; // a millimeter has ten pixels
constexpr double kLargeRobotPx = 40.0;
const QColor kGrass(0x35, 0x7a, 0x38);
const QColor kApron(0x2a, 0x5a, 0x2d);
const QColor kWay(255, 210, 60);
const QColor kSteered(0xff, 0xd2, 0x3c);
const QColor kLine(0xea, 0xf2, 0xea);
const QColor kGold(0xff, 0xd2, 0x33);

constexpr double kRobotLeastPx = 7.0;
constexpr double kBallLeastPx = 4.0;
constexpr int kGoalieNumber = 1;
constexpr double kGoalieCorner = 0.35; // of the radius: a rounded square

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

// What stands under the mouse, beside it and inside of the view.
void paintTip(QPainter& painter, const QPointF& at, const QString& text, const QSize& view) {
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

} // namespace

FieldView::FieldView(QWidget* parent)
    : QWidget(parent),
      m_field(field::newestField().dimensions),
      m_marks(field::fieldMarks(m_field)) {
    setMouseTracking(true);
    setAccessibleName(tr("Field from above"));
    fit();
}

void FieldView::setFrame(const logs::FetchedFrame& fetched) {
    m_fetched = fetched;
    const auto& environment = fetched.exact ? fetched.exact->game.environment : nullptr;
    if (environment && environment->field.lengthM > 0.0 &&
        !(environment->field == m_field.dimensions())) {
        m_field = field::FieldModel(environment->field);
        m_marks = field::fieldMarks(m_field);
        if (m_fitted) {
            fit();
        }
    }
    followObject();
    update();
}

void FieldView::clearFrame() {
    m_fetched = {};
    update();
}

void FieldView::setDrawings(const drawing::DrawingBoardPtr& board,
                            const drawing::DrawingFilter& filter) {
    if (board != m_drawings || !(filter == m_drawingFilter)) {
        m_drawings = board;
        m_drawingFilter = filter;
        update();
    }
}

void FieldView::setSelection(const ObjectId& selection) {
    m_selection = selection;
    followObject();
    update();
}

void FieldView::setColors(const TeamColors& colors) {
    m_colors = colors;
    update();
}

void FieldView::setLayers(const FieldLayers& layers) {
    m_layers = layers;
    update();
}

void FieldView::setMeasuring(bool on) {
    m_isMeasuring = on;
    m_rulerFrom.reset();
    showMode();
}

void FieldView::setSteering(bool on, bool isArrow) {
    m_isSteering = on;
    m_steersByArrow = isArrow;
    m_way_S.clear();
    showMode();
}

void FieldView::showMode() {
    setCursor(m_isSteering    ? Qt::PointingHandCursor
              : m_isMeasuring ? Qt::CrossCursor
                              : Qt::ArrowCursor);
}

void FieldView::setRuler(std::vector<drawing::Shape> shapes) {
    drawing::ShapeSet set;
    set.shapes = std::move(shapes);
    m_ruler.sets = {std::make_shared<const drawing::ShapeSet>(std::move(set))};
    update();
}

void FieldView::setFlipped(bool on) {
    m_isFlipped = on;
    updateTransform();
}

void FieldView::setFollowing(bool on) {
    m_isFollowing = on;
    followObject();
}

void FieldView::followObject() {
    const bool isAsked = m_isFollowing && !m_fitted && !m_overlay && !m_dragging;
    if (!isAsked || !m_fetched.drawn) {
        return;
    }
    const ObjectId id = m_selection.kind == ObjectId::Kind::None ? ObjectId::ball() : m_selection;
    if (const auto pose = m_fetched.drawn->findPose(id)) {
        m_center = {pose->p.x(), pose->p.y()};
        updateTransform();
    }
}

void FieldView::setMovesRefused(bool on) {
    m_tellsRefusal = on;
    m_isRefused = m_isRefused && on;
}

void FieldView::setObjectsMovable(bool on) {
    m_canMove = on;
    if (!on) {
        m_carried.reset();
        if (m_aimSteps.has_value()) {
            m_aimSteps.reset();
            Q_EMIT aimCanceled();
        }
        update();
    }
}

void FieldView::resizeEvent(QResizeEvent* /*event*/) {
    if (m_fitted) {
        fit();
    } else {
        updateTransform();
    }
}

void FieldView::fit() {
    const auto& size = m_field.dimensions();
    m_scale =
        std::min(width() / (size.lengthM + 2 * kBorderM), height() / (size.widthM + 2 * kBorderM));
    m_scale = std::clamp(m_scale, kMinScale, kMaxScale);
    m_center = {};
    m_fitted = true;
    updateTransform();
}

void FieldView::setOverlay(std::shared_ptr<FieldOverlay> overlay) {
    m_overlay = std::move(overlay);
    if (m_scale > maxScale()) {
        m_scale = maxScale();
        updateTransform();
    }
    update();
}

void FieldView::setMap(std::shared_ptr<FieldOverlay> map) {
    m_map = std::move(map);
    update();
}

double FieldView::maxScale() const {
    return m_overlay ? kMaxOverlayScale : kMaxScale;
}

void FieldView::zoomTo(const QPointF& p_S, double widthM) {
    if (!(widthM > 0.0) || !std::isfinite(p_S.x()) || !std::isfinite(p_S.y())) {
        return;
    }
    m_scale = std::clamp(width() / widthM, kMinScale, maxScale());
    m_center = p_S;
    m_fitted = false;
    updateTransform();
    followObject();
}

// Keeps what is under the mouse where it is, or what is followed in the middle.
void FieldView::zoomAt(const QPointF& pos, double factor) {
    const QPointF before = m_toWidget.inverted().map(pos);
    m_scale = std::clamp(m_scale * factor, kMinScale, maxScale());
    updateTransform();
    m_center += before - m_toWidget.inverted().map(pos);
    m_fitted = false;
    updateTransform();
    followObject();
}

void FieldView::moveBy(const QPointF& shift_S) {
    m_center += shift_S;
    m_fitted = false;
    updateTransform();
    update();
}

void FieldView::updateTransform() {
    m_toWidget = QTransform();
    m_toWidget.translate(width() / 2.0, height() / 2.0);
    m_toWidget.scale(m_isFlipped ? -m_scale : m_scale, m_isFlipped ? m_scale : -m_scale);
    m_toWidget.translate(-m_center.x(), -m_center.y());
    update();
}

QPointF FieldView::toWidget(double x_S, double y_S) const {
    return m_toWidget.map(QPointF(x_S, y_S));
}

double FieldView::radiusPx(double meters, double atLeastPx) const {
    return std::max(meters * m_scale, atLeastPx);
}

double FieldView::robotRadiusPx() const {
    return radiusPx(kRobotRadiusM, kRobotLeastPx);
}

double FieldView::ballRadiusPx() const {
    return radiusPx(m_fetched.drawn ? m_fetched.drawn->game.ballRadiusM() : game::kBallRadiusM,
                    kBallLeastPx);
}

// A unit vector on the screen.
QPointF FieldView::aheadOf(double headingRad) const {
    const double sign = m_isFlipped ? -1.0 : 1.0;
    return {sign * std::cos(headingRad), -sign * std::sin(headingRad)};
}

void FieldView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const FieldGround ground{m_field.dimensions(), m_colors, m_toWidget};
    paintField(painter, rect(), m_field, ground, m_scale);
    paintOverlay(painter, m_map.get(), m_toWidget, font());
    if (m_fetched.drawn && m_layers.regions) {
        paintRegions(painter, *m_fetched.drawn, ground);
    }
    if (m_fetched.drawn && m_layers.keepOut) {
        paintKeepOut(painter, *m_fetched.drawn, ground);
    }
    if (m_fetched.drawn && m_layers.viewCones) {
        paintViewCones(painter, *m_fetched.drawn, m_selection, ground);
    }
    if (m_fetched.drawn && m_layers.offsideLines) {
        paintOffsideLines(painter, *m_fetched.drawn, ground);
    }
    if (m_fetched.drawn && m_layers.teamNames) {
        paintTeamNames(painter, m_fetched.drawn->game, ground);
    }
    if (m_drawings) {
        paintDrawings(painter, *m_drawings, m_drawingFilter, m_toWidget);
    }
    if (m_fetched.drawn) {
        paintTrails(painter);
        for (const RobotFrame& robot : m_fetched.drawn->robots) {
            paintRobot(painter, robot);
        }
        paintBall(painter);
        if (m_drawings) {
            paintAgentNotes(painter, *m_drawings, m_drawingFilter, *m_fetched.drawn, m_toWidget,
                            1.7 * robotRadiusPx());
        }
    }
    paintOverlay(painter, m_overlay.get(), m_toWidget, font());
    paintDrawings(painter, m_ruler, {}, m_toWidget);
    if (m_way_S.size() > 1) {
        painter.setPen(QPen(kSteered, 2.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(m_toWidget.map(m_way_S));
    }
    if (m_fetched.drawn) {
        paintCarried(painter);
    }
    paintHover(painter);
}

// The ball's path always, that of the selected player beside it.
void FieldView::paintTrails(QPainter& painter) const {
    paintTrail(painter, ObjectId::ball(), QColor(Qt::white));
    if (m_selection.kind == ObjectId::Kind::Robot) {
        paintTrail(painter, ObjectId::ofRobot(m_selection.robot), kGold);
    }
}

void FieldView::paintTrail(QPainter& painter, const ObjectId& id, QColor color) const {
    const auto count = static_cast<double>(m_fetched.trail.size());
    for (std::size_t i = 1; i < m_fetched.trail.size(); ++i) {
        const auto from = m_fetched.trail[i - 1]->findPose(id);
        const auto to = m_fetched.trail[i]->findPose(id);
        if (from && to &&
            !monitor::hasTeleported(*m_fetched.trail[i - 1], *m_fetched.trail[i], id)) {
            color.setAlphaF(static_cast<float>(0.1 + 0.8 * static_cast<double>(i) / count));
            painter.setPen(QPen(color, radiusPx(0.04, 2.0), Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(toWidget(from->p), toWidget(to->p));
        }
    }
}

void FieldView::paintRobot(QPainter& painter, const RobotFrame& robot) const {
    const QPointF at = toWidget(robot.X_STorso().p);
    const double radius = robotRadiusPx();
    const QColor color = m_colors.of(robot.id.side);
    const bool fallen = robot.isFallen();
    if (m_selection.sameObject(ObjectId::ofRobot(robot.id))) {
        painter.setPen(QPen(kGold, std::max(2.0, radius * 0.2)));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, radius * 1.4, radius * 1.4);
    }
    const QPointF ahead = aheadOf(robot.headingRad());
    painter.setPen(QPen(Qt::white, std::max(1.5, radius * 0.16), Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(at, at + ahead * radius * 1.55);
    painter.setPen(fallen ? QPen(Qt::white, 1.5, Qt::DotLine) : QPen(color.darker(150), 1.2));
    QColor fill = color;
    fill.setAlphaF(fallen ? 0.55F : 1.0F);
    // Near by, what the overlay shows on the robot matters more than the robot.
    const bool isBackground = m_overlay != nullptr && radius > kLargeRobotPx;
    if (isBackground) {
        fill.setAlphaF(0.25F);
    }
    painter.setBrush(fill);
    if (robot.id.unum.value() == kGoalieNumber) { // reported from the others by its shape
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

void FieldView::paintBall(QPainter& painter) const {
    if (!m_fetched.drawn->ball) {
        return;
    }
    const Eigen::Vector3d& p_S = m_fetched.drawn->ball->X_SBall.p;
    const QPointF at = toWidget(p_S);
    const double radius = ballRadiusPx();
    if (m_selection.kind == ObjectId::Kind::Ball) {
        painter.setPen(QPen(kGold, 2.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, radius + 5.0, radius + 5.0);
    }
    // A ball in the air: its shadow stays, the ball moves up the screen.
    const double lift =
        std::max(0.0, p_S.z() - m_fetched.drawn->game.ballRadiusM()) * m_scale * 0.5;
    if (lift > 2.0) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(0, 0, 0, 90));
        painter.drawEllipse(at, radius, radius);
    }
    painter.setPen(QPen(Qt::black, 1.2));
    painter.setBrush(Qt::white);
    painter.drawEllipse(at - QPointF(0, lift), radius, radius);
}

QStringList FieldView::hoverLines(const QPointF& pos) const {
    QStringList lines;
    const QString tip = m_overlay ? m_overlay->tipAt(pos, m_toWidget) : QString();
    if (!tip.isEmpty()) {
        lines << tip;
    }
    if (m_fetched.exact) {
        lines << objectTip(m_fetched, objectAt(pos));
    }
    if (const QString map = m_map ? m_map->tipAt(pos, m_toWidget) : QString(); !map.isEmpty()) {
        lines << map;
    }
    if (lines.isEmpty() && (m_fetched.exact || m_overlay)) {
        const QPointF point = m_toWidget.inverted().map(pos);
        const int decimals = m_scale > kMaxScale / 2.0 ? 3 : 2;
        lines << QStringLiteral("%1, %2 m")
                     .arg(point.x(), 0, 'f', decimals)
                     .arg(point.y(), 0, 'f', decimals);
    }
    return lines;
}

// Where an object would be put, and from where.
void FieldView::paintCarried(QPainter& painter) const {
    if (!m_carried || !m_dragging) {
        return;
    }
    const auto pose = m_fetched.drawn->findPose(*m_carried);
    if (!pose) {
        return;
    }
    const bool isBall = m_carried->kind == ObjectId::Kind::Ball;
    const double radius = isBall ? ballRadiusPx() : robotRadiusPx();
    painter.setPen(QPen(kGold, 2.0, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawLine(toWidget(pose->p), m_lastMouse);
    painter.drawEllipse(m_lastMouse, radius, radius);
    if (const RobotFrame* robot = isBall ? nullptr : m_fetched.drawn->findRobot(m_carried->robot)) {
        const double headingRad = robot->headingRad() + m_carriedTurnRad;
        painter.setPen(QPen(kGold, 2.0));
        painter.drawLine(m_lastMouse, m_lastMouse + 1.55 * radius * aheadOf(headingRad));
    }
}

void FieldView::paintHover(QPainter& painter) const {
    if (!m_hover || m_dragging) {
        return;
    }
    const QString text = hoverLines(*m_hover).join(QLatin1Char('\n'));
    if (text.isEmpty()) {
        return;
    }
    painter.setFont(font());
    paintTip(painter, *m_hover, text, size());
}

} // namespace sideline::widgets
