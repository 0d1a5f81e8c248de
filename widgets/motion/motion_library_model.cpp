#include "widgets/motion/motion_library_model.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <QFileInfo>
#include <QRegularExpression>

#include "widgets/common/icons.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

struct MotionLibraryModel::Node {
    Node* parent = nullptr;
    QString name;   // name of a folder
    QString folder; // full path of the folder
    int entry = -1; // index of a file
    int row = 0;
    std::vector<std::unique_ptr<Node>> children;

    [[nodiscard]] bool isFolder() const { return entry < 0; }
};

namespace {

QString detailText(const LibraryEntry& entry) {
    if (!entry.problem.isEmpty()) {
        return entry.problem;
    }
    const QString keys =
        MotionLibraryModel::tr("%n keyframes", nullptr, static_cast<int>(entry.keyframes));
    return numberText(entry.lengthS, 2, QStringLiteral("s")) + QStringLiteral(", ") + keys;
}

QString toolTipText(const LibraryEntry& entry) {
    QStringList lines;
    lines << QStringLiteral("<b>%1</b>").arg(entry.name.toHtmlEscaped());
    if (!entry.problem.isEmpty()) {
        lines << MotionLibraryModel::tr("Cannot be opened: %1").arg(entry.problem.toHtmlEscaped());
    }
    if (!entry.description.isEmpty()) {
        lines << entry.description.toHtmlEscaped().replace(QLatin1Char('\n'),
                                                           QStringLiteral("<br>"));
    }
    if (entry.problem.isEmpty()) {
        lines << detailText(entry);
    }
    if (!entry.tags.isEmpty()) {
        lines << MotionLibraryModel::tr("Tags: %1")
                     .arg(entry.tags.join(QStringLiteral(", ")).toHtmlEscaped());
    }
    lines << (entry.usedBy.isEmpty()
                  ? MotionLibraryModel::tr("Not used by other motions")
                  : MotionLibraryModel::tr("Used by %1")
                        .arg(entry.usedBy.join(QStringLiteral(", ")).toHtmlEscaped()));
    if (entry.isShipped) {
        lines << MotionLibraryModel::tr("Ships with Sideline; changes are saved to a copy");
    }
    lines << entry.format.toHtmlEscaped() + QStringLiteral(": ") + entry.path.toHtmlEscaped();
    return QStringLiteral("<p style='white-space:pre-wrap'>") + lines.join(QStringLiteral("<br>")) +
           QStringLiteral("</p>");
}

} // namespace

MotionLibraryModel::MotionLibraryModel(QObject* parent)
    : QAbstractItemModel(parent), m_root(std::make_unique<Node>()) {}

MotionLibraryModel::~MotionLibraryModel() = default;

MotionLibraryModel::Node& MotionLibraryModel::makeFolder(const QString& folder) {
    Node* node = m_root.get();
    for (const QString& part : folder.split(QLatin1Char('/'), Qt::SkipEmptyParts)) {
        const auto at = std::ranges::find_if(node->children, [&](const auto& child) {
            return child->isFolder() && child->name == part;
        });
        if (at != node->children.end()) {
            node = at->get();
            continue;
        }
        auto child = std::make_unique<Node>();
        child->parent = node;
        child->name = part;
        child->folder = node->folder.isEmpty() ? part : node->folder + QLatin1Char('/') + part;
        node->children.push_back(std::move(child));
        node = node->children.back().get();
    }
    return *node;
}

void MotionLibraryModel::sort(Node& node) {
    std::ranges::stable_sort(node.children, [](const auto& a, const auto& b) {
        if (a->isFolder() != b->isFolder()) {
            return a->isFolder();
        }
        return a->name.compare(b->name, Qt::CaseInsensitive) < 0;
    });
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        node.children[i]->row = static_cast<int>(i);
        sort(*node.children[i]);
    }
}

void MotionLibraryModel::setEntries(std::vector<LibraryEntry> entries, const QStringList& folders) {
    beginResetModel();
    m_root = std::make_unique<Node>();
    m_folderIcon = icon(QStringLiteral("folder"));
    m_entries = std::move(entries);
    for (const QString& folder : folders) {
        makeFolder(folder);
    }
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        Node& folder = makeFolder(m_entries[i].folder);
        auto file = std::make_unique<Node>();
        file->parent = &folder;
        file->name = m_entries[i].name;
        file->entry = static_cast<int>(i);
        folder.children.push_back(std::move(file));
    }
    sort(*m_root);
    endResetModel();
}

const MotionLibraryModel::Node* MotionLibraryModel::findFile(const QString& path) const {
    const std::function<const Node*(const Node&)> find = [&](const Node& node) -> const Node* {
        for (const auto& child : node.children) {
            if (!child->isFolder()) {
                if (m_entries[static_cast<std::size_t>(child->entry)].path == path) {
                    return child.get();
                }
            } else if (const Node* found = find(*child)) {
                return found;
            }
        }
        return nullptr;
    };
    return path.isEmpty() ? nullptr : find(*m_root);
}

void MotionLibraryModel::setPicture(const QString& path, const QImage& picture) {
    if (const Node* node = findFile(path)) {
        m_entries[static_cast<std::size_t>(node->entry)].picture = picture;
        const QModelIndex at = indexOf(*node);
        Q_EMIT dataChanged(at, at, {PictureRole});
    }
}

