#include "widgets/format/icons.h"

#include <utility>

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>

namespace sideline::widgets {

namespace {

QPixmap render(const QByteArray& svg, const QColor& colour, int sizePx) {
    QByteArray coloured = svg;
    coloured.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(coloured);
    QPixmap pixmap(sizePx, sizePx);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

// Draws in the text colour that the application has at that moment, so that icons stay readable
// when the theme changes.
class PaletteEngine : public QIconEngine {
public:
    explicit PaletteEngine(QByteArray svg) : m_svg(std::move(svg)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const QPalette palette = QGuiApplication::palette();
        const QColor colour = palette.color(
            mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active, QPalette::ButtonText);
        QByteArray coloured = m_svg;
        coloured.replace("currentColor", colour.name().toLatin1());
        QSvgRenderer(coloured).render(painter, rect);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new PaletteEngine(m_svg); }

private:
    QByteArray m_svg;
};

} // namespace

QIcon icon(const QString& name, const QColor& colour) {
    QFile file(QStringLiteral(":/widgets/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QByteArray svg = file.readAll();
    QColor faint = colour;
    faint.setRedF((colour.redF() + 1.0F) / 2.6F);
    faint.setGreenF((colour.greenF() + 1.0F) / 2.6F);
    faint.setBlueF((colour.blueF() + 1.0F) / 2.6F);
    QIcon result;
    for (const int sizePx : {16, 20, 24, 32, 48}) {
        result.addPixmap(render(svg, colour, sizePx), QIcon::Normal);
        result.addPixmap(render(svg, faint, sizePx), QIcon::Disabled);
    }
    return result;
}

QIcon icon(const QString& name) {
    QFile file(QStringLiteral(":/widgets/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return QIcon(new PaletteEngine(file.readAll())); // the icon owns it
}

} // namespace sideline::widgets
