// Mouse and wheel input of the field view.
#include "widgets/match/field_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QMouseEvent>
#include <QWheelEvent>

#include "agentcore/math/angles.h"

namespace sideline::widgets {

namespace {

using monitor::ObjectId;

constexpr int kDragPx = 4;
constexpr double kTurnRad = math::radFromDeg(15.0);

// With Alt or Shift pressed, some systems scroll sideways.
int turnedBy(const QWheelEvent& event) {
    const QPoint turned = event.angleDelta();
    const int by = turned.y() != 0 ? turned.y() : turned.x();
    return by > 0 ? 1 : by < 0 ? -1 : 0;
}

} // namespace

ObjectId FieldView::objectAt(const QPointF& pos) const {
    return m_scene.objectNear(pos, 0.0);
}

// Whether these modifiers and this point start placing or throwing an object.
bool FieldView::triesToMove(const QMouseEvent& event) const {
    return event.button() == Qt::LeftButton &&
           (event.modifiers() == (Qt::ControlModifier | Qt::AltModifier) ||
            (event.modifiers().testFlag(Qt::ControlModifier) &&
             objectAt(event.position()).kind != ObjectId::Kind::None));
}

void FieldView::mousePressEvent(QMouseEvent* event) {
    m_pressedAt = event->position();
    m_lastMouse = event->position();
    m_dragging = false;
    m_carried.reset();
    m_rulerFrom.reset();
    m_isRefused = m_reportsRefusal && !m_canMove && triesToMove(*event);
    const bool isPlainLeft =
        event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
    m_way.clear();
    if (m_isSteering && isPlainLeft) {
        steer(event->position(), false);
        return;
    }
    if (m_isMeasuring && isPlainLeft) {
        m_rulerFrom = m_scene.rulerEndAt(event->position());
        return;
    }
    if (!m_canMove || event->button() != Qt::LeftButton) {
        return;
    }
    if (event->modifiers() == (Qt::ControlModifier | Qt::AltModifier)) {
        m_aimSteps = 0;
        reportAim(false);
    } else if (event->modifiers().testFlag(Qt::ControlModifier)) {
        const ObjectId id = objectAt(event->position());
        m_carried = id.kind == ObjectId::Kind::None ? std::nullopt : std::optional(id);
        m_carriedTurnRad = 0.0;
    }
}

void FieldView::mouseMoveEvent(QMouseEvent* event) {
    m_hover = event->position();
    if (event->buttons() != Qt::NoButton) {
        const QPointF total = event->position() - m_pressedAt;
        const bool hasBegun = !m_dragging && std::abs(total.x()) + std::abs(total.y()) > kDragPx;
        m_dragging = m_dragging || hasBegun;
        if (m_isRefused) {
            if (hasBegun) {
                Q_EMIT moveRefused();
            }
            return;
        }
        if (!m_way.isEmpty()) {
            steer(event->position(), false);
            return;
        }
        if (m_aimSteps) {
            m_lastMouse = event->position();
            reportAim(false);
            return;
        }
        if (m_dragging && m_rulerFrom) {
            Q_EMIT measured({*m_rulerFrom, m_scene.rulerEndAt(event->position())});
            return;
        }
        if (m_dragging && !m_carried) {
            m_scene.camera.moveBy(m_scene.camera.toField(m_lastMouse) -
                                  m_scene.camera.toField(event->position()));
            if (std::exchange(m_isFollowing, false)) {
                Q_EMIT followingEnded();
            }
        }
        m_lastMouse = event->position();
    }
    update();
}

void FieldView::steer(const QPointF& pos, bool isDone) {
    if (m_way.add(pos, m_scene.camera, isDone) || isDone) {
        const QPolygonF way_S = m_way.way_S();
        if (isDone) {
            m_way.clear();
        }
        update();
        Q_EMIT steered(way_S, isDone);
    }
}

// The point at which the mouse aims the ball.
void FieldView::reportAim(bool isDone) {
    const QPointF place = m_scene.camera.toField(m_lastMouse);
    Q_EMIT aimed(place.x(), place.y(), *m_aimSteps, isDone);
}

void FieldView::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_way.isEmpty()) {
        steer(event->position(), true);
        m_dragging = false;
        return;
    }
    if (m_aimSteps) {
        reportAim(true);
        m_aimSteps.reset();
        m_dragging = false;
        return;
    }
    if (m_carried && m_dragging) {
        const QPointF place = m_scene.camera.toField(event->position());
        Q_EMIT moveRequested(*std::exchange(m_carried, std::nullopt), place.x(), place.y(),
                             m_carriedTurnRad);
    } else if (!m_dragging && event->button() == Qt::LeftButton) {
        const ObjectId object = objectAt(event->position());
        if (!m_scene.click(event->position())) {
            Q_EMIT selected(object);
        }
    }
    m_dragging = false;
    m_carried.reset();
    m_rulerFrom.reset();
    update();
}

void FieldView::mouseDoubleClickEvent(QMouseEvent* event) {
    const bool isOnOverlay =
        m_scene.overlay &&
        !m_scene.overlay->tipAt(event->position(), m_scene.camera.toWidget()).isEmpty();
    if (!isOnOverlay && objectAt(event->position()).kind == ObjectId::Kind::None) {
        fit();
    }
}

void FieldView::wheelEvent(QWheelEvent* event) {
    event->accept();
    if (m_aimSteps) {
        m_aimSteps = std::max(*m_aimSteps + turnedBy(*event), 0);
        reportAim(false);
    } else if (m_carried) {
        if (m_carried->kind == ObjectId::Kind::Robot) {
            m_carriedTurnRad += turnedBy(*event) * kTurnRad;
            m_dragging = true; // the object can be turned without being moved
            update();
        }
    } else {
        zoomAt(event->position(), std::pow(1.2, event->angleDelta().y() / 120.0));
    }
}

void FieldView::leaveEvent(QEvent* /*event*/) {
    m_hover.reset();
    update();
}

} // namespace sideline::widgets
