#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <QColor>
#include <QElapsedTimer>
#include <QImage>
#include <QObject>
#include <QSize>
#include <QWindow>
#include <Qt3DCore/QAspectEngine>
#include <Qt3DCore/QEntity>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QRenderSettings>

#include "viewer3d/view/frame_graph.h"

namespace sideline::viewer3d {

/// Cost of drawing, from the last hundred frames; milliseconds.
struct ViewTimes {
    double updateMs = 0.0; ///< filling the buffers for a new match frame
    double frameMs = 0.0;  ///< time from one picture to the next, while they are drawn continuously
    int frames = 0;
};

/// Draws a Qt3D scene into a window, on demand, and captures pictures of any size. GUI thread only.
class SceneRenderer : public QObject {
    Q_OBJECT
public:
    explicit SceneRenderer(QWindow& window);
    ~SceneRenderer() override;

    [[nodiscard]] Qt3DCore::QEntity* root() const { return m_root; }
    [[nodiscard]] Qt3DRender::QCamera& camera() { return *m_camera; }
    void setClearColor(const QColor& color);
    /// Starts drawing; the window must have its surface.
    /// @return whether this is the first call
    bool start();
    /// Draws a few frames even though nothing has changed: a window that was hidden has lost its
    /// picture.
    void redraw();
    /// Draws continuously, for measurements.
    void setContinuous(bool on);
    /// Records that the next frames may lack geometry that is still being uploaded.
    void expectUpload() { m_framesDrawn = 0; }

    /// @param done called later; with a null picture if the window is not shown or another picture
    ///             is being taken
    void takePicture(const QSize& sizePx, std::function<void(const QImage&)> done);
    /// Size of the drawn picture: of the one that is being taken, otherwise of the window.
    [[nodiscard]] QSize drawnSize() const;

    /// Records the duration of one update of the scene.
    void addUpdateTime(double ms);
    [[nodiscard]] ViewTimes times() const;

Q_SIGNALS:
    void frameDrawn();
    void drawnSizeChanged();

private:
    void countFrame();
    void requestCapture();
    void finishPicture(const QImage& image);

    QWindow& m_window;
    Qt3DCore::QAspectEngine m_engine;
    Qt3DCore::QEntity* m_root;
    Qt3DRender::QRenderSettings* m_settings;
    Qt3DRender::QCamera* m_camera;
    FrameGraph m_frameGraph;
    QColor m_clearColor;
    bool m_isContinuous = false;
    int m_redraws = 0; ///< number of frames still to be drawn for `redraw`

    std::unique_ptr<FrameGraph> m_pictureGraph;
    std::function<void(const QImage&)> m_pictureDone;
    QSize m_pictureSize;
    int m_framesDrawn = 0;

    QElapsedTimer m_frameClock;
    std::vector<double> m_updateMs;
    std::vector<double> m_frameMs;
};

} // namespace sideline::viewer3d
