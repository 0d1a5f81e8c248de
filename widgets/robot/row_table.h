#pragma once

#include <QTableWidget>

namespace sideline::widgets {

/// An empty read-only table without grid, with single selection of rows.
/// @param name of the object
/// @param columns that share the width
[[nodiscard]] QTableWidget* rowTable(const char* name, int columns);

} // namespace sideline::widgets
