#pragma once

#include <QString>
#include <QStringList>

class QObject;

namespace sideline::tests {

/// Types a name into the next file dialog and accepts it.
/// @param owner lives until the dialog has appeared
/// @param file set as a whole, because single keys would open the list of completions
void answerFileDialog(QObject& owner, const QString& file);

/// What a file dialog shows when it appears.
struct SeenFileDialog {
    QString folder; ///< empty: none has appeared
    QString filter; ///< the chosen one
    QString name;   ///< in the field for the name
    QStringList files;
};

/// Notes what the next file dialog shows, once its list has entries or a second has passed, and
/// closes it with Escape.
/// @param owner lives until the dialog has appeared @param seen must outlive the dialog
void lookAtFileDialog(QObject& owner, SeenFileDialog& seen);

} // namespace sideline::tests