void MotionLibraryModel::setCurrent(const QString& path) {
    const QString before = std::exchange(m_current, path);
    for (const QString& changed : {before, path}) {
        if (const QModelIndex at = indexOf(changed); at.isValid()) {
            Q_EMIT dataChanged(at, at, {OpenRole});
        }
    }
}

QModelIndex MotionLibraryModel::indexOf(const QString& path) const {
    const Node* node = findFile(path);
    return node != nullptr ? indexOf(*node) : QModelIndex();
}

QModelIndex MotionLibraryModel::folderIndex(const QString& folder) const {
    const Node* node = m_root.get();
    for (const QString& part : folder.split(QLatin1Char('/'), Qt::SkipEmptyParts)) {
        const auto at = std::ranges::find_if(node->children, [&](const auto& child) {
            return child->isFolder() && child->name == part;
        });
        if (at == node->children.end()) {
            return {};
        }
        node = at->get();
    }
    return indexOf(*node);
}

QModelIndex MotionLibraryModel::indexOf(const Node& node) const {
    return node.parent == nullptr ? QModelIndex() : createIndex(node.row, 0, &node);
}

const MotionLibraryModel::Node& MotionLibraryModel::nodeOf(const QModelIndex& index) const {
    return index.isValid() ? *static_cast<const Node*>(index.constInternalPointer()) : *m_root;
}

QModelIndex MotionLibraryModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return indexOf(*nodeOf(parent).children[static_cast<std::size_t>(row)]);
}

QModelIndex MotionLibraryModel::parent(const QModelIndex& index) const {
    if (!index.isValid()) {
        return {};
    }
    return indexOf(*nodeOf(index).parent);
}

int MotionLibraryModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent).children.size());
}

int MotionLibraryModel::columnCount(const QModelIndex&) const {
    return 1;
}

QVariant MotionLibraryModel::folderData(const Node& node, int role) const {
    switch (role) {
    case Qt::DisplayRole:
        return node.name;
    case Qt::DecorationRole:
        return m_folderIcon;
    case Qt::ToolTipRole:
    case FolderRole:
        return node.folder;
    case ShippedRole: {
        const std::function<bool(const Node&)> isShipped = [&](const Node& at) {
            return std::ranges::all_of(at.children, [&](const auto& child) {
                return child->isFolder()
                           ? isShipped(*child)
                           : m_entries[static_cast<std::size_t>(child->entry)].isShipped;
            });
        };
        return !node.children.empty() && isShipped(node);
    }
    default:
        return {};
    }
}

QVariant MotionLibraryModel::fileData(const LibraryEntry& entry, int role) const {
    switch (role) {
    case Qt::DisplayRole:
        return entry.name;
    case Qt::EditRole:
        return QFileInfo(entry.path).completeBaseName();
    case Qt::ToolTipRole:
        return toolTipText(entry);
    case PathRole:
        return entry.path;
    case PictureRole:
        return entry.picture;
    case DetailRole:
        return detailText(entry);
    case TagsRole:
        return entry.tags.join(QStringLiteral(", "));
    case ShippedRole:
        return entry.isShipped;
    case ProblemRole:
        return entry.problem;
    case OpenRole:
        return entry.path == m_current;
    case SearchRole:
        return QStringList{entry.name, entry.description, entry.folder, entry.format,
                           entry.tags.join(QLatin1Char(' '))}
            .join(QLatin1Char('\n'));
    default:
        return {};
    }
}

QVariant MotionLibraryModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Node& node = nodeOf(index);
    return node.isFolder() ? folderData(node, role)
                           : fileData(m_entries[static_cast<std::size_t>(node.entry)], role);
}

Qt::ItemFlags MotionLibraryModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    if (index.isValid() && !nodeOf(index).isFolder()) {
        flags |= Qt::ItemNeverHasChildren;
        if (!m_entries[static_cast<std::size_t>(nodeOf(index).entry)].isShipped) {
            flags |= Qt::ItemIsEditable;
        }
    }
    return flags;
}

bool MotionLibraryModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable)) {
        return false;
    }
    const LibraryEntry& entry = m_entries[static_cast<std::size_t>(nodeOf(index).entry)];
    const QString name = value.toString().trimmed();
    if (name.isEmpty() || name == QFileInfo(entry.path).completeBaseName()) {
        return false;
    }
    Q_EMIT renameRequested(QString(entry.path), name); // receivers may replace the entry
    return true;
}

// --- search

MotionLibraryFilter::MotionLibraryFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setRecursiveFilteringEnabled(true);
}

void MotionLibraryFilter::setSearch(const QString& text) {
    static const QRegularExpression blanks(QStringLiteral("\\s+"));
    m_words = text.split(blanks, Qt::SkipEmptyParts);
    invalidateFilter();
}

bool MotionLibraryFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    if (m_words.isEmpty()) {
        return true;
    }
    const QString text =
        sourceModel()->index(row, 0, parent).data(MotionLibraryModel::SearchRole).toString();
    return !text.isEmpty() && std::ranges::all_of(m_words, [&](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace sideline::widgets
