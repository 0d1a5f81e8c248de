#include "widgets/common/panel_area.h"

#include <algorithm>

#include <QEvent>
#include <QLayout>
#include <QScrollBar>

namespace sideline::widgets {

namespace {

bool shrinks(QSizePolicy::Policy policy) {
    return (policy & QSizePolicy::ShrinkFlag) != 0;
}

int minWidthOf(const QWidget& content) {
    const QSize hint = shrinks(content.sizePolicy().horizontalPolicy()) ? content.minimumSizeHint()
                                                                        : content.sizeHint();
    return std::max(content.minimumWidth(), hint.width());
}

int minHeightOf(const QWidget& content, int widthPx) {
    const QSize hint = shrinks(content.sizePolicy().verticalPolicy()) ? content.minimumSizeHint()
                                                                      : content.sizeHint();
    const QLayout* layout = content.layout();
    const int hintPx = layout == nullptr && content.hasHeightForWidth()
                           ? content.heightForWidth(widthPx)
                       : layout != nullptr && layout->hasHeightForWidth()
                           ? layout->totalMinimumHeightForWidth(widthPx)
                           : hint.height();
    return std::max(content.minimumHeight(), hintPx);
}

} // namespace

PanelArea::PanelArea(QWidget* content) {
    setFrameShape(QFrame::NoFrame);
    setWidget(content);
}

QSize PanelArea::sizeHint() const {
    constexpr QSize kMaxLines(36, 24); // in lines of text, as in `QScrollArea`
    return widget() == nullptr ? QScrollArea::sizeHint()
                               : widget()->sizeHint().boundedTo(kMaxLines * fontMetrics().height());
}

// Follows a change of the content.
void PanelArea::follow() {
    fit();
    if (sizeHint() != m_hint) {
        m_hint = sizeHint();
        updateGeometry();
    }
}

bool PanelArea::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        follow();
    }
    return QScrollArea::event(event);
}

bool PanelArea::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        follow();
    }
    return QScrollArea::viewportEvent(event);
}

void PanelArea::resizeEvent(QResizeEvent* event) {
    fit();
    QScrollArea::resizeEvent(event);
}

// Qt installs the filter on the content.
bool PanelArea::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::LayoutRequest && watched == widget()) {
        follow();
    }
    return QScrollArea::eventFilter(watched, event);
}

void PanelArea::fit() {
    if (widget() == nullptr) {
        return;
    }
    const QSize room = maximumViewportSize();
    const int minWidthPx = minWidthOf(*widget());
    int widthPx = std::max(room.width(), minWidthPx);
    if (minHeightOf(*widget(), widthPx) > room.height()) {
        widthPx = std::max(room.width() - verticalScrollBar()->sizeHint().width(), minWidthPx);
    }
    const int barPx = widthPx > room.width() ? horizontalScrollBar()->sizeHint().height() : 0;
    widget()->resize(widthPx, std::max(room.height() - barPx, minHeightOf(*widget(), widthPx)));
}

} // namespace sideline::widgets
