#pragma once

#include <QScrollArea>

namespace sideline::widgets {

/// A scroll area whose content is as large as the area, or at its minimum size: lists in the
/// content shrink before the area scrolls. (A resizable area of Qt gives content with wrapped text
/// its preferred height, so that scroll bars appear within scroll bars.) GUI thread only.
class PanelArea : public QScrollArea {
public:
    explicit PanelArea(QWidget* content);

    /// The preferred size of the content, up to that of a large panel.
    [[nodiscard]] QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    void follow();

    QSize m_hint;
};

} // namespace sideline::widgets
