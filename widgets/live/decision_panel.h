#pragma once

#include <cstddef>
#include <vector>

#include <QLabel>
#include <QTreeWidget>
#include <QWidget>

#include "agentcore/world/agent_frame.h"

namespace sideline::widgets {

/// How the agent that is shown has decided in this cycle: the tree with its scores and the path
/// that was chosen, and for the node that is selected, why it was taken or not. Live and recorded
/// frames look the same to it. A double-click on a node asks for its history. GUI thread only.
class DecisionPanel : public QWidget {
    Q_OBJECT
public:
    explicit DecisionPanel(QWidget* parent = nullptr);

    /// @param frame null: no agent is shown
    void setFrame(const world::AgentFramePtr& frame);
    /// The node that is explained: the one that is selected, else the leaf at work; -1: none.
    [[nodiscard]] int explained() const;

Q_SIGNALS:
    /// The user wants to see a figure of a node as a curve, named as in session recordings.
    void plotRequested(const QString& signalPath);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void rebuild(const world::DecisionTrace& trace);
    void showScores(const world::DecisionTrace& trace);
    void explain(const world::DecisionTrace& trace);
    void showConditions(const world::DecisionTrace& trace, int node);
    void showMenu(const QPoint& pos);
    void requestPlot(const QTreeWidgetItem* item, const char* figure);
    [[nodiscard]] bool hasShape(const world::DecisionTrace& trace) const;
    [[nodiscard]] QString whyText(const world::DecisionTrace& trace, std::size_t node) const;

    world::AgentFramePtr m_frame;
    world::DecisionTrace m_shape; ///< as the tree was built
    QLabel* m_head;
    QLabel* m_fault;
    QTreeWidget* m_tree;
    QLabel* m_why;
    QTreeWidget* m_conditions;
    std::vector<QTreeWidgetItem*> m_items; ///< one per node
};

} // namespace sideline::widgets
