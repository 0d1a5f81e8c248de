#pragma once

#include <vector>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <QWidget>

#include "widgets/common/fall_report.h"
#include "widgets/common/row_table.h"
#include "widgets/train/train_view.h"

namespace sideline::widgets {

/// Trials to be watched, with their outcomes.
class TrialModel : public RowTable<TrialRow> {
    Q_OBJECT
public:
    enum Column { PlaceColumn, RobotColumn, FitnessColumn, OutcomeColumn, ColumnCount };
    using RowTable::RowTable;

    void setTrials(std::vector<TrialRow> trials) { setRows(std::move(trials), &TrialRow::place); }
    [[nodiscard]] const TrialRow* at(int row) const { return rowAt(row); }
    [[nodiscard]] int rowOf(int place) const;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
};

/// Choices for comparison.
enum class GhostChoice : std::uint8_t { None, Start, Champion, Pinned };

/// Contents of the panel.
struct TrainTrialView {
    QString title;                ///< title of the individual; empty for none
    QString figures;              ///< stored figures of the individual
    QString figuresHelp;          ///< descriptions of the figures, a line each
    std::vector<TrialRow> trials; ///< worst first
    int shownPlace = -1;
    FallView why;         ///< why the shown trial failed
    int percent = 100;    ///< progress of rerunning trials
    QString pinned;       ///< the individual that was kept for comparison; empty for none
    bool hasStart = true; ///< the search has a start individual
    bool canSend = false;
    bool hasTrial = false; ///< there is a trial to watch
    bool isMotion = true;  ///< whether it is a motion; otherwise it can only be saved as a file
};

/// One individual: its trials, a ghost beside it, and export. GUI thread only.
class TrainTrialPanel : public QWidget {
    Q_OBJECT
public:
    explicit TrainTrialPanel(QWidget* parent = nullptr);

    void setView(const TrainTrialView& view);
    [[nodiscard]] GhostChoice ghost() const;

Q_SIGNALS:
    void trialChosen(int place);
    void momentRequested(double timeS); ///< time in the shown trial
    void ghostChosen();
    void pinRequested();
    void sendRequested();  ///< the individual should be saved in the motion library
    void matchRequested(); ///< the trial should be shown as a match

private:
    void showGhosts(const TrainTrialView& view);

    TrialModel m_model;
    QLabel* m_title;
    QLabel* m_figures;
    QScrollArea* m_figureArea;
    QTableView* m_trials;
    FallReport* m_why;
    QScrollArea* m_whyArea;
    QProgressBar* m_progress;
    QComboBox* m_ghost;
    QPushButton* m_pin;
    QPushButton* m_send;
    QPushButton* m_match;
    bool m_isShowing = false;
};

} // namespace sideline::widgets
