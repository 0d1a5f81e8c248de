#include "widgets/common/icons.h"

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

QPixmap render(const QByteArray& svg, const QColor& color, int sizePx) {
    QByteArray colored = svg;
    colored.replace("currentColor", color.name().toLatin1());
    QSvgRenderer renderer(colored);
    QPixmap pixmap(sizePx, sizePx);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

// Draws in the current text color of the application, so that icons stay readable when the theme
// changes.
class PaletteEngine : public QIconEngine {
public:
    explicit PaletteEngine(QByteArray svg) : m_svg(std::move(svg)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const QPalette palette = QGuiApplication::palette();
        const QColor color = palette.color(
            mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active, QPalette::ButtonText);
        QByteArray colored = m_svg;
        colored.replace("currentColor", color.name().toLatin1());
        QSvgRenderer(colored).render(painter, rect);
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

QIcon icon(const QString& name, const QColor& color) {
    QFile file(QStringLiteral(":/widgets/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QByteArray svg = file.readAll();
    QColor faint = color;
    faint.setRedF((color.redF() + 1.0F) / 2.6F);
    faint.setGreenF((color.greenF() + 1.0F) / 2.6F);
    faint.setBlueF((color.blueF() + 1.0F) / 2.6F);
    QIcon result;
    for (const int sizePx : {16, 20, 24, 32, 48}) {
        result.addPixmap(render(svg, color, sizePx), QIcon::Normal);
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
