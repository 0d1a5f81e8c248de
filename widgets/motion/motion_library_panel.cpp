#include "widgets/motion/motion_library_panel.h"

#include <utility>

#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/motion/motion_library_delegate.h"
#include "widgets/motion/motion_panel_parts.h"

namespace sideline::widgets {

MotionLibraryPanel::MotionLibraryPanel(QWidget* parent) : QWidget(parent) {
    m_filter.setSourceModel(&m_model);
    build();
    connect(&m_model, &MotionLibraryModel::renameRequested, this,
            &MotionLibraryPanel::renameRequested);
    showState();
}

MotionLibraryPanel::~MotionLibraryPanel() {
    m_tree->setModel(nullptr); // the models are destroyed before the view
}

void MotionLibraryPanel::build() {
    auto* column = columnIn(this);
    column->setSpacing(4);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    auto* create = panelButton("new", tr("New"), tr("Create a new motion"));
    create->setIcon(icon(QStringLiteral("new")));
    auto* import = panelButton("import", tr("Import"),
                               tr("Import motion files of any team: magma, UT Austin Villa, FC "
                                  "Portugal, RoboNewbie, DreamWing, rUNSWift"));
    import->setIcon(icon(QStringLiteral("import")));
    auto* folder =
        panelTool("addFolder", QStringLiteral("folder-add"), tr("Add a folder of motions"));
    for (QPushButton* button : {create, import}) {
        button->setMinimumWidth(button->sizeHint().width());
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    buttons->addWidget(folder);
    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("search"));
    m_search->setPlaceholderText(tr("Search names, tags, descriptions"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_tree = new QTreeView;
    m_tree->setObjectName(QStringLiteral("tree"));
    m_tree->setModel(&m_filter);
    m_tree->setItemDelegate(new MotionLibraryDelegate(m_tree));
    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(12);
    m_tree->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setExpandsOnDoubleClick(true);
    m_tree->setMouseTracking(false);
    m_tree->installEventFilter(this);
    m_hint = new QLabel;
    m_hint->setObjectName(QStringLiteral("hint"));
    m_hint->setWordWrap(true);
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setMargin(12);
    m_pages = new QStackedWidget;
    m_pages->addWidget(m_tree);
    m_pages->addWidget(m_hint);
    column->addLayout(buttons);
    column->addWidget(m_search);
    column->addWidget(m_pages, 1);
    connect(create, &QPushButton::clicked, this, &MotionLibraryPanel::newRequested);
    connect(import, &QPushButton::clicked, this, &MotionLibraryPanel::importRequested);
    connect(folder, &QToolButton::clicked, this, &MotionLibraryPanel::addFolderRequested);
    connect(m_search, &QLineEdit::textChanged, this, &MotionLibraryPanel::setSearch);
    connect(m_tree, &QTreeView::doubleClicked, this, &MotionLibraryPanel::open);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &MotionLibraryPanel::showMenu);
    const auto noteFold = [this](const QModelIndex& index, bool isFolded) {
        if (m_isFilling || !m_search->text().trimmed().isEmpty()) {
            return; // a search expands folders only temporarily
        }
        const QString name = index.data(MotionLibraryModel::FolderRole).toString();
        if (isFolded) {
            m_folded.insert(name);
        } else {
            m_folded.erase(name);
        }
    };
    connect(m_tree, &QTreeView::collapsed, this,
            [noteFold](const QModelIndex& index) { noteFold(index, true); });
    connect(m_tree, &QTreeView::expanded, this,
            [noteFold](const QModelIndex& index) { noteFold(index, false); });
}

// --- values in

void MotionLibraryPanel::setEntries(std::vector<LibraryEntry> entries) {
    for (LibraryEntry& entry : entries) { // keeps pictures that arrived later
        if (entry.picture.isNull()) {
            entry.picture =
                m_model.indexOf(entry.path).data(MotionLibraryModel::PictureRole).value<QImage>();
        }
    }
    m_entries = std::move(entries);
    fill();
}

void MotionLibraryPanel::setFolders(const QStringList& folders) {
    if (folders != m_folders) {
        m_folders = folders;
        fill();
    }
}

void MotionLibraryPanel::fill() {
    const QString chosen = m_tree->currentIndex().data(MotionLibraryModel::PathRole).toString();
    const QString& open = m_model.current();
    const bool isNew = !open.isEmpty() && !m_model.indexOf(open).isValid(); // such as an import
    m_isFilling = true;
    m_model.setEntries(m_entries, m_folders);
    m_isFilling = false;
    setSearch(m_search->text());
    select(chosen.isEmpty() || isNew ? open : chosen);
}

void MotionLibraryPanel::setPicture(const QString& path, const QImage& picture) {
    m_model.setPicture(path, picture);
}

void MotionLibraryPanel::setCurrent(const QString& path) {
    if (path != m_model.current()) {
        m_model.setCurrent(path);
        if (path.isEmpty()) {
            m_tree->selectionModel()->clear(); // a motion without a file
        }
        select(path);
    }
}

void MotionLibraryPanel::select(const QString& path) {
    const QModelIndex index = m_filter.mapFromSource(m_model.indexOf(path));
    if (index.isValid()) {
        m_tree->setCurrentIndex(index);
        m_tree->scrollTo(index);
    }
}

void MotionLibraryPanel::setSearch(const QString& text) {
    m_filter.setSearch(text);
    m_isFilling = true;
    m_tree->expandAll();
    if (text.trimmed().isEmpty()) {
        for (const QString& folder : m_folded) {
            m_tree->collapse(m_filter.mapFromSource(m_model.folderIndex(folder)));
        }
    }
    m_isFilling = false;
    showState();
}

void MotionLibraryPanel::showState() {
    const bool isEmpty = m_filter.rowCount() == 0;
    m_pages->setCurrentWidget(isEmpty ? static_cast<QWidget*>(m_hint) : m_tree);
    if (isEmpty) {
        m_hint->setText(m_model.rowCount() == 0
                            ? tr("No motions yet. <b>New</b> creates one, <b>Import</b> reads "
                                 "motion files of any team.")
                            : tr("No motion has \u201c%1\u201d in its name, tags or description.")
                                  .arg(m_search->text().trimmed().toHtmlEscaped()));
    }
}

// --- user actions

void MotionLibraryPanel::open(const QModelIndex& index) {
    const QString path = index.data(MotionLibraryModel::PathRole).toString();
    if (!path.isEmpty()) {
        Q_EMIT openRequested(path);
    }
}

bool MotionLibraryPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (watched == m_search) {
        if (key == Qt::Key_Escape && !m_search->text().isEmpty()) {
            m_search->clear();
            return true;
        }
        if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter) {
            QModelIndex first = m_filter.index(0, 0);
            while (first.isValid() &&
                   first.data(MotionLibraryModel::PathRole).toString().isEmpty()) {
                first = m_tree->indexBelow(first);
            }
            m_tree->setFocus();
            m_tree->setCurrentIndex(first);
            return true;
        }
        return false;
    }
    const QModelIndex index = m_tree->currentIndex();
    const QString path = index.data(MotionLibraryModel::PathRole).toString();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        if (path.isEmpty()) {
            m_tree->setExpanded(index, !m_tree->isExpanded(index));
        }
        open(index);
        return true;
    }
    if (key == Qt::Key_Delete && !path.isEmpty() &&
        !index.data(MotionLibraryModel::ShippedRole).toBool()) {
        Q_EMIT deleteRequested(path);
        return true;
    }
    return false;
}

