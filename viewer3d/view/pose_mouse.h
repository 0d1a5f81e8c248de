#pragma once

#include <memory>
#include <optional>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QObject>
#include <QPoint>

#include "agentcore/robot/ids.h"
#include "viewer3d/scene/pose_overlay.h"
#include "viewer3d/view/mouse_context.h"
#include "viewer3d/view/mouse_grip.h"

namespace sideline::viewer3d {

/// The mouse and the keys of a pose editor, see `MatchView::setPosing`. GUI thread only.
class PoseMouse : public QObject {
    Q_OBJECT
public:
    explicit PoseMouse(const MouseContext& context) : m_context(context) {}

    void setPosing(bool on);
    [[nodiscard]] bool isPosing() const { return m_isPosing; }
    void setOverlay(const std::shared_ptr<const PoseOverlay>& overlay);

    /// Cancels the current drag, or may begin one.
    void press(const QMouseEvent& event);
    /// @return whether a drag is handled here
    bool move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    /// @param place nullopt if the mouse has left the view
    void hover(std::optional<QPoint> place);
    /// Whether the drag was canceled while the button is still held.
    [[nodiscard]] bool isDragOver() const { return m_isDragOver; }
    void cancelDrag() { endDrag(false); }
    /// Updates the drag's markers for a frame in which the robot has moved.
    void showFrame();

    /// Whether a key cancels a drag; such a key takes precedence over shortcuts.
    [[nodiscard]] bool cancels(const QKeyEvent& event) const;
    /// @return whether the key was handled
    bool pressKey(const QKeyEvent& event);

Q_SIGNALS:
    void handleDragged(int id, const Eigen::Vector3d& target_S, bool isDone);
    void bodyDragged(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
                     const Eigen::Vector3d& target_S, bool isDone);
    void handleRotated(int id, const Eigen::Vector3d& axis_S, double angleRad, bool isDone);
    void dragCanceled();
    /// Emitted when a key requests a view, see `CameraRig::orbitTo`.
    void orbitRequested(double azimuthRad, double elevationRad);
    /// Emitted when a key requests the view of the whole robot, see `CameraRig::orbitAbout`.
    void homeRequested(const Eigen::Vector3d& target_S, double distanceM);

private:
    struct Drag {
        std::optional<int> handle; ///< if not set, a body is dragged
        PickHit hit;
        PoseGrip grip;
        bool isTurn = false;
        Eigen::Vector3d axis_S = Eigen::Vector3d::UnitY();
        double angleRad = 0.0;
    };
    [[nodiscard]] bool canPose() const;
    [[nodiscard]] std::optional<PoseOverlay::Handle> handleAt(const QPoint& place) const;
    void beginDrag(const QMouseEvent& event);
    void reportDrag(const Drag& drag, bool isDone);
    /// @return whether there was a drag that had moved
    bool endDrag(bool isDone);
    void showPointer();
    void requestHome();

    MouseContext m_context;
    bool m_isPosing = false;
    bool m_isDragOver = false;
    bool m_hasMoved = false;
    QPoint m_pressedAt;
    std::optional<Drag> m_drag;
    std::optional<int> m_hoveredHandle;
    robot::BodyId m_hoveredBody;
};

} // namespace sideline::viewer3d
