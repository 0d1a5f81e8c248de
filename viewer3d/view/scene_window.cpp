#include "viewer3d/view/scene_window.h"

#include <algorithm>
#include <utility>

#include <QExposeEvent>
#include <QMimeData>
#include <QUrl>

#include "viewer3d/view/camera_lens.h"

namespace sideline::viewer3d {

namespace {

constexpr int kTickMs = 16;
constexpr double kMaxStepS = 0.1; // after a pause the camera continues from its last position
constexpr double kWheelNotch = 120.0;

} // namespace

SceneWindow::SceneWindow(QWindow* parent)
    : QWindow(parent), m_renderer(*this), m_scene(new MatchScene(m_renderer.root())) {
    setSurfaceType(QSurface::OpenGLSurface);
    setFormat(surfaceFormat(std::max(0, QSurfaceFormat::defaultFormat().samples())));
    m_renderer.setClearColor(m_scene->options().background);
    connect(&m_renderer, &SceneRenderer::frameDrawn, this, &SceneWindow::frameDrawn);
    connect(&m_renderer, &SceneRenderer::drawnSizeChanged, this, [this] {
        m_scene->setViewportSize(m_renderer.drawnSize());
        applyCamera();
    });
    m_timer.setInterval(kTickMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &SceneWindow::tick);
    applyCamera();
}

QSurfaceFormat SceneWindow::surfaceFormat(int samples) {
    QSurfaceFormat format;
    format.setVersion(3, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    format.setStencilBufferSize(8);
    format.setSamples(samples);
    return format;
}

void SceneWindow::replaceFrame(const monitor::MatchFramePtr& frame) {
    m_frame = frame;
    showFrame();
}

void SceneWindow::showFrame() {
    if (!m_frame) {
        return;
    }
    QElapsedTimer timer;
    timer.start();
    m_scene->setFrame(*m_frame);
    m_renderer.addUpdateTime(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    if (m_frame->game.environment && m_rig.setField(m_frame->game.environment->field)) {
        applyCamera();
    }
    frameShown();
    if (m_rig.mode() == CameraMode::FirstPerson) {
        m_rig.advance(0.0, {}, m_frame.get());
        applyCamera();
    }
    wake();
}

void SceneWindow::showSelection(const monitor::ObjectId& selection) {
    m_selection = selection;
    if (selection.kind == monitor::ObjectId::Kind::Robot) {
        m_rig.setPlayer(selection.robot);
    }
    m_scene->setSelection(selection);
    updateHiddenHead();
}

void SceneWindow::showOptions(const SceneOptions& options) {
    m_scene->setOptions(options);
    m_renderer.setClearColor(options.background);
}

void SceneWindow::orbitAbout(const Eigen::Vector3d& target_S, double distanceM) {
    const bool isNew = m_rig.mode() != CameraMode::Orbit;
    m_cameraChosen = true;
    m_rig.orbitAbout(target_S, distanceM);
    applyCamera();
    if (isNew) {
        updateHiddenHead();
        Q_EMIT cameraModeChanged(CameraMode::Orbit);
    }
}

void SceneWindow::orbitTo(double azimuthRad, double elevationRad) {
    m_rig.orbitTo(azimuthRad, elevationRad);
    wake();
}

void SceneWindow::setCameraMode(CameraMode mode) {
    if (mode == m_rig.mode()) {
        return;
    }
    m_cameraChosen = true;
    m_rig.setMode(mode);
    updateHiddenHead();
    SceneWindow::snapCamera();
    showFrame();
    Q_EMIT cameraModeChanged(mode);
}

void SceneWindow::goToPreset(int number) {
    m_cameraChosen = true;
    m_rig.goToPreset(number);
    updateHiddenHead();
    showFrame();
    applyCamera();
    Q_EMIT cameraModeChanged(m_rig.mode());
}

void SceneWindow::setFovY(double fovYRad) {
    m_rig.setFovY(fovYRad);
    applyCamera();
    wake();
}

void SceneWindow::snapCamera() {
    m_rig.snap(m_frame.get());
    applyCamera();
}

void SceneWindow::updateHiddenHead() {
    const bool inside = m_rig.mode() == CameraMode::FirstPerson &&
                        m_selection.kind == monitor::ObjectId::Kind::Robot;
    m_scene->setHiddenHead(inside ? std::optional(m_selection.robot) : std::nullopt);
}

void SceneWindow::wake() {
    if (!m_timer.isActive() && isExposed()) {
        m_clock.start();
        m_timer.start();
    }
}

void SceneWindow::tick() {
    const double elapsedS = std::min(static_cast<double>(m_clock.nsecsElapsed()) / 1e9, kMaxStepS);
    m_clock.start();
    m_rig.advance(elapsedS, m_keys, m_frame.get());
    applyCamera();
    if (!m_rig.isMoving() && !m_keys.any()) {
        m_timer.stop();
    }
}

void SceneWindow::applyCamera() {
    const ViewScale scale = aimCamera(m_renderer.camera(), m_rig.pose(), m_renderer.drawnSize());
    if (m_scene->setViewScale(scale) && m_frame) {
        m_scene->setFrame(*m_frame);
        m_renderer.expectUpload(); // finer shells may need to be loaded
    }
}

void SceneWindow::takePicture(const QSize& sizePx, std::function<void(const QImage&)> done) {
    m_renderer.takePicture(sizePx, std::move(done));
}

void SceneWindow::dragCamera(const QPoint& movedPx, Qt::MouseButtons buttons) {
    if (buttons.testFlag(Qt::LeftButton)) {
        m_rig.rotate(movedPx.x(), movedPx.y(), height());
    } else {
        m_rig.pan(movedPx.x(), movedPx.y(), height());
    }
    applyCamera();
}

void SceneWindow::zoomCamera(const QWheelEvent& event) {
    m_rig.zoom(event.angleDelta().y() / kWheelNotch, event.modifiers().testFlag(Qt::ShiftModifier));
    applyCamera();
}

bool SceneWindow::event(QEvent* event) {
    if (event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove ||
        event->type() == QEvent::Drop) {
        return handleDrag(static_cast<QDropEvent*>(event));
    }
    if (event->type() == QEvent::ShortcutOverride) {
        // The camera's letters take precedence over shortcuts while the view has the focus.
        auto* key = static_cast<QKeyEvent*>(event);
        const CameraKeys before = m_keys;
        const bool isCameraKey = (key->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier &&
                                 setCameraKey(key->key(), true);
        m_keys = before;
        if (isCameraKey) {
            event->accept();
            return true;
        }
    }
    return QWindow::event(event);
}

bool SceneWindow::handleDrag(QDropEvent* event) {
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

void SceneWindow::exposeEvent(QExposeEvent* event) {
    QWindow::exposeEvent(event);
    if (isExposed() && m_renderer.start() && !m_cameraChosen) {
        m_rig.frameField(static_cast<double>(width()) / std::max(1, height()));
        applyCamera();
    }
    if (isExposed()) {
        m_renderer.redraw();
    }
    wake();
}

void SceneWindow::resizeEvent(QResizeEvent* event) {
    QWindow::resizeEvent(event);
    m_scene->setViewportSize(size());
    m_rig.setAspect(static_cast<double>(width()) / std::max(1, height()));
    applyCamera();
}

void SceneWindow::setCameraKeysEnabled(bool on) {
    m_doKeysFly = on;
    m_keys = {};
}

bool SceneWindow::setCameraKey(int key, bool down) {
    const auto member = [key]() -> bool CameraKeys::* {
        switch (key) {
        case Qt::Key_W:
            return &CameraKeys::forward;
        case Qt::Key_S:
            return &CameraKeys::back;
        case Qt::Key_A:
            return &CameraKeys::left;
        case Qt::Key_D:
            return &CameraKeys::right;
        case Qt::Key_PageUp:
            return &CameraKeys::up;
        case Qt::Key_PageDown:
            return &CameraKeys::down;
        case Qt::Key_Shift:
            return &CameraKeys::precise;
        default:
            return nullptr;
        }
    }();
    if (!m_doKeysFly || member == nullptr) {
        return false;
    }
    m_keys.*member = down;
    return true;
}

void SceneWindow::keyPressEvent(QKeyEvent* event) {
    const bool isTab = event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab;
    if (isTab && (event->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier) {
        Q_EMIT tabbed(event->key() == Qt::Key_Tab && event->modifiers() == Qt::NoModifier);
        return;
    }
    if (event->isAutoRepeat() || !setCameraKey(event->key(), true)) {
        QWindow::keyPressEvent(event);
        return;
    }
    wake();
}

void SceneWindow::keyReleaseEvent(QKeyEvent* event) {
    if (event->isAutoRepeat() || !setCameraKey(event->key(), false)) {
        QWindow::keyReleaseEvent(event);
    }
}

void SceneWindow::focusInEvent(QFocusEvent* event) {
    QWindow::focusInEvent(event);
    Q_EMIT focused();
}

void SceneWindow::focusOutEvent(QFocusEvent* event) {
    m_keys = {}; // a key released elsewhere would move the camera forever
    QWindow::focusOutEvent(event);
}

} // namespace sideline::viewer3d
