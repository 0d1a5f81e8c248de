#include "widgets/train/train_trial_panel.h"

#include <algorithm>
#include <cmath>

#include <QHeaderView>
#include <QStandardItemModel>

#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"
#include "widgets/common/wrapped_text.h"

namespace sideline::widgets {

int TrialModel::rowOf(int place) const {
    const auto found = std::ranges::find(rows(), place, &TrialRow::place);
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

int TrialModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant TrialModel::data(const QModelIndex& index, int role) const {
    const TrialRow* row = index.isValid() ? rowAt(index.row()) : nullptr;
    if (row == nullptr) {
        return {};
    }
    const bool isBad = !row->isSuccess || !std::isfinite(row->fitness);
    if (role == Qt::ForegroundRole && isBad && index.column() == OutcomeColumn) {
        return kFaultColor;
    }
    if (role == Qt::ToolTipRole) {
        return tr("Click to watch this trial");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case PlaceColumn:
        return row->place + 1;
    case RobotColumn:
        return row->robot;
    case FitnessColumn:
        return std::isfinite(row->fitness) ? QString::number(row->fitness, 'g', 4) : QString();
    default:
        return row->isSuccess && std::isfinite(row->fitness)    ? tr("success")
               : !row->why.isEmpty()                            ? row->why
               : row->isSuccess || !std::isfinite(row->fitness) ? tr("failed")
                                                                : tr("no success");
    }
}

QVariant TrialModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case PlaceColumn:
        return tr("Trial");
    case RobotColumn:
        return tr("Robot");
    case FitnessColumn:
        return tr("Fitness");
    default:
        return tr("Outcome");
    }
}

TrainTrialPanel::TrainTrialPanel(QWidget* parent)
    : QWidget(parent),
      m_title(new QLabel),
      m_figures(new QLabel),
      m_trials(panelTable("train-trials", &m_model)),
      m_why(new FallReport),
      m_progress(new QProgressBar) {
    setObjectName(QStringLiteral("train-trial-panel"));
    m_title->setObjectName(QStringLiteral("train-trial-title"));
    m_title->setFont(bold(m_title->font()));
    m_title->setWordWrap(true);
    m_figures->setObjectName(QStringLiteral("train-trial-figures"));
    m_figures->setWordWrap(true);
    m_figures->setTextFormat(Qt::RichText);
    m_trials->setMinimumSize(200, 110);
    m_trials->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_trials->horizontalHeader()->setStretchLastSection(true);
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_ghost = panelChoice("train-ghost",
                          {tr("No ghost"), tr("Ghost: start of the search"), tr("Ghost: champion"),
                           tr("Ghost: kept individual")},
                          tr("Another individual in the same trial, shown beside this one"));
    m_pin = panelButton("train-pin", tr("Keep"),
                        tr("Keep this individual as a ghost to compare others with"));
    m_send = panelButton("train-send", tr("Send to motion library"),
                         tr("Save the motion of this individual in your library"));
    m_match = panelButton("train-match", tr("Open as match"),
                          tr("Play this trial as a match, with cameras, plots, rulers and export"));
    auto* ghost = new QHBoxLayout;
    ghost->setSpacing(4);
    ghost->addWidget(m_ghost, 1);
    ghost->addWidget(m_pin);
    QVBoxLayout* column = columnIn(this);
    column->addWidget(m_title);
    m_figureArea = scrolled(m_figures);
    column->addWidget(m_figureArea);
    column->addWidget(m_progress);
    column->addWidget(m_trials, 1);
    m_why->setObjectName(QStringLiteral("train-why"));
    m_whyArea = scrolled(m_why);
    column->addWidget(m_whyArea);
    column->addLayout(ghost);
    auto* uses = new QHBoxLayout;
    uses->setSpacing(4);
    uses->addWidget(m_send, 1);
    uses->addWidget(m_match, 1);
    column->addLayout(uses);
    connect(m_trials->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                const TrialRow* row = m_model.at(index.row());
                if (!m_isShowing && row != nullptr) {
                    Q_EMIT trialChosen(row->place);
                }
            });
    connect(m_ghost, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_isShowing) {
            Q_EMIT ghostChosen();
        }
    });
    connect(m_why, &FallReport::timeRequested, this, &TrainTrialPanel::momentRequested);
    connect(m_pin, &QPushButton::clicked, this, &TrainTrialPanel::pinRequested);
    connect(m_send, &QPushButton::clicked, this, &TrainTrialPanel::sendRequested);
    connect(m_match, &QPushButton::clicked, this, &TrainTrialPanel::matchRequested);
    setView({});
}

GhostChoice TrainTrialPanel::ghost() const {
    return static_cast<GhostChoice>(m_ghost->currentIndex());
}

void TrainTrialPanel::setView(const TrainTrialView& view) {
    m_isShowing = true;
    const bool isThere = !view.title.isEmpty();
    showWrapped(m_title, isThere ? view.title : tr("Click an individual or a point in a plot"));
    showText(m_figures, view.figures);
    m_figures->setToolTip(view.figuresHelp.trimmed());
    m_figureArea->setVisible(!view.figures.isEmpty());
    m_model.setTrials(view.trials);
    const int row = m_model.rowOf(view.shownPlace);
    if (row >= 0 && m_trials->currentIndex().row() != row) {
        m_trials->selectRow(row);
    }
    m_trials->setVisible(isThere);
    m_why->setView(view.why, false);
    m_whyArea->setVisible(!view.why.headline.isEmpty());
    m_progress->setValue(view.percent);
    m_progress->setVisible(isThere && view.percent < 100);
    m_ghost->setEnabled(isThere);
    m_pin->setEnabled(isThere);
    m_send->setEnabled(view.canSend);
    m_match->setEnabled(view.hasTrial);
    m_send->setText(view.isMotion ? tr("Send to motion library") : tr("Save as file..."));
    showGhosts(view);
    m_isShowing = false;
}

void TrainTrialPanel::showGhosts(const TrainTrialView& view) {
    constexpr int kStart = static_cast<int>(GhostChoice::Start);
    constexpr int kPinned = static_cast<int>(GhostChoice::Pinned);
    auto* items = qobject_cast<QStandardItemModel*>(m_ghost->model());
    items->item(kStart)->setEnabled(view.hasStart);
    items->item(kPinned)->setEnabled(!view.pinned.isEmpty());
    m_ghost->setItemText(kPinned, view.pinned.isEmpty() ? tr("Ghost: kept individual")
                                                        : tr("Ghost: %1").arg(view.pinned));
}

} // namespace sideline::widgets
