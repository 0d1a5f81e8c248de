#pragma once

#include <optional>
#include <vector>

#include <QAbstractTableModel>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QWidget>

#include "widgets/train/train_plot.h"
#include "widgets/train/train_view.h"

namespace sideline::widgets {

/// The parameters of an experiment with their importance.
class ParameterTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, ImportanceColumn, ColumnCount };
    static constexpr int kSortRole = Qt::UserRole;
    using QAbstractTableModel::QAbstractTableModel;

    void show(const TrainDataPtr& data);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    TrainDataPtr m_data;
};

/// Spread of parameter values over the generations, and importance of each parameter.
/// GUI thread only.
class ParameterPanel : public QWidget {
    Q_OBJECT
public:
    explicit ParameterPanel(QWidget* parent = nullptr);

    /// @param data may be null
    void setData(const TrainDataPtr& data);
    /// Sets the watched individual, whose values are marked.
    void setMarked(std::optional<IndividualId> id);
    /// Parameters that are plotted; for tests.
    [[nodiscard]] const std::vector<std::size_t>& plotted() const { return m_plotted; }

private:
    void takeSelection();
    void plotSpread();
    void plotParameter(int row, std::size_t parameter);

    ParameterTableModel m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    QLabel* m_about;
    TrainPlot* m_plot;
    TrainDataPtr m_data;
    std::optional<IndividualId> m_marked;
    std::vector<std::size_t> m_plotted;
};

} // namespace sideline::widgets
