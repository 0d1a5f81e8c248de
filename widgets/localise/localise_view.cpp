#include "widgets/localise/localise_view.h"

#include <cmath>

#include "agentcore/field/field_model.h"

namespace sideline::widgets {

LocaliseLayers defaultLocaliseLayers() {
    LocaliseLayers layers;
    layers.set();
    layers.reset(static_cast<std::size_t>(LocaliseLayer::Candidates));
    return layers;
}

QString nameOf(LocaliseLayer /*layer*/) {
    return {};
}

QString aboutLayer(LocaliseLayer /*layer*/) {
    return {};
}

QColor residualColour(double /*sigmas*/) {
    return Qt::green;
}

double sigmasOf(const localization::ObservationReport& report) {
    return report.dimension > 0 ? std::sqrt(report.squaredSigmas / report.dimension) : 0.0;
}

QString nameOfObservation(const localization::ObservationReport& /*report*/,
                          const field::FieldModel& /*field*/) {
    return {};
}

} // namespace sideline::widgets
