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

/// What the user can make an agent do instead of what it decides.
struct ForceView {
    QStringList behaviors; ///< empty: nothing can be asked of it
    QString forced;        ///< of them; empty: it decides itself
    QString file;          ///< of its decision maker; empty if that is not known
    [[nodiscard]] bool operator==(const ForceView&) const = default;
};

/// How the agent that is shown has decided in this cycle: the tree with its scores and the path
/// that was chosen, and for the node that is selected, why it was taken or not. Live and recorded
/// frames look the same to it. A double-click on a node asks for its history. GUI thread only.
class DecisionPanel : public QWidget {
    Q_OBJECT
public:
    explicit DecisionPanel(QWidget* parent = nullptr);

    /// @param frame null: no agent is shown
    void setFrame(const world::AgentFramePtr& frame);
    void setForce(const ForceView& view);
    /// The node that is explained: the one that is selected, else the leaf at work; -1: none.
    [[nodiscard]] int explained() const;
    /// The node that is selected; -1: none.
    [[nodiscard]] int selected() const;
    /// Selects a node, as a click does; -1: none.
    void select(int node);
    /// Adds what a click with the right button on a node offers to a menu.
    void fillMenu(QMenu& menu, int node);
    /// Asks for the history of a node, as a double-click does.
    void plot(int node);
    /// Asks for its line of the file.
    void edit(int node);

Q_SIGNALS:
    /// The user or `select` has selected another node, or what was selected is gone; -1: none.
    void selectionChanged(int node);
    /// The user wants to see a figure of a node as a curve, named as in session recordings.
    void plotRequested(const QString& signalPath);
    /// A menu for a node is to be shown: what others offer for it may be added.
    void menuOpening(QMenu* menu, int node);
    /// A node is selected. @param maker as `tree keeper` @param line in its file; 0: not known
    void nodeSelected(const QString& maker, int line);
    /// The file is to be edited. @param line of the selected node, or 0
    void editRequested(int line);
    /// The agent shall do this from now on; empty: it decides itself again.
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
    world::DecisionTrace m_shape; ///< as the tree was built
    /// What was selected while there were nodes: it is again when they are back.
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
