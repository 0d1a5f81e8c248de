#pragma once

#include <string>

#include "motions/motion.h"
#include "widgets/common/row_table.h"

namespace sideline::widgets {

/// A parameter, and how often it is used.
struct ParameterRow {
    std::string name;
    bool hasValue = false;
    double value = 0.0;
    int uses = 0;
    [[nodiscard]] bool operator==(const ParameterRow&) const = default;
};

/// The parameters of a motion as a table: name, value, number of keys that use it. Includes those
/// that are used but have no value. Edits are requested by signals.
class ParameterModel : public RowTable<ParameterRow> {
    Q_OBJECT
public:
    enum Column { NameColumn, ValueColumn, UsedColumn, ColumnCount };

    using RowTable::RowTable;

    void setMotion(const keyframe::Motion& motion);
    /// Name of a row's parameter; empty for no row.
    [[nodiscard]] QString nameAt(int row) const;
    [[nodiscard]] int rowOf(const QString& name) const; ///< -1 for none

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void renameRequested(const QString& from, const QString& to);
    void valueRequested(const QString& name, double value);
};

/// The motion with a parameter renamed, including its uses in expressions.
[[nodiscard]] keyframe::Motion withRenamedParameter(const keyframe::Motion& motion,
                                                    const std::string& from, const std::string& to);

/// Whether a text can be a parameter's name: letters, digits and `_`, not beginning with a digit.
[[nodiscard]] bool isParameterName(const QString& text);

} // namespace sideline::widgets
