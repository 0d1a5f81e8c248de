#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QDropEvent>
#include <QElapsedTimer>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPoint>
#include <QPointer>
#include <QSurfaceFormat>
#include <QTimer>
#include <QWindow>
#include <Qt3DCore/QAspectEngine>
#include <Qt3DCore/QEntity>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QRenderSettings>

#include "agentcore/field/field_marks.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/ruler.h"
#include "viewer3d/scene/match_scene.h"
#include "viewer3d/view/camera_rig.h"
#include "viewer3d/view/frame_graph.h"
#include "viewer3d/view/mouse_grip.h"

namespace sideline::viewer3d {

/// What drawing costs, from the last hundred frames; milliseconds.
struct ViewTimes {
    double updateMs = 0.0; ///< filling the buffers for a new match frame
    double frameMs = 0.0;  ///< from picture to picture, while pictures follow each other
    int frames = 0;
};

/// What OpenGL can do here.
struct Graphics {
    /// It is computed by the processor (Mesa's llvmpipe and the like), which makes every sample per
    /// pixel dear; also if there is none.
    bool isSoftware = true;
    QString fault; ///< why 3D views cannot be drawn, in a sentence for users; empty if they can
};
/// Makes a context to ask; needs the application.
[[nodiscard]] Graphics probeGraphics();

/// The 3D view of a match: a window to be put into the desktop application. Draws only when
/// something changed. Emits what the user does with the mouse; knows nothing of logs or panels.
/// GUI thread only.
class MatchView : public QWindow {
    Q_OBJECT
public:
    explicit MatchView(QWindow* parent = nullptr);
    ~MatchView() override;

    /// What the view's shaders need of a window, with so many samples per pixel. To be made the
    /// default format; the view takes the samples from there.
    [[nodiscard]] static QSurfaceFormat surfaceFormat(int samples);

    void setFrame(const monitor::MatchFramePtr& frame);
    void setSelection(const monitor::ObjectId& selection);
    void setTrail(Trail trail);
    /// Draws what acts inside of the simulated world; robots become see-through. Null for nothing.
    void setPhysicsOverlay(const std::shared_ptr<const PhysicsOverlay>& overlay);
    /// Draws what agents and other programs drew; null for nothing.
    void setDrawings(const drawing::DrawingBoardPtr& board, const drawing::DrawingFilter& filter);
    /// Draws what the user measures.
    void setRuler(std::vector<drawing::Shape> shapes);
    /// Whether a drag with the left button measures on the ground, rather than turns the view.
    void setMeasuring(bool on);
    /// Shows the same in another view, with a camera of its own, from now on: all that this view
    /// is reported, the twin is notified as well, and what the user does there to the match this
    /// view emits. Null for none. The twin may go before this view.
    void setTwin(MatchView* twin);
    [[nodiscard]] MatchView* twin() const { return m_twin; }
    /// Whether the mouse can pull and push objects: with Ctrl and Shift. What is being pulled or
    /// pushed is let go when it no longer can; `setPlacing` is the same for what is placed.
    void setGrabbing(bool on);
    /// Whether the mouse can place objects and throw the ball, as a referee: with Ctrl + Shift
    /// (Ctrl alone where nothing can be pulled), and with Ctrl + Alt.
    void setPlacing(bool on);
    /// Whether it is reported by `placingRefused` that the user tries to place or throw something
    /// while that is not allowed; else these drags turn the view.
    void setPlacingRefused(bool on);
    /// The mouse of a pose editor: a drag on ground or sky turns the view about the robot, with the
    /// middle or right button it shifts the view, the wheel comes closer. A drag on a handle or a
    /// body moves that point in the picture's plane; with Ctrl straight up and down, with
    /// Ctrl + Shift at the same height. Shift + drag on a handle, left and right, turns the limb
    /// about the line of sight. Escape or another button gives a drag up. Keys 1, 3 and 7 look from
    /// the front, the robot's left side and from above, with Ctrl from the other side; Home shows
    /// the whole robot.
    void setPosing(bool on);
    /// Draws what helps to pose the frame's first robot, and what can be dragged; null for nothing.
    /// Without handles nothing can be dragged, and the mouse only turns the view.
    void setPoseOverlay(const std::shared_ptr<const PoseOverlay>& overlay);
    /// Looks at a place from so far away (0.3 to 12 m), see `CameraRig::orbitAbout`.
    void orbitAbout(const Eigen::Vector3d& target_S, double distanceM);
    /// Swings the view around, see `CameraRig::orbitTo`; only while it orbits.
    void orbitTo(double azimuthRad, double elevationRad);
    void setOptions(const SceneOptions& options);
    [[nodiscard]] const SceneOptions& options() const { return m_scene->options(); }
    void setServerMeshes(std::shared_ptr<const ServerMeshes> meshes);

