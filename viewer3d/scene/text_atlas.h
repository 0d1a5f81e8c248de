#pragma once

#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include <QImage>
#include <Qt3DCore/QNode>
#include <Qt3DRender/QAbstractTexture>

#include <Eigen/Core>

#include "viewer3d/scene/instance.h"

namespace sideline::viewer3d {

/// Atlas of the characters of any text, painted on demand; the red channel holds the character, the
/// green one an outline behind it. GUI thread only.
class TextAtlas {
public:
    explicit TextAtlas(Qt3DCore::QNode* parent);

    /// The texture for the shader `text`; repainted when characters are added.
    [[nodiscard]] Qt3DRender::QAbstractTexture* texture() const { return m_texture; }

    /// Adds a label as instances of the shader `text`, one for each visible character.
    /// @param utf8 lines may be separated by '\n'; very long labels are truncated
    /// @param p_S the middle of the text's lower edge is `abovePx` above this place on the screen
    void addText(std::vector<Instance>& out, std::string_view utf8, const Eigen::Vector3d& p_S,
                 const Eigen::Vector3f& color, float heightPx, float abovePx);

    /// Paints the characters added since the last call. Call it after all labels have been added.
    void flush();

private:
    class Image;
    struct Glyph {
        int cell;
        float advance; ///< distance to the next character, as a multiple of the font height
    };
    const Glyph& glyph(char32_t character);

    Qt3DRender::QAbstractTexture* m_texture;
    Image* m_image;
    std::map<char32_t, Glyph> m_glyphs;
    bool m_isStale = false;
};

} // namespace sideline::viewer3d
