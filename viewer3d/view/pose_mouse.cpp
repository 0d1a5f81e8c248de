#include "viewer3d/view/pose_mouse.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "agentcore/math/angles.h"
#include "agentcore/robot/built_in_robots.h"
#include "viewer3d/view/robot_fit.h"

namespace sideline::viewer3d {

namespace {

using Eigen::Vector3d;
using monitor::ObjectId;

constexpr double kHandleReachPx = 13.0; // radius within which the mouse grabs a handle
constexpr double kTurnPerPxRad = math::radFromDeg(0.4);
constexpr double kFrontElevationRad = math::radFromDeg(3.0);
constexpr double kTopElevationRad = math::radFromDeg(88.0);

Qt::KeyboardModifiers grippingKeys(Qt::KeyboardModifiers keys) {
    return keys & (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier);
}

PoseGrip::Path pathFor(Qt::KeyboardModifiers keys) {
    keys = grippingKeys(keys);
    if (keys == Qt::ControlModifier) {
        return PoseGrip::Path::Vertical;
    }
    return keys == (Qt::ControlModifier | Qt::ShiftModifier) ? PoseGrip::Path::Level
                                                             : PoseGrip::Path::View;
}

} // namespace

void PoseMouse::setPosing(bool on) {
    endDrag(false);
    m_isPosing = on;
    m_hoveredHandle.reset();
    m_hoveredBody = robot::BodyId::none();
    m_context.window.unsetCursor();
    showPointer();
}

void PoseMouse::setOverlay(const std::shared_ptr<const PoseOverlay>& overlay) {
    if (m_context.scene.setPoseOverlay(overlay) && m_context.frame) {
        m_context.scene.setFrame(*m_context.frame);
    }
    if (!overlay || overlay->handles.empty()) {
        endDrag(false);
        hover(std::nullopt);
    }
    showPointer();
}

void PoseMouse::press(const QMouseEvent& event) {
    m_pressedAt = event.pos();
    const bool wasDragging = endDrag(false); // another button cancels it
    m_hasMoved = false;
    if (!wasDragging) {
        m_isDragOver = false;
        beginDrag(event);
    }
}

void PoseMouse::release(const QMouseEvent& event) {
    endDrag(true);
    m_isDragOver = m_isDragOver && event.buttons() != Qt::NoButton;
}

void PoseMouse::showFrame() {
    if (m_drag) {
        showPointer();
    }
}

bool PoseMouse::canPose() const {
    const auto& overlay = m_context.scene.poseScene().overlay();
    return m_isPosing && m_context.frame && overlay && !overlay->handles.empty();
}

std::optional<PoseOverlay::Handle> PoseMouse::handleAt(const QPoint& place) const {
    const Ray ray = m_context.rayAt(place);
    const CameraPose camera = m_context.rig.pose();
    const ViewScale scale{camera.eye,
                          0.5 * m_context.window.height() / std::tan(camera.fovYRad / 2.0), 0.0};
    std::optional<PoseOverlay::Handle> nearest;
    double nearestPx = kHandleReachPx;
    for (const PoseOverlay::Handle& handle : m_context.scene.poseScene().overlay()->handles) {
        const Vector3d seen = handle.p_S - ray.origin;
        const double alongM = seen.dot(ray.direction);
        const double apartPx = (seen - alongM * ray.direction).norm() * scale.at(handle.p_S);
        if (alongM > 0.0 && apartPx < nearestPx) {
            nearestPx = apartPx;
            nearest = handle;
        }
    }
    return nearest;
}

void PoseMouse::beginDrag(const QMouseEvent& event) {
    if (!canPose() || event.button() != Qt::LeftButton) {
        return;
    }
    const Ray ray = m_context.rayAt(event.pos());
    const Vector3d forward = m_context.rig.pose().forward;
    if (const auto handle = handleAt(event.pos())) {
        m_drag = Drag{handle->id, {}, PoseGrip(handle->p_S, ray, forward), false, forward};
        m_drag->isTurn = grippingKeys(event.modifiers()) == Qt::ShiftModifier;
    } else if (const auto hit = pickPoint(*m_context.frame, ray)) {
        m_drag = Drag{std::nullopt, *hit, PoseGrip(hit->p_S, ray, forward), false, forward};
    }
    if (m_drag) {
        m_drag->grip.setPath(pathFor(event.modifiers()), ray);
    }
}

bool PoseMouse::move(const QMouseEvent& event) {
    if (!m_drag) {
        return false;
    }
    m_hasMoved = true;
    Drag& drag = *m_drag;
    if (drag.isTurn) {
        drag.angleRad = kTurnPerPxRad * (event.pos().x() - m_pressedAt.x());
    } else {
        const Ray ray = m_context.rayAt(event.pos());
        drag.grip.setPath(pathFor(event.modifiers()), ray);
        drag.grip.moveTo(ray);
    }
    m_context.window.setCursor(Qt::ClosedHandCursor);
    reportDrag(Drag(drag), false); // a receiver may end the drag
    showPointer();
    return true;
}

void PoseMouse::reportDrag(const Drag& drag, bool isDone) {
    if (drag.isTurn) {
        Q_EMIT handleRotated(*drag.handle, drag.axis_S, drag.angleRad, isDone);
    } else if (drag.handle) {
        Q_EMIT handleDragged(*drag.handle, drag.grip.target_S(), isDone);
    } else {
        Q_EMIT bodyDragged(drag.hit.id, drag.hit.p_Body, drag.grip.target_S(), isDone);
    }
}

bool PoseMouse::endDrag(bool isDone) {
    const auto drag = std::exchange(m_drag, std::nullopt);
    if (!drag) {
        return false;
    }
    const bool hasMoved = m_hasMoved;
    m_context.window.unsetCursor();
    if (hasMoved && isDone) {
        reportDrag(*drag, true);
    } else if (hasMoved) {
        m_isDragOver = true; // until the button is released
        Q_EMIT dragCanceled();
    }
    showPointer();
    return hasMoved;
}

void PoseMouse::hover(std::optional<QPoint> place) {
    std::optional<int> handle;
    robot::BodyId body = robot::BodyId::none();
    if (place && canPose()) {
        if (const auto found = handleAt(*place)) {
            handle = found->id;
        } else if (const auto id = pick(*m_context.frame, m_context.rayAt(*place));
                   id && id->kind == ObjectId::Kind::Robot && !m_context.frame->robots.empty() &&
                   id->robot == m_context.frame->robots.front().id && id->body >= 0) {
            body = robot::BodyId(static_cast<std::size_t>(id->body));
        }
    }
    if (handle != m_hoveredHandle || body != m_hoveredBody) {
        m_hoveredHandle = handle;
        m_hoveredBody = body;
        handle ? m_context.window.setCursor(Qt::OpenHandCursor) : m_context.window.unsetCursor();
        showPointer();
    }
}

void PoseMouse::showPointer() {
    const PoseScene& scene = m_context.scene.poseScene();
    if (!scene.overlay()) {
        return;
    }
    PoseScene::Pointer pointer{m_hoveredHandle, m_hoveredBody};
    if (m_drag && m_hasMoved) {
        const Drag& drag = *m_drag;
        pointer.handle = drag.handle;
        pointer.body = robot::BodyId::none();
        pointer.isDragging = !drag.isTurn;
        pointer.target_S = drag.grip.target_S();
        pointer.grip_S = pointer.target_S;
        if (drag.handle) {
            const auto& handles = scene.overlay()->handles;
            const auto present = std::ranges::find(handles, *drag.handle, &PoseOverlay::Handle::id);
            pointer.grip_S = present != handles.end() ? present->p_S : pointer.target_S;
        } else if (const auto pose = m_context.frame->findPose(drag.hit.id)) {
            pointer.grip_S = *pose * drag.hit.p_Body;
        }
    }
    if (m_context.scene.setPosePointer(pointer) && m_context.frame) {
        m_context.scene.setFrame(*m_context.frame);
    }
}

bool PoseMouse::cancels(const QKeyEvent& event) const {
    return event.key() == Qt::Key_Escape && m_isPosing && m_drag.has_value() && m_hasMoved;
}

bool PoseMouse::pressKey(const QKeyEvent& event) {
    if (cancels(event)) {
        endDrag(false);
        return true;
    }
    if (!m_isPosing || grippingKeys(event.modifiers()) != Qt::NoModifier) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_1:
        Q_EMIT orbitRequested(0.0, kFrontElevationRad);
        return true;
    case Qt::Key_3:
        Q_EMIT orbitRequested(std::numbers::pi / 2.0, kFrontElevationRad);
        return true;
    case Qt::Key_7:
        Q_EMIT orbitRequested(std::numbers::pi,
                              kTopElevationRad); // the robot's front faces up in the picture
        return true;
    case Qt::Key_Home:
        requestHome();
        return true;
    default:
        return false;
    }
}

void PoseMouse::requestHome() {
    if (m_context.frame && !m_context.frame->robots.empty()) {
        const monitor::RobotFrame& robot = m_context.frame->robots.front();
        const robot::RobotModel& model =
            robot.model != nullptr ? *robot.model : robot::defaultRobot();
        Q_EMIT homeRequested(middleOf(robot), fitOf(model).distanceM);
    }
}

} // namespace sideline::viewer3d
