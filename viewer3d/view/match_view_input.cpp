// What mouse and keys do in the view of a match.
#include <algorithm>
#include <cmath>
#include <utility>

#include <QDropEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>
#include <QWheelEvent>

#include "agentcore/math/angles.h"
#include "viewer3d/view/click.h"
#include "viewer3d/view/match_view.h"
#include "viewer3d/view/picking.h"

namespace sideline::viewer3d {

namespace {

constexpr double kWheelNotch = 120.0;
constexpr double kSnapPx = 10.0; // of the ruler's ends
constexpr double kTurnRad = math::radFromDeg(15.0);
constexpr auto kAimKeys = Qt::ControlModifier | Qt::AltModifier;

// With Alt or Shift held, some systems turn the wheel sideways.
int turnedBy(const QWheelEvent& event) {
    const QPoint turned = event.angleDelta();
    const int by = turned.y() != 0 ? turned.y() : turned.x();
    return by > 0 ? 1 : by < 0 ? -1 : 0;
}

// Where a ray meets the ground; nothing above the horizon.
std::optional<Eigen::Vector3d> groundAt(const Ray& ray) {
    if (ray.direction.z() > -1e-3) {
        return std::nullopt;
    }
    return ray.origin - ray.origin.z() / ray.direction.z() * ray.direction;
}

} // namespace

bool MatchView::handleDrag(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            paths << url.toLocalFile();
        }
    }
    if (paths.isEmpty()) {
        event->ignore();
        return true;
    }
    event->acceptProposedAction();
    if (event->type() == QEvent::Drop) {
        Q_EMIT filesDropped(paths);
    }
    return true;
}

void MatchView::mousePressEvent(QMouseEvent* event) {
    requestActivate();
    m_pressedAt = event->pos();
    m_lastMouse = event->pos();
    if (m_isPosing) {
        const bool wasDragging = endPoseDrag(false); // another button gives it up
        m_dragging = false;
        if (!wasDragging) {
            m_isDragOver = false;
            beginPoseDrag(*event);
        }
        return;
    }
    m_dragging = false;
    letGo(true); // another button ends it as well
    m_isRefused = m_tellsRefusal && !m_canPlace && triesToPlace(*event);
    if (!m_isRefused && !takeHold(*event)) {
        beginAim(*event);
        beginRuler(*event);
    }
}

void MatchView::beginRuler(const QMouseEvent& event) {
    if (m_isMeasuring && event.button() == Qt::LeftButton && event.modifiers() == Qt::NoModifier) {
        m_rulerFrom = rulerEndAt(event.pos());
    } else {
        m_rulerFrom.reset();
    }
}

// The mark of the field that is near in the picture.
std::optional<field::FieldMark> MatchView::markAt(const QPoint& place) const {
    if (!m_frame || !m_frame->game.environment) {
        return std::nullopt;
    }
    std::optional<field::FieldMark> nearest;
    double nearestPx = kSnapPx;
    const field::FieldModel field(m_frame->game.environment->field);
    for (const field::FieldMark& mark : field::fieldMarks(field)) {
        const auto at =
            placeInView(m_rig.pose(), {mark.p_S.x(), mark.p_S.y(), 0.0}, width(), height());
        const double awayPx = at ? std::hypot(at->x() - place.x(), at->y() - place.y()) : nearestPx;
        if (awayPx < nearestPx) {
            nearestPx = awayPx;
            nearest = mark;
        }
    }
    return nearest;
}

// The ball or a robot, a mark of the field, or the place on the ground; nothing above the horizon.
std::optional<monitor::RulerEnd> MatchView::rulerEndAt(const QPoint& place) const {
    const Ray ray = rayAt(place);
    if (const auto hit = m_frame ? pick(*m_frame, ray) : std::nullopt) {
        monitor::RulerEnd end;
        end.object = *hit;
        end.object.body = 0;
        end.p_S = m_frame->findPose(end.object)->p.head<2>();
        return end;
    }
    if (const auto mark = markAt(place)) {
        return monitor::RulerEnd{{}, mark->p_S, mark->name};
    }
    const auto p_SGround = groundAt(ray);
    return p_SGround ? std::optional(monitor::RulerEnd{{}, p_SGround->head<2>()}) : std::nullopt;
}

