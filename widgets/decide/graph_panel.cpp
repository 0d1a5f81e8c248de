#include "widgets/decide/graph_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QFontDatabase>
#include <QKeyEvent>

#include "agentcore/decision/decision_why.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/name_text.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/decide/decision_text.h"

namespace sideline::widgets {

namespace {

constexpr int kMaxEditorLines = 12;

} // namespace

GraphPanel::GraphPanel(QWidget* parent)
    : QWidget(parent),
      m_graph(new DecisionGraph),
      m_head(new ElidedLabel("graphHead")),
      m_add(panelTool("graphAdd", QStringLiteral("add"),
                      tr("Add a node below or beside the selected one (Insert, Shift+Insert)"))),
      m_delete(panelTool("graphDelete", QStringLiteral("clear"),
                         tr("Delete the selected node with its children (Delete)"))),
      m_up(panelTool("graphUp", QStringLiteral("move-up"),
                     tr("Move the selected node up among its siblings (Alt+Up)"))),
      m_down(panelTool("graphDown", QStringLiteral("move-down"),
                       tr("Move the selected node down among its siblings (Alt+Down)"))),
      m_change(panelTool(
          "graphChange", QStringLiteral("edit"),
          tr("Edit the selected node here (Return); double-click: go to its line in the file"))),
      m_plot(panelTool("graphPlot", QStringLiteral("plot"),
                       tr("Plot the history of the selected node (H)"))),
      m_follow(
          panelTool("graphFollow", QStringLiteral("follow"),
                    tr("Keep the active node in view when the graph is larger than the window"))),
      m_why(new QLabel),
      m_fileRow(new QWidget),
      m_file(new ElidedLabel("graphFile")),
      m_undo(panelButton("graphUndo", tr("Undo"), tr("Undo the last change (Ctrl+Z)"))),
      m_redo(panelButton("graphRedo", tr("Redo"), tr("Redo (Ctrl+Shift+Z)"))),
      m_save(panelButton("graphSave", tr("Save"),
                         tr("Save the file (Ctrl+S); agents that run it reload it at once"))),
      m_openPlayed(panelButton("graphOpenPlayed", tr("Open the agent's file"),
                               tr("Edit the file that the selected agent runs"))),
      m_editor(new QPlainTextEdit(m_graph)),
      m_editorHelp(
          new QLabel(tr("Return: accept   Shift+Return: new line   Esc: cancel"), m_graph)) {
    setObjectName(QStringLiteral("graphPanel"));
    m_head->setFont(bold(m_head->font()));
    m_follow->setCheckable(true);
    m_why->setObjectName(QStringLiteral("graphWhy"));
    m_why->setWordWrap(true);
    m_why->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_why->setMinimumHeight(2 * fontMetrics().height());
    m_why->setMaximumHeight(3 * fontMetrics().height());
    m_editor->setObjectName(QStringLiteral("graphEditor"));
    m_editor->setAccessibleName(tr("Lines of the node in its file"));
    m_editor->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_editor->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_editor->setTabChangesFocus(true);
    m_editor->installEventFilter(this);
    m_editor->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // scrolls with the cursor
    connect(m_editor, &QPlainTextEdit::textChanged, this, &GraphPanel::placeEditor);
    m_editor->hide();
    m_editorHelp->setObjectName(QStringLiteral("graphEditorHelp"));
    m_editorHelp->setAutoFillBackground(true);
    m_editorHelp->setContentsMargins(4, 1, 4, 1);
    m_editorHelp->hide();
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setMenu(new QMenu(m_add));
    m_add->menu()->setObjectName(QStringLiteral("graphAddMenu"));
    auto* in = panelTool("graphZoomIn", QStringLiteral("zoom-in"), tr("Zoom in (+, wheel)"));
    auto* out = panelTool("graphZoomOut", QStringLiteral("zoom-out"), tr("Zoom out (-, wheel)"));
    auto* fit = panelTool("graphFit", QStringLiteral("fit"), tr("Show the whole graph (0)"));
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(m_head, 1);
    for (QToolButton* each :
         {m_add, m_delete, m_up, m_down, m_change, m_plot, m_follow, out, in, fit}) {
        row->addWidget(each);
    }
    QHBoxLayout* fileRow = rowIn(m_fileRow);
    fileRow->addWidget(m_file, 1);
    for (QPushButton* each : {m_undo, m_redo, m_save, m_openPlayed}) {
        each->setMaximumWidth(each->minimumWidth() + 6); // leaves room for the text beside it
        fileRow->addWidget(each);
    }
    QVBoxLayout* column = columnIn(this, 4);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_graph, 1);
    column->addWidget(m_why);
    column->addWidget(m_fileRow);
    connect(in, &QToolButton::clicked, m_graph, [this] { m_graph->zoomBy(kGraphZoomStep); });
    connect(out, &QToolButton::clicked, m_graph, [this] { m_graph->zoomBy(1.0 / kGraphZoomStep); });
    connect(fit, &QToolButton::clicked, m_graph, &DecisionGraph::fit);
    connectGraph();
    setFile({});
    m_fileRow->hide();
    refresh();
}

