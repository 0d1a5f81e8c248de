#include "widgets/train/experiment_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QGridLayout>
#include <QHeaderView>
#include <QMenu>

#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"
#include "widgets/common/wrapped_text.h"

namespace sideline::widgets {

namespace {

QString stateText(const ExperimentRow& row) {
    const QString progress = QStringLiteral("%1/%2").arg(row.generation).arg(row.generations);
    switch (row.state) {
    case ExperimentState::New:
        return ExperimentModel::tr("New");
    case ExperimentState::Running:
        return ExperimentModel::tr("Running %1").arg(progress);
    case ExperimentState::Pausing:
        return ExperimentModel::tr("Pausing %1").arg(progress);
    case ExperimentState::Paused:
        return ExperimentModel::tr("Paused %1").arg(progress);
    case ExperimentState::Finished:
        return ExperimentModel::tr("Finished");
    case ExperimentState::Failed:
        return ExperimentModel::tr("Failed %1").arg(progress);
    case ExperimentState::Unusable:
        break;
    }
    return ExperimentModel::tr("Unreadable");
}

bool isFault(ExperimentState state) {
    return state == ExperimentState::Failed || state == ExperimentState::Unusable;
}

bool isAtWork(ExperimentState state) {
    return state == ExperimentState::Running || state == ExperimentState::Pausing;
}

} // namespace

void ExperimentModel::setExperiments(std::vector<ExperimentRow> experiments) {
    setRows(std::move(experiments), &ExperimentRow::folder);
}

int ExperimentModel::rowOf(const QString& folder) const {
    const auto found = std::ranges::find(rows(), folder, &ExperimentRow::folder);
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

int ExperimentModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant ExperimentModel::data(const QModelIndex& index, int role) const {
    const ExperimentRow* row = index.isValid() ? rowAt(index.row()) : nullptr;
    if (row == nullptr) {
        return {};
    }
    if (role == Qt::ForegroundRole && index.column() == StateColumn && isFault(row->state)) {
        return kFaultColor;
    }
    if (role == Qt::TextAlignmentRole && index.column() == FitnessColumn) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) {
        return row->folder;
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case NameColumn:
        return row->name;
    case StateColumn:
        return stateText(*row);
    default:
        return std::isfinite(row->champion) ? QString::number(row->champion, 'g', 4) : QString();
    }
}

QVariant ExperimentModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("Experiment");
    case StateColumn:
        return tr("State");
    default:
        return tr("Fitness");
    }
}

ExperimentPanel::ExperimentPanel(QWidget* parent)
    : QWidget(parent), m_table(new QTableView), m_about(new QLabel) {
    setObjectName(QStringLiteral("experiment-panel"));
    m_table->setObjectName(QStringLiteral("experiments"));
    m_table->setModel(&m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->verticalHeader()->hide();
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setMinimumSize(220, 90);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(ExperimentModel::NameColumn, QHeaderView::Stretch);
    header->setSectionResizeMode(ExperimentModel::StateColumn, QHeaderView::ResizeToContents);
    header->setSectionResizeMode(ExperimentModel::FitnessColumn, QHeaderView::ResizeToContents);
    m_about->setObjectName(QStringLiteral("experiment-about"));
    m_about->setWordWrap(true);
    m_about->setTextInteractionFlags(Qt::TextSelectableByMouse);
    buildButtons();
    QVBoxLayout* column = columnIn(this);
    auto* buttons = new QGridLayout;
    buttons->setSpacing(4);
    buttons->addWidget(m_new, 0, 0);
    buttons->addWidget(m_open, 0, 1);
    buttons->addWidget(m_copy, 0, 2);
    auto* run = new QGridLayout;
    run->setSpacing(4);
    run->addWidget(m_start, 0, 0);
    run->addWidget(m_pause, 0, 1);
    run->addWidget(m_delete, 0, 2);
    column->addLayout(buttons);
    column->addWidget(m_table, 1);
    column->addLayout(run);
    column->addWidget(m_about);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                const ExperimentRow* row = m_model.at(index.row());
                if (!m_isChoosing && row != nullptr) {
                    m_chosen = row->folder;
                    refresh();
                    Q_EMIT chosenByUser(m_chosen);
                }
            });
    connect(m_table, &QTableView::customContextMenuRequested, this, &ExperimentPanel::showMenu);
    refresh();
}

