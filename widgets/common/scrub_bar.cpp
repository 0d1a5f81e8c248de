#include "widgets/common/scrub_bar.h"

#include <QMouseEvent>
#include <QStyle>
#include <QStyleOptionSlider>

namespace sideline::widgets {

void ScrubBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        setSliderDown(true);
        goTo(event->position().x());
    }
}

void ScrubBar::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons().testFlag(Qt::LeftButton)) {
        goTo(event->position().x());
    }
}

void ScrubBar::mouseReleaseEvent(QMouseEvent* /*event*/) {
    setSliderDown(false);
}

void ScrubBar::goTo(double x) {
    QStyleOptionSlider option;
    initStyleOption(&option);
    const int handlePx =
        style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this).width();
    const int spanPx = width() - handlePx;
    setValue(QStyle::sliderValueFromPosition(minimum(), maximum(),
                                             static_cast<int>(x) - handlePx / 2, spanPx));
}

} // namespace sideline::widgets
