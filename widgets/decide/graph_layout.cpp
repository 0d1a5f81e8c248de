#include "widgets/decide/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/decision/decision_why.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

constexpr double kLevelGap = 44.0;    // gap between a node and its children
constexpr double kLane = 16.0;        // height of the space for lines above adjacent columns
constexpr double kWidestRatio = 1.25; // maximum height / width of a tree before it is folded
constexpr int kMaxFolds = 24;

struct Block {
    QSizeF size;
    QPointF root; // middle of the root's left side
};

// A tree from left to right. The children of a node form one column, or several if one would be too
// tall; lines then pass above them.
class TreeLayout {
public:
    explicit TreeLayout(const world::DecisionTrace& shape) : m_builder(shape) {}

    // @param highest maximum height of a column before another one begins
    QSizeF measure(double highest) {
        m_highest = highest;
        m_blocks.assign(m_builder.shape().nodes.size() + 1, {});
        return sizeOf(-1);
    }
    GraphLayout place() {
        put(-1, {0.0, 0.0});
        return m_builder.take();
    }

private:
    using Column = std::vector<int>;

    [[nodiscard]] const QSizeF& size(int node) const {
        return m_blocks[static_cast<std::size_t>(node + 1)];
    }
    [[nodiscard]] static double heightOf(const Column& column, const TreeLayout& of) {
        double height = -kGraphGap;
        for (const int child : column) {
            height += of.size(child).height() + kGraphGap;
        }
        return height;
    }

    [[nodiscard]] std::vector<Column> columns(int node) const {
        std::vector<Column> all;
        double height = 0.0;
        for (const int child : m_builder.children(node)) {
            const double more = size(child).height() + kGraphGap;
            if (all.empty() || (height + more > m_highest && height > 0.0)) {
                all.emplace_back();
                height = 0.0;
            }
            all.back().push_back(child);
            height += more;
        }
        return all;
    }

    QSizeF sizeOf(int node) {
        for (const int child : m_builder.children(node)) {
            sizeOf(child);
        }
        const std::vector<Column> all = columns(node);
        QSizeF below(0.0, 0.0);
        for (const Column& column : all) {
            double width = 0.0;
            for (const int child : column) {
                width = std::max(width, size(child).width());
            }
            below.rwidth() += width + kLevelGap;
            below.setHeight(std::max(below.height(), heightOf(column, *this)));
        }
        const double lane = all.size() > 1 ? kLane : 0.0;
        const double own = node < 0 ? 0.0 : kGraphBoxWidth;
        QSizeF& block = m_blocks[static_cast<std::size_t>(node + 1)];
        block = {own + below.width(),
                 std::max(node < 0 ? 0.0 : kGraphBoxHeight, below.height() + lane)};
        return block;
    }

    // @return the part, or -1
    int put(int node, const QPointF& at) {
        const std::vector<Column> all = columns(node);
        const bool isFolded = all.size() > 1;
        const double own = node < 0 ? -kLevelGap : kGraphBoxWidth;
        // A single column is centered on its node, which is placed halfway between its first and
        // last child.
        int part = -1;
        std::vector<std::vector<int>> parts;
        double x = at.x() + own + kLevelGap;
        const double top = at.y() + (isFolded ? kLane : 0.0);
        for (const Column& column : all) {
            parts.emplace_back();
            double y = top;
            if (!isFolded) {
                y += std::max(0.0, 0.5 * (size(node).height() - heightOf(column, *this)));
            }
            double width = 0.0;
            for (const int child : column) {
                parts.back().push_back(put(child, {x, y}));
                y += size(child).height() + kGraphGap;
                width = std::max(width, size(child).width());
            }
            x += width + kLevelGap;
        }
        if (node < 0) {
            return part;
        }
        double y = at.y();
        if (!isFolded && !all.empty()) {
            const auto middle = [&](int each) {
                return m_builder.layout().parts[static_cast<std::size_t>(each)].place.center().y();
            };
            y = 0.5 * (middle(parts.front().front()) + middle(parts.front().back())) -
                0.5 * kGraphBoxHeight;
        }
        part = m_builder.addPart(GraphPart::Kind::Box, node,
                                 {at.x(), y, kGraphBoxWidth, kGraphBoxHeight});
        for (std::size_t i = 0; i < parts.size(); ++i) {
            for (const int child : parts[i]) {
                i == 0 ? m_builder.join(part, child) : joinOver(part, child, at.y());
            }
        }
        return part;
    }

