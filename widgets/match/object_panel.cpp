#include "widgets/match/object_panel.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMenu>
#include <QVBoxLayout>

namespace sideline::widgets {

ObjectPanel::ObjectPanel(QWidget* parent)
    : QWidget(parent), m_tree(new QTreeView), m_table(new QTableView) {
    m_tree->setModel(&m_objects);
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);

    m_table->setModel(&m_properties);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 5);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(PropertyModel::NameColumn,
                                                      QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(PropertyModel::ValueColumn,
                                                      QHeaderView::Stretch);
    m_table->setColumnWidth(PropertyModel::AgeColumn,
                            fontMetrics().horizontalAdvance(QStringLiteral("Last updated ")));
    m_table->hideColumn(PropertyModel::AgeColumn);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);

    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(m_tree);
    splitter->addWidget(m_table);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(splitter);

    connect(&m_objects, &QAbstractItemModel::modelReset, m_tree,
            [this] { m_tree->expandToDepth(0); });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                if (!m_updating && current.isValid()) {
                    Q_EMIT selected(m_objects.objectAt(current));
                }
            });
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto signal = m_properties.signalAt(index.row())) {
            Q_EMIT plotRequested(*signal);
        }
    });
    connect(m_table, &QTableView::customContextMenuRequested, this, [this](const QPoint& pos) {
        const auto signal = m_properties.signalAt(m_table->indexAt(pos).row());
        if (signal) {
            QMenu menu;
            menu.addAction(tr("Plot"), this, [this, signal] { Q_EMIT plotRequested(*signal); });
            menu.exec(m_table->viewport()->mapToGlobal(pos));
        }
    });
}

void ObjectPanel::setFrame(const logs::FetchedFrame& fetched) {
    m_updating = true;
    m_objects.setFrame(fetched.exact);
    m_updating = false;
    m_properties.setFrame(fetched);
    if (!fetched.exact) {
        m_table->hideColumn(PropertyModel::AgeColumn);
    }
    showAges();
    if (!m_tree->currentIndex().isValid()) {
        setSelection(m_selection); // the tree was rebuilt
    }
}

void ObjectPanel::clearFrame() {
    setFrame({});
}

// Shown once a value is older than its frame, which never happens in some matches.
void ObjectPanel::showAges() {
    if (m_properties.hasAges()) {
        m_table->showColumn(PropertyModel::AgeColumn);
    }
}

void ObjectPanel::setSelection(const monitor::ObjectId& selection) {
    m_selection = selection;
    m_properties.setSelection(selection);
    showAges();
    m_updating = true;
    const QModelIndex index = m_objects.indexOf(selection);
    // A team is not an object: it stays current while nothing is selected.
    if (!(m_objects.objectAt(m_tree->currentIndex()) == selection)) {
        m_tree->setCurrentIndex(index);
        m_tree->scrollTo(index);
    }
    m_updating = false;
}

void ObjectPanel::setColors(const TeamColors& colors) {
    m_objects.setColors(colors);
}

} // namespace sideline::widgets
