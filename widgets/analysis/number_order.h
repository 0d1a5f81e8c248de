#pragma once

#include <cmath>

#include <QSortFilterProxyModel>

namespace sideline::widgets {

/// Sorts rows by the numbers or texts of the sort role. Rows without a number (NaN) come last
/// in both directions.
class NumberOrder : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
        const QVariant a = left.data(sortRole());
        const QVariant b = right.data(sortRole());
        if (a.typeId() == QMetaType::QString) {
            return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
        }
        const double x = a.toDouble();
        const double y = b.toDouble();
        if (std::isnan(x) || std::isnan(y)) {
            return std::isnan(x) != std::isnan(y) &&
                   std::isnan(y) == (sortOrder() == Qt::AscendingOrder);
        }
        return x < y;
    }
};

} // namespace sideline::widgets
