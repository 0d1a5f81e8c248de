#include "widgets/decide/decision_graph.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include "widgets/common/edit_keys.h"
#include "widgets/decide/decision_text.h"
#include "widgets/decide/graph_draft.h"

namespace sideline::widgets {

namespace {

constexpr double kMoveStepPx = 60.0;
constexpr double kGraphDragPx = 4.0;

// The change of the decision that a key requests; nullopt for other keys.
std::optional<decision::NodeChange> changeOf(const QKeyEvent& event) {
    using decision::NodeChange;
    const Qt::KeyboardModifiers with =
        event.modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier);
    const auto is = [&](Qt::Key key, Qt::KeyboardModifiers modifiers) {
        return event.key() == key && with == modifiers;
    };
    return is(Qt::Key_Insert, Qt::NoModifier)      ? std::optional(NodeChange::AddBelow)
           : is(Qt::Key_Insert, Qt::ShiftModifier) ? std::optional(NodeChange::AddBeside)
           : is(Qt::Key_T, Qt::NoModifier)         ? std::optional(NodeChange::AddTransition)
           : is(Qt::Key_Delete, Qt::NoModifier)    ? std::optional(NodeChange::Delete)
           : is(Qt::Key_Up, Qt::AltModifier)       ? std::optional(NodeChange::MoveUp)
           : is(Qt::Key_Down, Qt::AltModifier)     ? std::optional(NodeChange::MoveDown)
                                                   : std::nullopt;
}

// Returns the first node that has a part in the picture, or -1.
int firstDrawnIn(const GraphLayout& layout) {
    const auto first = std::ranges::find_if(layout.partOf, [](int part) { return part >= 0; });
    return first != layout.partOf.end() ? static_cast<int>(first - layout.partOf.begin()) : -1;
}

// Returns the tool tip of a node; empty for none.
QString tipOf(const DecisionGraph& graph, int node) {
    const world::DecisionTrace& trace = graph.trace();
    if (graph.isNew(node)) {
        return DecisionGraph::tr("New: not run by an agent yet");
    }
    return graph.hasValues() && node >= 0 && node < static_cast<int>(trace.nodes.size())
               ? DecisionText::tip(trace, static_cast<std::size_t>(node))
               : QString();
}

// @param isEmpty no graph is drawn: only nodes can be added
bool isOwnKey(const QKeyEvent& event, bool isEmpty) {
    if (isEmpty || editKeyOf(event) != EditKey::None) {
        return editKeyOf(event) != EditKey::None;
    }
    if (changeOf(event)) {
        return true;
    }
    if ((event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) != Qt::NoModifier) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
    case Qt::Key_0:
    case Qt::Key_H:
    case Qt::Key_F2:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Escape:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        return true;
    default:
        return false;
    }
}

} // namespace

