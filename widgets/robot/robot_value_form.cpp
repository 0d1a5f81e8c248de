#include "widgets/robot/robot_value_form.h"

#include <fmt/format.h>

#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

RobotValueForm::RobotValueForm(robot::RobotModelPtr model)
    : m_model(std::move(model)), m_form(new QFormLayout(this)) {
    m_form->setContentsMargins(0, 0, 6, 0);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
}

void RobotValueForm::setModel(const robot::RobotModelPtr& model) {
    m_model = model;
    for (const Shown& shown : m_shown) {
        showNumber(shown.box, shown.read(*model)[shown.at]);
    }
    for (const auto& [label, textOf] : m_texts) {
        showText(label, textOf(*model));
    }
}

void RobotValueForm::addNumbers(const NumberRow& row) {
    auto* holder = new QWidget;
    auto* fields = rowIn(holder);
    const std::size_t count = row.read(*m_model).size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = count == 1 ? fmt::format("robot-{}", row.value)
                                            : fmt::format("robot-{}-{}", row.value, i);
        auto* box = panelNumber(name.c_str(), row.lowest, row.highest, row.decimals, row.step,
                                count == 1 ? row.unit : QString(), row.tip);
        if (row.lowest == kNone) {
            box->setSpecialValueText(tr("none"));
        }
        fields->addWidget(box, 1);
        m_shown.push_back({box, i, row.read});
        connect(box, &QDoubleSpinBox::valueChanged, this, [this, row, i](double value) {
            std::vector<double> numbers = row.read(*m_model);
            numbers[i] = value;
            Q_EMIT written(row.value, numbers);
        });
    }
    addRow(count == 1 || row.unit.isEmpty() ? row.label
                                            : row.label + QStringLiteral(", ") + row.unit,
           holder);
}

void RobotValueForm::follow(QDoubleSpinBox* field, const NumbersOf& read) {
    m_shown.push_back({field, 0, read});
}

QLineEdit* RobotValueForm::addName(const QString& label, const char* name, const std::string& text,
                                   const QString& tip) {
    auto* field = new QLineEdit(toQt(text));
    field->setObjectName(QLatin1String(name));
    field->setToolTip(tip);
    addRow(label, field);
    return field;
}

void RobotValueForm::addText(const QString& label, const TextOf& textOf) {
    auto* shown = new QLabel(textOf(*m_model));
    m_texts.emplace_back(shown, textOf);
    shown->setTextInteractionFlags(Qt::TextSelectableByMouse);
    shown->setWordWrap(true);
    addRow(label, shown);
}

} // namespace sideline::widgets
