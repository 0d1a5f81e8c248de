#include "widgets/train/setting_fields.h"

#include <algorithm>
#include <cmath>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

#include "widgets/common/number_field.h"

namespace sideline::widgets {

namespace {

constexpr double kMax = 1e9;
constexpr int kDecimals = 6;

// The suffix of a number with a unit: ` m`, or ` per m` for `1/m`.
QString suffixOf(const QString& unit) {
    const QString kPer = QStringLiteral("1/");
    return unit.isEmpty()          ? QString()
           : unit.startsWith(kPer) ? SettingFields::tr(" per %1").arg(unit.mid(kPer.size()))
                                   : u' ' + unit;
}

// Shows no more decimals than needed.
class PlainNumber : public NumberField {
public:
    using NumberField::NumberField;
    QString textFromValue(double value) const override {
        return QString::number(value, 'g', kDecimals);
    }
    // The range is often narrower than a value with decimals.
    QSize sizeHint() const override {
        const int digitsPx = fontMetrics().horizontalAdvance(QStringLiteral("00000"));
        return NumberField::sizeHint() + QSize(digitsPx, 0);
    }
    QSize minimumSizeHint() const override { return sizeHint(); }
};

} // namespace

SettingFields::SettingFields(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(0, 1);
}

void SettingFields::setFields(const QString& prefix, const std::vector<SettingField>& fields) {
    m_editors.clear();
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    for (const SettingField& field : fields) {
        QWidget* widget = nullptr;
        m_editors.push_back(editorFor(field, widget));
        widget->setObjectName(prefix + u'-' + field.name);
        widget->setToolTip(field.about);
        auto* label = new QLabel(field.title);
        label->setToolTip(field.about);
        label->setWordWrap(true); // some titles are long
        label->setBuddy(widget);
        if (field.kind == SettingField::Kind::Text) { // a text needs the whole width
            m_grid->addWidget(label, row++, 0, 1, 2);
            m_grid->addWidget(widget, row++, 0, 1, 2);
        } else {
            m_grid->addWidget(label, row, 0);
            m_grid->addWidget(widget, row++, 1);
        }
        m_editors.back().setText(field.defaultValue);
    }
}

SettingFields::Editor SettingFields::editorFor(const SettingField& field, QWidget*& widget) {
    switch (field.kind) {
    case SettingField::Kind::Switch: {
        auto* box = new QCheckBox;
        connect(box, &QCheckBox::toggled, this, &SettingFields::changed);
        widget = box;
        return {
            field,
            [box] { return box->isChecked() ? QStringLiteral("true") : QStringLiteral("false"); },
            [box](const QString& text) { box->setChecked(text == QStringLiteral("true")); }};
    }
    case SettingField::Kind::Number: {
        auto* box = new PlainNumber;
        box->setDecimals(kDecimals);
        box->setRange(std::max(field.least, -kMax), std::min(field.most, kMax));
        box->setSuffix(suffixOf(field.unit));
        const double size = std::abs(field.defaultValue.toDouble());
        box->setSingleStep(size >= 10.0 ? 1.0 : size >= 1.0 ? 0.1 : 0.01);
        connect(box, &QDoubleSpinBox::valueChanged, this, &SettingFields::changed);
        widget = box;
        return {field, [box] { return QString::number(box->value(), 'g', 10); },
                [box](const QString& text) { box->setValue(text.toDouble()); }};
    }
    case SettingField::Kind::Text:
        if (!field.choices.isEmpty()) {
            auto* box = new QComboBox;
            box->addItems(field.choices);
            box->setEditable(field.takesSeveral);
            connect(box, &QComboBox::currentTextChanged, this, &SettingFields::changed);
            widget = box;
            return {field, [box] { return box->currentText(); },
                    [box](const QString& text) { box->setCurrentText(text); }};
        }
        break;
    }
    auto* edit = new QLineEdit;
    connect(edit, &QLineEdit::textChanged, this, &SettingFields::changed);
    widget = edit;
    return {field, [edit] { return edit->text(); },
            [edit](const QString& text) { edit->setText(text); }};
}

void SettingFields::setTexts(const SettingTexts& texts) {
    for (const Editor& editor : m_editors) {
        const auto found = texts.find(editor.field.name);
        editor.setText(found == texts.end() ? editor.field.defaultValue : found->second);
    }
}

SettingTexts SettingFields::texts() const {
    SettingTexts texts;
    for (const Editor& editor : m_editors) {
        const QString text = editor.text();
        const bool isDefault = editor.field.kind == SettingField::Kind::Number
                                   ? text.toDouble() == editor.field.defaultValue.toDouble()
                                   : text == editor.field.defaultValue;
        if (!isDefault) {
            texts[editor.field.name] = text;
        }
    }
    return texts;
}

} // namespace sideline::widgets
