#pragma once

#include <QColor>
#include <QSize>
#include <Qt3DCore/QEntity>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QClearBuffers>
#include <Qt3DRender/QFrameGraphNode>
#include <Qt3DRender/QRenderCapture>

namespace sideline::viewer3d {

/// The render passes of a frame in order: clear, ground, decals, shadows, opaque shapes,
/// translucent shapes. GUI thread only.
class FrameGraph {
public:
    /// Draws into a window (or any other surface).
    FrameGraph(QObject* surface, Qt3DRender::QCamera* camera);
    /// Draws into an offscreen picture of the given size; `surface` only provides the context.
    FrameGraph(QObject* surface, Qt3DRender::QCamera* camera, const QSize& sizePx);

    [[nodiscard]] Qt3DRender::QFrameGraphNode* root() const { return m_root; }
    [[nodiscard]] Qt3DRender::QRenderCapture* capture() const { return m_capture; }
    void setClearColor(const QColor& color);

private:
    void addPasses(Qt3DRender::QFrameGraphNode* parent, Qt3DRender::QCamera* camera);

    Qt3DRender::QFrameGraphNode* m_root;
    Qt3DRender::QRenderCapture* m_capture = nullptr;
    Qt3DRender::QClearBuffers* m_clear = nullptr;
};

} // namespace sideline::viewer3d
