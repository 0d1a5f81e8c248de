#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStringList>
#include <QTreeWidget>
#include <QWidget>

#include "agentcore/world/agent_frame.h"

namespace sideline::widgets {

class WholeText;

/// Behaviors that the user can force on an agent in place of its own decision.
struct ForceView {
    QStringList behaviors; ///< empty: none can be forced
    QString forced;        ///< one of `behaviors`; empty: the agent decides
    QString file;          ///< file of the agent's decision maker; empty if unknown
    [[nodiscard]] bool operator==(const ForceView&) const = default;
};

/// The decision of the shown agent in this cycle: the tree with its scores and the chosen path, and
/// the reasons for or against the selected node. Handles live and recorded frames alike. A
/// double-click on a node requests its history. GUI thread only.
class DecisionPanel : public QWidget {
    Q_OBJECT
public:
    explicit DecisionPanel(QWidget* parent = nullptr);

    /// @param frame null: no agent is shown
    void setFrame(const world::AgentFramePtr& frame);
    void setForce(const ForceView& view);
    /// The node that is explained: the selected one, else the active leaf; -1: none.
    [[nodiscard]] int explained() const;
    /// The selected node; -1: none.
    [[nodiscard]] int selected() const;
    /// Selects a node, as a click does; -1: none.
    void select(int node);
    /// Adds the context menu entries of a node to a menu.
    void fillMenu(QMenu& menu, int node);
    /// Requests the history of a node, as a double-click does.
    void plot(int node);
    /// Requests a node's line in the file.
    void edit(int node);

Q_SIGNALS:
    /// The selection has changed, or the selected node was removed; -1: none.
    void selectionChanged(int node);
    /// The user wants to see a value of a node as a curve, named as in session recordings.
    void plotRequested(const QString& signalPath);
    /// A menu for a node is about to be shown; receivers may add entries.
    void menuOpening(QMenu* menu, int node);
    /// A node is selected.
    /// @param maker such as `tree keeper` @param line line of the node in its file; 0: unknown
    void nodeSelected(const QString& maker, int line);
    /// The user edits the file. @param line line of the selected node, or 0
    void editRequested(int line);
    /// The user forces a behavior from now on; empty: the agent decides again.
    void forceRequested(const QString& behavior);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void catchUp();
    void rebuild(const world::DecisionTrace& trace);
    void showScores(const world::DecisionTrace& trace);
    void explain(const world::DecisionTrace& trace);
    void showConditions(const world::DecisionTrace& trace, int node);
    void showMenu(const QPoint& pos);
    void requestPlot(int node, const char* figure);
    [[nodiscard]] int nodeOf(const QTreeWidgetItem* item) const;
    [[nodiscard]] int selectedLine() const;
    [[nodiscard]] bool hasShape(const world::DecisionTrace& trace) const;

    world::AgentFramePtr m_frame;
    world::DecisionTrace m_shape; ///< decision that the tree was built for
    /// Selection that is kept while there are no nodes, and restored when they return.
    struct Kept {
        std::string maker;
        std::size_t nodes = 0;
        int node = -1;
    } m_kept;
    QLabel* m_head;
    ForceView m_forceView;
    QComboBox* m_force;
    QPushButton* m_edit;
    QLabel* m_fault;
    QTreeWidget* m_tree;
    WholeText* m_why;
    QTreeWidget* m_conditions;
    std::vector<QTreeWidgetItem*> m_items; ///< one per node
};

} // namespace sideline::widgets