Ray MatchView::rayAt(const QPoint& place) const {
    return rayThrough(m_rig.pose(), place.x(), place.y(), width(), height());
}

// What the mouse does to an object with these keys held.
std::optional<MouseGrip::Kind> MatchView::gripKind(Qt::KeyboardModifiers keys) const {
    keys &= Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier;
    if (m_canGrab && keys == Qt::ControlModifier) {
        return MouseGrip::Kind::Pull;
    }
    if (m_canGrab && keys == Qt::ShiftModifier) {
        return MouseGrip::Kind::Push;
    }
    return m_canPlace && isPlacing(keys) ? std::optional(MouseGrip::Kind::Carry) : std::nullopt;
}

// Where nothing can be pulled, the simplest keys place things.
bool MatchView::isPlacing(Qt::KeyboardModifiers keys) const {
    return keys == (Qt::ControlModifier | Qt::ShiftModifier) ||
           (!m_canGrab && keys == Qt::ControlModifier);
}

// Whether these keys and this place mean that something should be put somewhere, or be thrown.
bool MatchView::triesToPlace(const QMouseEvent& event) const {
    if (!m_frame || event.button() != Qt::LeftButton) {
        return false;
    }
    const Qt::KeyboardModifiers keys =
        event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier);
    return keys == kAimKeys || (isPlacing(keys) && pickPoint(*m_frame, rayAt(event.pos())));
}

void MatchView::beginAim(const QMouseEvent& event) {
    if (m_canPlace && m_frame && event.button() == Qt::LeftButton &&
        (event.modifiers() & (kAimKeys | Qt::ShiftModifier)) == kAimKeys) {
        m_aim = Aim{};
        aimAt(event.pos());
    }
}

void MatchView::aimAt(const QPoint& place) {
    if (const auto p_S = groundAt(rayAt(place))) {
        m_aim->target_S = *p_S;
        Q_EMIT aimed(m_aim->target_S, m_aim->steps, false);
    }
}

bool MatchView::takeHold(const QMouseEvent& event) {
    const auto kind = gripKind(event.modifiers());
    if (!kind || !m_frame || event.button() != Qt::LeftButton) {
        return false;
    }
    const Ray ray = rayAt(event.pos());
    const auto hit = pickPoint(*m_frame, ray);
    if (!hit) {
        return false;
    }
    m_grip.emplace(*kind, *hit, ray, m_rig.pose().forward);
    if (kind == MouseGrip::Kind::Pull) {
        Q_EMIT pulled(hit->id, hit->p_Body, m_grip->target_S());
    }
    return true;
}

void MatchView::letGo(bool isDone) {
    if (const auto aim = std::exchange(m_aim, std::nullopt)) {
        isDone ? Q_EMIT aimed(aim->target_S, aim->steps, true) : Q_EMIT aimCanceled();
    }
    if (!m_grip) {
        return;
    }
    const MouseGrip grip = *m_grip;
    m_grip.reset();
    m_scene->setHandle(std::nullopt);
    if (grip.kind() == MouseGrip::Kind::Pull) {
        Q_EMIT released();
    } else if (grip.kind() == MouseGrip::Kind::Carry) {
        if (isDone && m_dragging) {
            Q_EMIT placed(grip.hit().id, grip.target_S(), grip.turnRad());
        }
    } else if (isDone && m_frame) {
        Q_EMIT pushed(grip.hit().id, grip.hit().p_S, grip.impulse_SNs(*m_frame));
    }
}

