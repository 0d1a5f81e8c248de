#pragma once

#include <QImage>
#include <Qt3DCore/QNode>
#include <Qt3DRender/QAbstractTexture>

namespace sideline::viewer3d {

/// Picture of the numbers 0 to 99 in a grid of ten by ten; the red channel holds the number, the
/// green one a blurred outline behind it.
[[nodiscard]] QImage paintGlyphAtlas();

/// The picture as a texture, first row at the bottom, for the shaders `label` and `decal`.
[[nodiscard]] Qt3DRender::QAbstractTexture* makeGlyphAtlas(Qt3DCore::QNode* parent);

} // namespace sideline::viewer3d
