#include "viewer3d/view/offscreen_view.h"

#include <algorithm>
#include <utility>

#include <Qt3DRender/QRenderAspect>
#include <Qt3DRender/QRenderCapture>

#include "viewer3d/view/camera_lens.h"
#include "viewer3d/view/match_view.h"

namespace sideline::viewer3d {

namespace {

// Pictures lack data that has not been uploaded to the graphics card yet.
constexpr int kFramesAtFirst = 4;
constexpr int kFramesForShapes = 2; // finer meshes are loaded when robots come closer
constexpr int kMaxFrames = 30;

} // namespace

OffscreenView::OffscreenView(const QSize& sizePx, double oversampling)
    : m_sizePx(sizePx),
      m_root(new Qt3DCore::QEntity),
      m_settings(new Qt3DRender::QRenderSettings(m_root)),
      m_camera(new Qt3DRender::QCamera(m_root)),
      m_scene(new MatchScene(m_root)),
      m_frameGraph(&m_surface, m_camera, (QSizeF(sizePx) * oversampling).toSize()),
      m_framesToLoad(kFramesAtFirst) {
    m_surface.setFormat(MatchView::surfaceFormat(0));
    m_surface.create();
    m_engine.registerAspect(new Qt3DRender::QRenderAspect);
    m_frameGraph.root()->setParent(m_settings);
    m_frameGraph.setClearColor(m_scene->options().background);
    m_settings->setActiveFrameGraph(m_frameGraph.root());
    m_settings->setRenderPolicy(Qt3DRender::QRenderSettings::OnDemand);
    m_root->addComponent(m_settings);
    m_scene->setViewportSize(sizePx);
}

OffscreenView::~OffscreenView() {
    if (m_engine.rootEntity()) {
        m_engine.setRootEntity(Qt3DCore::QEntityPtr());
    } else {
        delete m_root;
    }
}

void OffscreenView::setOptions(const SceneOptions& options) {
    m_scene->setOptions(options);
    m_frameGraph.setClearColor(options.background);
}

void OffscreenView::setDrawings(const drawing::DrawingBoardPtr& board) {
    const bool isSame = board == m_drawings || (board && m_drawings && *board == *m_drawings);
    if (isSame) {
        return;
    }
    m_drawings = board;
    m_scene->setDrawings(board, {});
    m_framesToLoad = std::max(m_framesToLoad, kFramesForShapes);
    m_isSettling = true;
}

void OffscreenView::draw(const monitor::MatchFrame& frame, const CameraPose& camera,
                         std::function<void(const QImage&)> done) {
    if (!m_surface.isValid()) {
        done({});
        return;
    }
    m_done = std::move(done);
    const std::size_t before = m_scene->shapeChanges();
    static_cast<void>(m_scene->setViewScale(aimCamera(*m_camera, camera, m_sizePx)));
    m_scene->setFrame(frame);
    if (m_scene->shapeChanges() != before) {
        m_framesToLoad = std::max(m_framesToLoad, kFramesForShapes);
        m_isSettling = true;
    }
    if (!m_engine.rootEntity()) {
        m_engine.setRootEntity(Qt3DCore::QEntityPtr(m_root));
    }
    capture();
}

void OffscreenView::capture() {
    auto* reply = m_frameGraph.capture()->requestCapture();
    QObject::connect(reply, &Qt3DRender::QRenderCaptureReply::completed, m_settings, [this, reply] {
        const QImage image = reply->image();
        reply->deleteLater();
        if (m_isSettling) {
            const bool isWhole = m_framesToLoad <= 0 && image == m_last;
            if (!isWhole && m_framesToLoad > -kMaxFrames) {
                --m_framesToLoad;
                m_last = image;
                capture();
                return;
            }
            m_isSettling = false;
            m_framesToLoad = 0;
        }
        const auto done = std::exchange(m_done, {});
        done(image);
    });
}

QImage OffscreenView::smoothed(const QImage& picture, const QSize& sizePx) {
    const QImage scaled = picture.size() == sizePx ? picture
                                                   : picture.scaled(sizePx, Qt::IgnoreAspectRatio,
                                                                    Qt::SmoothTransformation);
    return scaled.convertToFormat(QImage::Format_RGB32);
}

} // namespace sideline::viewer3d
