#pragma once

#include <set>
#include <vector>

#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QString>
#include <QStringList>
#include <QTreeView>
#include <QWidget>

#include "widgets/motion/motion_library_model.h"

namespace sideline::widgets {

/// The library at the left: folders, search, tags, pictures. GUI thread only.
class MotionLibraryPanel : public QWidget {
    Q_OBJECT
public:
    explicit MotionLibraryPanel(QWidget* parent = nullptr);
    ~MotionLibraryPanel() override;

    /// Replaces the list; keeps selection and open folders.
    void setEntries(std::vector<LibraryEntry> entries);
    /// Sets the folders that the user added; they are shown even when empty.
    void setFolders(const QStringList& folders);
    void setPicture(const QString& path, const QImage& picture);
    void setCurrent(const QString& path); ///< the file that is open

Q_SIGNALS:
    void openRequested(const QString& path);
    void newRequested();
    void importRequested();
    void addFolderRequested();
    void removeFolderRequested(const QString& folder);
    void renameRequested(const QString& path, const QString& name);
    /// The owner asks the user for confirmation.
    void deleteRequested(const QString& path);
    void showInFolderRequested(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void fill();
    void setSearch(const QString& text);
    void showState();
    void showMenu(const QPoint& pos);
    void open(const QModelIndex& index);
    void select(const QString& path);

    std::vector<LibraryEntry> m_entries;
    QStringList m_folders;
    std::set<QString> m_folded; ///< folders that the user has collapsed
    MotionLibraryModel m_model;
    MotionLibraryFilter m_filter;
    bool m_isFilling = false;
    QLineEdit* m_search = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTreeView* m_tree = nullptr;
    QLabel* m_hint = nullptr;
};

} // namespace sideline::widgets
