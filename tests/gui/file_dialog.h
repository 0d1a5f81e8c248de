#pragma once

#include <QString>

class QObject;

namespace sideline::tests {

/// Types a name into the next file dialog and accepts it.
/// @param owner lives until the dialog has appeared
/// @param file set as a whole, because single keys would open the list of completions
void answerFileDialog(QObject& owner, const QString& file);

} // namespace sideline::tests
