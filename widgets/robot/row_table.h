#pragma once

#include <QTableWidget>

namespace sideline::widgets {

/// A table without grid whose rows are read, and chosen one at a time; empty.
/// @param name of the object
/// @param columns that share the width
[[nodiscard]] QTableWidget* rowTable(const char* name, int columns);

} // namespace sideline::widgets
