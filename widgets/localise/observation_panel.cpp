#include "widgets/localise/observation_panel.h"

namespace sideline::widgets {

struct ObservationPanel::Parts {};

ObservationPanel::ObservationPanel(QWidget* parent)
    : QWidget(parent), m_parts(std::make_unique<Parts>()) {}
ObservationPanel::~ObservationPanel() = default;
void ObservationPanel::setField(const field::FieldModel& /*field*/) {}
void ObservationPanel::setInstant(std::shared_ptr<const LocaliseInstant> /*instant*/) {}
void ObservationPanel::setHighlighted(int /*observation*/) {}

} // namespace sideline::widgets
