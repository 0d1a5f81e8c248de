#include "widgets/robot/row_table.h"

#include <QHeaderView>

#include "widgets/common/panel_controls.h"

namespace sideline::widgets {

QTableWidget* rowTable(const char* name, int columns) {
    auto* table = new QTableWidget(0, columns);
    setUpPanelTable(*table, name);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    return table;
}

} // namespace sideline::widgets