    // Draws the edge above the previous columns, then down along the node's own column.
    void joinOver(int from, int to, double laneY) {
        const auto& parts = m_builder.layout().parts;
        const QRectF& a = parts[static_cast<std::size_t>(from)].place;
        const QRectF& b = parts[static_cast<std::size_t>(to)].place;
        const double beside = a.right() + 0.35 * kLevelGap;
        const double trunk = b.left() - 0.5 * kLevelGap;
        const double lane = laneY + 0.3 * kLane;
        GraphEdge edge;
        edge.from = from;
        edge.to = to;
        edge.path = QPainterPath({a.right(), a.center().y()});
        edge.path.lineTo(beside, a.center().y());
        edge.path.lineTo(beside, lane);
        edge.path.lineTo(trunk, lane);
        edge.path.lineTo(trunk, b.center().y());
        edge.path.lineTo(b.left(), b.center().y());
        m_builder.addEdge(std::move(edge));
    }

    GraphBuilder m_builder;
    double m_highest = 0.0;
    std::vector<QSizeF> m_blocks; // sizes for the nodes -1, 0, 1, ...; -1 is the common root
};

} // namespace

GraphBuilder::GraphBuilder(const world::DecisionTrace& shape)
    : m_shape(shape), m_children(shape.nodes.size() + 1), m_parents(shape.nodes.size(), -1) {
    m_layout.partOf.assign(shape.nodes.size(), -1);
    std::vector<int> open;
    for (std::size_t i = 0; i < shape.nodes.size(); ++i) {
        // Damaged recordings may skip levels.
        const auto depth =
            std::min(static_cast<std::size_t>(std::max(shape.nodes[i].depth, 0)), open.size());
        open.resize(depth);
        m_parents[i] = open.empty() ? -1 : open.back();
        m_children[static_cast<std::size_t>(m_parents[i] + 1)].push_back(static_cast<int>(i));
        open.push_back(static_cast<int>(i));
    }
}

int GraphBuilder::addPart(GraphPart::Kind kind, int node, const QRectF& place, int owner) {
    m_layout.parts.push_back({kind, node, owner, place, {}});
    const auto part = static_cast<int>(m_layout.parts.size()) - 1;
    if (node >= 0) {
        m_layout.partOf[static_cast<std::size_t>(node)] = part;
    }
    return part;
}

int GraphBuilder::addTitle(const QString& title, const QPointF& at) {
    m_layout.parts.push_back({GraphPart::Kind::Title, -1, -1,
                              QRectF(at, QSizeF(kGraphBoxWidth, kGraphRowHeight)), title});
    return static_cast<int>(m_layout.parts.size()) - 1;
}

namespace {

GraphEdge bent(int from, int to, int node, const QPointF& begin, const QPointF& end) {
    const QPointF bend(0.5 * (end.x() - begin.x()), 0.0);
    GraphEdge edge;
    edge.from = from;
    edge.to = to;
    edge.node = node;
    edge.path = QPainterPath(begin);
    edge.path.cubicTo(begin + bend, end - bend, end);
    return edge;
}

} // namespace

void GraphBuilder::join(int from, int to) {
    const QRectF& a = m_layout.parts[static_cast<std::size_t>(from)].place;
    const QRectF& b = m_layout.parts[static_cast<std::size_t>(to)].place;
    addEdge(bent(from, to, -1, {a.right(), a.center().y()}, {b.left(), b.center().y()}));
}

void GraphBuilder::joinDown(int from, int to) {
    const QRectF& a = m_layout.parts[static_cast<std::size_t>(from)].place;
    const QRectF& b = m_layout.parts[static_cast<std::size_t>(to)].place;
    GraphEdge edge;
    edge.from = from;
    edge.to = to;
    edge.path = QPainterPath(QPointF(a.center().x(), a.bottom()));
    edge.path.lineTo(b.center().x(), b.top());
    addEdge(std::move(edge));
}

void GraphBuilder::joinBack(int from, int to, int node) {
    const QRectF& a = m_layout.parts[static_cast<std::size_t>(from)].place;
    const QRectF& b = m_layout.parts[static_cast<std::size_t>(to)].place;
    addEdge(bent(from, to, node, {a.left(), a.center().y()}, {b.right(), b.center().y()}));
    m_layout.edges.back().hasArrow = true;
}

void GraphBuilder::move(std::size_t first, std::size_t last, const QPointF& by) {
    for (std::size_t i = first; i < last; ++i) {
        m_layout.parts[i].place.translate(by);
    }
}

GraphLayout GraphBuilder::take() {
    for (const GraphPart& part : m_layout.parts) {
        m_layout.bounds |= part.place;
    }
    for (const GraphEdge& edge : m_layout.edges) {
        m_layout.bounds |= edge.path.boundingRect();
    }
    return std::move(m_layout);
}