void GraphPanel::connectGraph() {
    connect(m_follow, &QToolButton::toggled, m_graph, &DecisionGraph::setFollowing);
    connect(m_add->menu(), &QMenu::aboutToShow, this, [this] {
        m_add->menu()->clear();
        addOffers(*m_add->menu(), m_graph->trace(), m_graph->selected(), true,
                  [this](decision::NodeChange change) {
                      Q_EMIT changeRequested(m_graph->selected(), change);
                  });
    });
    const auto onChange = [this](QToolButton* button, decision::NodeChange change) {
        connect(button, &QToolButton::clicked, this,
                [this, change] { Q_EMIT changeRequested(m_graph->selected(), change); });
    };
    onChange(m_delete, decision::NodeChange::Delete);
    onChange(m_up, decision::NodeChange::MoveUp);
    onChange(m_down, decision::NodeChange::MoveDown);
    connect(m_change, &QToolButton::clicked, this,
            [this] { Q_EMIT editRequested(m_graph->selected()); });
    connect(m_plot, &QToolButton::clicked, this,
            [this] { Q_EMIT plotRequested(m_graph->selected()); });
    connect(m_graph, &DecisionGraph::nodeSelected, this, [this](int node) {
        refresh();
        Q_EMIT nodeSelected(node);
    });
    connect(m_graph, &DecisionGraph::lineRequested, this, &GraphPanel::lineRequested);
    connect(m_graph, &DecisionGraph::editRequested, this, &GraphPanel::editRequested);
    connect(m_graph, &DecisionGraph::plotRequested, this, &GraphPanel::plotRequested);
    connect(m_graph, &DecisionGraph::menuRequested, this, &GraphPanel::menuRequested);
    connect(m_graph, &DecisionGraph::changeRequested, this, &GraphPanel::changeRequested);
    connect(m_graph, &DecisionGraph::undoRequested, this, &GraphPanel::undoRequested);
    connect(m_graph, &DecisionGraph::redoRequested, this, &GraphPanel::redoRequested);
    connect(m_graph, &DecisionGraph::saveRequested, this, &GraphPanel::saveRequested);
    connect(m_graph, &DecisionGraph::viewChanged, this, &GraphPanel::placeEditor);
    connect(m_undo, &QPushButton::clicked, this, &GraphPanel::undoRequested);
    connect(m_redo, &QPushButton::clicked, this, &GraphPanel::redoRequested);
    connect(m_save, &QPushButton::clicked, this, &GraphPanel::saveRequested);
    connect(m_openPlayed, &QPushButton::clicked, this, &GraphPanel::playedFileRequested);
}

void GraphPanel::setFrame(const world::AgentFramePtr& frame, std::vector<char> isNew,
                          bool hasValues) {
    if (frame == m_frame) {
        return;
    }
    const bool isOther =
        !m_frame || !frame || m_frame->decision.trace.maker != frame->decision.trace.maker;
    m_frame = frame;
    m_graph->setFrame(frame, std::move(isNew), hasValues);
    if (isOther && isEditing()) {
        endEdit(false);
    }
    if (isVisible()) {
        refresh();
    }
}

void GraphPanel::setSelected(int node) {
    m_graph->setSelected(node);
    refresh();
}

void GraphPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void GraphPanel::refresh() {
    const world::DecisionTrace& trace = m_graph->trace();
    if (m_frame && world::isObserved(*m_frame)) {
        m_graph->setPlaceholder(
            tr("This program is recorded through a proxy: its decisions are unknown."));
    } else if (m_frame) {
        m_graph->setPlaceholder(tr("%1 has no decision file: there is nothing to draw.")
                                    .arg(plainName(toQt(m_frame->decision.behavior))));
    } else {
        m_graph->setPlaceholder(tr("Select a player: an agent started from this window, or one in "
                                   "a session. Its decision is drawn here. Without a player, the "
                                   "open decision file is drawn."));
    }
    showText(m_head, toQt(trace.maker));
    const int selected = m_graph->selected();
    const bool isThere = selected >= 0 && selected < static_cast<int>(trace.nodes.size());
    const auto node = static_cast<std::size_t>(std::max(selected, 0));
    m_plot->setEnabled(isThere && m_graph->hasValues());
    m_change->setEnabled(isThere && trace.nodes[node].line > 0);
    showOffers();
    if (!m_graph->hasValues()) {
        showText(m_why, tr("The selected agent runs no decision file: this is the open file, "
                           "without values."));
        return;
    }
    if (m_graph->isNew(selected)) {
        showText(m_why, tr("%1: new. It has values once the file is saved and a robot runs it.")
                            .arg(DecisionText::title(trace.nodes[node])));
        return;
    }
    if (isThere) {
        showText(m_why, DecisionText::why(trace, node));
        return;
    }
    const int active = activeNodeOf(trace);
    showText(m_why,
             active >= 0 ? DecisionText::why(trace, static_cast<std::size_t>(active)) : QString());
}

