#pragma once

#include <vector>

#include <QCoreApplication>
#include <QString>

#include "agentcore/decision/node_edit.h"
#include "agentcore/world/decision_trace.h"
#include "widgets/decide/line_map.h"

namespace sideline::widgets {

/// Whether two decisions have the same nodes, whatever their scores are.
[[nodiscard]] bool haveSameShape(const world::DecisionTrace& a, const world::DecisionTrace& b);

/// The first node that is at work; -1: none.
[[nodiscard]] int activeNodeOf(const world::DecisionTrace& trace);

/// A decision as it has been edited, which nobody plays yet: with the figures of the one that is
/// played wherever both have the same node. A value.
struct GraphDraft {
    world::DecisionTrace trace;
    std::vector<char> isNew; ///< of each node: nobody plays it, so it has no figures
    std::vector<int> played; ///< of each node: which one it is of those that are played; -1: none

    /// @param text as it has been edited @param played as an agent does
    /// @param lines from those that are played to those of the text
    [[nodiscard]] static GraphDraft of(const world::DecisionTrace& text,
                                       const world::DecisionTrace& played, const LineMap& lines);
    /// The node that a played one is; -1: it is gone.
    [[nodiscard]] int nodeOf(int playedNode) const;
};

/// A change that the picture of a decision offers for a node.
struct NodeOffer {
    decision::NodeChange change = decision::NodeChange::AddBelow;
    QString text; ///< as `Add a state in it`
    QString key;  ///< of the picture
    [[nodiscard]] bool adds() const { return change <= decision::NodeChange::AddTransition; }
};

/// What can be changed in a decision, by its form and the node that is selected.
class NodeOffers {
    Q_DECLARE_TR_FUNCTIONS(sideline::widgets::NodeOffers)
public:
    /// @param node -1: none is selected
    [[nodiscard]] static std::vector<NodeOffer> of(const world::DecisionTrace& trace, int node);
};

} // namespace sideline::widgets
