#pragma once

#include <vector>

#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QWidget>

#include "widgets/common/row_table.h"
#include "widgets/train/train_view.h"

namespace sideline::widgets {

/// Experiments with their state.
class ExperimentModel : public RowTable<ExperimentRow> {
    Q_OBJECT
public:
    enum Column { NameColumn, StateColumn, FitnessColumn, ColumnCount };
    using RowTable::RowTable;

    void setExperiments(std::vector<ExperimentRow> experiments);
    [[nodiscard]] const ExperimentRow* at(int row) const { return rowAt(row); }
    /// -1 for none.
    [[nodiscard]] int rowOf(const QString& folder) const;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
};

/// The list of experiments, with actions for the chosen one. GUI thread only.
class ExperimentPanel : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentPanel(QWidget* parent = nullptr);

    void setExperiments(std::vector<ExperimentRow> experiments);
    /// @param folder folder of the shown experiment; empty for none
    void choose(const QString& folder);
    [[nodiscard]] const QString& chosen() const { return m_chosen; }

Q_SIGNALS:
    void chosenByUser(const QString& folder);
    void newRequested();
    void openRequested();
    void startRequested(const QString& folder);
    void pauseRequested(const QString& folder);
    /// The user starts a new experiment with the settings of another one.
    void copyRequested(const QString& folder);
    void deleteRequested(const QString& folder);
    /// The user removes an opened experiment from the list.
    void removeRequested(const QString& folder);
    void showInFolderRequested(const QString& folder);

private:
    void buildButtons();
    void showMenu(const QPoint& pos);
    void refresh();
    [[nodiscard]] const ExperimentRow* current() const;

    ExperimentModel m_model;
    QTableView* m_table;
    QLabel* m_about;
    QPushButton* m_new;
    QPushButton* m_open;
    QPushButton* m_start;
    QPushButton* m_pause;
    QPushButton* m_copy;
    QPushButton* m_delete;
    QString m_chosen;
    bool m_isChoosing = false;
};

} // namespace sideline::widgets
