// Layouts of state machines and behavior networks.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include "agentcore/decision/decision_why.h"
#include "widgets/common/text_format.h"
#include "widgets/decide/graph_layout.h"

namespace sideline::widgets {

namespace {

constexpr double kStateHead = 28.0;
constexpr double kStateFoot = 4.0;
constexpr double kHolderSide = 30.0; // space for the arrows inside a state that contains others
constexpr double kHolderFoot = 14.0;
constexpr double kLateral = 56.0; // gap between states side by side
constexpr double kBelow = 26.0;   // gap between states one below the other
constexpr double kMinBow = 18.0;
constexpr double kMaxBow = 70.0;

bool isTransition(const world::DecisionNode& node) {
    return !node.isLeaf() && node.name.starts_with(decision::kTransition);
}

// Arranges states from top to bottom by the number of transitions needed to reach them; nested
// states are drawn inside their parents. Transitions are written as lines inside their states.
// Downward arrows keep to the right, upward ones to the left.
class MachineLayout {
public:
    explicit MachineLayout(const world::DecisionTrace& shape) : m_builder(shape) {
        for (std::size_t i = 0; i < shape.nodes.size(); ++i) {
            if (!isTransition(shape.nodes[i])) {
                m_states.try_emplace(shape.nodes[i].name, static_cast<int>(i));
            }
        }
        const double count = static_cast<double>(shape.nodes.size());
        constexpr double kAreaPerNode = 6000.0; // px^2, rough
        m_widest = std::max(3.2 * kGraphBoxWidth, std::sqrt(1.6 * kAreaPerNode * count));
    }

    GraphLayout place() {
        placeIn(-1, -1);
        for (std::size_t i = 0; i < m_builder.shape().nodes.size(); ++i) {
            const auto node = static_cast<int>(i);
            const int to = isTransition(m_builder.node(node)) ? target(node) : -1;
            if (to >= 0) {
                joinStates(node, to);
            }
        }
        return m_builder.take();
    }

private:
    [[nodiscard]] QRectF& placeOf(int node) {
        GraphLayout& layout = m_builder.layout();
        return layout.parts[static_cast<std::size_t>(layout.partOf[static_cast<std::size_t>(node)])]
            .place;
    }

    [[nodiscard]] int target(int transition) const {
        const std::string& name = m_builder.node(transition).name;
        const std::string rest = name.substr(decision::kTransition.size());
        const auto found = m_states.find(rest.substr(0, rest.find(' ')));
        return found != m_states.end() ? found->second : -1;
    }

    // The direct child of a state that contains a node; -1: the node is outside.
    [[nodiscard]] int inside(int holder, int node) const {
        while (node >= 0 && m_builder.parent(node) != holder) {
            node = m_builder.parent(node);
        }
        return node;
    }

    [[nodiscard]] std::vector<std::vector<int>> layers(int holder,
                                                       const std::vector<int>& states) const {
        std::map<int, std::vector<int>> next;
        for (std::size_t i = 0; i < m_builder.shape().nodes.size(); ++i) {
            const auto node = static_cast<int>(i);
            const int to = isTransition(m_builder.node(node)) ? inside(holder, target(node)) : -1;
            const int from = to >= 0 ? inside(holder, node) : -1;
            if (from >= 0 && from != to) {
                next[from].push_back(to);
            }
        }
        std::map<int, int> depth;
        std::vector<std::vector<int>> all;
        for (const int state : states) {
            if (!depth.try_emplace(state, 0).second) {
                continue;
            }
            // A state without earlier predecessors is placed as high as its source.
            std::vector<int> open{state};
            for (std::size_t i = 0; i < open.size(); ++i) {
                const int at = depth[open[i]];
                if (static_cast<int>(all.size()) <= at) {
                    all.resize(static_cast<std::size_t>(at) + 1);
                }
                all[static_cast<std::size_t>(at)].push_back(open[i]);
                for (const int to : next[open[i]]) {
                    if (depth.try_emplace(to, at + 1).second) {
                        open.push_back(to);
                    }
                }
            }
        }
        return all;
    }

