#pragma once

#include <filesystem>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QStringList>
#include <QWidget>

#include "studio/session/background_task.h"
#include "widgets/motion/motion_library_panel.h"

namespace sideline::studio {

/// Lists the motions that can be opened: those shipped with the program, the user's own, and those
/// in folders that the user has added. Reads files in the background. GUI thread only.
class MotionLibrary : public QObject {
    Q_OBJECT
public:
    /// @param store keeps the list of folders
    MotionLibrary(QSettings& store, QWidget* window);

    [[nodiscard]] widgets::MotionLibraryPanel* panel() const { return m_panel; }
    /// Returns the folder for the user's own motions; created on first use.
    [[nodiscard]] QString ownFolder() const;
    [[nodiscard]] bool isShipped(const QString& file) const;
    /// Returns the folders in which motions are looked up by name: the user's own, the added ones,
    /// and last the one shipped with the program.
    [[nodiscard]] std::vector<std::filesystem::path> paths() const;
    /// Reads all folders again.
    void scan();
    void setCurrent(const QString& file);

Q_SIGNALS:
    void openRequested(const QString& file);
    void newRequested();
    void problem(const QString& text);

private:
    struct Folder {
        QString path;
        QString title;
        bool isShipped = false;
    };
    [[nodiscard]] std::vector<Folder> folders() const;
    void askToImport();
    void askForFolder();
    void removeFolder(const QString& title);
    void renameFile(const QString& path, const QString& name);
    void deleteFile(const QString& path);

    QSettings& m_store;
    QPointer<QWidget> m_window;
    QPointer<widgets::MotionLibraryPanel> m_panel;
    BackgroundTask m_scan;
};

} // namespace sideline::studio
