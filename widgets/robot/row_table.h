#pragma once

#include <QTableWidget>

namespace sideline::widgets {

/// An empty read-only table without a grid, with single selection of rows.
/// @param name the object name
/// @param columns the columns among which the width is divided
[[nodiscard]] QTableWidget* rowTable(const char* name, int columns);

} // namespace sideline::widgets
