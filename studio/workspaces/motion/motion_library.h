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

/// The motions that can be opened: those that are shipped, the user's own, and folders that the
/// user has added. Files are read beside the editor. GUI thread only.
class MotionLibrary : public QObject {
    Q_OBJECT
public:
    /// @param store where the folders are kept
    MotionLibrary(QSettings& store, QWidget* window);

    [[nodiscard]] widgets::MotionLibraryPanel* panel() const { return m_panel; }
    /// Folder for the user's own motions; made when it is first used.
    [[nodiscard]] QString ownFolder() const;
    [[nodiscard]] bool isShipped(const QString& file) const;
    /// Folders in which motions are looked for by name: the user's own, those that were added, and
    /// the shipped one last.
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