void MatchView::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() == Qt::NoButton) {
        hover(event->pos());
        return;
    }
    if (m_isDragOver) {
        return;
    }
    if (!m_dragging && (event->pos() - m_pressedAt).manhattanLength() < kClickPx) {
        return;
    }
    const bool hasBegun = !std::exchange(m_dragging, true);
    if (m_isRefused) {
        if (hasBegun) {
            Q_EMIT placingRefused();
        }
        return;
    }
    if (m_poseDrag) {
        movePoseDrag(*event);
        return;
    }
    if (m_aim) {
        aimAt(event->pos());
        return;
    }
    if (m_grip) {
        m_grip->moveTo(rayAt(event->pos()));
        m_scene->setHandle(m_grip->handle(*m_frame));
        if (m_grip->kind() == MouseGrip::Kind::Pull) {
            Q_EMIT pulled(m_grip->hit().id, m_grip->hit().p_Body, m_grip->target_S());
        }
        return;
    }
    if (m_rulerFrom) {
        if (const auto to = rulerEndAt(event->pos())) {
            Q_EMIT measured({*m_rulerFrom, *to});
        }
        return;
    }
    const QPoint moved = event->pos() - m_lastMouse;
    m_lastMouse = event->pos();
    if ((event->buttons() & Qt::LeftButton) != 0) {
        m_rig.rotate(moved.x(), moved.y(), height());
    } else {
        m_rig.pan(moved.x(), moved.y(), height());
    }
    applyCamera();
}

void MatchView::mouseReleaseEvent(QMouseEvent* event) {
    const bool held = m_grip.has_value() || m_aim.has_value() || m_isDragOver;
    letGo(true);
    endPoseDrag(true);
    m_rulerFrom.reset();
    m_isDragOver = m_isDragOver && event->buttons() != Qt::NoButton;
    if (!held && !m_dragging && event->button() == Qt::LeftButton && m_frame) {
        Q_EMIT picked(pick(*m_frame, rayAt(event->pos())).value_or(monitor::ObjectId{}));
    }
    m_dragging = false;
}

void MatchView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_frame) {
        if (const auto id = pick(*m_frame, rayAt(event->pos()))) {
            Q_EMIT activated(*id);
        }
    }
}

void MatchView::turnCarried(const QWheelEvent& event) {
    if (m_grip->hit().id.kind == monitor::ObjectId::Kind::Robot) {
        m_grip->turn(turnedBy(event) * kTurnRad);
        m_dragging = true; // it may be turned where it stands
        m_scene->setHandle(m_grip->handle(*m_frame));
        wake();
    }
}

void MatchView::wheelEvent(QWheelEvent* event) {
    if (m_aim) {
        m_aim->steps = std::max(m_aim->steps + turnedBy(*event), 0);
        Q_EMIT aimed(m_aim->target_S, m_aim->steps, false);
        return;
    }
    if (m_grip && m_grip->kind() == MouseGrip::Kind::Carry) {
        turnCarried(*event);
        return;
    }
    m_rig.zoom(event->angleDelta().y() / kWheelNotch,
               event->modifiers().testFlag(Qt::ShiftModifier));
    applyCamera();
}

bool MatchView::setKey(int key, bool down) {
    if (m_isPosing) {
        return false; // the camera does not fly
    }
    switch (key) {
    case Qt::Key_W:
        m_keys.forward = down;
        return true;
    case Qt::Key_S:
        m_keys.back = down;
        return true;
    case Qt::Key_A:
        m_keys.left = down;
        return true;
    case Qt::Key_D:
        m_keys.right = down;
        return true;
    case Qt::Key_PageUp:
        m_keys.up = down;
        return true;
    case Qt::Key_PageDown:
        m_keys.down = down;
        return true;
    case Qt::Key_Shift:
        m_keys.precise = down;
        return true;
    default:
        return false;
    }
}

void MatchView::keyPressEvent(QKeyEvent* event) {
    if (handlePoseKey(*event)) {
        return;
    }
    if (event->isAutoRepeat() || !setKey(event->key(), true)) {
        QWindow::keyPressEvent(event);
        return;
    }
    wake();
}

void MatchView::keyReleaseEvent(QKeyEvent* event) {
    if (event->isAutoRepeat() || !setKey(event->key(), false)) {
        QWindow::keyReleaseEvent(event);
    }
}

void MatchView::focusInEvent(QFocusEvent* event) {
    QWindow::focusInEvent(event);
    Q_EMIT focused();
}

void MatchView::focusOutEvent(QFocusEvent* event) {
    m_keys = {}; // a key that is let go elsewhere would move the camera forever
    letGo(false);
    endPoseDrag(false);
    QWindow::focusOutEvent(event);
}

} // namespace sideline::viewer3d
