#pragma once

#include <vector>

#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QRectF>
#include <QString>
#include <QTransform>

#include "agentcore/world/decision_trace.h"
#include "widgets/decide/graph_layout.h"

namespace sideline::widgets {

/// View settings of a decision.
struct GraphLook {
    QTransform toWidget; ///< translation and uniform scale
    QRectF visible;      ///< visible part of the widget
    QPalette palette;
    QFont font;
    int selected = -1;       ///< index of a node
    int hovered = -1;        ///< index of a part
    std::vector<char> isNew; ///< for each node, whether it has no values; empty: all have values
    bool hasValues = true;   ///< false: no node has values, and none is marked as new
    double devicePixels = 1.0;
};

/// Level of detail of a part, by its size on the screen.
enum class GraphDetail {
    Whole, ///< its name in two lines, its value and a bar
    Line,  ///< its name, elided to fit, and its value
    Block, ///< a colored block; only the selected one has its name beside it
};

/// Paints a decision with its scores. Results that depend only on the layout, such as elided names,
/// are cached between frames.
class GraphPainter {
public:
    /// Clears the cache.
    void reset();
    /// @param trace trace with the nodes of the layout
    void paint(QPainter& painter, const GraphLayout& layout, const world::DecisionTrace& trace,
               const GraphLook& look);
    [[nodiscard]] static GraphDetail detailAt(double zoom);

private:
    struct Names {
        QString first, second;
    };
    void paintEdges(QPainter& painter) const;
    void paintEdge(QPainter& painter, const GraphEdge& edge) const;
    void paintPart(QPainter& painter, std::size_t index);
    void paintGround(QPainter& painter, const GraphPart& part, const QRectF& place) const;
    void paintTexts(QPainter& painter, std::size_t index, const QRectF& place);
    void paintPathNames(QPainter& painter) const;
    [[nodiscard]] const Names& names(std::size_t index, const QRectF& room, int lines,
                                     const QFontMetricsF& metrics);
    [[nodiscard]] QFont fontFor(const QRectF& place, double height, bool isBold) const;
    [[nodiscard]] bool isLit(int part) const;
    [[nodiscard]] bool isChosen(std::size_t node) const {
        return m_look->hasValues && m_trace->nodes[node].isChosen;
    }
    [[nodiscard]] bool isNew(std::size_t node) const {
        return node < m_look->isNew.size() && m_look->isNew[node] != 0;
    }

    const GraphLayout* m_layout = nullptr; ///< set while painting
    const world::DecisionTrace* m_trace = nullptr;
    const GraphLook* m_look = nullptr;
    double m_zoom = 1.0;
    double m_keptZoom = 0.0; ///< zoom that `m_names` was computed for
    std::vector<Names> m_names;
    std::vector<char> m_isNamed;
};

} // namespace sideline::widgets
