#pragma once

#include <memory>
#include <vector>

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>

#include "agentcore/field/field_model.h"
#include "widgets/localization/localize_view.h"
#include "widgets/localization/observation_text.h"

namespace sideline::widgets {

/// The observations of a vision frame as a tree: one row each, lines with their two ends below
/// them.
///
/// An object keeps its row as long as it is seen, so that views keep their selection and expansion.
class ObservationModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        MeasuredColumn,
        ExpectedColumn,
        InnovationColumn,
        SigmasColumn,
        GateColumn,
        ResultColumn,
        ColumnCount
    };
    enum Role {
        ObservationRole = Qt::UserRole, ///< index in the vision frame; for ends, that of their line
        SortRole,                       ///< number or text to sort by
        SigmasRole,                     ///< sigmas for a bar; invalid if there are none
        UnusedRole,                     ///< whether the method does not use the observation
        VerdictRole,                    ///< `localization::Verdict` as int
    };

    explicit ObservationModel(const field::FieldModel& field, QObject* parent = nullptr);
    ~ObservationModel() override;

    void setField(const field::FieldModel& field);
    void setVision(const localization::PoseDiagnostics& vision);
    /// The row of an observation, or an invalid index.
    [[nodiscard]] QModelIndex indexOf(int observation) const;

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    struct Row {
        ObservationKey key;
        quintptr id = 0; ///< constant; ends of a line refer to it
        int observation = 0;
        int endCount = 0;
        QString name;
        localization::ObservationReport report;
    };
    [[nodiscard]] int rowOfId(quintptr id) const;
    [[nodiscard]] QVariant text(const Row& row, int column) const;
    [[nodiscard]] QVariant endText(const Row& row, std::size_t end, int column) const;
    [[nodiscard]] QVariant sortValue(const Row& row, int column) const;
    [[nodiscard]] Row makeRow(const localization::PoseDiagnostics& vision, std::size_t i,
                              const ObservationKey& key) const;

    std::vector<Row> m_rows;
    std::unique_ptr<field::FieldModel> m_field;
    quintptr m_nextId = 1;
};

/// Sorts by any column; the ends of a line stay in their order.
class ObservationSorter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit ObservationSorter(QObject* parent = nullptr);

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

} // namespace sideline::widgets
