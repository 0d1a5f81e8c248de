#include "studio/shell/setting_editors.h"

#include <algorithm>
#include <type_traits>
#include <variant>

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "logs/match/match_log.h"
#include "widgets/common/file_question.h"
#include "widgets/common/number_field.h"

namespace sideline::studio {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("sideline::studio::SettingsDialog", text);
}

} // namespace

SettingEditors::SettingEditors(SettingRow::Page page, QFormLayout& form, QObject* parent)
    : QObject(parent) {
    for (const SettingRow& row : settingTable()) {
        if (row.page != page) {
            continue;
        }
        QWidget* editor = makeEditor(row, form);
        editor->setObjectName(QLatin1String(row.key));
        editor->setToolTip(*row.help != '\0' ? translated(row.help) : QString());
        m_editors.emplace_back(&row, editor);
        if (*row.note != '\0') {
            auto* note = new QLabel(translated(row.note));
            note->setWordWrap(true);
            form.addRow({}, note);
        }
    }
}

QWidget* SettingEditors::makeEditor(const SettingRow& row, QFormLayout& form) {
    if (std::holds_alternative<QString AppSettings::*>(row.field)) {
        return makeFolder(row, form);
    }
    const bool isSwitch = std::holds_alternative<bool AppSettings::*>(row.field);
    QWidget* editor = isSwitch               ? makeSwitch(row)
                      : !row.choices.empty() ? makeChoice(row)
                      : std::holds_alternative<double AppSettings::*>(row.field)
                          ? makeNumber<widgets::NumberField, double>(row)
                          : makeNumber<widgets::CountField, int>(row);
    form.addRow(isSwitch ? QString() : translated(row.text), editor);
    return editor;
}

QWidget* SettingEditors::makeSwitch(const SettingRow& row) {
    auto* box = new QCheckBox(translated(row.text));
    connect(box, &QCheckBox::toggled, this, &SettingEditors::changed);
    return box;
}

QWidget* SettingEditors::makeChoice(const SettingRow& row) {
    auto* box = new QComboBox;
    for (const SettingRow::Choice& choice : row.choices) {
        box->addItem(translated(choice.text), choice.value);
    }
    connect(box, &QComboBox::currentIndexChanged, this, &SettingEditors::changed);
    return box;
}

template <typename Field, typename Number>
QWidget* SettingEditors::makeNumber(const SettingRow& row) {
    auto* box = new Field;
    box->setRange(static_cast<Number>(row.min), static_cast<Number>(row.max));
    box->setSingleStep(static_cast<Number>(row.step));
    if constexpr (std::is_same_v<Number, double>) {
        box->setDecimals(row.decimals);
    }
    box->setSuffix(translated(row.suffix));
    connect(box, &Field::valueChanged, this, &SettingEditors::changed);
    return box;
}

// Creates a line edit with a button to choose the folder.
QWidget* SettingEditors::makeFolder(const SettingRow& row, QFormLayout& form) {
    auto* line = new QLineEdit;
    line->setPlaceholderText(*row.placeholder != '\0'
                                 ? translated(row.placeholder)
                                 : QString::fromStdString(logs::defaultSpoolDirectory().string()));
    auto* choose = new QPushButton(
        translated(QT_TRANSLATE_NOOP("sideline::studio::SettingsDialog", "Choose...")));
    auto* box = new QWidget;
    auto* columns = new QHBoxLayout(box);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->addWidget(line, 1);
    columns->addWidget(choose);
    connect(choose, &QPushButton::clicked, this, [this, line, title = translated(row.title)] {
        const QString folder = widgets::askForFolder(line, {{}, title, {}, line->text()});
        if (!folder.isEmpty()) {
            line->setText(folder);
            Q_EMIT changed();
        }
    });
    connect(line, &QLineEdit::editingFinished, this, &SettingEditors::changed);
    form.addRow(translated(row.text), box);
    return line;
}

void SettingEditors::show(const AppSettings& settings) {
    for (const auto& [row, editor] : m_editors) {
        std::visit(
            [&, editor = editor](auto field) {
                const auto& value = settings.*field;
                using Value = std::remove_cvref_t<decltype(value)>;
                if (auto* choice = qobject_cast<QComboBox*>(editor)) {
                    if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, int>) {
                        choice->setCurrentIndex(
                            std::max(0, choice->findData(static_cast<int>(value))));
                    }
                } else if constexpr (std::is_same_v<Value, bool>) {
                    qobject_cast<QCheckBox*>(editor)->setChecked(value);
                } else if constexpr (std::is_same_v<Value, double>) {
                    qobject_cast<QDoubleSpinBox*>(editor)->setValue(value);
                } else if constexpr (std::is_same_v<Value, int>) {
                    qobject_cast<QSpinBox*>(editor)->setValue(value);
                } else if constexpr (std::is_same_v<Value, QString>) {
                    qobject_cast<QLineEdit*>(editor)->setText(value);
                }
            },
            row->field);
    }
}

void SettingEditors::take(AppSettings& settings) const {
    for (const auto& [row, editor] : m_editors) {
        std::visit(
            [&, editor = editor](auto field) {
                auto& value = settings.*field;
                using Value = std::remove_reference_t<decltype(value)>;
                if (const auto* choice = qobject_cast<const QComboBox*>(editor)) {
                    if constexpr (std::is_enum_v<Value> || std::is_same_v<Value, int>) {
                        value = static_cast<Value>(choice->currentData().toInt());
                    }
                } else if constexpr (std::is_same_v<Value, bool>) {
                    value = qobject_cast<const QCheckBox*>(editor)->isChecked();
                } else if constexpr (std::is_same_v<Value, double>) {
                    value = qobject_cast<const QDoubleSpinBox*>(editor)->value();
                } else if constexpr (std::is_same_v<Value, int>) {
                    value = qobject_cast<const QSpinBox*>(editor)->value();
                } else if constexpr (std::is_same_v<Value, QString>) {
                    value = qobject_cast<const QLineEdit*>(editor)->text();
                }
            },
            row->field);
    }
}

} // namespace sideline::studio
