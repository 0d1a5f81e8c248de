#include "viewer3d/view/match_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include <QDropEvent>
#include <QExposeEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QSurfaceFormat>
#include <Qt3DLogic/QFrameAction>
#include <Qt3DLogic/QLogicAspect>
#include <Qt3DRender/QRenderAspect>
#include <Qt3DRender/QRenderCapture>

#include "agentcore/math/angles.h"
#include "viewer3d/view/camera_lens.h"
#include "viewer3d/view/picking.h"

namespace sideline::viewer3d {

namespace {

constexpr int kTickMs = 16;
constexpr double kMaxStepS = 0.1; // after a pause the camera continues from where it was
constexpr std::size_t kTimesKept = 100;
constexpr int kFramesToLoad = 3; // the first lack what the graphics card has not got yet

void keep(std::vector<double>& values, double value) {
    if (values.size() == kTimesKept) {
        values.erase(values.begin());
    }
    values.push_back(value);
}

double mean(const std::vector<double>& values) {
    return values.empty() ? 0.0
                          : std::accumulate(values.begin(), values.end(), 0.0) /
                                static_cast<double>(values.size());
}

} // namespace

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
                                  "else works. They need OpenGL 3.3: %1.")
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
                                     "everything else works. They need OpenGL 3.3: %3.")
                             .arg(found.majorVersion())
                             .arg(found.minorVersion())
                             .arg(remedy);
    }
    return graphics;
}

MatchView::MatchView(QWindow* parent)
    : QWindow(parent),
      m_root(new Qt3DCore::QEntity),
      m_settings(new Qt3DRender::QRenderSettings(m_root)),
      m_camera(new Qt3DRender::QCamera(m_root)),
      m_scene(new MatchScene(m_root)),
      m_frameGraph(this, m_camera) {
    setSurfaceType(QSurface::OpenGLSurface);
    setFormat(surfaceFormat(std::max(0, QSurfaceFormat::defaultFormat().samples())));
    m_engine.registerAspect(new Qt3DRender::QRenderAspect);
    m_engine.registerAspect(new Qt3DLogic::QLogicAspect);

    m_frameGraph.root()->setParent(m_settings);
    m_settings->setActiveFrameGraph(m_frameGraph.root());
    m_settings->setRenderPolicy(Qt3DRender::QRenderSettings::OnDemand);
    m_root->addComponent(m_settings);
    m_frameGraph.setClearColor(m_scene->options().background);

    auto* ticker = new Qt3DLogic::QFrameAction(m_root);
    m_root->addComponent(ticker);
    connect(ticker, &Qt3DLogic::QFrameAction::triggered, this, [this] {
        if (m_frameClock.isValid()) {
            keep(m_frameMs, static_cast<double>(m_frameClock.nsecsElapsed()) / 1e6);
        }
        m_frameClock.start();
        ++m_framesDrawn;
        if (m_redraws > 0 && --m_redraws == 0) {
            m_settings->setRenderPolicy(m_isContinuous ? Qt3DRender::QRenderSettings::Always
                                                       : Qt3DRender::QRenderSettings::OnDemand);
        }
        Q_EMIT frameDrawn();
    });

    m_timer.setInterval(kTickMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &MatchView::tick);
    applyCamera();
}

