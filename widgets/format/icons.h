#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace sideline::widgets {

/// One of our line icons (`play`, `pause`, `step-forward`, ...; see `widgets/icons`) in a colour
/// of the current palette; greyed when disabled.
[[nodiscard]] QIcon icon(const QString& name, const QColor& colour);
/// The same in the text colour that the application has when it is drawn.
[[nodiscard]] QIcon icon(const QString& name);

} // namespace sideline::widgets
