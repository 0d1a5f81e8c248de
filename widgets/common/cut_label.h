#pragma once

#include <QLabel>
#include <QPainter>

namespace sideline::widgets {

/// A line of plain text that asks for no room: what does not fit ends with dots. Its tip should
/// report it in full. GUI thread only.
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