void MotionLibraryPanel::showMenu(const QPoint& pos) {
    const QPersistentModelIndex index = m_tree->indexAt(pos);
    const QString path = index.data(MotionLibraryModel::PathRole).toString();
    const QString folder = index.data(MotionLibraryModel::FolderRole).toString();
    const bool isShipped = index.data(MotionLibraryModel::ShippedRole).toBool();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (!path.isEmpty()) {
        menu->addAction(icon(QStringLiteral("open")), tr("Open"), this,
                        [this, path] { Q_EMIT openRequested(path); });
        menu->addAction(tr("Rename"), this, [this, index] { m_tree->edit(index); })
            ->setEnabled(!isShipped);
        menu->addAction(tr("Delete"), this, [this, path] { Q_EMIT deleteRequested(path); })
            ->setEnabled(!isShipped);
        menu->addAction(icon(QStringLiteral("folder")), tr("Show in folder"), this,
                        [this, path] { Q_EMIT showInFolderRequested(path); });
        menu->addSeparator();
    } else if (!folder.isEmpty() && !isShipped) {
        menu->addAction(tr("Remove folder from the library"), this,
                        [this, folder] { Q_EMIT removeFolderRequested(folder); });
        menu->addSeparator();
    }
    menu->addAction(icon(QStringLiteral("new")), tr("New"), this,
                    &MotionLibraryPanel::newRequested);
    menu->addAction(icon(QStringLiteral("import")), tr("Import"), this,
                    &MotionLibraryPanel::importRequested);
    menu->addAction(icon(QStringLiteral("folder-add")), tr("Add folder"), this,
                    &MotionLibraryPanel::addFolderRequested);
    menu->popup(m_tree->viewport()->mapToGlobal(pos));
}

} // namespace sideline::widgets