void ExperimentPanel::buildButtons() {
    m_new = panelButton("experiment-new", tr("New..."), tr("Set up a new experiment"));
    m_open = panelButton("experiment-open", tr("Open..."),
                         tr("Open the folder of an experiment, or an experiment file"));
    m_copy = panelButton("experiment-copy", tr("Copy..."),
                         tr("Set up a new experiment with the settings of this one"));
    m_start = panelButton(
        "experiment-start", tr("Start"),
        tr("Run the experiment in a separate process, which continues when the studio is closed"));
    m_pause = panelButton("experiment-pause", tr("Pause"), tr("Stop after the current generation"));
    m_delete = panelButton("experiment-delete", tr("Delete..."),
                           tr("Move the experiment's folder to the trash"));
    connect(m_new, &QPushButton::clicked, this, &ExperimentPanel::newRequested);
    connect(m_open, &QPushButton::clicked, this, &ExperimentPanel::openRequested);
    connect(m_copy, &QPushButton::clicked, this, [this] { Q_EMIT copyRequested(m_chosen); });
    connect(m_start, &QPushButton::clicked, this, [this] { Q_EMIT startRequested(m_chosen); });
    connect(m_pause, &QPushButton::clicked, this, [this] { Q_EMIT pauseRequested(m_chosen); });
    connect(m_delete, &QPushButton::clicked, this, [this] { Q_EMIT deleteRequested(m_chosen); });
}

const ExperimentRow* ExperimentPanel::current() const {
    return m_model.at(m_model.rowOf(m_chosen));
}

void ExperimentPanel::setExperiments(std::vector<ExperimentRow> experiments) {
    m_isChoosing = true;
    m_model.setExperiments(std::move(experiments));
    m_isChoosing = false;
    choose(m_chosen);
}

void ExperimentPanel::choose(const QString& folder) {
    m_isChoosing = true;
    m_chosen = folder;
    const int row = m_model.rowOf(folder);
    if (row < 0) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
    } else if (m_table->currentIndex().row() != row) {
        m_table->selectRow(row);
    }
    m_isChoosing = false;
    refresh();
}

void ExperimentPanel::refresh() {
    const ExperimentRow* row = current();
    const bool canStart = row != nullptr && !isAtWork(row->state) &&
                          row->state != ExperimentState::Finished &&
                          row->state != ExperimentState::Unusable;
    m_start->setEnabled(canStart);
    m_start->setText(row == nullptr || row->state == ExperimentState::New ? tr("Start")
                                                                          : tr("Resume"));
    m_pause->setEnabled(row != nullptr && row->state == ExperimentState::Running &&
                        !row->isElsewhere);
    m_copy->setEnabled(row != nullptr && row->state != ExperimentState::Unusable);
    m_delete->setEnabled(row != nullptr && !isAtWork(row->state));
    QPalette palette;
    if (row != nullptr && isFault(row->state)) {
        palette.setColor(QPalette::WindowText, kFaultColor);
    }
    m_about->setPalette(palette);
    showWrapped(m_about, row == nullptr     ? QString()
                         : row->isElsewhere ? tr("%1\nRunning on another computer").arg(row->about)
                                            : row->about);
    m_about->setVisible(!m_about->text().isEmpty());
}

void ExperimentPanel::showMenu(const QPoint& pos) {
    const ExperimentRow* row = m_model.at(m_table->indexAt(pos).row());
    if (row == nullptr) {
        return;
    }
    QMenu menu(this);
    const QString folder = row->folder;
    menu.addAction(tr("Show in file manager"), this,
                   [this, folder] { Q_EMIT showInFolderRequested(folder); });
    if (!row->isOwn) {
        menu.addAction(tr("Remove from this list"), this,
                       [this, folder] { Q_EMIT removeRequested(folder); });
    }
    menu.exec(m_table->viewport()->mapToGlobal(pos));
}

} // namespace sideline::widgets
