#pragma once

#include <QLabel>
#include <QPainter>

namespace sideline::widgets {

/// A line of plain text without a minimum width: text that does not fit is elided. Its tooltip
/// should show the full text. GUI thread only.
class CutLabel : public QLabel {
public:
    explicit CutLabel(QSizePolicy::Policy horizontal = QSizePolicy::Ignored) {
        setSizePolicy(horizontal, QSizePolicy::Fixed);
        setMinimumWidth(1);
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, width()));
    }
};

} // namespace sideline::widgets
