#include "studio/shell/theme.h"

#include <QApplication>
#include <QPainter>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleOption>

#include "widgets/common/eliding_style.h"
#include "widgets/common/icons.h"

namespace sideline::studio {

namespace {

QPalette lightPalette() {
    QPalette p;
    p.setColor(QPalette::Window, QColor(0xef, 0xf0, 0xf2));
    p.setColor(QPalette::WindowText, QColor(0x1b, 0x1f, 0x24));
    p.setColor(QPalette::Base, Qt::white);
    p.setColor(QPalette::AlternateBase, QColor(0xf4, 0xf5, 0xf7));
    p.setColor(QPalette::Text, QColor(0x1b, 0x1f, 0x24));
    p.setColor(QPalette::PlaceholderText, QColor(0x77, 0x7e, 0x88));
    p.setColor(QPalette::Button, QColor(0xe6, 0xe8, 0xeb));
    p.setColor(QPalette::ButtonText, QColor(0x1b, 0x1f, 0x24));
    p.setColor(QPalette::Mid, QColor(0xa8, 0xae, 0xb6));
    p.setColor(QPalette::Highlight, QColor(0x2f, 0x6f, 0xc4));
    p.setColor(QPalette::HighlightedText, Qt::white);
    p.setColor(QPalette::Link, QColor(0x2f, 0x6f, 0xc4));
    p.setColor(QPalette::ToolTipBase, QColor(0xff, 0xff, 0xe8));
    p.setColor(QPalette::ToolTipText, QColor(0x1b, 0x1f, 0x24));
    return p;
}

QPalette darkPalette() {
    QPalette p;
    p.setColor(QPalette::Window, QColor(0x24, 0x28, 0x2e));
    p.setColor(QPalette::WindowText, QColor(0xe3, 0xe6, 0xea));
    p.setColor(QPalette::Base, QColor(0x1a, 0x1d, 0x22));
    p.setColor(QPalette::AlternateBase, QColor(0x21, 0x25, 0x2b));
    p.setColor(QPalette::Text, QColor(0xe3, 0xe6, 0xea));
    p.setColor(QPalette::PlaceholderText, QColor(0x86, 0x8e, 0x99));
    p.setColor(QPalette::Button, QColor(0x2f, 0x34, 0x3c));
    p.setColor(QPalette::ButtonText, QColor(0xe3, 0xe6, 0xea));
    p.setColor(QPalette::Light, QColor(0x45, 0x4b, 0x55));
    p.setColor(QPalette::Midlight, QColor(0x3a, 0x40, 0x49));
    p.setColor(QPalette::Mid, QColor(0x55, 0x5c, 0x66));
    p.setColor(QPalette::Dark, QColor(0x15, 0x18, 0x1c));
    p.setColor(QPalette::Shadow, QColor(0x0d, 0x0f, 0x12));
    p.setColor(QPalette::Highlight, QColor(0x3d, 0x7d, 0xd6));
    p.setColor(QPalette::HighlightedText, Qt::white);
    p.setColor(QPalette::Link, QColor(0x6c, 0xa6, 0xf0));
    p.setColor(QPalette::ToolTipBase, QColor(0x33, 0x39, 0x42));
    p.setColor(QPalette::ToolTipText, QColor(0xe3, 0xe6, 0xea));
    return p;
}

void grayWhenDisabled(QPalette& palette) {
    const QColor gray = palette.color(QPalette::PlaceholderText);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, gray);
    }
}

// Redraws elements that Fusion draws for light windows only: frames of check boxes, which are
// invisible on dark windows, and the gray buttons of docks.
class VisibleBoxes : public widgets::ElidingStyle {
public:
    using ElidingStyle::ElidingStyle;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                       const QWidget* widget) const override {
        switch (icon) {
        case SP_TitleBarCloseButton:
        case SP_DockWidgetCloseButton:
            return widgets::icon(QStringLiteral("close"));
        case SP_TitleBarNormalButton:
            return widgets::icon(QStringLiteral("float"));
        default:
            return ElidingStyle::standardIcon(icon, option, widget);
        }
    }
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        ElidingStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_IndicatorCheckBox &&
            option->palette.color(QPalette::Window).lightness() < 128) {
            painter->save();
            painter->setPen(option->palette.color(QPalette::PlaceholderText));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
            painter->restore();
        }
    }
};

bool systemIsDark() {
    const QPalette system = QApplication::style()->standardPalette();
    return system.color(QPalette::Window).lightness() < 128;
}

} // namespace

bool applyThemeToApplication(Theme theme) {
    if (dynamic_cast<VisibleBoxes*>(QApplication::style()) == nullptr) {
        QApplication::setStyle(
            new VisibleBoxes(QStyleFactory::create(QStringLiteral("Fusion")))); // Qt owns it
    }
    const bool dark = theme == Theme::Dark || (theme == Theme::System && systemIsDark());
    QPalette palette = dark ? darkPalette() : lightPalette();
    grayWhenDisabled(palette);
    QApplication::setPalette(palette);
    return dark;
}

} // namespace sideline::studio