    // Places the children of a state below a point.
    // @return the right and lower ends of the children
    QPointF placeIn(int holder, int owner) {
        std::vector<int> states;
        for (const int child : m_builder.children(holder)) {
            if (!isTransition(m_builder.node(child))) {
                states.push_back(child);
            }
        }
        struct Made {
            std::size_t first, last; // index range of its parts
            QSizeF size;
        };
        double y = 0.0;
        double right = 0.0;
        std::vector<Made> row;
        std::vector<std::pair<std::vector<Made>, double>> rows;
        const auto endRow = [&] {
            if (!row.empty()) {
                double width = -kLateral;
                for (const Made& each : row) {
                    width += each.size.width() + kLateral;
                }
                right = std::max(right, width);
                rows.emplace_back(std::move(row), width);
                row.clear();
            }
        };
        for (const std::vector<int>& layer : layers(holder, states)) {
            double width = 0.0;
            for (const int state : layer) {
                const std::size_t first = m_builder.layout().parts.size();
                const QSizeF size = placeState(state, owner);
                if (!row.empty() && width + size.width() > m_widest) {
                    endRow();
                    width = 0.0;
                }
                width += size.width() + kLateral;
                row.push_back({first, m_builder.layout().parts.size(), size});
            }
            endRow();
        }
        for (const auto& [made, width] : rows) {
            double x = 0.5 * (right - width);
            double height = 0.0;
            for (const Made& each : made) {
                m_builder.move(each.first, each.last, {x, y});
                x += each.size.width() + kLateral;
                height = std::max(height, each.size.height());
            }
            y += height + kBelow;
        }
        return {right, std::max(0.0, y - kBelow)};
    }

    // Places a state at the origin.
    QSizeF placeState(int state, int owner) {
        std::vector<int> transitions;
        bool isHolder = false;
        for (const int child : m_builder.children(state)) {
            isTransition(m_builder.node(child)) ? transitions.push_back(child)
                                                : static_cast<void>(isHolder = true);
        }
        const double head =
            kStateHead + static_cast<double>(transitions.size()) * kGraphRowHeight + kStateFoot;
        QSizeF size(kGraphBoxWidth, head);
        const int part = m_builder.addPart(
            isHolder ? GraphPart::Kind::Holder : GraphPart::Kind::Box, state, {}, owner);
        double y = kStateHead;
        for (const int each : transitions) {
            m_builder.addPart(GraphPart::Kind::Row, each,
                              {2.0, y, kGraphBoxWidth - 4.0, kGraphRowHeight}, part);
            y += kGraphRowHeight;
        }
        if (isHolder) {
            const std::size_t first = m_builder.layout().parts.size();
            const QPointF end = placeIn(state, part);
            m_builder.move(first, m_builder.layout().parts.size(), {kHolderSide, head + 6.0});
            size.setWidth(std::max(size.width(), end.x() + 2.0 * kHolderSide));
            size.setHeight(head + 6.0 + end.y() + kHolderFoot);
        }
        m_builder.layout().parts[static_cast<std::size_t>(part)].place = {QPointF(), size};
        return size;
    }

    void joinStates(int transition, int to) {
        const QRectF row = placeOf(transition);
        const QRectF state = placeOf(m_builder.parent(transition));
        const QRectF target = placeOf(to);
        const double endY = target.top() + 0.5 * kStateHead;
        const bool isRight = target.left() > state.right();
        const bool isLeft = target.right() < state.left();
        const bool goesDown = endY > row.center().y();
        const bool fromRight = isRight || (!isLeft && goesDown);
        const bool intoRight = isLeft || (!isRight && goesDown);
        const QPointF begin(fromRight ? state.left() + kGraphBoxWidth : state.left(),
                            row.center().y());
        const QPointF end(intoRight ? target.right() : target.left(), endY);
        const double bow = std::clamp(0.2 * std::abs(end.y() - begin.y()), kMinBow, kMaxBow);
        GraphEdge edge;
        edge.from = m_builder.layout().partOf[static_cast<std::size_t>(transition)];
        edge.to = m_builder.layout().partOf[static_cast<std::size_t>(to)];
        edge.node = transition;
        edge.hasArrow = true;
        edge.path = QPainterPath(begin);
        edge.path.cubicTo(begin + QPointF(fromRight ? bow : -bow, 0.0),
                          end + QPointF(intoRight ? bow : -bow, 0.0), end);
        m_builder.addEdge(std::move(edge));
    }

