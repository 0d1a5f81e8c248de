#pragma once

#include <optional>
#include <vector>

#include <QAbstractTableModel>
#include <QComboBox>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

#include "widgets/train/train_view.h"

namespace sideline::widgets {

/// The individuals of an experiment: generation, number, fitness, measured values, parameters.
class IndividualModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        GenerationColumn,
        NumberColumn,
        FitnessColumn,
        SuccessColumn,
        TrialsColumn,
        FixedColumns
    };
    /// The role to sort by; its values are numbers.
    static constexpr int kSortRole = Qt::UserRole;
    using QAbstractTableModel::QAbstractTableModel;

    /// Keeps existing rows if the data has only grown.
    void show(const TrainDataPtr& data);
    [[nodiscard]] const TrainIndividual* at(int row) const;
    /// -1 for none.
    [[nodiscard]] int rowOf(IndividualId id) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] double valueAt(const TrainIndividual& individual, int column) const;
    /// Index of the figure in a column after the fixed ones; measured values come first.
    [[nodiscard]] std::size_t figureOf(int column) const;

    TrainDataPtr m_data;
    int m_rows = 0;
};

/// The table of individuals, sortable by column; the chosen one can be watched. GUI thread
/// only.
class IndividualPanel : public QWidget {
    Q_OBJECT
public:
    explicit IndividualPanel(QWidget* parent = nullptr);

    void setData(const TrainDataPtr& data);
    void choose(std::optional<IndividualId> id);

Q_SIGNALS:
    void chosenByUser(const sideline::widgets::IndividualId& id);

private:
    void takeRow(const QModelIndex& index);

    IndividualModel m_model;
    QSortFilterProxyModel* m_sorted;
    QComboBox* m_filter;
    QLabel* m_count;
    QTableView* m_table;
    TrainDataPtr m_data;
    std::optional<IndividualId> m_chosen;
    bool m_isChoosing = false;
};

} // namespace sideline::widgets
