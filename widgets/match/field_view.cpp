#include "widgets/match/field_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QPainter>

#include "widgets/match/field_scene_paint.h"

namespace sideline::widgets {

namespace {

using monitor::ObjectId;

} // namespace

FieldView::FieldView(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setAccessibleName(tr("Field from above"));
    m_scene.camera.setSize(size());
    fit();
}

void FieldView::setFrame(const logs::FetchedFrame& fetched) {
    if (m_scene.setFrame(fetched) && isFitted()) {
        fit();
    }
    followObject();
    update();
}

void FieldView::clearFrame() {
    m_scene.fetched = {};
    update();
}

void FieldView::setDrawings(const drawing::DrawingBoardPtr& board,
                            const drawing::DrawingFilter& filter) {
    if (board != m_scene.drawings || !(filter == m_scene.drawingFilter)) {
        m_scene.drawings = board;
        m_scene.drawingFilter = filter;
        update();
    }
}

void FieldView::setSelection(const ObjectId& selection) {
    m_scene.selection = selection;
    followObject();
    update();
}

void FieldView::setColors(const TeamColors& colors) {
    m_scene.colors = colors;
    update();
}

void FieldView::setLayers(const FieldLayers& layers) {
    m_scene.layers = layers;
    update();
}

void FieldView::setMeasuring(bool on) {
    m_isMeasuring = on;
    m_rulerFrom.reset();
    showMode();
}

void FieldView::setSteering(bool on, bool isArrow) {
    m_isSteering = on;
    m_way = SteeredWay(isArrow);
    showMode();
}

void FieldView::showMode() {
    setCursor(m_isSteering    ? Qt::PointingHandCursor
              : m_isMeasuring ? Qt::CrossCursor
                              : Qt::ArrowCursor);
}

void FieldView::setRuler(std::vector<drawing::Shape> shapes) {
    m_scene.setRuler(std::move(shapes));
    update();
}

void FieldView::setFlipped(bool on) {
    m_scene.camera.setFlipped(on);
    update();
}

void FieldView::setFollowing(bool on) {
    m_isFollowing = on;
    followObject();
}

void FieldView::followObject() {
    const bool isAsked = m_isFollowing && !isFitted() && !m_scene.overlay && !m_dragging;
    if (!isAsked || !m_scene.fetched.drawn) {
        return;
    }
    const ObjectId id =
        m_scene.selection.kind == ObjectId::Kind::None ? ObjectId::ball() : m_scene.selection;
    if (const auto pose = m_scene.fetched.drawn->findPose(id)) {
        m_scene.camera.centerOn({pose->p.x(), pose->p.y()});
        update();
    }
}

void FieldView::setMovesRefused(bool on) {
    m_reportsRefusal = on;
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
    m_scene.camera.setSize(size());
    if (isFitted()) {
        fit();
    }
    update();
}

void FieldView::fit() {
    m_scene.camera.fit(m_scene.field.dimensions());
    update();
}

void FieldView::setOverlay(std::shared_ptr<FieldOverlay> overlay) {
    m_scene.overlay = std::move(overlay);
    m_scene.camera.setMaxScale(m_scene.overlay ? FieldCamera::kMaxOverlayScale
                                               : FieldCamera::kMaxScale);
    update();
}

void FieldView::setMap(std::shared_ptr<FieldOverlay> map) {
    m_scene.map = std::move(map);
    update();
}

void FieldView::zoomTo(const QPointF& p_S, double widthM) {
    m_scene.camera.zoomTo(p_S, widthM);
    followObject();
    update();
}

// Keeps the point under the mouse fixed, or the followed object centered.
void FieldView::zoomAt(const QPointF& pos, double factor) {
    m_scene.camera.zoomAt(pos, factor);
    followObject();
    update();
}

void FieldView::moveBy(const QPointF& shift_S) {
    m_scene.camera.moveBy(shift_S);
    update();
}

QPointF FieldView::toWidget(double x_S, double y_S) const {
    return m_scene.camera.toWidget().map(QPointF(x_S, y_S));
}

void FieldView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintFieldScene(painter, rect(), m_scene, font());
    paintWay(painter, m_scene, m_way.way_S());
    if (m_scene.fetched.drawn && m_carried && m_dragging) {
        paintCarried(painter, m_scene, {*m_carried, m_carriedTurnRad, m_lastMouse});
    }
    if (m_hover && !m_dragging) {
        painter.setFont(font());
        paintTip(painter, m_scene, *m_hover, size());
    }
}

} // namespace sideline::widgets
