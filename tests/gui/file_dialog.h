#pragma once

#include <QString>

class QObject;

namespace sideline::tests {

/// Writes a name into the file dialog that comes next, and accepts it.
/// @param owner lives until the dialog has come
/// @param file typed whole: keys one by one would open the list of completions
void answerFileDialog(QObject& owner, const QString& file);

} // namespace sideline::tests
