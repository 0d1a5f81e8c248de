// What mouse and keys do where a robot is posed.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "agentcore/math/angles.h"
#include "viewer3d/view/match_view.h"
#include "viewer3d/view/picking.h"

namespace sideline::viewer3d {

namespace {

using Eigen::Vector3d;
using monitor::ObjectId;

constexpr double kHandleReachPx = 13.0; // around its center
constexpr double kTurnPerPxRad = math::radFromDeg(0.4);
constexpr double kHomeDistanceM = 1.35;
constexpr double kHomeShare = 0.75; // of the torso's height, that is the middle of a standing robot
constexpr double kHomeLowestM = 0.12;
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

void MatchView::setPosing(bool on) {
    if (on == m_isPosing) {
        return;
    }
    endPoseDrag(false);
    m_isPosing = on;
    m_keys = {};
    m_hoveredHandle.reset();
    m_hoveredBody = robot::BodyId::none();
    unsetCursor();
    showPosePointer();
    setCameraMode(on ? CameraMode::Orbit : CameraMode::Free);
}

void MatchView::setPoseOverlay(const std::shared_ptr<const PoseOverlay>& overlay) {
    if (m_scene->setPoseOverlay(overlay) && m_frame) {
        m_scene->setFrame(*m_frame);
    }
    if (!overlay || overlay->handles.empty()) {
        endPoseDrag(false);
        hover(std::nullopt);
    }
    showPosePointer();
}

void MatchView::orbitAbout(const Vector3d& target_S, double distanceM) {
    const bool isNew = m_rig.mode() != CameraMode::Orbit;
    m_cameraChosen = true;
    m_rig.orbitAbout(target_S, distanceM);
    applyCamera();
    if (isNew) {
        updateHiddenHead();
        Q_EMIT cameraModeChanged(CameraMode::Orbit);
    }
}

void MatchView::orbitTo(double azimuthRad, double elevationRad) {
    m_rig.orbitTo(azimuthRad, elevationRad);
    wake();
}

bool MatchView::canPose() const {
    const auto& overlay = m_scene->poseScene().overlay();
    return m_isPosing && m_frame && overlay && !overlay->handles.empty();
}

std::optional<PoseOverlay::Handle> MatchView::handleAt(const QPoint& place) const {
    const Ray ray = rayAt(place);
    const CameraPose camera = m_rig.pose();
    const ViewScale scale{camera.eye, 0.5 * height() / std::tan(camera.fovYRad / 2.0), 0.0};
    std::optional<PoseOverlay::Handle> nearest;
    double nearestPx = kHandleReachPx;
    for (const PoseOverlay::Handle& handle : m_scene->poseScene().overlay()->handles) {
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

void MatchView::beginPoseDrag(const QMouseEvent& event) {
    if (!canPose() || event.button() != Qt::LeftButton) {
        return;
    }
    const Ray ray = rayAt(event.pos());
    const Vector3d forward = m_rig.pose().forward;
    if (const auto handle = handleAt(event.pos())) {
        m_poseDrag = PoseDrag{handle->id, {}, PoseGrip(handle->p_S, ray, forward), false, forward};
        m_poseDrag->isTurn = grippingKeys(event.modifiers()) == Qt::ShiftModifier;
    } else if (const auto hit = pickPoint(*m_frame, ray)) {
        m_poseDrag = PoseDrag{std::nullopt, *hit, PoseGrip(hit->p_S, ray, forward), false, forward};
    }
    if (m_poseDrag) {
        m_poseDrag->grip.setPath(pathFor(event.modifiers()), ray);
    }
}

void MatchView::movePoseDrag(const QMouseEvent& event) {
    PoseDrag& drag = *m_poseDrag;
    if (drag.isTurn) {
        drag.angleRad = kTurnPerPxRad * (event.pos().x() - m_pressedAt.x());
    } else {
        const Ray ray = rayAt(event.pos());
        drag.grip.setPath(pathFor(event.modifiers()), ray);
        drag.grip.moveTo(ray);
    }
    setCursor(Qt::ClosedHandCursor);
    reportPoseDrag(PoseDrag(drag), false); // who listens may end it
    showPosePointer();
}

void MatchView::reportPoseDrag(const PoseDrag& drag, bool isDone) {
    if (drag.isTurn) {
        Q_EMIT handleRotated(*drag.handle, drag.axis_S, drag.angleRad, isDone);
    } else if (drag.handle) {
        Q_EMIT handleDragged(*drag.handle, drag.grip.target_S(), isDone);
    } else {
        Q_EMIT bodyDragged(drag.hit.id, drag.hit.p_Body, drag.grip.target_S(), isDone);
    }
}

bool MatchView::endPoseDrag(bool isDone) {
    const auto drag = std::exchange(m_poseDrag, std::nullopt);
    if (!drag) {
        return false;
    }
    const bool hasMoved = m_dragging;
    unsetCursor();
    if (hasMoved && isDone) {
        reportPoseDrag(*drag, true);
    } else if (hasMoved) {
        m_isDragOver = true; // until the button is let go
        Q_EMIT dragCanceled();
    }
    showPosePointer();
    return hasMoved;
}

void MatchView::hover(std::optional<QPoint> place) {
    std::optional<int> handle;
    robot::BodyId body = robot::BodyId::none();
    if (place && canPose()) {
        if (const auto found = handleAt(*place)) {
            handle = found->id;
        } else if (const auto id = pick(*m_frame, rayAt(*place));
                   id && id->kind == ObjectId::Kind::Robot && !m_frame->robots.empty() &&
                   id->robot == m_frame->robots.front().id && id->body >= 0) {
            body = robot::BodyId(static_cast<std::size_t>(id->body));
        }
    }
    if (handle != m_hoveredHandle || body != m_hoveredBody) {
        m_hoveredHandle = handle;
        m_hoveredBody = body;
        handle ? setCursor(Qt::OpenHandCursor) : unsetCursor();
        showPosePointer();
    }
}

void MatchView::showPosePointer() {
    const PoseScene& scene = m_scene->poseScene();
    if (!scene.overlay()) {
        return;
    }
    PoseScene::Pointer pointer{m_hoveredHandle, m_hoveredBody};
    if (m_poseDrag && m_dragging) {
        const PoseDrag& drag = *m_poseDrag;
        pointer.handle = drag.handle;
        pointer.body = robot::BodyId::none();
        pointer.isDragging = !drag.isTurn;
        pointer.target_S = drag.grip.target_S();
        pointer.grip_S = pointer.target_S;
        if (drag.handle) {
            const auto& handles = scene.overlay()->handles;
            const auto present = std::ranges::find(handles, *drag.handle, &PoseOverlay::Handle::id);
            pointer.grip_S = present != handles.end() ? present->p_S : pointer.target_S;
        } else if (const auto pose = m_frame->findPose(drag.hit.id)) {
            pointer.grip_S = *pose * drag.hit.p_Body;
        }
    }
    if (m_scene->setPosePointer(pointer) && m_frame) {
        m_scene->setFrame(*m_frame);
    }
}

bool MatchView::isPoseKey(const QKeyEvent& event) const {
    const auto keys = grippingKeys(event.modifiers());
    switch (event.key()) {
    case Qt::Key_Escape:
        return m_isPosing && m_poseDrag.has_value() && m_dragging;
    case Qt::Key_1:
    case Qt::Key_3:
    case Qt::Key_7:
        return m_isPosing && (keys == Qt::NoModifier || keys == Qt::ControlModifier);
    case Qt::Key_Home:
        return m_isPosing && keys == Qt::NoModifier;
    default:
        return false;
    }
}

bool MatchView::handlePoseKey(const QKeyEvent& event) {
    if (!isPoseKey(event)) {
        return false;
    }
    const bool isOtherSide = grippingKeys(event.modifiers()) == Qt::ControlModifier;
    const double turnRad = isOtherSide ? std::numbers::pi : 0.0;
    switch (event.key()) {
    case Qt::Key_Escape:
        endPoseDrag(false);
        break;
    case Qt::Key_1:
        orbitTo(turnRad, kFrontElevationRad);
        break;
    case Qt::Key_3:
        orbitTo(std::numbers::pi / 2.0 + turnRad, kFrontElevationRad);
        break;
    case Qt::Key_7:
        orbitTo(std::numbers::pi + turnRad, kTopElevationRad); // its front is up in the picture
        break;
    default:
        orbitHome();
    }
    return true;
}

void MatchView::orbitHome() {
    if (m_frame && !m_frame->robots.empty()) {
        Vector3d target = m_frame->robots.front().X_STorso().p;
        target.z() = std::max(kHomeShare * target.z(), kHomeLowestM);
        orbitAbout(target, kHomeDistanceM);
    }
}

} // namespace sideline::viewer3d
