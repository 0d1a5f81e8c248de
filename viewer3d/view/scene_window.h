#pragma once

#include <functional>
#include <memory>

#include <QDropEvent>
#include <QElapsedTimer>
#include <QImage>
#include <QKeyEvent>
#include <QStringList>
#include <QSurfaceFormat>
#include <QTimer>
#include <QWheelEvent>
#include <QWindow>

#include "agentcore/monitor/match_frame.h"
#include "viewer3d/scene/match_scene.h"
#include "viewer3d/view/camera_rig.h"
#include "viewer3d/view/mouse_context.h"
#include "viewer3d/view/scene_renderer.h"

namespace sideline::viewer3d {

/// A window that shows a match frame through a camera, which the user flies with keys and which can
/// follow objects. Draws only when something has changed. GUI thread only.
class SceneWindow : public QWindow {
    Q_OBJECT
public:
    explicit SceneWindow(QWindow* parent = nullptr);

    /// The surface format that the view's shaders require, with this many samples per pixel. Must
    /// be set as the default format, from which the view reads the samples.
    [[nodiscard]] static QSurfaceFormat surfaceFormat(int samples);

    /// Turns the view about a place at a distance of 0.3 to 30 m, see `CameraRig::orbitAbout`.
    void orbitAbout(const Eigen::Vector3d& target_S, double distanceM);
    /// Swings the view around, see `CameraRig::orbitTo`; only while it orbits.
    void orbitTo(double azimuthRad, double elevationRad);
    void setCameraMode(CameraMode mode);
    [[nodiscard]] CameraMode cameraMode() const { return m_rig.mode(); }
    void goToPreset(int number);
    /// See `CameraRig::setFovY`.
    virtual void setFovY(double fovYRad);
    [[nodiscard]] CameraPose cameraPose() const { return m_rig.pose(); }
    /// The camera, from which another view can be set up.
    [[nodiscard]] const CameraRig& camera() const { return m_rig; }
    /// Moves a following camera to its place at once, as after a jump in time.
    virtual void snapCamera();
    [[nodiscard]] const SceneOptions& options() const { return m_scene->options(); }

    /// Takes a picture of the view, of any size and without the window's borders.
    /// @param done called later, in the GUI thread; with a null picture if the window is not shown
    void takePicture(const QSize& sizePx, std::function<void(const QImage&)> done);

    [[nodiscard]] ViewTimes times() const { return m_renderer.times(); }
    /// Draws continuously, for measurements.
    void setContinuous(bool on) { m_renderer.setContinuous(on); }
    [[nodiscard]] std::size_t triangleCount() const { return m_scene->triangleCount(); }

Q_SIGNALS:
    /// The view has received the keyboard focus.
    void focused();
    /// The Tab key was pressed: the focus should go to the next widget, or to the previous one.
    void tabbed(bool isForward);
    void cameraModeChanged(sideline::viewer3d::CameraMode mode);
    /// Another picture is about to be shown.
    void frameDrawn();
    /// The user dropped files on the view.
    void filesDropped(const QStringList& paths);

protected:
    [[nodiscard]] MatchScene& scene() { return *m_scene; }
    [[nodiscard]] const monitor::MatchFramePtr& frame() const { return m_frame; }
    /// Determines what the mouse points at; valid for the lifetime of the window.
    [[nodiscard]] MouseContext mouseContext() { return {*this, *m_scene, m_rig, m_frame}; }
    void replaceFrame(const monitor::MatchFramePtr& frame);
    /// Draws the frame after the scene has changed.
    void showFrame();
    void showSelection(const monitor::ObjectId& selection);
    void showOptions(const SceneOptions& options);
    /// Called after the scene has received a frame.
    virtual void frameShown() {}
    /// Sets whether keys move the camera.
    void setCameraKeysEnabled(bool on);
    /// Turns the camera with the left button and shifts it with the others.
    void dragCamera(const QPoint& movedPx, Qt::MouseButtons buttons);
    void zoomCamera(const QWheelEvent& event);
    void wake();

    bool event(QEvent* event) override;
    void exposeEvent(QExposeEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    bool setCameraKey(int key, bool down);
    bool handleDrag(QDropEvent* event);
    void tick();
    void applyCamera();
    void updateHiddenHead();

    SceneRenderer m_renderer;
    MatchScene* m_scene;
    CameraRig m_rig;
    CameraKeys m_keys;
    bool m_doKeysFly = true;
    QTimer m_timer;
    QElapsedTimer m_clock;
    monitor::MatchFramePtr m_frame;
    monitor::ObjectId m_selection;
    bool m_cameraChosen = false; ///< the user chose a camera before the view was first shown
};

} // namespace sideline::viewer3d