QSurfaceFormat MatchView::surfaceFormat(int samples) {
    QSurfaceFormat format;
    format.setVersion(3, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    format.setStencilBufferSize(8);
    format.setSamples(samples);
    return format;
}

MatchView::~MatchView() {
    if (m_engine.rootEntity()) {
        m_engine.setRootEntity(Qt3DCore::QEntityPtr());
    } else {
        delete m_root;
    }
}

void MatchView::setFrame(const monitor::MatchFramePtr& frame) {
    m_frame = frame;
    showFrame();
    if (m_twin) {
        m_twin->setFrame(frame);
    }
}

void MatchView::showFrame() {
    if (!m_frame) {
        return;
    }
    QElapsedTimer timer;
    timer.start();
    m_scene->setFrame(*m_frame);
    keep(m_updateMs, static_cast<double>(timer.nsecsElapsed()) / 1e6);
    if (m_frame->game.environment && m_rig.setField(m_frame->game.environment->field)) {
        applyCamera();
    }
    if (m_grip) {
        m_scene->setHandle(m_grip->handle(*m_frame)); // what is pulled has moved
    }
    if (m_poseDrag) {
        showPosePointer();
    }
    if (m_rig.mode() == CameraMode::FirstPerson) {
        m_rig.advance(0.0, {}, m_frame.get());
        applyCamera();
    }
    wake();
}

void MatchView::setSelection(const monitor::ObjectId& selection) {
    m_selection = selection;
    if (selection.kind == monitor::ObjectId::Kind::Robot) {
        m_rig.setPlayer(selection.robot);
    }
    m_scene->setSelection(selection);
    updateHiddenHead();
    if (m_twin) {
        m_twin->setSelection(selection);
    }
    showFrame();
}

void MatchView::setTrail(Trail trail) {
    m_trail = std::move(trail);
    m_scene->setTrail(m_trail);
    if (m_twin) {
        m_twin->setTrail(m_trail);
    }
}

void MatchView::setPhysicsOverlay(const std::shared_ptr<const PhysicsOverlay>& overlay) {
    m_physics = overlay;
    if (m_twin) {
        m_twin->setPhysicsOverlay(overlay);
    }
    if (m_scene->setPhysicsOverlay(overlay)) {
        showFrame();
    }
    wake();
}

void MatchView::setDrawings(const drawing::DrawingBoardPtr& board,
                            const drawing::DrawingFilter& filter) {
    m_drawings = board;
    m_drawingFilter = filter;
    m_scene->setDrawings(board, filter);
    wake();
    if (m_twin) {
        m_twin->setDrawings(board, filter);
    }
}

void MatchView::setRuler(std::vector<drawing::Shape> shapes) {
    m_ruler = std::move(shapes);
    m_scene->setRuler(m_ruler);
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
        m_twin->setGrabbing(false); // lets go of what it holds
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
    twin->setGrabbing(m_canGrab);
    twin->setPlacing(m_canPlace);
    twin->setPlacingRefused(m_tellsRefusal);
    twin->setMeasuring(m_isMeasuring);
    twin->setRuler(m_ruler);
    twin->setSelection(m_selection);
    twin->setFrame(m_frame);
    twin->setTrail(m_trail);
    twin->setPhysicsOverlay(m_physics);
    twin->setDrawings(m_drawings, m_drawingFilter);
    twin->setFovY(m_rig.fovYRad());
    twin->snapCamera();
}

void MatchView::setGrabbing(bool on) {
    m_canGrab = on;
    if (m_twin) {
        m_twin->setGrabbing(on);
    }
    if (!on && m_grip && m_grip->kind() != MouseGrip::Kind::Carry) {
        letGo(false);
    }
}

void MatchView::setPlacing(bool on) {
    m_canPlace = on;
    if (m_twin) {
        m_twin->setPlacing(on);
    }
    if (!on && (m_aim || (m_grip && m_grip->kind() == MouseGrip::Kind::Carry))) {
        letGo(false);
    }
}

void MatchView::setPlacingRefused(bool on) {
    m_tellsRefusal = on;
    m_isRefused = m_isRefused && on;
    if (m_twin) {
        m_twin->setPlacingRefused(on);
    }
}

void MatchView::setOptions(const SceneOptions& options) {
    m_scene->setOptions(options);
    m_frameGraph.setClearColor(options.background);
    if (m_twin) {
        m_twin->setOptions(options);
    }
    showFrame();
}

void MatchView::setServerMeshes(std::shared_ptr<const ServerMeshes> meshes) {
    m_meshes = std::move(meshes);
    m_scene->setServerMeshes(m_meshes);
    if (m_twin) {
        m_twin->setServerMeshes(m_meshes);
    }
    showFrame();
}

void MatchView::setCameraMode(CameraMode mode) {
    if (mode == m_rig.mode()) {
        return;
    }
    m_cameraChosen = true;
    m_rig.setMode(mode);
    updateHiddenHead();
    snapOwnCamera();
    showFrame();
    Q_EMIT cameraModeChanged(mode);
}

void MatchView::goToPreset(int number) {
    m_cameraChosen = true;
    m_rig.goToPreset(number);
    updateHiddenHead();
    showFrame();
    applyCamera();
    Q_EMIT cameraModeChanged(m_rig.mode());
}

void MatchView::setFovY(double fovYRad) {
    m_rig.setFovY(fovYRad);
    if (m_twin) {
        m_twin->setFovY(fovYRad);
    }
    applyCamera();
    wake();
}

void MatchView::snapCamera() {
    snapOwnCamera();
    if (m_twin) {
        m_twin->snapCamera();
    }
}

void MatchView::snapOwnCamera() {
    m_rig.snap(m_frame.get());
    applyCamera();
}

void MatchView::updateHiddenHead() {
    const bool inside = m_rig.mode() == CameraMode::FirstPerson &&
                        m_selection.kind == monitor::ObjectId::Kind::Robot;
    m_scene->setHiddenHead(inside ? std::optional(m_selection.robot) : std::nullopt);
}

void MatchView::wake() {
    if (!m_timer.isActive() && isExposed()) {
        m_clock.start();
        m_timer.start();
    }
}

void MatchView::tick() {
    const double elapsedS = std::min(static_cast<double>(m_clock.nsecsElapsed()) / 1e9, kMaxStepS);
    m_clock.start();
    m_rig.advance(elapsedS, m_keys, m_frame.get());
    applyCamera();
    if (!m_rig.isMoving() && !m_keys.any()) {
        m_timer.stop();
    }
}

void MatchView::applyCamera() {
    const QSize drawn = m_pictureSize.isValid() ? m_pictureSize : size();
    const ViewScale scale = aimCamera(*m_camera, m_rig.pose(), drawn);
    if (m_scene->setViewScale(scale) && m_frame) {
        m_scene->setFrame(*m_frame);
        m_framesDrawn = 0; // finer shells may have to be loaded
    }
}

void MatchView::takePicture(const QSize& sizePx, std::function<void(const QImage&)> done) {
    if (!isExposed() || m_pictureDone || sizePx.isEmpty()) {
        done({});
        return;
    }
    constexpr int kOversampling = 2; // a texture is not smoothed by the graphics card
    m_pictureSize = sizePx;
    m_pictureDone = std::move(done);
    const QSize drawn = sizePx * kOversampling;
    m_pictureGraph = std::make_unique<FrameGraph>(this, m_camera, drawn);
    m_pictureGraph->setClearColor(m_scene->options().background);
    m_pictureGraph->root()->setParent(m_settings);
    m_scene->setViewportSize(drawn / kOversampling);
    applyCamera();
    m_settings->setActiveFrameGraph(m_pictureGraph->root());
    requestCapture();
}

void MatchView::requestCapture() {
    const bool isReady = m_framesDrawn >= kFramesToLoad;
    auto* reply = m_pictureGraph->capture()->requestCapture();
    connect(reply, &Qt3DRender::QRenderCaptureReply::completed, this, [this, reply, isReady] {
        const QImage image = reply->image();
        reply->deleteLater();
        if (isReady) {
            finishPicture(image);
        } else {
            requestCapture();
        }
    });
}

void MatchView::finishPicture(const QImage& image) {
    const QSize size = std::exchange(m_pictureSize, {});
    const auto done = std::exchange(m_pictureDone, {});
    m_settings->setActiveFrameGraph(m_frameGraph.root());
    m_pictureGraph->root()->deleteLater();
    m_pictureGraph.reset();
    m_scene->setViewportSize(this->size());
    applyCamera();
    done(image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
             .convertToFormat(QImage::Format_RGB32));
}

ViewTimes MatchView::times() const {
    return {mean(m_updateMs), mean(m_frameMs), static_cast<int>(m_frameMs.size())};
}

// A window that was hidden has lost its picture.
void MatchView::redraw() {
    m_redraws = kFramesToLoad;
    m_settings->setRenderPolicy(Qt3DRender::QRenderSettings::Always);
}

void MatchView::setContinuous(bool on) {
    m_isContinuous = on;
    m_settings->setRenderPolicy(on ? Qt3DRender::QRenderSettings::Always
                                   : Qt3DRender::QRenderSettings::OnDemand);
    m_frameMs.clear();
    m_updateMs.clear();
    m_frameClock.invalidate();
}

bool MatchView::event(QEvent* event) {
    if (event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove ||
        event->type() == QEvent::Drop) {
        return handleDrag(static_cast<QDropEvent*>(event));
    }
    if (event->type() == QEvent::ShortcutOverride) {
        // The camera's letters are ours while the view has the focus.
        auto* key = static_cast<QKeyEvent*>(event);
        const CameraKeys before = m_keys;
        const bool isCameraKey =
            (key->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier && setKey(key->key(), true);
        m_keys = before;
        if (isCameraKey || isPoseKey(*key)) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::Leave) {
        hover(std::nullopt);
    }
    return QWindow::event(event);
}

void MatchView::exposeEvent(QExposeEvent* event) {
    QWindow::exposeEvent(event);
    if (isExposed() && !m_engine.rootEntity()) {
        m_engine.setRootEntity(Qt3DCore::QEntityPtr(m_root)); // not before there is a surface
        if (!m_cameraChosen) {
            m_rig.frameField(static_cast<double>(width()) / std::max(1, height()));
            applyCamera();
        }
    }
    if (isExposed()) {
        redraw();
    }
    wake();
}

void MatchView::resizeEvent(QResizeEvent* event) {
    QWindow::resizeEvent(event);
    m_scene->setViewportSize(size());
    applyCamera();
}

} // namespace sideline::viewer3d
