#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPoint>
#include <QPointer>
#include <QString>

#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/ruler.h"
#include "viewer3d/view/object_mouse.h"
#include "viewer3d/view/pose_mouse.h"
#include "viewer3d/view/scene_window.h"

namespace sideline::viewer3d {

/// Capabilities of OpenGL on this machine.
struct Graphics {
    /// Whether OpenGL runs on the CPU (as with Mesa's llvmpipe), which makes multisampling
    /// expensive; also true without OpenGL.
    bool isSoftware = true;
    QString fault; ///< why 3D views cannot be drawn, in a sentence for users; empty if they can
};
/// Creates a temporary context; needs the application.
[[nodiscard]] Graphics probeGraphics();

/// The 3D view of a match: a window that the desktop application embeds. Reports the user's mouse
/// actions; has no reference to logs or panels. GUI thread only.
class MatchView : public SceneWindow {
    Q_OBJECT
public:
    explicit MatchView(QWindow* parent = nullptr);
    void setFrame(const monitor::MatchFramePtr& frame);
    void setSelection(const monitor::ObjectId& selection);
    void setTrail(Trail trail);
    /// Draws contacts, forces and axes of the simulated world; robots become translucent. Null for
    /// none.
    void setPhysicsOverlay(const std::shared_ptr<const PhysicsOverlay>& overlay);
    /// Draws the drawings of agents and other programs; null for none.
    void setDrawings(const drawing::DrawingBoardPtr& board, const drawing::DrawingFilter& filter);
    /// Draws the user's ruler.
    void setRuler(std::vector<drawing::Shape> shapes);
    /// Whether a drag with the left button measures on the ground, rather than turns the view.
    void setMeasuring(bool on);
    /// Also shows the match in another view with its own camera: the twin receives all values that
    /// this view receives, and this view emits the user's actions in the twin. Null for none. The
    /// twin may be destroyed before this view.
    void setTwin(MatchView* twin);
    [[nodiscard]] MatchView* twin() const { return m_twin; }
    /// Whether the mouse can pull and push objects: with Ctrl and Shift. Disabling releases the
    /// gripped object; the same applies to `setPlacing`.
    void setGrabbing(bool on);
    /// Whether the mouse can place objects and throw the ball, as a referee: with Ctrl + Shift
    /// (Ctrl alone where nothing can be pulled), and with Ctrl + Alt.
    void setPlacing(bool on);
    /// Whether `placingRefused` reports attempts to place or throw something while that is not
    /// allowed; otherwise these drags turn the view.
    void setPlacingRefused(bool on);
    /// Enables the mouse of a pose editor: a drag on ground or sky turns the view about the robot,
    /// or shifts it with the middle or right button; the wheel zooms. A drag on a handle or a body
    /// moves that point in the picture's plane; with Ctrl straight up and down, with Ctrl + Shift
    /// at the same height. Shift + drag on a handle, left and right, turns the limb about the line
    /// of sight. Escape or another button cancels a drag. Keys 1, 3 and 7 show the robot from the
    /// front, from its left side and from above, with Ctrl from the opposite side; Home shows the
    /// whole robot.
    void setPosing(bool on);
    /// Draws the aids of the pose editor for the frame's first robot; null for none.
    /// Without handles nothing can be dragged, and the mouse only turns the view.
    void setPoseOverlay(const std::shared_ptr<const PoseOverlay>& overlay);
    void setOptions(const SceneOptions& options);
    void setServerMeshes(std::shared_ptr<const ServerMeshes> meshes);

    void setFovY(double fovYRad) override;
    void snapCamera() override;

Q_SIGNALS:
    /// The user clicked on an object, or on nothing.
    void picked(const sideline::monitor::ObjectId& id);
    /// The user double-clicked on an object.
    void activated(const sideline::monitor::ObjectId& id);
    /// The user pulls an object (Ctrl + drag): the point `grip_Body` of its body, in the body's
    /// frame, to `target_S`; emitted on every mouse move.
    void pulled(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
                const Eigen::Vector3d& target_S);
    /// The user released the pulled object.
    void released();
    /// The user pushed an object (Shift + drag or click) at a point of its surface.
    void pushed(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& p_S,
                const Eigen::Vector3d& impulse_SNs);
    /// The user moved an object: `p_S` is the target of the gripped point, at the same height.
    /// @param turnRad total turn, counterclockwise; 0 for the ball
    void placed(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& p_S, double turnRad);
    /// The user tried to place an object or to throw the ball, which is not allowed.
    void placingRefused();
    /// The user aims the ball at a place on the ground; the wheel raises the throw in steps.
    /// @param isDone the mouse button was released: throw the ball now
    void aimed(const Eigen::Vector3d& target_S, int steps, bool isDone);
    /// The throw was canceled.
    void aimCanceled();
    /// The user measures a distance on the ground; emitted on every mouse move.
    void measured(const sideline::monitor::Ruler& ruler);
    /// The user drags a handle of the pose overlay to a target.
    /// @param isDone the mouse button was released; the last signal of a drag
    void handleDragged(int id, const Eigen::Vector3d& target_S, bool isDone);
    /// The user drags a body by the point `grip_Body`, in the body's frame.
    void bodyDragged(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
                     const Eigen::Vector3d& target_S, bool isDone);
    /// The user turns a handle's limb.
    /// @param axis_S unit, away from the viewer
    /// @param angleRad since the drag began, right-handed about the axis
    void handleRotated(int id, const Eigen::Vector3d& axis_S, double angleRad, bool isDone);
    /// The drag was canceled: everything returns to its state before the drag.
    void dragCanceled();

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void frameShown() override;

private:
    void forwardSignals();
    void beginRuler(const QMouseEvent& event);

    ObjectMouse m_objectMouse;
    PoseMouse m_poseMouse;
    // Kept for a twin that is set later.
    monitor::ObjectId m_selection;
    Trail m_trail;
    std::shared_ptr<const PhysicsOverlay> m_physics;
    drawing::DrawingBoardPtr m_drawings;
    drawing::DrawingFilter m_drawingFilter;
    std::shared_ptr<const ServerMeshes> m_meshes;
    std::vector<drawing::Shape> m_ruler;
    QPointer<MatchView> m_twin;
    QPoint m_pressedAt;
    QPoint m_lastMouse;
    bool m_dragging = false;
    bool m_isMeasuring = false;
    std::optional<monitor::RulerEnd> m_rulerFrom; ///< first end, while the ruler is dragged
};

} // namespace sideline::viewer3d
