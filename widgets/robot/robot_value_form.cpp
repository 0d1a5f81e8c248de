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
    for (const auto& optional : m_optional) {
        showOptional(*optional);
    }
    for (const auto& [box, read] : m_flags) {
        box->setChecked(read(*model)); // emits nothing: only the user's clicks are edits
    }
    for (const auto& [label, textOf] : m_texts) {
        showText(label, textOf(*model));
    }
}

void RobotValueForm::addNumbers(const NumberRow& row) {
    auto* holder = new QWidget;
    auto* fields = rowIn(holder);
    const std::size_t count = row.read(*m_model).size();
    std::vector<QDoubleSpinBox*> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = count == 1 ? fmt::format("robot-{}", row.value)
                                            : fmt::format("robot-{}-{}", row.value, i);
        const double lowest = row.otherwise ? kNone : row.lowest;
        auto* box = panelNumber(name.c_str(), lowest, row.highest, row.decimals, row.step,
                                count == 1 ? row.unit : QString(), row.tip);
        if (row.otherwise) {
            box->setSpecialValueText(tr("none"));
        }
        boxes.push_back(box);
        m_shown.push_back({box, i, row.read});
        connect(box, &QDoubleSpinBox::valueChanged, this, [this, row, i](double value) {
            std::vector<double> numbers = row.read(*m_model);
            numbers[i] = value;
            Q_EMIT written(row.value, value > kNone ? numbers : std::vector<double>());
        });
    }
    if (row.otherwise) {
        addOptional(row, *fields, boxes);
    }
    for (QDoubleSpinBox* box : boxes) {
        fields->addWidget(box, 1);
    }
    addRow(count == 1 || row.unit.isEmpty() ? row.label
                                            : row.label + QStringLiteral(", ") + row.unit,
           holder);
}

void RobotValueForm::addOptional(const NumberRow& row, QLayout& fields,
                                 const std::vector<QDoubleSpinBox*>& boxes) {
    auto* box = new QCheckBox;
    box->setObjectName(QLatin1String(fmt::format("robot-has-{}", row.value).c_str()));
    box->setToolTip(tr("Off: not present"));
    box->setAccessibleName(tr("%1: present").arg(row.label));
    fields.addWidget(box);
    m_optional.push_back(std::make_unique<Optional>(Optional{box, boxes, row.read, {}}));
    Optional* optional = m_optional.back().get();
    connect(box, &QCheckBox::clicked, this, [this, row, optional](bool isOn) {
        std::vector<double> numbers;
        if (isOn) {
            numbers = optional->last.empty() ? row.otherwise(*m_model) : optional->last;
        }
        Q_EMIT written(row.value, numbers);
    });
    showOptional(*optional);
}

void RobotValueForm::showOptional(Optional& shown) {
    const std::vector<double> numbers = shown.read(*m_model);
    const bool isThere = numbers.front() > kNone;
    if (isThere) {
        shown.last = numbers;
    }
    shown.box->setChecked(isThere);
    for (QDoubleSpinBox* field : shown.fields) {
        field->setEnabled(isThere);
    }
}

void RobotValueForm::addFlag(const FlagRow& row) {
    auto* box = new QCheckBox(row.text);
    box->setObjectName(QLatin1String(fmt::format("robot-{}", row.value).c_str()));
    box->setToolTip(row.tip);
    box->setChecked(row.read(*m_model));
    m_flags.emplace_back(box, row.read);
    connect(box, &QCheckBox::clicked, this,
            [this, row](bool isOn) { Q_EMIT written(row.value, {isOn ? 1.0 : 0.0}); });
    addRow(QString(), box);
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
