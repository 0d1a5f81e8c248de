#include "viewer3d/view/frame_graph.h"

#include <Qt3DRender/QCameraSelector>
#include <Qt3DRender/QClearBuffers>
#include <Qt3DRender/QFilterKey>
#include <Qt3DRender/QNoDraw>
#include <Qt3DRender/QRenderPassFilter>
#include <Qt3DRender/QRenderSurfaceSelector>
#include <Qt3DRender/QRenderTarget>
#include <Qt3DRender/QRenderTargetOutput>
#include <Qt3DRender/QRenderTargetSelector>
#include <Qt3DRender/QSortPolicy>
#include <Qt3DRender/QTexture>
#include <Qt3DRender/QViewport>

#include "viewer3d/scene/materials.h"

namespace sideline::viewer3d {

namespace {

using namespace Qt3DRender;

QRenderTargetOutput* output(QRenderTarget* target, QRenderTargetOutput::AttachmentPoint point,
                            QAbstractTexture::TextureFormat format, const QSize& sizePx) {
    auto* texture = new QTexture2D(target);
    texture->setFormat(format);
    texture->setSize(sizePx.width(), sizePx.height());
    texture->setGenerateMipMaps(false);
    texture->setMinificationFilter(QAbstractTexture::Linear);
    texture->setMagnificationFilter(QAbstractTexture::Linear);
    auto* result = new QRenderTargetOutput(target);
    result->setAttachmentPoint(point);
    result->setTexture(texture);
    target->addOutput(result);
    return result;
}

QRenderPassFilter* passFilter(QFrameGraphNode* parent, const char* pass) {
    auto* filter = new QRenderPassFilter(parent);
    auto* key = new QFilterKey(filter);
    key->setName(QString::fromLatin1(kPassKey));
    key->setValue(QString::fromLatin1(pass));
    filter->addMatch(key);
    return filter;
}

} // namespace

FrameGraph::FrameGraph(QObject* surface, QCamera* camera) {
    auto* selector = new QRenderSurfaceSelector;
    selector->setSurface(surface);
    m_root = selector;
    addPasses(selector, camera);
}

FrameGraph::FrameGraph(QObject* surface, QCamera* camera, const QSize& sizePx) {
    auto* selector = new QRenderSurfaceSelector;
    selector->setSurface(surface);
    selector->setExternalRenderTargetSize(sizePx);
    m_root = selector;
    auto* targetSelector = new QRenderTargetSelector(selector);
    auto* target = new QRenderTarget(targetSelector);
    output(target, QRenderTargetOutput::Color0, QAbstractTexture::RGBA8_UNorm, sizePx);
    output(target, QRenderTargetOutput::DepthStencil, QAbstractTexture::D24S8, sizePx);
    targetSelector->setTarget(target);
    // Otherwise Qt 3D sorts by the addresses of shaders, and the drawing order of touching objects
    // is random.
    auto* order = new QSortPolicy(targetSelector);
    order->setSortTypes(QList<QSortPolicy::SortType>{QSortPolicy::BackToFront});
    addPasses(order, camera);
}

void FrameGraph::addPasses(QFrameGraphNode* parent, QCamera* camera) {
    auto* viewport = new QViewport(parent);
    auto* cameraSelector = new QCameraSelector(viewport);
    cameraSelector->setCamera(camera);
    m_clear = new QClearBuffers(cameraSelector);
    m_clear->setBuffers(QClearBuffers::AllBuffers);
    new QNoDraw(m_clear);
    passFilter(cameraSelector, kPassGround);
    passFilter(cameraSelector, kPassDecal);
    passFilter(cameraSelector, kPassShadow);
    passFilter(cameraSelector, kPassForward);
    // Pictures of the view are captured from the last branch.
    m_capture = new QRenderCapture(passFilter(cameraSelector, kPassTransparent));
}

void FrameGraph::setClearColor(const QColor& color) {
    m_clear->setClearColor(color);
}

} // namespace sideline::viewer3d
