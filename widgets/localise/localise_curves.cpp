#include "widgets/localise/localise_curves.h"

namespace sideline::widgets {

struct LocaliseCurves::Parts {};

QString nameOf(LocaliseQuantity /*quantity*/) {
    return {};
}
QString unitOf(LocaliseQuantity /*quantity*/) {
    return {};
}

LocaliseCurves::LocaliseCurves(QWidget* parent)
    : QWidget(parent), m_parts(std::make_unique<Parts>()) {}
LocaliseCurves::~LocaliseCurves() = default;
void LocaliseCurves::setCurves(std::shared_ptr<const LocaliseCurveSet> /*curves*/) {}
void LocaliseCurves::setTime(double /*recordTimeS*/) {}
void LocaliseCurves::showRange(double /*beginS*/, double /*endS*/) {}
void LocaliseCurves::setQuantities(const std::vector<LocaliseQuantity>& /*quantities*/) {}
void LocaliseCurves::applyPalette() {}

} // namespace sideline::widgets