void GraphPanel::showOffers() {
    const auto offers = NodeOffers::of(m_graph->trace(), m_graph->selected());
    const auto has = [&](decision::NodeChange change) {
        return std::ranges::find(offers, change, &NodeOffer::change) != offers.end();
    };
    m_add->setEnabled(std::ranges::any_of(offers, &NodeOffer::adds));
    m_delete->setEnabled(has(decision::NodeChange::Delete));
    m_up->setEnabled(has(decision::NodeChange::MoveUp));
    m_down->setEnabled(has(decision::NodeChange::MoveDown));
}

void GraphPanel::setFile(const GraphFileState& state) {
    const bool isOther = !state.hint.isEmpty();
    const bool isSaid = state.isUnsaved || state.isDraft || isOther;
    if (state == m_state && m_fileRow->isVisibleTo(this) == isSaid) {
        return;
    }
    m_state = state;
    m_fileRow->setVisible(isSaid);
    m_save->setEnabled(state.isUnsaved);
    for (QPushButton* each : {m_undo, m_redo, m_save}) {
        each->setVisible(!isOther);
    }
    m_openPlayed->setVisible(isOther);
    QPalette colors = palette();
    if (!state.problem.isEmpty()) {
        colors.setColor(QPalette::WindowText, kFaultColor);
    }
    m_file->setPalette(colors);
    m_file->setToolTip(isOther ? state.hint : state.problem);
    showText(m_file,
             isOther                    ? state.hint
             : !state.problem.isEmpty() ? state.problem
             : state.isUnsaved
                 ? tr("%1: changed, not saved yet").arg(state.file)
                 : tr("%1: saved; the values are those of the previous version").arg(state.file));
}

void GraphPanel::beginEdit(int node, const QString& text) {
    m_edited = node;
    m_editor->setPlainText(text);
    m_editor->show();
    m_editorHelp->show();
    placeEditor();
    m_editor->selectAll();
    m_editor->setFocus();
}

// Places the editor beside its node, entirely inside the picture.
void GraphPanel::placeEditor() {
    if (m_editor->isHidden()) {
        return;
    }
    const QFontMetricsF metrics(m_editor->font());
    const int lines = std::clamp(m_editor->blockCount(), 1, kMaxEditorLines);
    double widest = 0.0;
    for (const QString& line : m_editor->toPlainText().split(QLatin1Char('\n'))) {
        widest = std::max(widest, metrics.horizontalAdvance(line));
    }
    const double frame =
        2.0 * m_editor->frameWidth() + 2.0 * m_editor->document()->documentMargin();
    const QSizeF room = m_graph->size();
    constexpr double kMinPx = 260.0;
    constexpr double kBarPx = 16.0; // room for typing and for a scroll bar
    const QSizeF size(std::min(std::max(kMinPx, widest + frame + 3.0 * kBarPx), room.width() - 8.0),
                      lines * metrics.lineSpacing() + frame +
                          (widest + frame > room.width() - 8.0 ? kBarPx : 2.0));
    const QSizeF help = m_editorHelp->sizeHint();
    const QRectF node = m_graph->placeOf(m_edited);
    const double x = std::clamp(node.left(), 4.0, std::max(4.0, room.width() - size.width() - 4.0));
    const double y = std::clamp(node.top(), 4.0,
                                std::max(4.0, room.height() - size.height() - help.height() - 4.0));
    m_editor->setGeometry(QRectF(QPointF(x, y), size).toRect());
    const double width = std::min(help.width(), room.width() - 8.0);
    m_editorHelp->setGeometry(
        QRectF(std::min(x, room.width() - 4.0 - width), y + size.height(), width, help.height())
            .toRect());
}

void GraphPanel::endEdit(bool isTaken) {
    const QString text = m_editor->toPlainText();
    const bool hadFocus = m_editor->hasFocus();
    m_editor->hide();
    m_editorHelp->hide();
    if (hadFocus) {
        m_graph->setFocus();
    }
    if (isTaken) {
        Q_EMIT textEdited(m_edited, text);
    }
}

bool GraphPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_editor && event->type() == QEvent::ShortcutOverride) {
        event->accept(); // text for the editor, not a shortcut
        return true;
    }
    if (watched == m_editor && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape) {
            endEdit(false);
            return true;
        }
        const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isReturn && !key->modifiers().testFlag(Qt::ShiftModifier)) {
            endEdit(true);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace sideline::widgets
