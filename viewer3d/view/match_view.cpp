#include "viewer3d/view/match_view.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QSurfaceFormat>

#include "viewer3d/view/click.h"
#include "viewer3d/view/picking.h"

namespace sideline::viewer3d {

Graphics probeGraphics() {
    QOffscreenSurface surface;
    surface.setFormat(MatchView::surfaceFormat(0));
    surface.create();
    QOpenGLContext context;
    context.setFormat(MatchView::surfaceFormat(0));
    const QString remedy = QObject::tr("a newer driver of the graphics card, or Mesa's software "
                                       "rendering (LIBGL_ALWAYS_SOFTWARE=1)");
    if (!context.create() || !context.makeCurrent(&surface)) {
        return {true, QObject::tr("This display has no OpenGL, so 3D views stay empty; everything "
                                  "else works. 3D views need OpenGL 3.3: %1.")
                          .arg(remedy)};
    }
    const auto* renderer =
        reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER));
    const QString name = QString::fromLatin1(renderer).toLower();
    Graphics graphics;
    graphics.isSoftware =
        std::ranges::any_of(std::array{"llvmpipe", "softpipe", "swrast", "software", "swiftshader"},
                            [&](const char* word) { return name.contains(QLatin1String(word)); });
    const QSurfaceFormat found = context.format();
    if (found.version() < std::pair(3, 3)) {
        graphics.fault = QObject::tr("OpenGL %1.%2 is too old for 3D views, which stay empty; "
                                     "everything else works. 3D views need OpenGL 3.3: %3.")
                             .arg(found.majorVersion())
                             .arg(found.minorVersion())
                             .arg(remedy);
    }
    return graphics;
}

MatchView::MatchView(QWindow* parent)
    : SceneWindow(parent), m_objectMouse(mouseContext()), m_poseMouse(mouseContext()) {
    forwardSignals();
}

void MatchView::forwardSignals() {
    connect(&m_objectMouse, &ObjectMouse::pulled, this, &MatchView::pulled);
    connect(&m_objectMouse, &ObjectMouse::released, this, &MatchView::released);
    connect(&m_objectMouse, &ObjectMouse::pushed, this, &MatchView::pushed);
    connect(&m_objectMouse, &ObjectMouse::placed, this, &MatchView::placed);
    connect(&m_objectMouse, &ObjectMouse::placingRefused, this, &MatchView::placingRefused);
    connect(&m_objectMouse, &ObjectMouse::aimed, this, &MatchView::aimed);
    connect(&m_objectMouse, &ObjectMouse::aimCanceled, this, &MatchView::aimCanceled);
    connect(&m_poseMouse, &PoseMouse::handleDragged, this, &MatchView::handleDragged);
    connect(&m_poseMouse, &PoseMouse::bodyDragged, this, &MatchView::bodyDragged);
    connect(&m_poseMouse, &PoseMouse::handleRotated, this, &MatchView::handleRotated);
    connect(&m_poseMouse, &PoseMouse::dragCanceled, this, &MatchView::dragCanceled);
    connect(&m_poseMouse, &PoseMouse::orbitRequested, this, &MatchView::orbitTo);
    connect(&m_poseMouse, &PoseMouse::homeRequested, this, &MatchView::orbitAbout);
}

void MatchView::setFrame(const monitor::MatchFramePtr& frame) {
    replaceFrame(frame);
    if (m_twin) {
        m_twin->setFrame(frame);
    }
}

void MatchView::frameShown() {
    m_objectMouse.showFrame();
    m_poseMouse.showFrame();
}

void MatchView::setSelection(const monitor::ObjectId& selection) {
    m_selection = selection;
    showSelection(selection);
    if (m_twin) {
        m_twin->setSelection(selection);
    }
    showFrame();
}

void MatchView::setTrail(Trail trail) {
    m_trail = std::move(trail);
    scene().setTrail(m_trail);
    if (m_twin) {
        m_twin->setTrail(m_trail);
    }
}