DecisionGraph::DecisionGraph(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("decisionGraph"));
    setAccessibleName(tr("Picture of the decision"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

const world::DecisionTrace& DecisionGraph::trace() const {
    static const world::DecisionTrace kNone;
    return m_frame ? m_frame->decision.trace : kNone;
}

void DecisionGraph::setPlaceholder(const QString& text) {
    if (text != m_placeholder) {
        m_placeholder = text;
        update();
    }
}

void DecisionGraph::setFrame(const world::AgentFramePtr& frame, std::vector<char> isNew,
                             bool hasValues) {
    if (frame == m_frame && isNew == m_isNew && hasValues == m_hasValues) {
        return;
    }
    if (isNew != m_isNew || hasValues != m_hasValues) {
        m_isNew = std::move(isNew);
        m_hasValues = hasValues;
        m_painter.reset(); // names have more room without values
        update();
    }
    const bool isSame =
        m_isTaken && m_frame && frame && frame->decision.trace == m_frame->decision.trace;
    m_frame = frame;
    if (isSame) {
        return;
    }
    m_isTaken = false;
    if (isVisible()) {
        take();
    }
}

// Computes the layout only when the file has changed and while the widget is visible.
void DecisionGraph::take() {
    m_isTaken = true;
    const world::DecisionTrace& now = trace();
    if (now.nodes.empty()) { // keeps the layout: the next frame may have the same decision again
        return update();
    }
    if (!haveSameShape(now, m_shape)) {
        const bool isOther = now.maker != m_shape.maker;
        if (isOther || now.nodes.size() != m_shape.nodes.size()) {
            m_selected = -1;
        }
        m_shape = now;
        m_layout = GraphLayout::of(m_shape);
        m_painter.reset();
        m_hovered = -1;
        m_followed = -1;
        m_camera.setPicture(m_layout.bounds);
        if (isOther || m_camera.isFitted()) {
            fit();
        }
    }
    follow();
    update();
}

void DecisionGraph::setSelected(int node) {
    if (!m_isTaken) {
        take();
    }
    const int known = node < static_cast<int>(m_shape.nodes.size()) ? node : -1;
    if (known != m_selected) {
        m_selected = known;
        bringIntoView(known);
        update();
    }
}

void DecisionGraph::select(int node) {
    if (node != selected()) {
        m_selected = node;
        update();
        Q_EMIT nodeSelected(node);
    }
}

void DecisionGraph::setFollowing(bool isOn) {
    m_isFollowing = isOn;
    m_followed = -1;
    follow();
}

void DecisionGraph::follow() {
    const int active = m_hasValues ? activeNodeOf(trace()) : -1;
    if (m_isFollowing && active != m_followed) {
        bringIntoView(active);
    }
    m_followed = active;
}

void DecisionGraph::fit() {
    m_camera.fit();
    showView();
}

void DecisionGraph::zoomBy(double factor, const QPointF& at) {
    m_camera.zoomBy(factor, at);
    showView();
}

void DecisionGraph::moveBy(const QPointF& px) {
    m_camera.moveBy(px);
    showView();
}

void DecisionGraph::showView() {
    update();
    Q_EMIT viewChanged();
}

QRectF DecisionGraph::placeOf(int node) const {
    const int drawn = m_layout.drawnFor(m_shape, node);
    if (drawn < 0) {
        return {};
    }
    const int part = m_layout.partOf[static_cast<std::size_t>(drawn)];
    return m_camera.toWidget().mapRect(m_layout.parts[static_cast<std::size_t>(part)].place);
}

void DecisionGraph::bringIntoView(int node) {
    const QRectF place = placeOf(node);
    if (place.isEmpty() || rect().toRectF().contains(place)) {
        return;
    }
    // A part larger than the widget only needs to be partly visible.
    if (place.width() > width() || place.height() > height()) {
        if (place.intersects(rect().toRectF())) {
            return;
        }
    }
    moveBy(rect().toRectF().center() - place.center());
}

bool DecisionGraph::isNew(int node) const {
    return node >= 0 && node < static_cast<int>(m_isNew.size()) &&
           m_isNew[static_cast<std::size_t>(node)] != 0;
}

int DecisionGraph::nodeAt(const QPointF& pos) const {
    const int part = m_layout.partAt(m_camera.toWidget().inverted().map(pos));
    const bool isThere = part >= 0 && !trace().nodes.empty();
    return isThere ? m_layout.parts[static_cast<std::size_t>(part)].node : -1;
}

void DecisionGraph::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    const world::DecisionTrace& now = trace();
    if (now.nodes.empty() || !haveSameShape(now, m_shape)) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                         m_placeholder);
        return;
    }
    GraphLook look;
    look.toWidget = m_camera.toWidget();
    look.visible = event->rect().toRectF();
    look.palette = palette();
    look.font = font();
    look.selected = m_layout.drawnFor(m_shape, m_selected);
    // For a node that is drawn as a line, the line is marked as selected.
    const bool isLine = std::ranges::any_of(
        m_layout.edges, [this](const GraphEdge& edge) { return edge.node == m_selected; });
    if (isLine && m_selected >= 0) {
        look.selected = m_selected;
    }
    look.hovered = m_hovered;
    look.isNew = m_isNew;
    look.hasValues = m_hasValues;
    m_painter.paint(painter, m_layout, now, look);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void DecisionGraph::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_camera.setSize(size());
    showView();
}

void DecisionGraph::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!m_isTaken) {
        take();
    }
}

void DecisionGraph::wheelEvent(QWheelEvent* event) {
    event->accept();
    zoomBy(std::pow(kGraphZoomStep, event->angleDelta().y() / 120.0), event->position());
}

