#include "viewer3d/scene/text_atlas.h"

#include <algorithm>

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QString>
#include <Qt3DRender/QPaintedTextureImage>
#include <Qt3DRender/QTexture>

namespace sideline::viewer3d {

namespace {

constexpr int kCells = 20; // cells in each direction
constexpr int kCellPx = 48;
constexpr int kFontPx = 30;
constexpr double kOutlinePx = 7.0;
constexpr double kBaseline = 0.68; // as a fraction of the cell, from its top
constexpr qsizetype kMaxCharacters = 200;
constexpr char32_t kUnknown = U'?';

QFont atlasFont() {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setStyleHint(QFont::SansSerif);
    font.setBold(true);
    font.setPixelSize(kFontPx);
    return font;
}

} // namespace

class TextAtlas::Image : public Qt3DRender::QPaintedTextureImage {
public:
    using QPaintedTextureImage::QPaintedTextureImage;
    std::vector<char32_t> characters; ///< characters by cell

protected:
    void paint(QPainter* painter) override {
        painter->fillRect(0, 0, kCells * kCellPx, kCells * kCellPx, Qt::black);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setCompositionMode(QPainter::CompositionMode_Plus);
        const QFont font = atlasFont();
        const QFontMetricsF metrics(font);
        for (std::size_t cell = 0; cell < characters.size(); ++cell) {
            const QString text = QString::fromUcs4(&characters[cell], 1);
            const int x = static_cast<int>(cell) % kCells * kCellPx;
            const int y = static_cast<int>(cell) / kCells * kCellPx;
            QPainterPath path;
            path.addText(x + (kCellPx - metrics.horizontalAdvance(text)) / 2.0,
                         y + kCellPx * kBaseline, font, text);
            painter->setClipRect(x, y, kCellPx, kCellPx);
            painter->setBrush(Qt::NoBrush);
            painter->setPen(
                QPen(QColor(0, 255, 0), kOutlinePx, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            painter->drawPath(path);
            painter->setPen(Qt::NoPen);
            painter->setBrush(QColor(255, 0, 0));
            painter->drawPath(path);
        }
    }
};

TextAtlas::TextAtlas(Qt3DCore::QNode* parent) {
    auto* texture = new Qt3DRender::QTexture2D(parent);
    texture->setGenerateMipMaps(true);
    texture->setMinificationFilter(Qt3DRender::QAbstractTexture::LinearMipMapLinear);
    texture->setMagnificationFilter(Qt3DRender::QAbstractTexture::Linear);
    m_image = new Image(texture);
    for (char32_t character = U' '; character < 0x7f; ++character) {
        (void)glyph(character);
    }
    m_isStale = false;
    m_image->setSize(QSize(kCells * kCellPx, kCells * kCellPx));
    texture->addTextureImage(m_image);
    m_texture = texture;
}

const TextAtlas::Glyph& TextAtlas::glyph(char32_t character) {
    const auto known = m_glyphs.find(character);
    if (known != m_glyphs.end()) {
        return known->second;
    }
    if (m_glyphs.size() >= kCells * kCells) {
        return m_glyphs.at(kUnknown);
    }
    m_isStale = true;
    m_image->characters.push_back(character);
    const QString text = QString::fromUcs4(&character, 1);
    const double advance = QFontMetricsF(atlasFont()).horizontalAdvance(text) / kFontPx;
    return m_glyphs
        .emplace(character, Glyph{static_cast<int>(m_glyphs.size()), static_cast<float>(advance)})
        .first->second;
}

void TextAtlas::addText(std::vector<Instance>& out, std::string_view utf8,
                        const Eigen::Vector3d& p_S, const Eigen::Vector3f& color, float heightPx,
                        float abovePx) {
    const QString text =
        QString::fromUtf8(utf8.data(),
                          static_cast<qsizetype>(std::min<std::size_t>(utf8.size(), 1000)))
            .left(kMaxCharacters);
    const QStringList lines = text.split(QLatin1Char('\n'));
    const Eigen::Vector3f p = p_S.cast<float>();
    const float cellPx = heightPx * kCellPx / kFontPx;
    constexpr float kCell = 1.0F / kCells;
    for (qsizetype line = 0; line < lines.size(); ++line) {
        const auto characters = lines[line].toUcs4();
        float width = 0.0F;
        for (const uint character : characters) {
            width += glyph(character).advance * heightPx;
        }
        float x = -0.5F * width;
        const float y =
            abovePx + heightPx * (0.5F + 1.25F * static_cast<float>(lines.size() - 1 - line));
        for (const uint character : characters) {
            const Glyph& shape = glyph(character);
            const float advance = shape.advance * heightPx;
            if (character > U' ') {
                Instance instance;
                instance.rows = {p.x(),
                                 p.y(),
                                 p.z(),
                                 heightPx,
                                 x + 0.5F * advance,
                                 y,
                                 0.5F * cellPx,
                                 0.5F * cellPx,
                                 static_cast<float>(shape.cell % kCells) * kCell,
                                 static_cast<float>(shape.cell / kCells) * kCell,
                                 kCell,
                                 kCell};
                instance.color = {color.x(), color.y(), color.z(), 1.0F};
                out.push_back(instance);
            }
            x += advance;
        }
    }
}

void TextAtlas::flush() {
    if (m_isStale) {
        m_isStale = false;
        m_image->update();
    }
}

} // namespace sideline::viewer3d
