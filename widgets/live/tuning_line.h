#pragma once

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QToolButton>
#include <QWidget>

#include "widgets/live/tuning_view.h"

namespace sideline::widgets {

/// One parameter as a line of a panel: name, slider and number (or a switch, or a string), and a
/// button that resets it. The wheel is left to the scroll area.
class TuningLine : public QWidget {
    Q_OBJECT
public:
    explicit TuningLine(TuningRow row, QWidget* parent = nullptr);

    [[nodiscard]] const TuningRow& row() const { return m_row; }
    /// Shows other values of the same parameter; emits nothing.
    void setValues(const TuningValue& value, const TuningValue& initial);
    [[nodiscard]] bool isChanged() const { return m_row.value != m_row.initial; }
    /// Sets the common width of names; a longer name is shortened in the middle.
    void setNameWidth(int widthPx);
    /// Width that this line's name needs, even in bold; long names get only a part of it, so that
    /// the slider stays usable.
    [[nodiscard]] int nameWidthHint() const;

Q_SIGNALS:
    /// The user has changed the value. @param isDone false while a slider is dragged
    void changed(const QString& name, const sideline::widgets::TuningValue& value, bool isDone);
    void resetRequested(const QString& name);

private:
    void buildNumber(QHBoxLayout& line);
    void showValue();
    void take(const TuningValue& value, bool isDone);
    [[nodiscard]] bool hasSlider() const;
    [[nodiscard]] double atStep(int step) const;
    [[nodiscard]] int stepAt(double value) const;

    TuningRow m_row;
    QLabel* m_name = nullptr;
    QSlider* m_slider = nullptr;
    QDoubleSpinBox* m_number = nullptr;
    QCheckBox* m_switch = nullptr;
    QLineEdit* m_text = nullptr;
    QToolButton* m_reset = nullptr;
};

} // namespace sideline::widgets