    GraphBuilder m_builder;
    std::map<std::string, int, std::less<>> m_states; // states by name
    double m_widest;
};

constexpr double kColumnGap = 120.0;
constexpr double kLowHeight = 30.0; // height of beliefs and thresholds, which have one line

// Beliefs, modules and goals, from left to right.
class NetworkLayout {
public:
    explicit NetworkLayout(const world::DecisionTrace& shape) : m_builder(shape) {}

    GraphLayout place() {
        const std::vector<int>& groups = m_builder.children(-1);
        const auto group = [&](std::size_t i) { return i < groups.size() ? groups[i] : -1; };
        constexpr double kStep = kGraphBoxWidth + kColumnGap;
        const double beliefs = heightOf(group(3), kLowHeight);
        const double modules = heightOf(group(0), kGraphBoxHeight);
        const double goals = heightOf(group(1), kGraphBoxHeight);
        const double thresholds = heightOf(group(2), kLowHeight);
        const double last = goals + 2.0 * kGraphGap + thresholds;
        const double height = std::max({beliefs, modules, last});
        column(group(3), {0.0, 0.5 * (height - beliefs)}, kLowHeight);
        column(group(0), {kStep, 0.5 * (height - modules)}, kGraphBoxHeight);
        const double top = 0.5 * (height - last);
        column(group(1), {2.0 * kStep, top}, kGraphBoxHeight);
        column(group(2), {2.0 * kStep, top + goals + 2.0 * kGraphGap}, kLowHeight);
        for (const int module : group(0) >= 0 ? m_builder.children(group(0)) : std::vector<int>()) {
            joinModule(module);
        }
        return m_builder.take();
    }

private:
    [[nodiscard]] double heightOf(int group, double each) const {
        const auto count = group < 0 ? 0.0 : static_cast<double>(m_builder.children(group).size());
        return kGraphRowHeight + count * (each + kGraphGap);
    }

    void column(int group, const QPointF& at, double height) {
        if (group < 0) {
            return;
        }
        m_builder.addTitle(toQt(m_builder.node(group).name), at);
        QRectF place(at + QPointF(0.0, kGraphRowHeight + 0.5 * kGraphGap),
                     QSizeF(kGraphBoxWidth, height));
        for (const int each : m_builder.children(group)) {
            const int part = m_builder.addPart(GraphPart::Kind::Box, each, place);
            m_parts.try_emplace(m_builder.node(group).name + ' ' + m_builder.node(each).name, part);
            place.translate(0.0, height + kGraphGap);
        }
    }

    void joinModule(int module) {
        const auto& shape = m_builder.shape();
        const int part = m_builder.layout().partOf[static_cast<std::size_t>(module)];
        for (const std::size_t each : decision::termsOf(shape, static_cast<std::size_t>(module))) {
            std::string_view need = shape.terms[each].text;
            constexpr std::string_view kNot = "not ";
            need.remove_prefix(need.starts_with(kNot) ? kNot.size() : 0);
            const auto belief = m_parts.find("beliefs " + std::string(need));
            if (belief != m_parts.end()) {
                m_builder.join(belief->second, part);
                m_builder.layout().edges.back().term = static_cast<int>(each);
            }
        }
        for (const int figure : m_builder.children(module)) {
            for (const int by : m_builder.children(figure)) {
                constexpr std::string_view kBy = "by ";
                const std::string& name = m_builder.node(by).name;
                const auto goal = m_parts.find(
                    "goals " + (name.starts_with(kBy) ? name.substr(kBy.size()) : name));
                if (goal != m_parts.end()) {
                    m_builder.joinBack(goal->second, part, by);
                }
            }
        }
    }

    GraphBuilder m_builder;
    std::map<std::string, int, std::less<>> m_parts; // parts by group and name
};

} // namespace

GraphLayout layOutMachine(const world::DecisionTrace& shape) {
    return MachineLayout(shape).place();
}

GraphLayout layOutNetwork(const world::DecisionTrace& shape) {
    return NetworkLayout(shape).place();
}

} // namespace sideline::widgets
