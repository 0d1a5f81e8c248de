#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <QAbstractTableModel>

namespace sideline::widgets {

/// A table whose rows are values that are replaced all at once. Views keep their selection while
/// the rows represent the same objects.
template <typename Row>
class RowTable : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }

protected:
    /// @param identity returns the identity of the object that a row represents
    template <typename Identity>
    void setRows(std::vector<Row> rows, Identity identity) {
        if (rows == m_rows) {
            return;
        }
        if (!std::ranges::equal(rows, m_rows, {}, identity, identity)) {
            beginResetModel();
            m_rows = std::move(rows);
            endResetModel();
            return;
        }
        m_rows = std::move(rows);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    /// Null for no row.
    [[nodiscard]] const Row* rowAt(int row) const {
        return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
    }

private:
    std::vector<Row> m_rows;
};

} // namespace sideline::widgets
