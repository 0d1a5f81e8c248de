#pragma once

#include <array>
#include <vector>

#include <QAbstractTableModel>

#include "widgets/localization/estimator_panel.h"

namespace sideline::widgets {

/// Estimators and their figures, in display units.
class EstimatorModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        NowColumn,
        NowHeadingColumn,
        MeanColumn,
        P95Column,
        MaxColumn,
        HeadingColumn,
        ValidColumn,
        TimeColumn,
        ConsistencyColumn,
        ColumnCount
    };
    using QAbstractTableModel::QAbstractTableModel;

    /// Sets the estimators; rows with the same ids are changed in place.
    void setRows(const std::vector<EstimatorRow>& rows, int chosen);
    void setChosen(int id);
    [[nodiscard]] int chosen() const { return m_chosen; }
    [[nodiscard]] const EstimatorRow* rowAt(int row) const;
    /// -1 if there is none with this id.
    [[nodiscard]] int indexOf(int id) const;
    /// The table with its headings as tab-separated text.
    [[nodiscard]] QString asText() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] bool isBest(const EstimatorRow& row, int column) const;
    [[nodiscard]] QVariant look(const EstimatorRow& row, int column, int role) const;
    void findBest();

    std::vector<EstimatorRow> m_rows;
    int m_chosen = -1;
    /// The text of the best figure in each column; empty if there is nothing to compare.
    std::array<QString, ColumnCount> m_best;
};

} // namespace sideline::widgets
