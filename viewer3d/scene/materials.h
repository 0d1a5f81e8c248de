#pragma once

#include <QColor>
#include <QSize>
#include <QVector3D>
#include <Qt3DCore/QNode>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRasterMode>

#include "viewer3d/scene/text_atlas.h"

namespace sideline::viewer3d {

/// Render passes, in the order in which the frame graph draws them. Shapes on the ground
/// come first and need no depth test; anything above covers them.
inline constexpr const char* kPassGround = "ground";
inline constexpr const char* kPassDecal = "decal";             ///< lines, patches, rings
inline constexpr const char* kPassShadow = "shadow";           ///< on the ground
inline constexpr const char* kPassForward = "forward";         ///< solid things
inline constexpr const char* kPassTransparent = "transparent"; ///< ghosts, nets, labels

/// Name of the filter key by which the frame graph selects passes.
inline constexpr const char* kPassKey = "pass";

/// All materials of the match view, with the values that they share. GUI thread only.
class Materials {
public:
    explicit Materials(Qt3DCore::QNode* parent);

    Qt3DRender::QMaterial* surface;    ///< robots, ball, posts: solid
    Qt3DRender::QMaterial* shadow;     ///< shadows of solid objects on the ground
    Qt3DRender::QMaterial* ghost;      ///< see-through copies of robots
    Qt3DRender::QMaterial* glass;      ///< translucent solids that do not hide each other
    Qt3DRender::QMaterial* ground;     ///< grass
    Qt3DRender::QMaterial* groundLine; ///< colored triangles on the ground
    Qt3DRender::QMaterial* blob;       ///< soft patches and rings on the ground
    Qt3DRender::QMaterial* line;       ///< see-through colored lines in space
    Qt3DRender::QMaterial* label;      ///< numbers that face the viewer
    Qt3DRender::QMaterial* number;     ///< numbers on the robots' backs
    Qt3DRender::QMaterial* stroke;     ///< lines of constant width on the screen
    Qt3DRender::QMaterial* dot;        ///< round points of constant size on the screen
    Qt3DRender::QMaterial* text;       ///< characters that face the viewer
    // The same materials, visible through occluding objects.
    Qt3DRender::QMaterial* surfaceOnTop; ///< convex shapes only
    Qt3DRender::QMaterial* lineOnTop;
    Qt3DRender::QMaterial* strokeOnTop;
    Qt3DRender::QMaterial* dotOnTop;

    void setBackground(const QColor& color);
    void setFieldHalfSize(float halfLengthM, float halfWidthM);
    /// Size of the picture in pixels, for labels of constant size.
    void setViewportSize(const QSize& size);
    /// Draws robots, ball and posts as the edges of their triangles.
    void setWireframe(bool on);
    /// The atlas with the characters that the material `text` draws.
    [[nodiscard]] TextAtlas& characters() { return m_characters; }

private:
    Qt3DRender::QParameter* m_background;
    Qt3DRender::QParameter* m_fieldHalfSize;
    Qt3DRender::QParameter* m_viewportSize;
    Qt3DRender::QRasterMode* m_surfaceRaster;
    TextAtlas m_characters;
};

} // namespace sideline::viewer3d
