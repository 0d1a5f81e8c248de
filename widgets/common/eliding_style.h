#pragma once

#include <QProxyStyle>

namespace sideline::widgets {

/// A style in which no name widens the window: the texts of combo boxes, headers and menu items are
/// elided in the middle, and their size is limited. Tooltips of combo boxes, headers, tabs and
/// cells show a text that is elided. GUI thread only.
class ElidingStyle : public QProxyStyle {
    Q_OBJECT
public:
    using QProxyStyle::QProxyStyle;

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option,
                                         const QSize& size, const QWidget* widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option,
                                  const QWidget* widget) const override;
    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    using QProxyStyle::unpolish;
    void unpolish(QWidget* widget) override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace sideline::widgets
