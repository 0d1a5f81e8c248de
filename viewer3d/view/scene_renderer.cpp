#include "viewer3d/view/scene_renderer.h"

#include <numeric>
#include <utility>

#include <Qt3DLogic/QFrameAction>
#include <Qt3DLogic/QLogicAspect>
#include <Qt3DRender/QRenderAspect>
#include <Qt3DRender/QRenderCapture>

namespace sideline::viewer3d {

namespace {

constexpr std::size_t kTimesKept = 100;
constexpr int kFramesToLoad = 3; // the first frames lack data that is not on the graphics card yet
constexpr int kOversampling = 2; // the graphics card does not smooth a texture

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

SceneRenderer::SceneRenderer(QWindow& window)
    : m_window(window),
      m_root(new Qt3DCore::QEntity),
      m_settings(new Qt3DRender::QRenderSettings(m_root)),
      m_camera(new Qt3DRender::QCamera(m_root)),
      m_frameGraph(&window, m_camera) {
    m_engine.registerAspect(new Qt3DRender::QRenderAspect);
    m_engine.registerAspect(new Qt3DLogic::QLogicAspect);

    m_frameGraph.root()->setParent(m_settings);
    m_settings->setActiveFrameGraph(m_frameGraph.root());
    m_settings->setRenderPolicy(Qt3DRender::QRenderSettings::OnDemand);
    m_root->addComponent(m_settings);

    auto* ticker = new Qt3DLogic::QFrameAction(m_root);
    m_root->addComponent(ticker);
    connect(ticker, &Qt3DLogic::QFrameAction::triggered, this, &SceneRenderer::countFrame);
}

SceneRenderer::~SceneRenderer() {
    if (m_engine.rootEntity()) {
        m_engine.setRootEntity(Qt3DCore::QEntityPtr());
    } else {
        delete m_root;
    }
}

void SceneRenderer::countFrame() {
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
}

void SceneRenderer::setClearColor(const QColor& color) {
    m_clearColor = color;
    m_frameGraph.setClearColor(color);
}

bool SceneRenderer::start() {
    if (m_engine.rootEntity()) {
        return false;
    }
    m_engine.setRootEntity(Qt3DCore::QEntityPtr(m_root));
    return true;
}

void SceneRenderer::redraw() {
    m_redraws = kFramesToLoad;
    m_settings->setRenderPolicy(Qt3DRender::QRenderSettings::Always);
}

void SceneRenderer::setContinuous(bool on) {
    m_isContinuous = on;
    m_settings->setRenderPolicy(on ? Qt3DRender::QRenderSettings::Always
                                   : Qt3DRender::QRenderSettings::OnDemand);
    m_frameMs.clear();
    m_updateMs.clear();
    m_frameClock.invalidate();
}

QSize SceneRenderer::drawnSize() const {
    return m_pictureSize.isValid() ? m_pictureSize : m_window.size();
}

void SceneRenderer::takePicture(const QSize& sizePx, std::function<void(const QImage&)> done) {
    if (!m_window.isExposed() || m_pictureDone || sizePx.isEmpty()) {
        done({});
        return;
    }
    m_pictureSize = sizePx;
    m_pictureDone = std::move(done);
    m_pictureGraph = std::make_unique<FrameGraph>(&m_window, m_camera, sizePx * kOversampling);
    m_pictureGraph->setClearColor(m_clearColor);
    m_pictureGraph->root()->setParent(m_settings);
    Q_EMIT drawnSizeChanged();
    m_settings->setActiveFrameGraph(m_pictureGraph->root());
    requestCapture();
}

void SceneRenderer::requestCapture() {
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

void SceneRenderer::finishPicture(const QImage& image) {
    const QSize size = std::exchange(m_pictureSize, {});
    const auto done = std::exchange(m_pictureDone, {});
    m_settings->setActiveFrameGraph(m_frameGraph.root());
    m_pictureGraph->root()->deleteLater();
    m_pictureGraph.reset();
    Q_EMIT drawnSizeChanged();
    done(image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
             .convertToFormat(QImage::Format_RGB32));
}

void SceneRenderer::addUpdateTime(double ms) {
    keep(m_updateMs, ms);
}

ViewTimes SceneRenderer::times() const {
    return {mean(m_updateMs), mean(m_frameMs), static_cast<int>(m_frameMs.size())};
}

} // namespace sideline::viewer3d
