#pragma once

#include <QFont>
#include <QHBoxLayout>
#include <QLabel>
#include <QPalette>
#include <QPushButton>
#include <QScrollArea>
#include <QString>
#include <QVBoxLayout>

#include "widgets/common/number_field.h"
#include "widgets/common/panel_area.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// A button that is only as wide as its text needs, and does not take the focus when clicked.
[[nodiscard]] inline QPushButton* panelButton(const char* name, const QString& text,
                                              const QString& tip) {
    auto* button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::TabFocus);
    button->setMinimumWidth(button->fontMetrics().horizontalAdvance(text) + 14);
    return button;
}

[[nodiscard]] inline QPushButton* pushButton(const QString& text, const QString& tip) {
    auto* button = new QPushButton(text);
    button->setToolTip(tip);
    return button;
}

[[nodiscard]] inline QHBoxLayout* rowIn(QWidget* widget) {
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    return row;
}

[[nodiscard]] inline QVBoxLayout* columnIn(QWidget* widget, int marginPx = 6) {
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(marginPx, marginPx, marginPx, marginPx);
    column->setSpacing(6);
    return column;
}

/// A scroll area that scrolls if the content does not fit; otherwise the content fills it.
[[nodiscard]] inline QScrollArea* scrolled(QWidget* content) {
    return new PanelArea(content);
}

[[nodiscard]] inline QFont bold(QFont font) {
    font.setBold(true);
    return font;
}

[[nodiscard]] inline QLabel* panelHeading(const QString& text) {
    auto* label = new QLabel(text);
    label->setFont(bold(label->font()));
    return label;
}

/// A field for a number. @param decimals 0 or more
[[nodiscard]] inline QDoubleSpinBox* numberField(const char* name, double lowest, double highest,
                                                 int decimals, double step, const QString& unit) {
    auto* field = new NumberField;
    field->setObjectName(QLatin1String(name));
    field->setRange(lowest, highest);
    field->setDecimals(decimals);
    field->setSingleStep(step);
    field->setSuffix(unit.isEmpty() ? QString() : QLatin1Char(' ') + unit);
    field->setMinimumWidth(40);
    return field;
}

/// Fills a button with a color while it is on; otherwise resets its palette.
inline void fillButton(QPushButton* button, bool isOn, const QColor& color) {
    QPalette palette;
    if (isOn) {
        for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive}) {
            palette.setColor(group, QPalette::Button, color);
            palette.setColor(group, QPalette::ButtonText, readableOn(color));
        }
    }
    if (button->palette() != palette) {
        button->setPalette(palette);
    }
}

/// Sets a label's text only if it differs, to avoid a layout.
inline void showText(QLabel* label, const QString& text) {
    if (label->text() != text) {
        label->setText(text);
    }
}

} // namespace sideline::widgets
