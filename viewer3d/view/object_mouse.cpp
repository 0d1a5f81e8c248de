#include "viewer3d/view/object_mouse.h"

#include <algorithm>
#include <utility>

#include "agentcore/math/angles.h"

namespace sideline::viewer3d {

namespace {

constexpr double kTurnRad = math::radFromDeg(15.0);
constexpr auto kAimKeys = Qt::ControlModifier | Qt::AltModifier;

// While Alt or Shift is held, some systems report horizontal instead of vertical scrolling.
int turnedBy(const QWheelEvent& event) {
    const QPoint turned = event.angleDelta();
    const int by = turned.y() != 0 ? turned.y() : turned.x();
    return by > 0 ? 1 : by < 0 ? -1 : 0;
}

} // namespace

void ObjectMouse::setGrabbing(bool on) {
    m_canGrab = on;
    if (!on && m_grip && m_grip->kind() != MouseGrip::Kind::Carry) {
        letGo(false);
    }
}

void ObjectMouse::setPlacing(bool on) {
    m_canPlace = on;
    if (!on && (m_aim || (m_grip && m_grip->kind() == MouseGrip::Kind::Carry))) {
        letGo(false);
    }
}

void ObjectMouse::setPlacingRefused(bool on) {
    m_reportsRefusal = on;
    m_isRefused = m_isRefused && on;
}

bool ObjectMouse::press(const QMouseEvent& event) {
    letGo(true); // another button ends it as well
    m_hasMoved = false;
    m_isRefused = m_reportsRefusal && !m_canPlace && triesToPlace(event);
    return m_isRefused || takeHold(event) || beginAim(event);
}

// Effect of the mouse on an object with these keys held.
std::optional<MouseGrip::Kind> ObjectMouse::gripKind(Qt::KeyboardModifiers keys) const {
    keys &= Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier;
    if (m_canGrab && keys == Qt::ControlModifier) {
        return MouseGrip::Kind::Pull;
    }
    if (m_canGrab && keys == Qt::ShiftModifier) {
        return MouseGrip::Kind::Push;
    }
    return m_canPlace && isPlacing(keys) ? std::optional(MouseGrip::Kind::Carry) : std::nullopt;
}

// If nothing can be pulled, the simplest keys place objects.
bool ObjectMouse::isPlacing(Qt::KeyboardModifiers keys) const {
    return keys == (Qt::ControlModifier | Qt::ShiftModifier) ||
           (!m_canGrab && keys == Qt::ControlModifier);
}

// Whether these keys at this place begin placing or throwing an object.
bool ObjectMouse::triesToPlace(const QMouseEvent& event) const {
    if (!m_context.frame || event.button() != Qt::LeftButton) {
        return false;
    }
    const Qt::KeyboardModifiers keys =
        event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier);
    return keys == kAimKeys ||
           (isPlacing(keys) && pickPoint(*m_context.frame, m_context.rayAt(event.pos())));
}

bool ObjectMouse::beginAim(const QMouseEvent& event) {
    if (!m_canPlace || !m_context.frame || event.button() != Qt::LeftButton ||
        (event.modifiers() & (kAimKeys | Qt::ShiftModifier)) != kAimKeys) {
        return false;
    }
    m_aim = Aim{};
    aimAt(event.pos());
    return true;
}

void ObjectMouse::aimAt(const QPoint& place) {
    if (const auto p_S = m_context.groundAt(place)) {
        m_aim->target_S = *p_S;
        Q_EMIT aimed(m_aim->target_S, m_aim->steps, false);
    }
}

bool ObjectMouse::takeHold(const QMouseEvent& event) {
    const auto kind = gripKind(event.modifiers());
    if (!kind || !m_context.frame || event.button() != Qt::LeftButton) {
        return false;
    }
    const Ray ray = m_context.rayAt(event.pos());
    const auto hit = pickPoint(*m_context.frame, ray);
    if (!hit) {
        return false;
    }
    m_grip.emplace(*kind, *hit, ray, m_context.rig.pose().forward);
    if (kind == MouseGrip::Kind::Pull) {
        Q_EMIT pulled(hit->id, hit->p_Body, m_grip->target_S());
    }
    return true;
}

bool ObjectMouse::move(const QPoint& place) {
    const bool hasBegun = !std::exchange(m_hasMoved, true);
    if (m_isRefused) {
        if (hasBegun) {
            Q_EMIT placingRefused();
        }
        return true;
    }
    if (m_aim) {
        aimAt(place);
        return true;
    }
    if (!m_grip) {
        return false;
    }
    m_grip->moveTo(m_context.rayAt(place));
    showFrame();
    if (m_grip->kind() == MouseGrip::Kind::Pull) {
        Q_EMIT pulled(m_grip->hit().id, m_grip->hit().p_Body, m_grip->target_S());
    }
    return true;
}

bool ObjectMouse::turnWheel(const QWheelEvent& event) {
    if (m_aim) {
        m_aim->steps = std::max(m_aim->steps + turnedBy(event), 0);
        Q_EMIT aimed(m_aim->target_S, m_aim->steps, false);
        return true;
    }
    if (!m_grip || m_grip->kind() != MouseGrip::Kind::Carry) {
        return false;
    }
    if (m_grip->hit().id.kind == monitor::ObjectId::Kind::Robot) {
        m_grip->turn(turnedBy(event) * kTurnRad);
        m_hasMoved = true; // the object may be turned without being moved
        showFrame();
    }
    return true;
}

void ObjectMouse::letGo(bool isDone) {
    if (const auto aim = std::exchange(m_aim, std::nullopt)) {
        isDone ? Q_EMIT aimed(aim->target_S, aim->steps, true) : Q_EMIT aimCanceled();
    }
    if (!m_grip) {
        return;
    }
    const MouseGrip grip = *m_grip;
    m_grip.reset();
    m_context.scene.setHandle(std::nullopt);
    if (grip.kind() == MouseGrip::Kind::Pull) {
        Q_EMIT released();
    } else if (grip.kind() == MouseGrip::Kind::Carry) {
        if (isDone && m_hasMoved) {
            Q_EMIT placed(grip.hit().id, grip.target_S(), grip.turnRad());
        }
    } else if (isDone && m_context.frame) {
        Q_EMIT pushed(grip.hit().id, grip.hit().p_S, grip.impulse_SNs(*m_context.frame));
    }
}

void ObjectMouse::showFrame() {
    if (m_grip) {
        m_context.scene.setHandle(m_grip->handle(*m_context.frame));
    }
}

} // namespace sideline::viewer3d
