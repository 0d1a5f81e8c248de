#include "widgets/live/vector_fields.h"

#include <string>

#include <QLabel>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

QGridLayout* gridIn(QVBoxLayout* column) {
    auto* grid = new QGridLayout;
    grid->setSpacing(4);
    column->addLayout(grid);
    return grid;
}

VectorFields vectorFields(QGridLayout* grid, int row, const char* name, const QString& text,
                          double maxAcross, double min, double max, const QString& unit) {
    grid->addWidget(new QLabel(text), row, 0);
    VectorFields fields{};
    for (int i = 0; i < 3; ++i) {
        const std::string fieldName = std::string(name) + "xyz"[i];
        auto* field = i < 2 ? numberField(fieldName.c_str(), -maxAcross, maxAcross, 2, 0.5, {})
                            : numberField(fieldName.c_str(), min, max, 2, 0.5, {});
        field->setToolTip(QStringLiteral("%1, %2").arg(QLatin1Char("xyz"[i])).arg(unit));
        grid->addWidget(field, row, i + 1);
        fields[static_cast<std::size_t>(i)] = field;
    }
    return fields;
}

Eigen::Vector3d vectorOf(const VectorFields& fields) {
    return {fields[0]->value(), fields[1]->value(), fields[2]->value()};
}

} // namespace sideline::widgets
