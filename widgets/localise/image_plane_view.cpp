#include "widgets/localise/image_plane_view.h"

namespace sideline::widgets {

ImagePlaneView::ImagePlaneView(QWidget* parent) : QWidget(parent) {}
ImagePlaneView::~ImagePlaneView() = default;
void ImagePlaneView::setField(const field::FieldModel& field) {
    m_field = std::make_unique<field::FieldModel>(field);
}
void ImagePlaneView::setInstant(std::shared_ptr<const LocaliseInstant> instant) {
    m_instant = std::move(instant);
    update();
}
void ImagePlaneView::setHighlighted(int observation) {
    m_highlighted = observation;
    update();
}
QPointF ImagePlaneView::toWidget(double thetaDeg, double phiDeg) const {
    return {-thetaDeg, -phiDeg};
}
void ImagePlaneView::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
}

} // namespace sideline::widgets
