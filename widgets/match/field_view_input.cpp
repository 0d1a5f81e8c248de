// What mouse and wheel do in the field view.
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
using monitor::RobotFrame;

constexpr int kClickPx = 4;
constexpr double kSnapPx = 10.0; // of the ruler's ends
constexpr double kTurnRad = math::radFromDeg(15.0);

double distancePx(const QPointF& a, const QPointF& b) {
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

// With Alt or Shift held, some systems turn the wheel sideways.
int turnedBy(const QWheelEvent& event) {
    const QPoint turned = event.angleDelta();
    const int by = turned.y() != 0 ? turned.y() : turned.x();
    return by > 0 ? 1 : by < 0 ? -1 : 0;
}

} // namespace

// The ball or a robot, else a mark of the field that is near, else the place on the ground.
monitor::RulerEnd FieldView::rulerEndAt(const QPointF& pos) const {
    const ObjectId object = nearestObject(pos, kSnapPx);
    if (const auto pose = m_fetched.drawn ? m_fetched.drawn->findPose(object) : std::nullopt) {
        return {object, pose->p.head<2>()};
    }
    const auto away = [&](const field::FieldMark& mark) {
        return distancePx(toWidget(mark.p_S.x(), mark.p_S.y()), pos);
    };
    const auto nearest = std::ranges::min_element(m_marks, {}, away);
    if (nearest != m_marks.end() && away(*nearest) < kSnapPx) {
        return {{}, nearest->p_S, nearest->name};
    }
    const QPointF place = m_toWidget.inverted().map(pos);
    return {{}, {place.x(), place.y()}};
}

ObjectId FieldView::objectAt(const QPointF& pos) const {
    return nearestObject(pos, 0.0);
}

ObjectId FieldView::nearestObject(const QPointF& pos, double leastReachPx) const {
    if (!m_fetched.drawn) {
        return {};
    }
    ObjectId best;
    double bestPx = 1e9;
    const auto consider = [&](const Eigen::Vector3d& p_S, double reachPx, const ObjectId& id) {
        const double distance = distancePx(toWidget(p_S), pos);
        if (distance < std::max(reachPx, leastReachPx) && distance < bestPx) {
            bestPx = distance;
            best = id;
        }
    };
    for (const RobotFrame& robot : m_fetched.drawn->robots) {
        consider(robot.X_STorso().p, robotRadiusPx() + 2.0, ObjectId::ofRobot(robot.id));
    }
    if (m_fetched.drawn->ball) {
        consider(m_fetched.drawn->ball->X_SBall.p, ballRadiusPx() + 4.0, ObjectId::ball());
    }
    return best;
}

// Whether these keys and this place mean that something should be put somewhere, or be thrown.
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
    m_isRefused = m_tellsRefusal && !m_canMove && triesToMove(*event);
    const bool isPlainLeft =
        event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
    m_way_S.clear();
    if (m_isSteering && isPlainLeft) {
        steer(event->position(), false);
        return;
    }
    if (m_isMeasuring && isPlainLeft) {
        m_rulerFrom = rulerEndAt(event->position());
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
        const bool hasBegun = !m_dragging && std::abs(total.x()) + std::abs(total.y()) > kClickPx;
        m_dragging = m_dragging || hasBegun;
        if (m_isRefused) {
            if (hasBegun) {
                Q_EMIT moveRefused();
            }
            return;
        }
        if (!m_way_S.isEmpty()) {
            steer(event->position(), false);
            return;
        }
        if (m_aimSteps) {
            m_lastMouse = event->position();
            reportAim(false);
            return;
        }
        if (m_dragging && m_rulerFrom) {
            Q_EMIT measured({*m_rulerFrom, rulerEndAt(event->position())});
            return;
        }
        if (m_dragging && !m_carried) {
            const QTransform toField = m_toWidget.inverted();
            m_center += toField.map(m_lastMouse) - toField.map(event->position());
            m_fitted = false;
            updateTransform();
            if (std::exchange(m_isFollowing, false)) {
                Q_EMIT followingEnded();
            }
        }
        m_lastMouse = event->position();
    }
    update();
}

// A point every few pixels is enough for a way.
void FieldView::steer(const QPointF& pos, bool isDone) {
    const double stepPx = isDone ? 0.5 : 4.0; // it always ends where the mouse was let go
    const bool isFar =
        m_way_S.isEmpty() || distancePx(m_toWidget.map(m_way_S.last()), pos) > stepPx;
    if (isFar && m_steersByArrow && m_way_S.size() > 1) {
        m_way_S.back() = m_toWidget.inverted().map(pos);
    } else if (isFar) {
        m_way_S << m_toWidget.inverted().map(pos);
    }
    if (isFar || isDone) {
        const QPolygonF way_S = isDone ? std::exchange(m_way_S, {}) : m_way_S;
        update();
        Q_EMIT steered(way_S, isDone);
    }
}

// Where the mouse aims the ball at.
void FieldView::reportAim(bool isDone) {
    const QPointF place = m_toWidget.inverted().map(m_lastMouse);
    Q_EMIT aimed(place.x(), place.y(), *m_aimSteps, isDone);
}

void FieldView::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_way_S.isEmpty()) {
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
        const QPointF place = m_toWidget.inverted().map(event->position());
        Q_EMIT moveRequested(*std::exchange(m_carried, std::nullopt), place.x(), place.y(),
                             m_carriedTurnRad);
    } else if (!m_dragging && event->button() == Qt::LeftButton) {
        // It may be replaced by what it reports.
        const std::shared_ptr<FieldOverlay> overlay = m_overlay;
        const std::shared_ptr<FieldOverlay> map = m_map;
        const ObjectId object = objectAt(event->position());
        const bool isTaken = (overlay && overlay->click(event->position(), m_toWidget)) ||
                             (map && object.kind == ObjectId::Kind::None &&
                              map->click(event->position(), m_toWidget));
        if (!isTaken) {
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
        m_overlay && !m_overlay->tipAt(event->position(), m_toWidget).isEmpty();
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
            m_dragging = true; // it may be turned where it stands
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