void MatchView::setPhysicsOverlay(const std::shared_ptr<const PhysicsOverlay>& overlay) {
    m_physics = overlay;
    if (m_twin) {
        m_twin->setPhysicsOverlay(overlay);
    }
    if (scene().setPhysicsOverlay(overlay)) {
        showFrame();
    }
    wake();
}

void MatchView::setDrawings(const drawing::DrawingBoardPtr& board,
                            const drawing::DrawingFilter& filter) {
    m_drawings = board;
    m_drawingFilter = filter;
    scene().setDrawings(board, filter);
    wake();
    if (m_twin) {
        m_twin->setDrawings(board, filter);
    }
}

void MatchView::setRuler(std::vector<drawing::Shape> shapes) {
    m_ruler = std::move(shapes);
    scene().setRuler(m_ruler);
    wake();
    if (m_twin) {
        m_twin->setRuler(m_ruler);
    }
}

void MatchView::setMeasuring(bool on) {
    m_isMeasuring = on;
    m_rulerFrom.reset();
    setCursor(on ? Qt::CrossCursor : Qt::ArrowCursor);
    if (m_twin) {
        m_twin->setMeasuring(on);
    }
}

void MatchView::setTwin(MatchView* twin) {
    if (m_twin) {
        m_twin->setGrabbing(false); // releases the gripped object
        m_twin->setPlacing(false);
        QObject::disconnect(m_twin, nullptr, this, nullptr);
    }
    m_twin = twin;
    if (twin == nullptr) {
        return;
    }
    connect(twin, &MatchView::picked, this, &MatchView::picked);
    connect(twin, &MatchView::pulled, this, &MatchView::pulled);
    connect(twin, &MatchView::released, this, &MatchView::released);
    connect(twin, &MatchView::pushed, this, &MatchView::pushed);
    connect(twin, &MatchView::placed, this, &MatchView::placed);
    connect(twin, &MatchView::placingRefused, this, &MatchView::placingRefused);
    connect(twin, &MatchView::aimed, this, &MatchView::aimed);
    connect(twin, &MatchView::aimCanceled, this, &MatchView::aimCanceled);
    connect(twin, &MatchView::measured, this, &MatchView::measured);
    connect(twin, &MatchView::filesDropped, this, &MatchView::filesDropped);
    twin->setServerMeshes(m_meshes);
    twin->setOptions(options());
    twin->setGrabbing(m_objectMouse.canGrab());
    twin->setPlacing(m_objectMouse.canPlace());
    twin->setPlacingRefused(m_objectMouse.reportsRefusal());
    twin->setMeasuring(m_isMeasuring);
    twin->setRuler(m_ruler);
    twin->setSelection(m_selection);
    twin->setFrame(frame());
    twin->setTrail(m_trail);
    twin->setPhysicsOverlay(m_physics);
    twin->setDrawings(m_drawings, m_drawingFilter);
    twin->setFovY(camera().fovYRad());
    twin->snapCamera();
}

void MatchView::setGrabbing(bool on) {
    m_objectMouse.setGrabbing(on);
    if (m_twin) {
        m_twin->setGrabbing(on);
    }
}

void MatchView::setPlacing(bool on) {
    m_objectMouse.setPlacing(on);
    if (m_twin) {
        m_twin->setPlacing(on);
    }
}

void MatchView::setPlacingRefused(bool on) {
    m_objectMouse.setPlacingRefused(on);
    if (m_twin) {
        m_twin->setPlacingRefused(on);
    }
}

void MatchView::setOptions(const SceneOptions& options) {
    showOptions(options);
    if (m_twin) {
        m_twin->setOptions(options);
    }
    showFrame();
}

