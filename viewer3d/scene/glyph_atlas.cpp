#include "viewer3d/scene/glyph_atlas.h"

#include <QPainter>
#include <QPainterPath>
#include <Qt3DRender/QPaintedTextureImage>
#include <Qt3DRender/QTexture>

namespace sideline::viewer3d {

namespace {

constexpr int kCells = 10;
constexpr int kCellPx = 96;

class AtlasImage : public Qt3DRender::QPaintedTextureImage {
public:
    using QPaintedTextureImage::QPaintedTextureImage;

protected:
    void paint(QPainter* painter) override { painter->drawImage(0, 0, paintGlyphAtlas()); }
};

} // namespace

QImage paintGlyphAtlas() {
    QImage image(kCells * kCellPx, kCells * kCellPx, QImage::Format_RGB32);
    image.fill(Qt::black);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setCompositionMode(QPainter::CompositionMode_Plus);
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setStyleHint(QFont::SansSerif);
    font.setBold(true);
    font.setPixelSize(70);
    for (int number = 0; number < kCells * kCells; ++number) {
        const QPoint corner(number % kCells * kCellPx, number / kCells * kCellPx);
        const QRectF cell(corner, QSizeF(kCellPx, kCellPx));
        QPainterPath path;
        path.addText(0, 0, font, QString::number(number));
        path.translate(cell.center() - path.boundingRect().center());
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(QColor(0, 255, 0), 12, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(path);
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(255, 0, 0));
        painter.drawPath(path);
    }
    return image;
}

Qt3DRender::QAbstractTexture* makeGlyphAtlas(Qt3DCore::QNode* parent) {
    auto* texture = new Qt3DRender::QTexture2D(parent);
    texture->setGenerateMipMaps(true);
    texture->setMinificationFilter(Qt3DRender::QAbstractTexture::LinearMipMapLinear);
    texture->setMagnificationFilter(Qt3DRender::QAbstractTexture::Linear);
    auto* image = new AtlasImage(texture);
    image->setSize(QSize(kCells * kCellPx, kCells * kCellPx));
    texture->addTextureImage(image);
    return texture;
}

} // namespace sideline::viewer3d
