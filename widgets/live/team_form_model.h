#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "widgets/live/team_form_view.h"

namespace sideline::widgets {

/// The players of a team file as an editable table. A value inherited from the row for all players
/// is dimmed, an invalid one has a red background. Edits are only reported: they appear with the
/// next view.
class TeamFormModel : public QAbstractTableModel {
    Q_OBJECT
public:
    struct Column {
        const char* key; ///< key in the team file
        const char* text;
        const char* tip;
    };
    /// The columns, in order.
    [[nodiscard]] static const std::vector<Column>& columns();
    /// A value as displayed: `true` as `Yes`.
    [[nodiscard]] static QString shownValue(const QString& value);

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(const std::vector<TeamFormRow>& rows);
    [[nodiscard]] const std::vector<TeamFormRow>& rows() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    /// The user sets another value; an empty one removes it.
    void edited(const sideline::widgets::TeamFormRow& row, const QString& key,
                const QString& value);

private:
    [[nodiscard]] QString inherited(const TeamFormRow& row, const QString& key) const;

    std::vector<TeamFormRow> m_rows;
};

} // namespace sideline::widgets
