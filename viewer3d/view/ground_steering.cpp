#include "viewer3d/view/ground_steering.h"

#include <utility>

#include <QLineF>
#include <QMouseEvent>

#include "viewer3d/view/click.h"
#include "viewer3d/view/picking.h"

namespace sideline::viewer3d {

namespace {

constexpr double kWayStepM = 0.05; // minimum distance between points of a path

} // namespace

GroundSteering::GroundSteering(MatchView& view, QObject* parent) : QObject(parent), m_view(view) {}

void GroundSteering::watch(MatchView& view, bool on) {
    if (on) {
        view.installEventFilter(this);
    } else {
        view.removeEventFilter(this);
    }
    view.setCursor(on ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void GroundSteering::setOn(bool on, bool isArrow) {
    m_isArrow = isArrow;
    m_way_S.clear();
    if (m_isOn != on) {
        m_isOn = on;
        watch(m_view, on);
        if (m_twin) {
            watch(*m_twin, on);
        }
    }
    lookForTwin();
}

void GroundSteering::lookForTwin() {
    if (m_twin == m_view.twin()) {
        return;
    }
    m_twin = m_view.twin();
    if (m_twin && m_isOn) {
        watch(*m_twin, true);
    }
}

bool GroundSteering::eventFilter(QObject* watched, QEvent* event) {
    auto* view = qobject_cast<MatchView*>(watched);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease:
        return view != nullptr && handleMouse(*view, *static_cast<QMouseEvent*>(event));
    default:
        return false;
    }
}

// The ground is visible only below the horizon.
void GroundSteering::append(const MatchView& view, const QPoint& place) {
    const Ray ray =
        rayThrough(view.cameraPose(), place.x(), place.y(), view.width(), view.height());
    if (ray.direction.z() > -1e-3) {
        return;
    }
    const Eigen::Vector3d p_S = ray.origin - ray.origin.z() / ray.direction.z() * ray.direction;
    const QPointF to_S(p_S.x(), p_S.y());
    if (m_isArrow && m_way_S.size() > 1) {
        m_way_S.back() = to_S;
    } else if (m_way_S.isEmpty() || QLineF(m_way_S.back(), to_S).length() > kWayStepM) {
        m_way_S << to_S;
    }
}

bool GroundSteering::handleMouse(MatchView& view, const QMouseEvent& event) {
    const bool isPress =
        event.type() == QEvent::MouseButtonPress || event.type() == QEvent::MouseButtonDblClick;
    if (isPress) {
        m_way_S.clear();
        if (event.button() != Qt::LeftButton || event.modifiers() != Qt::NoModifier) {
            return false;
        }
        m_pressedAt = event.pos();
        m_isDragging = false;
        append(view, event.pos());
        if (!m_way_S.isEmpty()) {
            view.requestActivate();
        }
        return !m_way_S.isEmpty();
    }
    if (m_way_S.isEmpty()) {
        return false;
    }
    m_isDragging = m_isDragging || (event.pos() - m_pressedAt).manhattanLength() >= kClickPx;
    if (m_isDragging) {
        append(view, event.pos());
    }
    if (event.type() == QEvent::MouseButtonRelease) {
        Q_EMIT steered(std::exchange(m_way_S, {}));
    }
    return true;
}

} // namespace sideline::viewer3d
