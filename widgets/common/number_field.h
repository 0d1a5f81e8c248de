#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>

namespace sideline::widgets {

/// A spin box in which any number can be typed. When it is committed, a number that is out of
/// range, or that has too many decimals, becomes the nearest valid one, and a note below the field
/// reports that for a few seconds. GUI thread only.
template <typename Spin>
class AnyNumber : public Spin {
public:
    using Spin::Spin;

    [[nodiscard]] QValidator::State validate(QString& text, int& pos) const override;
    void fixup(QString& text) const override;
};

extern template class AnyNumber<QSpinBox>;
extern template class AnyNumber<QDoubleSpinBox>;

using CountField = AnyNumber<QSpinBox>;
using NumberField = AnyNumber<QDoubleSpinBox>;

/// Shows a note below a field for a few seconds; replaces the previous note.
void showFieldNote(const QWidget& field, const QString& text);

} // namespace sideline::widgets