void DecisionGraph::mousePressEvent(QMouseEvent* event) {
    m_pressedAt = event->position();
    m_lastMouse = event->position();
    m_isDragging = false;
    if (event->button() == Qt::LeftButton) {
        const int node = nodeAt(event->position());
        if (node >= 0) {
            select(node);
        }
    }
}

void DecisionGraph::mouseMoveEvent(QMouseEvent* event) {
    const QPointF pos = event->position();
    if (m_pressedAt && event->buttons() != Qt::NoButton) {
        const QPointF way = pos - *m_pressedAt;
        m_isDragging = m_isDragging || std::hypot(way.x(), way.y()) > kGraphDragPx;
        if (m_isDragging) {
            setCursor(Qt::ClosedHandCursor);
            moveBy(pos - m_lastMouse);
            m_lastMouse = pos;
        }
        return;
    }
    const int hovered = m_layout.partAt(m_camera.toWidget().inverted().map(pos));
    if (hovered != m_hovered) {
        m_hovered = hovered;
        update();
    }
}

void DecisionGraph::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && !m_isDragging && nodeAt(event->position()) < 0) {
        select(-1);
    }
    m_pressedAt.reset();
    m_isDragging = false;
    unsetCursor();
}

void DecisionGraph::mouseDoubleClickEvent(QMouseEvent* event) {
    const int node = nodeAt(event->position());
    if (event->button() == Qt::LeftButton && node >= 0) {
        Q_EMIT lineRequested(node);
    }
}

void DecisionGraph::contextMenuEvent(QContextMenuEvent* event) {
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    const int node = isByMouse ? nodeAt(event->pos()) : selected();
    if (node >= 0) {
        select(node);
        Q_EMIT menuRequested(node, isByMouse ? event->globalPos()
                                             : mapToGlobal(placeOf(node).center().toPoint()));
    }
}

void DecisionGraph::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_hovered = -1;
    update();
}

// Moves the selection from node to node; the first step selects the active node.
void DecisionGraph::go(const QPointF& direction) {
    const int drawn = m_layout.drawnFor(m_shape, m_selected);
    int node = drawn >= 0 ? drawn : m_hasValues ? activeNodeOf(trace()) : -1;
    if (drawn >= 0) {
        const int next =
            m_layout.neighbor(m_layout.partOf[static_cast<std::size_t>(drawn)], direction);
        node = next >= 0 ? m_layout.parts[static_cast<std::size_t>(next)].node : drawn;
    } else if (node < 0) {
        node = firstDrawnIn(m_layout);
    }
    if (node >= 0) {
        select(node);
        bringIntoView(node);
    }
}

void DecisionGraph::keyPressEvent(QKeyEvent* event) {
    if (takeEditKey(*this, *event)) {
        return;
    }
    if (const auto change = changeOf(*event)) {
        Q_EMIT changeRequested(selected(), *change);
        return;
    }
    if (trace().nodes.empty() || !isOwnKey(*event, false)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const bool moves = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto arrow = [&](double x, double y) {
        moves ? moveBy(-kMoveStepPx * QPointF(x, y)) : go({x, y});
    };
    switch (event->key()) {
    case Qt::Key_Left:
        return arrow(-1.0, 0.0);
    case Qt::Key_Right:
        return arrow(1.0, 0.0);
    case Qt::Key_Up:
        return arrow(0.0, -1.0);
    case Qt::Key_Down:
        return arrow(0.0, 1.0);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomBy(kGraphZoomStep);
    case Qt::Key_Minus:
        return zoomBy(1.0 / kGraphZoomStep);
    case Qt::Key_0:
        return fit();
    case Qt::Key_Escape:
        return select(-1);
    case Qt::Key_H:
        if (selected() >= 0 && m_hasValues) {
            Q_EMIT plotRequested(selected());
        }
        return;
    default:
        if (selected() >= 0) {
            Q_EMIT editRequested(selected());
        }
    }
}

bool DecisionGraph::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride &&
        isOwnKey(*static_cast<QKeyEvent*>(event), trace().nodes.empty())) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipOf(*this, nodeAt(help->pos())), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace sideline::widgets
