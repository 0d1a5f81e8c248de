#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QWidget>

#include "agentcore/drawing/drawing_filter.h"
#include "widgets/live/drawing_view.h"
#include "widgets/live/sender_inspector.h"

namespace sideline::widgets {

/// The choice of shown drawings, and an inspector of the programs that send them.
class DrawingPanel : public QWidget {
    Q_OBJECT
public:
    explicit DrawingPanel(QWidget* parent = nullptr);

    void setView(const DrawingView& view);
    /// Sets the check marks; emits nothing.
    void setFilter(const drawing::DrawingFilter& filter);
    [[nodiscard]] const drawing::DrawingFilter& filter() const { return m_filter; }

Q_SIGNALS:
    void filterChanged(const sideline::drawing::DrawingFilter& filter);
    /// The user discards everything drawn so far.
    void clearRequested();

private:
    using Key = std::pair<std::string, std::string>; ///< sender (empty: all), path
    struct Count {
        std::size_t shapes = 0;
        bool isSender = false;
        bool isMatching = true;
        [[nodiscard]] bool operator==(const Count&) const = default;
    };
    using Counts = std::map<Key, Count>;

    QWidget* buildChoice();
    [[nodiscard]] bool isBySender() const { return m_grouping->currentIndex() == 0; }
    [[nodiscard]] Counts countSets() const;
    void showTree();
    void rebuildTree();
    void updateItems(const std::function<void()>& update);
    void showChecks();
    void showCounts();
    void showSummary();
    [[nodiscard]] QString excessText() const;
    void toggled(QTreeWidgetItem* item);
    void changePattern(const QString& text);
    void showPatternError(const QString& error);

    DrawingView m_view;
    drawing::DrawingFilter m_filter;
    Counts m_counts;
    std::map<Key, QTreeWidgetItem*> m_items;
    bool m_updating = false;

    QCheckBox* m_isOn = nullptr;
    QComboBox* m_grouping = nullptr;
    QLineEdit* m_search = nullptr;
    QPushButton* m_clear = nullptr;
    QTreeWidget* m_tree = nullptr;
    QLabel* m_summary = nullptr;
    SenderInspector* m_inspector = nullptr;
};

} // namespace sideline::widgets