void MatchView::setServerMeshes(std::shared_ptr<const ServerMeshes> meshes) {
    m_meshes = std::move(meshes);
    scene().setServerMeshes(m_meshes);
    if (m_twin) {
        m_twin->setServerMeshes(m_meshes);
    }
    showFrame();
}

void MatchView::setFovY(double fovYRad) {
    SceneWindow::setFovY(fovYRad);
    if (m_twin) {
        m_twin->setFovY(fovYRad);
    }
}

void MatchView::snapCamera() {
    SceneWindow::snapCamera();
    if (m_twin) {
        m_twin->snapCamera();
    }
}

void MatchView::setPosing(bool on) {
    if (on == m_poseMouse.isPosing()) {
        return;
    }
    m_poseMouse.setPosing(on);
    setCameraKeysEnabled(!on);
    setCameraMode(on ? CameraMode::Orbit : CameraMode::Free);
}

void MatchView::setPoseOverlay(const std::shared_ptr<const PoseOverlay>& overlay) {
    m_poseMouse.setOverlay(overlay);
}

bool MatchView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        m_poseMouse.cancels(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::Leave) {
        m_poseMouse.hover(std::nullopt);
    }
    return SceneWindow::event(event);
}

void MatchView::mousePressEvent(QMouseEvent* event) {
    requestActivate();
    m_pressedAt = event->pos();
    m_lastMouse = event->pos();
    m_dragging = false;
    if (m_poseMouse.isPosing()) {
        m_poseMouse.press(*event);
    } else if (!m_objectMouse.press(*event)) {
        beginRuler(*event);
    }
}

void MatchView::beginRuler(const QMouseEvent& event) {
    if (m_isMeasuring && event.button() == Qt::LeftButton && event.modifiers() == Qt::NoModifier) {
        m_rulerFrom = mouseContext().rulerEndAt(event.pos());
    } else {
        m_rulerFrom.reset();
    }
}

void MatchView::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() == Qt::NoButton) {
        m_poseMouse.hover(event->pos());
        return;
    }
    if (m_poseMouse.isDragOver() ||
        (!m_dragging && (event->pos() - m_pressedAt).manhattanLength() < kClickPx)) {
        return;
    }
    m_dragging = true;
    if (m_poseMouse.move(*event) || m_objectMouse.move(event->pos())) {
        return;
    }
    if (m_rulerFrom) {
        if (const auto to = mouseContext().rulerEndAt(event->pos())) {
            Q_EMIT measured({*m_rulerFrom, *to});
        }
        return;
    }
    const QPoint moved = event->pos() - std::exchange(m_lastMouse, event->pos());
    dragCamera(moved, event->buttons());
}

void MatchView::mouseReleaseEvent(QMouseEvent* event) {
    const bool held = m_objectMouse.isHolding() || m_poseMouse.isDragOver();
    m_objectMouse.letGo(true);
    m_poseMouse.release(*event);
    m_rulerFrom.reset();
    if (!held && !m_dragging && event->button() == Qt::LeftButton && frame()) {
        Q_EMIT picked(
            pick(*frame(), mouseContext().rayAt(event->pos())).value_or(monitor::ObjectId{}));
    }
    m_dragging = false;
}

void MatchView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && frame()) {
        if (const auto id = pick(*frame(), mouseContext().rayAt(event->pos()))) {
            Q_EMIT activated(*id);
        }
    }
}

void MatchView::wheelEvent(QWheelEvent* event) {
    if (m_objectMouse.turnWheel(*event)) {
        wake();
    } else {
        zoomCamera(*event);
    }
}

void MatchView::keyPressEvent(QKeyEvent* event) {
    if (!m_poseMouse.pressKey(*event)) {
        SceneWindow::keyPressEvent(event);
    }
}

void MatchView::focusOutEvent(QFocusEvent* event) {
    m_objectMouse.letGo(false);
    m_poseMouse.cancelDrag();
    SceneWindow::focusOutEvent(event);
}

} // namespace sideline::viewer3d
