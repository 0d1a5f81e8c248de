#include "widgets/format/icons.h"

#include <QFile>
#include <QGuiApplication>
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
    return icon(name, QGuiApplication::palette().color(QPalette::ButtonText));
}

} // namespace sideline::widgets
