#pragma once

#include <QSplitter>
#include <QTableView>
#include <QTreeView>
#include <QWidget>

#include "widgets/match/object_model.h"
#include "widgets/match/property_model.h"

namespace sideline::widgets {

/// The objects on the field as a tree, and the properties of the selected one.
class ObjectPanel : public QWidget {
    Q_OBJECT
public:
    explicit ObjectPanel(QWidget* parent = nullptr);

    void setFrame(const logs::FetchedFrame& fetched);
    void clearFrame();
    void setSelection(const monitor::ObjectId& selection);
    void setColors(const TeamColors& colors);

Q_SIGNALS:
    void selected(const sideline::monitor::ObjectId& id);
    void plotRequested(const sideline::logs::SignalId& signal);

private:
    void showAges();

    ObjectModel m_objects;
    PropertyModel m_properties;
    QTreeView* m_tree;
    QTableView* m_table;
    monitor::ObjectId m_selection;
    bool m_updating = false;
};

} // namespace sideline::widgets
