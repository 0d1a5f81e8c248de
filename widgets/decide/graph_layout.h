#pragma once

#include <cstddef>
#include <vector>

#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QString>

#include "agentcore/world/decision_trace.h"

namespace sideline::widgets {

/// A rectangle of a drawn decision.
struct GraphPart {
    enum class Kind {
        Box,    ///< a node
        Row,    ///< a node inside the box of another one: a transition in its state
        Holder, ///< a node that contains others, such as a state with substates
        Title,  ///< the heading of a column; no node
    };
    Kind kind = Kind::Box;
    int node = -1;  ///< index in `trace.nodes`
    int owner = -1; ///< the part that contains it
    QRectF place;
    QString title; ///< text of a `Title`
};

/// An arrow or a line between two parts.
struct GraphEdge {
    int from = 0; ///< index in `parts`
    int to = 0;
    int node = -1; ///< node whose value the edge shows, such as a transition; -1: the node of `to`
    int term = -1; ///< index of the condition in the trace whose truth it shows; -1: none
    bool hasArrow = false;
    QPainterPath path;
};

/// Positions of all parts of a decision, in pixels at zoom 1, from left to right: trees as trees,
/// networks as beliefs, modules and goals in columns, state machines as states that contain their
/// transitions, policies as observations, layers and actions. Parts overlap only where one contains
/// the other. Computed once for a file, regardless of its scores.
struct GraphLayout {
    std::vector<GraphPart> parts; ///< inner parts after the outer ones
    std::vector<GraphEdge> edges;
    std::vector<int> partOf; ///< part of each node; -1: none
    QRectF bounds;

    [[nodiscard]] static GraphLayout of(const world::DecisionTrace& shape);

    /// The topmost part at a point; -1: none.
    [[nodiscard]] int partAt(const QPointF& place) const;
    /// The node that represents a node in the drawing: itself or an ancestor; -1: none.
    [[nodiscard]] int drawnFor(const world::DecisionTrace& shape, int node) const;
    /// The nearest part in a direction that has a node, for the arrow keys; -1: none.
    [[nodiscard]] int neighbor(int part, const QPointF& direction) const;
};

/// Sizes of parts, px at zoom 1.
inline constexpr double kGraphBoxWidth = 196.0;
inline constexpr double kGraphBoxHeight = 44.0;
inline constexpr double kGraphRowHeight = 22.0;
inline constexpr double kGraphGap = 10.0;

/// Builder for the layouts of all forms of decisions.
class GraphBuilder {
public:
    explicit GraphBuilder(const world::DecisionTrace& shape);

    int addPart(GraphPart::Kind kind, int node, const QRectF& place, int owner = -1);
    int addTitle(const QString& title, const QPointF& at);
    /// Connects the right side of part `from` to the left side of part `to`.
    void join(int from, int to);
    /// Connects the lower side of part `from` to the upper side of part `to`.
    void joinDown(int from, int to);
    /// Connects the left side of part `from` to the right side of part `to`, with an arrow.
    void joinBack(int from, int to, int node);
    void addEdge(GraphEdge edge) { m_layout.edges.push_back(std::move(edge)); }
    /// Moves parts. @param last one past the last part
    void move(std::size_t first, std::size_t last, const QPointF& by);
    [[nodiscard]] GraphLayout& layout() { return m_layout; }
    [[nodiscard]] const world::DecisionTrace& shape() const { return m_shape; }
    /// Children of a node; for -1, the top-level nodes.
    [[nodiscard]] const std::vector<int>& children(int node) const {
        return m_children[static_cast<std::size_t>(node + 1)];
    }
    [[nodiscard]] int parent(int node) const { return m_parents[static_cast<std::size_t>(node)]; }
    [[nodiscard]] const world::DecisionNode& node(int index) const {
        return m_shape.nodes[static_cast<std::size_t>(index)];
    }
    /// Returns the complete layout. To be called once.
    [[nodiscard]] GraphLayout take();

private:
    const world::DecisionTrace& m_shape;
    GraphLayout m_layout;
    std::vector<std::vector<int>> m_children; ///< children of the nodes -1, 0, 1, ...
    std::vector<int> m_parents;
};

[[nodiscard]] GraphLayout layOutTree(const world::DecisionTrace& shape);
[[nodiscard]] GraphLayout layOutMachine(const world::DecisionTrace& shape);
[[nodiscard]] GraphLayout layOutNetwork(const world::DecisionTrace& shape);
[[nodiscard]] GraphLayout layOutPolicy(const world::DecisionTrace& shape);

} // namespace sideline::widgets
