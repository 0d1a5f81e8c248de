#pragma once

#include <QStringList>
#include <QWidget>

namespace sideline::tests {

/// Returns a sentence for each text that does not fit and each control that cannot be reached among
/// the visible widgets of a window: labels, buttons, tabs, headers, combo boxes and number fields
/// whose text is wider than their room, controls that reach beyond a parent without a scroll bar,
/// and scroll bars within scroll bars. Text that is elided on purpose must be in the tooltip.
/// @param window the window or panel; its children in other windows are left out
[[nodiscard]] QStringList textsWithoutRoom(const QWidget& window);

} // namespace sideline::tests