    void setCameraMode(CameraMode mode);
    [[nodiscard]] CameraMode cameraMode() const { return m_rig.mode(); }
    void goToPreset(int number);
    /// As `CameraRig::setFovY`.
    void setFovY(double fovYRad);
    [[nodiscard]] CameraPose cameraPose() const { return m_rig.pose(); }
    /// The camera, to be moved elsewhere in the same way.
    [[nodiscard]] const CameraRig& camera() const { return m_rig; }
    /// Moves a following camera to its place at once, as after a jump in time.
    void snapCamera();

    /// Takes a picture of the view, of any size and without the window's borders.
    /// @param done called later, in the GUI thread; with a null picture if the window is not shown
    void takePicture(const QSize& sizePx, std::function<void(const QImage&)> done);

    [[nodiscard]] ViewTimes times() const;
    /// Draws without pause, to measure it.
    void setContinuous(bool on);
    [[nodiscard]] std::size_t triangleCount() const { return m_scene->triangleCount(); }

Q_SIGNALS:
    /// The user clicked on something, or on nothing.
    void picked(const sideline::monitor::ObjectId& id);
    /// The user double-clicked on something.
    void activated(const sideline::monitor::ObjectId& id);
    /// The user pulls an object (Ctrl + drag): the point `grip_Body` of its body, in the body's
    /// frame, to `target_S`; reported with every move of the mouse.
    void pulled(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
                const Eigen::Vector3d& target_S);
    /// The user let go of what was pulled.
    void released();
    /// The user pushed an object (Shift + drag or click) at a point of its surface.
    void pushed(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& p_S,
                const Eigen::Vector3d& impulse_SNs);
    /// The user carried an object somewhere: where its grip should be, at the height it had.
    /// @param turnRad so far counterclockwise from how it was; 0 for the ball
    void placed(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& p_S, double turnRad);
    /// The user tries to place an object or to throw the ball, which is not allowed.
    void placingRefused();
    /// The user aims the ball at a place on the ground; the wheel raises the throw in steps.
    /// @param isDone the mouse was let go: throw it now
    void aimed(const Eigen::Vector3d& target_S, int steps, bool isDone);
    /// Nothing will be thrown.
    void aimCanceled();
    /// The user measures on the ground; reported with every move of the mouse.
    void measured(const sideline::monitor::Ruler& ruler);
    /// The view has got the keys.
    void focused();
    /// The user drags a handle of the pose overlay: where it is wanted.
    /// @param isDone the mouse was let go; the last of a drag
    void handleDragged(int id, const Eigen::Vector3d& target_S, bool isDone);
    /// The user drags a body by the point `grip_Body`, in the body's frame.
    void bodyDragged(const sideline::monitor::ObjectId& id, const Eigen::Vector3d& grip_Body,
                     const Eigen::Vector3d& target_S, bool isDone);
    /// The user turns a handle's limb.
    /// @param axis_S unit, away from the viewer
    /// @param angleRad since the drag began, right-handed about the axis
    void handleRotated(int id, const Eigen::Vector3d& axis_S, double angleRad, bool isDone);
    /// The drag is given up: everything as before it.
    void dragCanceled();
    void cameraModeChanged(sideline::viewer3d::CameraMode mode);
    /// Another picture is on its way to the screen.
    void frameDrawn();
    /// The user dropped files on the view.
    void filesDropped(const QStringList& paths);

protected:
    bool event(QEvent* event) override;
    void exposeEvent(QExposeEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    // Of the pose editor.
    struct PoseDrag {
        std::optional<int> handle; ///< else a body
        PickHit hit;
        PoseGrip grip;
        bool isTurn = false;
        Eigen::Vector3d axis_S = Eigen::Vector3d::UnitY();
        double angleRad = 0.0;
    };
    [[nodiscard]] std::optional<PoseOverlay::Handle> handleAt(const QPoint& place) const;
    void beginPoseDrag(const QMouseEvent& event);
    void movePoseDrag(const QMouseEvent& event);
    void reportPoseDrag(const PoseDrag& drag, bool isDone);
    /// @return whether there was a drag
    bool endPoseDrag(bool isDone);
    [[nodiscard]] bool canPose() const;
    void hover(std::optional<QPoint> place);
    void orbitHome();
    void showPosePointer();
    bool handlePoseKey(const QKeyEvent& event);
    [[nodiscard]] bool isPoseKey(const QKeyEvent& event) const;

    bool setKey(int key, bool down);
    [[nodiscard]] Ray rayAt(const QPoint& place) const;
    [[nodiscard]] std::optional<MouseGrip::Kind> gripKind(Qt::KeyboardModifiers keys) const;
    [[nodiscard]] bool isPlacing(Qt::KeyboardModifiers keys) const;
    [[nodiscard]] bool triesToPlace(const QMouseEvent& event) const;
    [[nodiscard]] std::optional<field::FieldMark> markAt(const QPoint& place) const;
    void turnCarried(const QWheelEvent& event);
    bool takeHold(const QMouseEvent& event);
    void beginRuler(const QMouseEvent& event);
    [[nodiscard]] std::optional<monitor::RulerEnd> rulerEndAt(const QPoint& place) const;
    void snapOwnCamera();
    void showFrame();
    void beginAim(const QMouseEvent& event);
    void aimAt(const QPoint& place);
    void letGo(bool isDone);
    bool handleDrag(QDropEvent* event);
    void tick();
    void applyCamera();
    void wake();
    void redraw();
    void updateHiddenHead();
    void requestCapture();
    void finishPicture(const QImage& image);

    Qt3DCore::QAspectEngine m_engine;
    Qt3DCore::QEntity* m_root;
    Qt3DRender::QRenderSettings* m_settings;
    Qt3DRender::QCamera* m_camera;
    MatchScene* m_scene;
    FrameGraph m_frameGraph;

    CameraRig m_rig;
    CameraKeys m_keys;
    QTimer m_timer;
    QElapsedTimer m_clock;
    monitor::MatchFramePtr m_frame;
    monitor::ObjectId m_selection;
    // Kept for a twin that comes later.
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
    bool m_canGrab = false;
    bool m_canPlace = false;
    bool m_tellsRefusal = false;
    bool m_isRefused = false; ///< the drag that continues
    bool m_isMeasuring = false;
    std::optional<monitor::RulerEnd> m_rulerFrom; ///< while it is dragged
    std::optional<MouseGrip> m_grip;
    struct Aim {
        Eigen::Vector3d target_S = Eigen::Vector3d::Zero();
        int steps = 0;
    };
    std::optional<Aim> m_aim;
    bool m_isPosing = false;
    bool m_isDragOver = false; ///< it was given up
    std::optional<PoseDrag> m_poseDrag;
    std::optional<int> m_hoveredHandle;
    robot::BodyId m_hoveredBody;
    bool m_isContinuous = false;
    int m_redraws = 0;           ///< still to be drawn although nothing changed
    bool m_cameraChosen = false; ///< by the user, before the view was first shown

    std::unique_ptr<FrameGraph> m_pictureGraph;
    std::function<void(const QImage&)> m_pictureDone;
    QSize m_pictureSize;
    int m_framesDrawn = 0;

    QElapsedTimer m_frameClock;
    std::vector<double> m_updateMs;
    std::vector<double> m_frameMs;
};

} // namespace sideline::viewer3d
