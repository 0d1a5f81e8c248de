#pragma once

#include <QSettings>
#include <QString>
#include <QStringList>
#include <QWidget>

namespace sideline::widgets {

/// Settings of a file dialog. The dialog begins in the folder where the user last chose a file of
/// this kind, otherwise in that of the shown file, otherwise in a folder of the program or the
/// user's documents. Folders that no longer exist are skipped.
struct FileQuestion {
    QString kind;  ///< kind of file, such as `motions`, for which the folder is remembered; empty:
                   ///< it is not
    QString title; ///< title of the dialog
    QString filter{};   ///< filters for names, separated by `;;`, without *All files*
    QString shown{};    ///< shown file or folder; ignored in the user's cache; may be empty
    QString fallback{}; ///< folder with files of the kind; empty: the user's documents
};

/// Lets the dialogs of a window remember their folders. Without it, nothing is remembered.
/// @param store must outlive the window
void rememberFolders(QWidget& window, QSettings& store);

/// Remembers the folder of a file that was chosen without a dialog, such as in a field.
void keepFolderOf(const QWidget* parent, const QString& kind, const QString& file);

/// Returns the folder in which a dialog begins. @param parent parent widget of the dialog
[[nodiscard]] QString firstFolder(const QWidget* parent, const FileQuestion& question);

/// Returns the first file in that folder that does not exist yet.
/// @param pattern its name, with `%1` for a number
[[nodiscard]] QString newFile(const QWidget* parent, const FileQuestion& question,
                              const QString& pattern);

// The functions below return an empty string or list if the user cancels. GUI thread only.

/// Asks for a file that exists.
[[nodiscard]] QString askForFile(QWidget* parent, const FileQuestion& question);
/// Asks for files that exist.
[[nodiscard]] QStringList askForFiles(QWidget* parent, const FileQuestion& question);
[[nodiscard]] QString askForFolder(QWidget* parent, const FileQuestion& question);
/// Asks for a file to write; the user confirms that an existing one is replaced.
/// @param name proposed name, without a folder
/// @param chosen receives the chosen filter, and holds the one that is proposed; may be null
[[nodiscard]] QString askToSave(QWidget* parent, const FileQuestion& question, const QString& name,
                                QString* chosen = nullptr);

} // namespace sideline::widgets