GraphLayout layOutTree(const world::DecisionTrace& shape) {
    constexpr double kSmallEnough = 900.0; // px; fits on most screens
    TreeLayout tree(shape);
    QSizeF size = tree.measure(std::numeric_limits<double>::infinity());
    const double unfolded = size.height();
    for (int folds = 2; folds <= kMaxFolds && size.height() > kSmallEnough &&
                        size.height() > kWidestRatio * size.width();
         ++folds) {
        size = tree.measure(unfolded / folds);
    }
    return tree.place();
}

// Observations on the left, layers from top to bottom, outputs on the right.
GraphLayout layOutPolicy(const world::DecisionTrace& shape) {
    constexpr double kHeight = 36.0;
    constexpr double kStep = kHeight + kGraphGap;
    constexpr double kGap = 60.0;
    constexpr int kMaxRows = 8;
    GraphBuilder builder(shape);
    const std::vector<int>& groups = builder.children(-1);
    double x = 0.0;
    std::vector<int> before; // parts connected to the next group
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const std::vector<int>& nodes = builder.children(groups[g]);
        const bool isLayers = g > 0 && g + 1 < groups.size();
        const auto count = static_cast<int>(nodes.size());
        const int columns = std::max(1, (count + kMaxRows - 1) / kMaxRows);
        const int rows = std::max(1, (count + columns - 1) / columns);
        const double top = -0.5 * rows * kStep;
        builder.addTitle(toQt(builder.node(groups[g]).name),
                         {x, top - kGraphRowHeight - kGraphGap});
        std::vector<int> parts;
        for (int i = 0; i < count; ++i) {
            const QPointF at(x + (i / rows) * (kGraphBoxWidth + kGraphGap),
                             top + (i % rows) * kStep);
            parts.push_back(builder.addPart(GraphPart::Kind::Box,
                                            nodes[static_cast<std::size_t>(i)],
                                            {at.x(), at.y(), kGraphBoxWidth, kHeight}));
            if (isLayers && i > 0) {
                i % rows > 0 ? builder.joinDown(parts.rbegin()[1], parts.back())
                             : builder.join(parts.rbegin()[1], parts.back());
            } else if (isLayers || i < rows) { // parts after the first column are not connected
                for (const int each : before) {
                    builder.join(each, parts.back());
                }
            }
        }
        if (isLayers && !parts.empty()) {
            parts = {parts.back()};
        }
        before = std::move(parts);
        x += columns * (kGraphBoxWidth + kGraphGap) - kGraphGap + kGap;
    }
    return builder.take();
}

GraphLayout GraphLayout::of(const world::DecisionTrace& shape) {
    if (decision::isMachine(shape)) {
        return layOutMachine(shape);
    }
    if (decision::isNetwork(shape)) {
        return layOutNetwork(shape);
    }
    return decision::isPolicy(shape) ? layOutPolicy(shape) : layOutTree(shape);
}

int GraphLayout::partAt(const QPointF& place) const {
    int found = -1;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const QRectF& at = parts[i].place;
        if (parts[i].node >= 0 && at.contains(place) && at.width() * at.height() < smallest) {
            smallest = at.width() * at.height();
            found = static_cast<int>(i);
        }
    }
    return found;
}

int GraphLayout::drawnFor(const world::DecisionTrace& shape, int node) const {
    if (node < 0 || node >= static_cast<int>(partOf.size())) {
        return -1;
    }
    const auto path = decision::pathTo(shape, static_cast<std::size_t>(node));
    for (auto each = path.rbegin(); each != path.rend(); ++each) {
        if (partOf[*each] >= 0) {
            return static_cast<int>(*each);
        }
    }
    return -1;
}

int GraphLayout::neighbor(int part, const QPointF& direction) const {
    const QPointF from = parts[static_cast<std::size_t>(part)].place.center();
    int best = -1;
    double bestCost = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const QPointF way = parts[i].place.center() - from;
        const double along = QPointF::dotProduct(way, direction);
        const double lateral = std::abs(way.x() * direction.y() - way.y() * direction.x());
        constexpr double kLateral = 3.0; // a step to the right prefers parts at the same height
        if (parts[i].node < 0 || along < 1.0) {
            continue;
        }
        const double cost = along + kLateral * lateral;
        if (cost < bestCost) {
            bestCost = cost;
            best = static_cast<int>(i);
        }
    }
    return best;
}

} // namespace sideline::widgets
