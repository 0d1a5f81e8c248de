#pragma once

#include <optional>
#include <vector>

#include <QPointF>
#include <QRectF>
#include <QString>
#include <QWidget>

#include "agentcore/decision/node_edit.h"
#include "agentcore/world/agent_frame.h"
#include "widgets/decide/graph_camera.h"
#include "widgets/decide/graph_layout.h"
#include "widgets/decide/graph_painter.h"

namespace sideline::widgets {

/// Zoom factor per notch of the wheel or press of a key.
inline constexpr double kGraphZoomStep = 1.25;

/// A decision as a graph: the tree, network, state machine or policy with the scores of this cycle,
/// the chosen path highlighted. The layout is stable while the file does not change; only colors
/// and values change from frame to frame.
///
/// The wheel zooms at the mouse, a drag moves the picture, a click selects a node, a double-click
/// requests the node's line in the file. Keys: + and - zoom, 0 fits, arrows go from node to node
/// and with Shift move the picture, Return edits, H plots, Escape clears the selection; Insert,
/// Shift+Insert, T, Delete and Alt with arrows request edits: nodes added, deleted and moved. GUI
/// thread only.
class DecisionGraph : public QWidget {
    Q_OBJECT
public:
    explicit DecisionGraph(QWidget* parent = nullptr);

    /// @param frame null: no agent is shown
    /// @param isNew for each node, whether no agent runs it, so that it has no values; empty: none
    /// @param hasValues false: the decision of a file, drawn without values and a chosen path
    void setFrame(const world::AgentFramePtr& frame, std::vector<char> isNew = {},
                  bool hasValues = true);
    [[nodiscard]] bool isNew(int node) const;
    [[nodiscard]] bool hasValues() const { return m_hasValues; }
    /// Text in place of a missing decision.
    void setPlaceholder(const QString& text);
    /// @param node index in the trace; -1: none. The node is brought into view.
    void setSelected(int node);
    [[nodiscard]] int selected() const { return trace().nodes.empty() ? -1 : m_selected; }
    /// Keeps the active nodes in view.
    void setFollowing(bool isOn);
    void fit();
    /// @param at fixed point, on the widget
    void zoomBy(double factor, const QPointF& at);
    void zoomBy(double factor) { zoomBy(factor, rect().toRectF().center()); }

    [[nodiscard]] double zoom() const { return m_camera.zoom(); }
    [[nodiscard]] const GraphLayout& layout() const { return m_layout; }
    [[nodiscard]] const world::DecisionTrace& trace() const;
    /// Rectangle of a node, or of its drawn ancestor; empty if there is none.
    [[nodiscard]] QRectF placeOf(int node) const;
    [[nodiscard]] QSize sizeHint() const override { return {300, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

Q_SIGNALS:
    /// The user has selected a node; -1: none.
    void nodeSelected(int node);
    /// The user wants to see a node's line in the file.
    void lineRequested(int node);
    /// The user edits a node in place.
    void editRequested(int node);
    void plotRequested(int node);
    /// @param node the selected node; -1: none
    void changeRequested(int node, sideline::decision::NodeChange change);
    void menuRequested(int node, const QPoint& globalPos);
    /// The view has moved: widgets on top of the graph must follow.
    void viewChanged();
    void undoRequested();
    void redoRequested();
    void saveRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void take();
    void moveBy(const QPointF& px);
    void showView();
    void select(int node);
    void bringIntoView(int node);
    void follow();
    void go(const QPointF& direction);
    [[nodiscard]] int nodeAt(const QPointF& pos) const;

    world::AgentFramePtr m_frame;
    std::vector<char> m_isNew;
    bool m_hasValues = true;
    bool m_isTaken = true; ///< the picture shows this frame
    world::DecisionTrace m_shape;
    GraphLayout m_layout;
    GraphPainter m_painter;
    GraphCamera m_camera;
    bool m_isFollowing = false;
    int m_followed = -1;
    int m_selected = -1;
    int m_hovered = -1; ///< index of a part
    QString m_placeholder;
    std::optional<QPointF> m_pressedAt;
    QPointF m_lastMouse;
    bool m_isDragging = false;
};

} // namespace sideline::widgets
