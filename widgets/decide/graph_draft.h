#pragma once

#include <vector>

#include <QCoreApplication>
#include <QString>

#include "agentcore/decision/node_edit.h"
#include "agentcore/world/decision_trace.h"
#include "widgets/decide/line_map.h"

namespace sideline::widgets {

/// Whether two decisions have the same nodes, regardless of their scores.
[[nodiscard]] bool haveSameShape(const world::DecisionTrace& a, const world::DecisionTrace& b);

/// The first active node; -1: none.
[[nodiscard]] int activeNodeOf(const world::DecisionTrace& trace);

/// An edited decision that no agent runs yet, with the values of the running one wherever both have
/// the same node. A value type.
struct GraphDraft {
    world::DecisionTrace trace;
    std::vector<char> isNew; ///< for each node, whether it has no values because no agent runs it
    std::vector<int> played; ///< for each node, its index in the running decision; -1: none

    /// @param text the edited decision
    /// @param played the running one
    /// @param lines maps the lines of the running decision to those of the text
    [[nodiscard]] static GraphDraft of(const world::DecisionTrace& text,
                                       const world::DecisionTrace& played, const LineMap& lines);
    /// The node of the draft for a node of the running decision; -1: it was removed.
    [[nodiscard]] int nodeOf(int playedNode) const;
};

/// An edit that the graph of a decision offers for a node.
struct NodeOffer {
    decision::NodeChange change = decision::NodeChange::AddBelow;
    QString text; ///< text, such as `Add a state inside`
    QString key;  ///< shortcut in the graph
    [[nodiscard]] bool adds() const { return change <= decision::NodeChange::AddTransition; }
};

/// The edits that a decision's form offers for the selected node.
class NodeOffers {
    Q_DECLARE_TR_FUNCTIONS(sideline::widgets::NodeOffers)
public:
    /// @param node -1: none is selected
    [[nodiscard]] static std::vector<NodeOffer> of(const world::DecisionTrace& trace, int node);
};

} // namespace sideline::widgets
