#pragma once

#include <QDoubleSpinBox>
#include <QSpinBox>

namespace sideline::widgets {

/// A spin box in which any number can be written. When it is taken, a number that is out of the
/// range, or that has too many decimals, becomes the nearest one that may be, and a note below the
/// field says so for some seconds. GUI thread only.
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

/// Says something about a field, below it, for some seconds; takes away what was said before.
void showFieldNote(const QWidget& field, const QString& text);

} // namespace sideline::widgets
