#pragma once

#include <functional>
#include <optional>

#include <QImage>
#include <QOffscreenSurface>
#include <QSize>
#include <Qt3DCore/QAspectEngine>
#include <Qt3DCore/QEntity>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QRenderSettings>

#include "agentcore/drawing/drawing_board.h"
#include "agentcore/monitor/match_frame.h"
#include "viewer3d/scene/match_scene.h"
#include "viewer3d/view/camera_rig.h"
#include "viewer3d/view/frame_graph.h"

namespace sideline::viewer3d {

/// Pictures of a match without a window, one after the other: a picture shows its frame completely,
/// and equal frames, cameras and options produce equal pictures. GUI thread only.
class OffscreenView {
public:
    /// Default oversampling in both directions, for smoothing: a factor of two improves the picture
    /// only a little, and costs two thirds more time.
    static constexpr double kDefaultOversampling = 1.5;

    /// @param sizePx size of the pictures when they are smoothed
    /// @param oversampling 1 to 4
    explicit OffscreenView(const QSize& sizePx, double oversampling = kDefaultOversampling);
    ~OffscreenView();
    OffscreenView(const OffscreenView&) = delete;
    OffscreenView& operator=(const OffscreenView&) = delete;

    void setOptions(const SceneOptions& options);
    /// Draws drawings of agents over the match; null for none.
    void setDrawings(const drawing::DrawingBoardPtr& board);
    /// Hides this robot's head, for a camera in it.
    void setHiddenHead(std::optional<game::PlayerId> robot) { m_scene->setHiddenHead(robot); }

    /// Draws a frame.
    /// @param done called later, in the GUI thread, with a picture for `smoothed`; a null one if
    ///     nothing can be drawn here. May ask for the next one
    void draw(const monitor::MatchFrame& frame, const CameraPose& camera,
              std::function<void(const QImage&)> done);

    /// The picture in the requested size. Any thread.
    [[nodiscard]] static QImage smoothed(const QImage& picture, const QSize& sizePx);

private:
    void capture();

    QOffscreenSurface m_surface;
    QSize m_sizePx;
    Qt3DCore::QAspectEngine m_engine;
    Qt3DCore::QEntity* m_root;
    Qt3DRender::QRenderSettings* m_settings;
    Qt3DRender::QCamera* m_camera;
    MatchScene* m_scene;
    FrameGraph m_frameGraph;
    std::function<void(const QImage&)> m_done;
    drawing::DrawingBoardPtr m_drawings;
    QImage m_last;            ///< previous picture, for comparison
    int m_framesToLoad;       ///< minimum number before a picture is complete
    bool m_isSettling = true; ///< a picture is complete when it equals the previous one
};

} // namespace sideline::viewer3d
