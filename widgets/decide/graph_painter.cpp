#include "widgets/decide/graph_painter.h"

#include <algorithm>
#include <cmath>

#include "agentcore/decision/decision_why.h"
#include "widgets/common/text_format.h"
#include "widgets/decide/decision_text.h"

namespace sideline::widgets {

namespace {

const QColor kLit(0x25, 0xa2, 0x5a);
const QColor kBar(0x25, 0x7a, 0xc2);
const QColor kFreshColor(0xd0, 0x86, 0x1a);
constexpr double kWholeFrom = 0.58; // minimum zoom
constexpr double kLineFrom = 0.34;
constexpr double kFontPx = 12.0;
constexpr double kMinFontPx = 9.0;
constexpr double kMaxFontPx = 22.0;
constexpr double kNameFontPx = 11.0; // size of the names that are painted along a path of blocks

QColor blend(const QColor& a, const QColor& b, double ratio) {
    const auto mix = [ratio](int x, int y) {
        return static_cast<int>(std::lround(x + ratio * (y - x)));
    };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

void arrowHead(QPainter& painter, const QPainterPath& path, double lengthPx) {
    const QPointF tip = path.pointAtPercent(1.0);
    // Direction from the point on the curve about one head's length before its end.
    const double back = std::clamp(1.0 - lengthPx / std::max(1.0, path.length()), 0.0, 0.95);
    const QPointF way = tip - path.pointAtPercent(back);
    const double length = std::hypot(way.x(), way.y());
    if (length < 1e-6) {
        return;
    }
    const QPointF along = way / length;
    const QPointF across(-along.y(), along.x());
    const QPolygonF head{tip, tip - lengthPx * along + 0.45 * lengthPx * across,
                         tip - lengthPx * along - 0.45 * lengthPx * across};
    painter.setBrush(painter.pen().color());
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(head);
    painter.setBrush(Qt::NoBrush);
}

} // namespace

GraphDetail GraphPainter::detailAt(double zoom) {
    return zoom >= kWholeFrom  ? GraphDetail::Whole
           : zoom >= kLineFrom ? GraphDetail::Line
                               : GraphDetail::Block;
}

void GraphPainter::reset() {
    m_keptZoom = 0.0;
}

bool GraphPainter::isLit(int part) const {
    const int node = m_layout->parts[static_cast<std::size_t>(part)].node;
    return node >= 0 && isChosen(static_cast<std::size_t>(node));
}

void GraphPainter::paint(QPainter& painter, const GraphLayout& layout,
                         const world::DecisionTrace& trace, const GraphLook& look) {
    m_layout = &layout;
    m_trace = &trace;
    m_look = &look;
    m_zoom = look.toWidget.m11();
    if (m_zoom != m_keptZoom || m_names.size() != layout.parts.size()) {
        m_keptZoom = m_zoom;
        m_names.assign(layout.parts.size(), {});
        m_isNamed.assign(layout.parts.size(), 0);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    // Arrows pass behind boxes, but in front of their containers.
    const auto paintAll = [&](bool isHolder) {
        for (std::size_t i = 0; i < layout.parts.size(); ++i) {
            if ((layout.parts[i].kind == GraphPart::Kind::Holder) == isHolder) {
                paintPart(painter, i);
            }
        }
    };
    paintAll(true);
    paintEdges(painter);
    paintAll(false);
    if (detailAt(m_zoom) == GraphDetail::Block) {
        paintPathNames(painter);
    }
}

void GraphPainter::paintEdges(QPainter& painter) const {
    // Highlighted parts are painted above the rest.
    for (const bool isLitOnes : {false, true}) {
        for (const GraphEdge& edge : m_layout->edges) {
            const bool lit = edge.node >= 0 ? isChosen(static_cast<std::size_t>(edge.node))
                                            : edge.term < 0 && isLit(edge.from) && isLit(edge.to);
            const QRectF bounds =
                m_look->toWidget.mapRect(edge.path.controlPointRect()).adjusted(-3, -3, 3, 3);
            if (lit == isLitOnes && bounds.intersects(m_look->visible)) {
                paintEdge(painter, edge);
            }
        }
    }
}

void GraphPainter::paintEdge(QPainter& painter, const GraphEdge& edge) const {
    const QPalette& colors = m_look->palette;
    const double thin = std::clamp(m_zoom, 0.4, 1.4);
    QPen pen(colors.color(QPalette::Mid), thin);
    const bool hasValues = m_look->hasValues;
    if (hasValues && edge.term >= 0 &&
        static_cast<std::size_t>(edge.term) < m_trace->terms.size()) {
        const double truth = m_trace->terms[static_cast<std::size_t>(edge.term)].truth;
        pen.setColor(truth > 0.0 ? blend(colors.color(QPalette::Mid), kBar, truth) : kFaultColor);
        pen.setStyle(truth > 0.0 ? Qt::SolidLine : Qt::DotLine);
    } else if (hasValues && edge.node >= 0 && decision::isNetwork(*m_trace)) {
        const double score = m_trace->nodes[static_cast<std::size_t>(edge.node)].score;
        if (score != 0.0) {
            pen.setColor(score > 0.0 ? kBar : kFaultColor);
            pen.setWidthF(thin * (1.0 + 3.0 * std::min(1.0, std::abs(score))));
        }
    } else if (hasValues && edge.node >= 0) { // a transition: highlighted if its state is active
        const world::DecisionNode& node = m_trace->nodes[static_cast<std::size_t>(edge.node)];
        const int owner = m_layout->parts[static_cast<std::size_t>(edge.from)].owner;
        if (node.isChosen) {
            pen = QPen(kLit, 2.6 * thin);
        } else if (owner >= 0 && isLit(owner)) {
            pen.setColor(colors.color(QPalette::Text));
        }
    } else if (isLit(edge.from) && isLit(edge.to)) {
        pen = QPen(kLit, 2.6 * thin);
    }
    if (edge.node >= 0 && edge.node == m_look->selected) {
        pen.setColor(colors.color(QPalette::Highlight));
        pen.setWidthF(std::max(2.0, pen.widthF()));
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const QPainterPath path = m_look->toWidget.map(edge.path);
    painter.drawPath(path);
    if (edge.hasArrow && m_zoom >= 0.2) {
        arrowHead(painter, path, std::clamp(9.0 * m_zoom, 4.0, 12.0));
    }
}

void GraphPainter::paintPart(QPainter& painter, std::size_t index) {
    const GraphPart& part = m_layout->parts[index];
    const QRectF place = m_look->toWidget.mapRect(part.place);
    if (!place.adjusted(-3, -3, 3, 3).intersects(m_look->visible)) {
        return;
    }
    const GraphDetail detail = detailAt(m_zoom);
    if (part.kind == GraphPart::Kind::Title) {
        QFont font = fontFor(place, 0.55 * kGraphRowHeight, true);
        font.setPixelSize(std::max(font.pixelSize(), 9));
        painter.setFont(font);
        painter.setPen(m_look->palette.color(QPalette::Text));
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, part.title);
        return;
    }
    paintGround(painter, part, place);
    if (detail != GraphDetail::Block) {
        paintTexts(painter, index, place);
    }
}

void GraphPainter::paintGround(QPainter& painter, const GraphPart& part,
                               const QRectF& place) const {
    const QPalette& colors = m_look->palette;
    const auto index = static_cast<std::size_t>(part.node);
    const world::DecisionNode& node = m_trace->nodes[index];
    const bool isFresh = isNew(index);
    const bool isLitNode = isChosen(index);
    const DecisionFigure figure =
        isFresh || !m_look->hasValues ? DecisionFigure() : DecisionText::figure(*m_trace, index);
    const bool isBlock = detailAt(m_zoom) == GraphDetail::Block;
    const bool isRow = part.kind == GraphPart::Kind::Row;
    const bool isHolder = part.kind == GraphPart::Kind::Holder;
    const QColor base = colors.color(QPalette::Base);
    QColor fill = isHolder ? colors.color(QPalette::AlternateBase) : base;
    if (isLitNode) {
        fill = blend(fill, kLit, isBlock ? 0.9 : node.isActive ? 0.45 : isHolder ? 0.1 : 0.22);
    } else if (isBlock && !isHolder) {
        const double bar = figure.bar ? std::clamp(std::abs(*figure.bar), 0.0, 1.0) : 0.0;
        fill = blend(colors.color(QPalette::Mid),
                     figure.bar && *figure.bar < 0.0 ? kFaultColor : kBar, 0.75 * bar);
        if (!isFresh && m_look->hasValues && decision::isBehaviorTree(*m_trace) &&
            decision::nodeStatus(*m_trace, index) == decision::NodeStatus::Failure) {
            fill = blend(colors.color(QPalette::Mid), kFaultColor, 0.6);
        }
    }
    QPen pen(isLitNode ? kLit : colors.color(QPalette::Mid), isLitNode ? 1.8 : 1.0);
    if (isFresh) {
        pen = QPen(kFreshColor, 1.8, Qt::DashLine);
    }
    const bool isSelected = part.node == m_look->selected;
    const bool isHovered = m_look->hovered >= 0 &&
                           &part == &m_layout->parts[static_cast<std::size_t>(m_look->hovered)];
    if (isSelected) {
        pen = QPen(colors.color(QPalette::Highlight), 2.6, isFresh ? Qt::DashLine : Qt::SolidLine);
    } else if (isHovered) {
        pen.setColor(colors.color(QPalette::Text));
    }
    const bool hasFrame = !isRow || isSelected || isHovered || isFresh;
    painter.setPen(hasFrame && (!isBlock || isSelected) ? pen : Qt::NoPen);
    painter.setBrush(isRow && !isLitNode && !isBlock ? QBrush() : QBrush(fill));
    if (isRow && isBlock && !isLitNode && !isSelected) {
        return;
    }
    const double radius = isRow ? 2.0 : std::clamp(6.0 * m_zoom, 1.0, 8.0);
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    if (figure.bar && *figure.bar != 0.0 && std::isfinite(*figure.bar) && !isBlock) {
        const double thick = std::clamp(3.0 * m_zoom, 2.0, 5.0);
        const double inset = isRow ? 2.0 : 4.0 * m_zoom;
        const double width = (place.width() - 2.0 * inset) * std::min(1.0, std::abs(*figure.bar));
        painter.fillRect(QRectF(place.left() + inset, place.bottom() - thick - 1.0, width, thick),
                         *figure.bar > 0.0 ? kBar : kFaultColor);
    }
}

QFont GraphPainter::fontFor(const QRectF& place, double height, bool isBold) const {
    QFont font = m_look->font;
    const double px = std::min(std::clamp(height * m_zoom, kMinFontPx, kMaxFontPx),
                               std::max(6.0, 0.86 * place.height()));
    font.setPixelSize(static_cast<int>(std::floor(px)));
    font.setBold(isBold);
    return font;
}

// The name in one or two lines, elided to the available room.
const GraphPainter::Names& GraphPainter::names(std::size_t index, const QRectF& room, int lines,
                                               const QFontMetricsF& metrics) {
    Names& names = m_names[index];
    if (m_isNamed[index] != 0) {
        return names;
    }
    m_isNamed[index] = 1;
    const world::DecisionNode& node =
        m_trace->nodes[static_cast<std::size_t>(m_layout->parts[index].node)];
    const QString name = toQt(node.name);
    const auto cut = [&](const QString& text) {
        return metrics.elidedText(text, Qt::ElideRight, room.width());
    };
    if (lines == 1) {
        names.first = cut(DecisionText::title(node));
        return names;
    }
    if (node.isLeaf() && node.behavior != node.name) {
        names = {cut(name), cut(QStringLiteral("\u2192 ") + toQt(node.behavior))};
        return names;
    }
    qsizetype end = name.size();
    while (end > 0 && metrics.horizontalAdvance(name.left(end)) > room.width()) {
        end = name.lastIndexOf(QLatin1Char(' '), end - 1);
    }
    names = end <= 0 || end == name.size() ? Names{cut(name), {}}
                                           : Names{name.left(end), cut(name.mid(end + 1))};
    return names;
}

void GraphPainter::paintTexts(QPainter& painter, std::size_t index, const QRectF& place) {
    const GraphPart& part = m_layout->parts[index];
    const auto nodeIndex = static_cast<std::size_t>(part.node);
    const world::DecisionNode& node = m_trace->nodes[nodeIndex];
    const DecisionFigure figure = isNew(nodeIndex)
                                      ? DecisionFigure{DecisionText::tr("new"), {}, true}
                                  : m_look->hasValues ? DecisionText::figure(*m_trace, nodeIndex)
                                                      : DecisionFigure();
    const QPalette& colors = m_look->palette;
    const bool isWhole = detailAt(m_zoom) == GraphDetail::Whole;
    const bool isState = part.kind != GraphPart::Kind::Row && decision::isMachine(*m_trace);
    // The name of a state is in its header.
    QRectF room = place;
    if (isState) {
        room.setHeight(28.0 * m_zoom);
    }
    const double pad = std::max(3.0, 6.0 * m_zoom);
    room.adjust(pad, 0.0, -pad, 0.0);
    const bool isLow = part.kind == GraphPart::Kind::Row || isState || part.place.height() < 40.0;
    const int lines = isWhole && !isLow ? 2 : 1;
    const double size = isWhole ? (isLow && !isState ? 11.0 : kFontPx) : isLow ? 15.0 : 18.0;
    painter.setFont(fontFor(room, size, node.isActive));
    const QFontMetricsF metrics(painter.font());
    // Shows the value on the right if that leaves most of the room for the name. Its width is
    // constant, so that elided names do not change.
    const QString widest = decision::isBehaviorTree(*m_trace)
                               ? DecisionText::status(decision::NodeStatus::Success)
                           : isState ? DecisionText::tr("%1 s").arg(999.9)
                                     : QStringLiteral("-0.00");
    const double figureWidth = metrics.horizontalAdvance(widest);
    const bool hasFigure = m_look->hasValues && figureWidth < 0.45 * room.width();
    const QColor color = figure.isDim ? colors.color(QPalette::Disabled, QPalette::Text)
                                      : colors.color(QPalette::Text);
    if (hasFigure) {
        QColor figureColor = color;
        if (decision::isBehaviorTree(*m_trace) && !isNew(nodeIndex)) {
            const auto status = decision::nodeStatus(*m_trace, nodeIndex);
            figureColor = status == decision::NodeStatus::Failure   ? kFaultColor
                          : status == decision::NodeStatus::Success ? kLit
                                                                    : color;
        }
        painter.setPen(figureColor);
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, figure.text);
    }
    QRectF left = room;
    left.setRight(room.right() - (hasFigure ? figureWidth + pad : 0.0));
    const Names& name = names(index, left, lines, metrics);
    painter.setPen(color);
    if (name.second.isEmpty()) {
        painter.drawText(left, Qt::AlignLeft | Qt::AlignVCenter, name.first);
        return;
    }
    const double middle = room.center().y() - 1.0 * m_zoom;
    painter.drawText(QRectF(left.left(), middle - metrics.height(), left.width(), metrics.height()),
                     Qt::AlignLeft | Qt::AlignBottom, name.first);
    painter.drawText(QRectF(left.left(), middle, left.width(), metrics.height()),
                     Qt::AlignLeft | Qt::AlignTop, name.second);
}

// Paints the names along the path up from the active node, so that the decision is recognizable
// when zoomed out.
void GraphPainter::paintPathNames(QPainter& painter) const {
    QFont font = m_look->font;
    font.setPixelSize(static_cast<int>(kNameFontPx));
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const QPalette& colors = m_look->palette;
    std::vector<QRectF> taken;
    for (std::size_t i = m_layout->parts.size(); i-- > 0;) {
        const GraphPart& part = m_layout->parts[i];
        const bool isNamed = part.kind != GraphPart::Kind::Title && part.node >= 0 &&
                             (isLit(static_cast<int>(i)) || part.node == m_look->selected);
        const QRectF place = m_look->toWidget.mapRect(part.place);
        if (!isNamed || !place.intersects(m_look->visible)) {
            continue;
        }
        constexpr double kMaxPx = 180.0;
        const QString name = metrics.elidedText(
            DecisionText::title(m_trace->nodes[static_cast<std::size_t>(part.node)]),
            Qt::ElideRight, kMaxPx);
        QRectF tag(place.right() + 2.0, place.center().y() - 0.5 * metrics.height() - 1.0,
                   metrics.horizontalAdvance(name) + 6.0, metrics.height() + 2.0);
        if (tag.right() > m_look->visible.right()) {
            tag.moveRight(std::max(place.left() - 2.0, tag.width()));
        }
        if (std::ranges::any_of(taken,
                                [&](const QRectF& other) { return other.intersects(tag); })) {
            continue;
        }
        taken.push_back(tag);
        QColor ground = colors.color(QPalette::Base);
        ground.setAlpha(225);
        painter.setPen(
            QPen(part.node == m_look->selected ? colors.color(QPalette::Highlight) : kLit, 1.0));
        painter.setBrush(ground);
        painter.drawRoundedRect(tag, 3.0, 3.0);
        painter.setPen(colors.color(QPalette::Text));
        painter.drawText(tag.adjusted(3, 0, -3, 0), Qt::AlignLeft | Qt::AlignVCenter, name);
    }
}

} // namespace sideline::widgets
