#include "widgets/localise/localise_layer.h"

namespace sideline::widgets {

LocaliseLayerPainter::LocaliseLayerPainter(QObject* parent) : QObject(parent) {}
LocaliseLayerPainter::~LocaliseLayerPainter() = default;

void LocaliseLayerPainter::setField(const field::FieldModel& field) {
    m_field = std::make_unique<field::FieldModel>(field);
}
void LocaliseLayerPainter::setInstant(std::shared_ptr<const LocaliseInstant> instant) {
    m_instant = std::move(instant);
    Q_EMIT changed();
}
void LocaliseLayerPainter::setLayers(const LocaliseLayers& layers) {
    m_layers = layers;
    Q_EMIT changed();
}
void LocaliseLayerPainter::setHighlighted(int observation) {
    m_highlighted = observation;
    Q_EMIT changed();
}
void LocaliseLayerPainter::paint(QPainter& /*painter*/, const QTransform& /*toWidget*/) const {}
bool LocaliseLayerPainter::click(const QPointF& /*pos*/, const QTransform& /*toWidget*/) {
    return false;
}
QString LocaliseLayerPainter::tipAt(const QPointF& /*pos*/, const QTransform& /*toWidget*/) const {
    return {};
}

} // namespace sideline::widgets
