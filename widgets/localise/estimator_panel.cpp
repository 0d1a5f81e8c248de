#include "widgets/localise/estimator_panel.h"

namespace sideline::widgets {

struct EstimatorPanel::Parts {};

QString nameOf(const WhatIf& /*whatIf*/) {
    return {};
}

EstimatorPanel::EstimatorPanel(QWidget* parent)
    : QWidget(parent), m_parts(std::make_unique<Parts>()) {}
EstimatorPanel::~EstimatorPanel() = default;
void EstimatorPanel::setView(const EstimatorView& /*view*/) {}
void EstimatorPanel::setLayers(const LocaliseLayers& /*layers*/) {}
LocaliseLayers EstimatorPanel::layers() const {
    return defaultLocaliseLayers();
}
WhatIf EstimatorPanel::whatIf() const {
    return {};
}

} // namespace sideline::widgets
