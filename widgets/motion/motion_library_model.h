#pragma once

#include <memory>
#include <vector>

#include <QAbstractItemModel>
#include <QIcon>
#include <QImage>
#include <QSortFilterProxyModel>
#include <QString>
#include <QStringList>

namespace sideline::widgets {

/// A motion file that can be opened.
struct LibraryEntry {
    QString path;
    QString folder; ///< branch of the tree, such as `Shipped/Kicks`, `My motions`
    QString name;
    QString description;
    QString format; ///< for display
    QStringList tags;
    double lengthS = 0.0;
    int keyframes = 0;
    QStringList usedBy;     ///< other motions, teams or agents that name this file; may be empty
    QImage picture;         ///< may be added later
    QString problem;        ///< why it cannot be opened; empty if it can
    bool isShipped = false; ///< cannot be changed; edits are saved in a copy
};

/// Motion files in folders, as a tree: folders before files, both sorted by name.
class MotionLibraryModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Role {
        PathRole = Qt::UserRole, ///< path of a file; empty for folders
        FolderRole,              ///< path of a folder, such as `Shipped/Kicks`; empty for files
        PictureRole,
        DetailRole, ///< `1.20 s, 4 keyframes`, or the problem
        TagsRole,
        ShippedRole, ///< for a folder, whether all files in it are shipped
        ProblemRole,
        OpenRole,  ///< whether it is the file that is open
        SearchRole ///< all words for the search
    };

    explicit MotionLibraryModel(QObject* parent = nullptr);
    ~MotionLibraryModel() override;

    /// @param folders folders that are shown even when empty
    void setEntries(std::vector<LibraryEntry> entries, const QStringList& folders);
    void setPicture(const QString& path, const QImage& picture);
    void setCurrent(const QString& path);
    [[nodiscard]] const QString& current() const { return m_current; }
    /// The file's index; invalid if it is not listed.
    [[nodiscard]] QModelIndex indexOf(const QString& path) const;
    /// The folder's index; invalid if there is none.
    [[nodiscard]] QModelIndex folderIndex(const QString& folder) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void renameRequested(const QString& path, const QString& name);

private:
    struct Node;
    [[nodiscard]] const Node& nodeOf(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(const Node& node) const;
    [[nodiscard]] const Node* findFile(const QString& path) const;
    Node& makeFolder(const QString& folder);
    static void sort(Node& node);
    [[nodiscard]] QVariant folderData(const Node& node, int role) const;
    [[nodiscard]] QVariant fileData(const LibraryEntry& entry, int role) const;

    std::vector<LibraryEntry> m_entries;
    std::unique_ptr<Node> m_root;
    QString m_current;
    QIcon m_folderIcon; ///< drawn with the palette at the time when the entries were set
};

/// The files of a library that contain all words of a search, with their folders.
class MotionLibraryFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit MotionLibraryFilter(QObject* parent = nullptr);
    void setSearch(const QString& text);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
};

} // namespace sideline::widgets
