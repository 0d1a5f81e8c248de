#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace sideline::widgets {

/// One of the line icons (`play`, `pause`, `step-forward`, ...; see `widgets/icons`) in a color
/// of the current palette; grayed when disabled.
[[nodiscard]] QIcon icon(const QString& name, const QColor& color);
/// The same icon in the text color that the application has when the icon is drawn.
[[nodiscard]] QIcon icon(const QString& name);

} // namespace sideline::widgets
