#include "widgets/decide/decision_panel.h"

#include <algorithm>
#include <cmath>

#include <QHeaderView>
#include <QPainter>
#include <QPalette>
#include <QResizeEvent>
#include <QShowEvent>
#include <QSplitter>
#include <QStyledItemDelegate>

#include "agentcore/decision/decider.h"
#include "agentcore/decision/decision_why.h"
#include "logs/session/session_signals.h"
#include "widgets/common/name_text.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"
#include "widgets/decide/decision_text.h"

namespace sideline::widgets {

namespace {

const QColor kBarColor(0x25, 0x7a, 0xc2);
const QColor kChosenGround(0x25, 0xa2, 0x5a, 60); // lets the background show through

// A number with a bar below it, which is full at 1; negative values are red.
class FigureDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        bool isNumber = false;
        const double value = index.data(Qt::UserRole).toDouble(&isNumber);
        if (!isNumber || !std::isfinite(value) || value == 0.0) {
            return;
        }
        constexpr int kThick = 2;
        const QRect cell = option.rect.adjusted(2, 0, -2, 0);
        const int width =
            static_cast<int>(std::lround(cell.width() * std::min(std::abs(value), 1.0)));
        painter->fillRect(
            QRect(cell.right() - width + 1, cell.bottom() - kThick + 1, width, kThick),
            value > 0.0 ? kBarColor : kFaultColor);
    }
};

// Requests only the minimum height, so that both lists are visible in a short dock.
class LowTree final : public QTreeWidget {
public:
    [[nodiscard]] QSize sizeHint() const override { return {200, 84}; }
};

void prepare(QTreeWidget* tree, const QString& name, const QStringList& titles) {
    tree->setObjectName(name);
    tree->setColumnCount(static_cast<int>(titles.size()));
    tree->setHeaderLabels(titles);
    tree->header()->setStretchLastSection(false);
    tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree->setMinimumSize(160, 60);
    tree->setUniformRowHeights(true);
}

} // namespace

// A label that requests the height of all its lines, which a splitter would otherwise cut off.
// Because the text changes in every cycle, the height only grows until another decision is shown;
// it neither compresses the other widgets nor enlarges the dock.
class WholeText final : public QLabel {
public:
    WholeText() {
        setWordWrap(true);
        setAlignment(Qt::AlignTop | Qt::AlignLeft);
    }
    void say(const QString& text) {
        if (text != this->text()) {
            setText(text);
            fit();
        }
    }
    void resetHeight() { m_linesPx = 0; }
    /// Maximum height, px.
    void setRoom(int roomPx) {
        m_roomPx = roomPx;
        fit();
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        if (event->size().width() != event->oldSize().width()) {
            resetHeight();
            fit();
        }
    }

private:
    void fit() {
        constexpr int kMinLines = 2;
        constexpr int kMaxLines = 9;
        const int line = fontMetrics().lineSpacing();
        setMinimumHeight(0); // otherwise the old minimum would count
        m_linesPx = std::max(m_linesPx, heightForWidth(width()));
        const int mostPx = std::max(kMinLines * line, std::min(kMaxLines * line, m_roomPx));
        setMinimumHeight(std::clamp(m_linesPx, kMinLines * line, mostPx));
    }

    int m_linesPx = 0;
    int m_roomPx = 0;
};

DecisionPanel::DecisionPanel(QWidget* parent)
    : QWidget(parent),
      m_head(panelHeading({})),
      m_force(panelChoice("decision-force", {},
                          tr("Behavior of the agent: its own decision, or one that you force until "
                             "you return to its own decision"))),
      m_edit(panelButton(
          "decision-edit", tr("Edit its file"),
          tr("Edit the file of this decision maker as text; agents load it when it is saved"))),
      m_fault(new QLabel),
      m_tree(new LowTree),
      m_why(new WholeText),
      m_conditions(new LowTree) {
    setObjectName(QStringLiteral("decision-panel"));
    m_head->setObjectName(QStringLiteral("decision-head"));
    m_head->setWordWrap(true);
    m_fault->setObjectName(QStringLiteral("decision-fault"));
    m_fault->setWordWrap(true);
    m_why->setObjectName(QStringLiteral("decision-why"));
    prepare(m_tree, QStringLiteral("decision-tree"), {tr("Node"), tr("Score")});
    m_tree->setIndentation(12);
    m_tree->setItemDelegateForColumn(1, new FigureDelegate(m_tree));
    prepare(m_conditions, QStringLiteral("decision-conditions"),
            {tr("Condition"), tr("Value"), tr("Truth")});
    m_conditions->setRootIsDecorated(false);
    m_conditions->setSelectionMode(QAbstractItemView::NoSelection);
    m_conditions->setFocusPolicy(Qt::NoFocus);
    auto* below = new QWidget;
    QVBoxLayout* belowColumn = columnIn(below, 0);
    belowColumn->addWidget(m_why);
    belowColumn->addWidget(m_conditions, 1);
    auto* halves = new QSplitter(Qt::Vertical);
    halves->addWidget(m_tree);
    halves->addWidget(below);
    halves->setStretchFactor(0, 2); // trees are long
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(m_head, 1);
    row->addWidget(m_edit);
    QVBoxLayout* column = columnIn(this, 4);
    column->addLayout(row);
    column->addWidget(m_force);
    column->addWidget(m_fault);
    column->addWidget(halves, 1);
    connect(m_tree, &QTreeWidget::itemSelectionChanged, this, [this] {
        refresh();
        Q_EMIT nodeSelected(toQt(m_shape.maker), selectedLine());
        Q_EMIT selectionChanged(selected());
    });
    connect(m_edit, &QPushButton::clicked, this, [this] { Q_EMIT editRequested(selectedLine()); });
    connect(m_force, &QComboBox::activated, this, [this](int index) {
        Q_EMIT forceRequested(index == 0 ? QString() : m_force->itemData(index).toString());
    });
    connect(m_tree, &QTreeWidget::itemDoubleClicked, this,
            [this](const QTreeWidgetItem* item) { plot(nodeOf(item)); });
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &DecisionPanel::showMenu);
    setForce({});
    refresh();
}

void DecisionPanel::setForce(const ForceView& view) {
    m_force->setVisible(!view.behaviors.isEmpty());
    if (view == m_forceView && m_force->count() > 0) {
        return;
    }
    const bool hasOthers = view.behaviors != m_forceView.behaviors || m_force->count() == 0;
    m_forceView = view;
    if (hasOthers) {
        m_force->clear();
        m_force->addItem(tr("Follows its own decision"));
        for (const QString& behavior : view.behaviors) {
            m_force->addItem(plainName(behavior), behavior);
        }
    }
    const auto index = view.behaviors.indexOf(view.forced);
    m_force->setCurrentIndex(static_cast<int>(index) + 1);
    m_edit->setToolTip(view.file.isEmpty() ? tr("Choose its file, and edit it as text")
                                           : tr("Edit %1 as text").arg(view.file));
    refresh();
}

int DecisionPanel::nodeOf(const QTreeWidgetItem* item) const {
    const auto found = std::ranges::find(m_items, item);
    return found != m_items.end() ? static_cast<int>(found - m_items.begin()) : -1;
}

int DecisionPanel::selected() const {
    const QList<QTreeWidgetItem*> items = m_tree->selectedItems();
    return items.isEmpty() ? -1 : nodeOf(items.front());
}

// Queries may arrive while the list is hidden and not updated.
void DecisionPanel::catchUp() {
    if (!isVisible()) {
        refresh();
    }
}

void DecisionPanel::select(int node) {
    catchUp();
    if (m_items.empty() && node < 0) {
        m_kept = {};
    }
    if (node == selected()) {
        return;
    }
    if (node < 0 || node >= static_cast<int>(m_items.size())) {
        m_tree->setCurrentItem(nullptr);
        m_tree->clearSelection();
        return;
    }
    QTreeWidgetItem* item = m_items[static_cast<std::size_t>(node)];
    m_tree->setCurrentItem(item);
    m_tree->scrollToItem(item);
}

int DecisionPanel::selectedLine() const {
    const int node = selected();
    return node < 0 ? 0 : m_shape.nodes[static_cast<std::size_t>(node)].line;
}

void DecisionPanel::plot(int node) {
    catchUp();
    requestPlot(node, ".score");
}

void DecisionPanel::edit(int node) {
    catchUp();
    const bool isThere = node >= 0 && node < static_cast<int>(m_shape.nodes.size());
    Q_EMIT editRequested(isThere ? m_shape.nodes[static_cast<std::size_t>(node)].line : 0);
}

void DecisionPanel::showMenu(const QPoint& pos) {
    const int node = nodeOf(m_tree->itemAt(pos));
    if (node < 0) {
        return;
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    Q_EMIT menuOpening(menu, node);
    fillMenu(*menu, node);
    menu->popup(m_tree->viewport()->mapToGlobal(pos));
}

void DecisionPanel::fillMenu(QMenu& menu, int node) {
    catchUp();
    if (node < 0 || node >= static_cast<int>(m_shape.nodes.size())) {
        return;
    }
    const world::DecisionNode& shown = m_shape.nodes[static_cast<std::size_t>(node)];
    const bool isTree = decision::isBehaviorTree(m_shape);
    menu.addAction(isTree ? tr("Plot its status") : tr("Plot its value"), this,
                   [this, node] { plot(node); });
    if (!isTree && !decision::isPolicy(m_shape)) {
        menu.addAction(tr("Plot when it was chosen"), this,
                       [this, node] { requestPlot(node, ".chosen"); });
    }
    if (shown.isLeaf()) {
        const QString behavior = toQt(shown.behavior);
        if (m_forceView.behaviors.contains(behavior)) {
            menu.addAction(tr("Do \u201c%1\u201d from now on").arg(plainName(behavior)), this,
                           [this, behavior] { Q_EMIT forceRequested(behavior); });
        }
        menu.addAction(tr("Plot when it was active"), this,
                       [this, node] { requestPlot(node, ".active"); });
    }
    if (!decision::isPolicy(m_shape)) {
        menu.addAction(tr("Edit its file"), this, [this, node] { edit(node); });
    }
}

void DecisionPanel::requestPlot(int node, const char* figure) {
    if (node >= 0 && node < static_cast<int>(m_shape.nodes.size())) {
        Q_EMIT plotRequested(
            toQt(logs::decisionSignalName(m_shape, static_cast<std::size_t>(node)) + figure));
    }
}

void DecisionPanel::setFrame(const world::AgentFramePtr& frame) {
    if (frame != m_frame) {
        m_frame = frame;
        if (isVisible()) {
            refresh();
        }
    }
}

// Limits the text to the available height, because it would otherwise enlarge the whole window.
void DecisionPanel::resizeEvent(QResizeEvent* event) {
    constexpr int kOthersPx = 130; // height of heading, choices and lists
    QWidget::resizeEvent(event);
    m_why->setRoom(height() - kOthersPx);
}

void DecisionPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void DecisionPanel::refresh() {
    static const world::DecisionTrace kNone;
    const world::DecisionTrace& trace = m_frame ? m_frame->decision.trace : kNone;
    if (!hasShape(trace)) {
        rebuild(trace);
    }
    // The weights of a policy are not shown as text.
    m_edit->setEnabled((!m_forceView.file.isEmpty() || !m_shape.isEmpty()) &&
                       !decision::isPolicy(m_shape));
    if (m_frame && world::isObserved(*m_frame)) {
        m_head->setText(tr("%1 %2: decisions are unknown")
                            .arg(toQt(m_frame->identity.team))
                            .arg(m_frame->identity.robot.unum.value()));
        m_why->say(tr("This program is recorded through Sideline's proxy: its percepts and "
                      "commands are known, its decisions are not."));
    } else if (trace.isEmpty() && m_frame && !m_forceView.forced.isEmpty()) {
        m_head->setText(tr("By hand: %1").arg(plainName(m_forceView.forced)));
        m_why->say(tr("It runs the behavior that you chose above. Choose \u201cFollows its own "
                      "decision\u201d there to let it decide again."));
    } else if (trace.isEmpty()) {
        m_head->setText(
            m_frame ? tr("%1: nothing to explain").arg(plainName(toQt(m_frame->decision.behavior)))
                    : tr("No agent"));
        m_why->say(
            m_frame ? tr("Of the built-in behaviors, only \u201ctree\u201d, \u201cnetwork\u201d, "
                         "\u201cmachine\u201d, \u201cbehavior-tree\u201d and "
                         "\u201cpolicy\u201d explain their decisions.")
                    : tr("Select a built-in agent started from this window, or one in a "
                         "session: if it decides by a tree, network, state machine, behavior "
                         "tree or policy, its decision is explained here."));
    } else {
        m_head->setText(toQt(trace.maker));
    }
    m_fault->setVisible(!trace.fault.empty());
    m_fault->setText(
        trace.fault.empty()
            ? QString()
            : tr("The saved file was rejected; agents continue with the previous version: %1")
                  .arg(toQt(trace.fault)));
    QPalette red = palette();
    red.setColor(QPalette::WindowText, kFaultColor);
    m_fault->setPalette(red);
    m_conditions->setVisible(!trace.isEmpty()); // the text gets the remaining space
    showScores(trace);
    explain(trace);
}

// Scores change in every cycle, nodes only with the file.
bool DecisionPanel::hasShape(const world::DecisionTrace& trace) const {
    return trace.maker == m_shape.maker &&
           std::ranges::equal(trace.nodes, m_shape.nodes,
                              [](const world::DecisionNode& a, const world::DecisionNode& b) {
                                  return a.name == b.name && a.behavior == b.behavior &&
                                         a.depth == b.depth;
                              });
}

void DecisionPanel::rebuild(const world::DecisionTrace& trace) {
    if (!m_items.empty()) {
        m_kept = {m_shape.maker, m_shape.nodes.size(), selected()};
    }
    // If an edited file has the same number of nodes, the selected index is kept.
    const int kept =
        trace.maker == m_kept.maker && trace.nodes.size() == m_kept.nodes ? m_kept.node : -1;
    const bool isGone = !trace.nodes.empty() && kept != m_kept.node;
    m_why->resetHeight();
    QSignalBlocker blocker(m_tree);
    m_shape = trace;
    m_tree->clear();
    m_items.clear();
    std::vector<QTreeWidgetItem*> open;
    for (const world::DecisionNode& node : trace.nodes) {
        // Damaged recordings may skip levels.
        const auto depth = std::min(static_cast<std::size_t>(std::max(node.depth, 0)), open.size());
        open.resize(depth);
        auto* item = open.empty() ? new QTreeWidgetItem(m_tree) : new QTreeWidgetItem(open.back());
        item->setText(0, DecisionText::title(node));
        const QString history = tr("Double-click: plot its history");
        item->setToolTip(0, node.line > 0
                                ? tr("%1\nLine %2 of the file\n%3")
                                      .arg(DecisionText::title(node))
                                      .arg(node.line)
                                      .arg(history)
                                : DecisionText::title(node) + QLatin1Char('\n') + history);
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        open.push_back(item);
        m_items.push_back(item);
    }
    m_tree->headerItem()->setText(1, decision::isBehaviorTree(trace) ? tr("Status")
                                     : decision::isMachine(trace)    ? tr("Value, time")
                                     : decision::isPolicy(trace)     ? tr("Value")
                                                                     : tr("Score"));
    if (decision::isNetwork(trace)) {
        m_tree->expandToDepth(0); // the terms of a module's value are expanded on demand
    } else {
        m_tree->expandAll();
    }
    if (kept >= 0) {
        m_tree->setCurrentItem(m_items[static_cast<std::size_t>(kept)]);
    }
    blocker.unblock();
    if (isGone) {
        Q_EMIT selectionChanged(kept);
    }
}

void DecisionPanel::showScores(const world::DecisionTrace& trace) {
    const QBrush dim = palette().brush(QPalette::Disabled, QPalette::Text);
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const world::DecisionNode& node = trace.nodes[i];
        QTreeWidgetItem& item = *m_items[i];
        const DecisionFigure shown = DecisionText::figure(trace, i);
        item.setText(1, shown.text);
        item.setData(1, Qt::UserRole, shown.bar ? QVariant(*shown.bar) : QVariant());
        QFont font = m_tree->font();
        font.setBold(node.isActive);
        for (int column = 0; column < m_tree->columnCount(); ++column) {
            item.setBackground(column, node.isChosen ? QBrush(kChosenGround) : QBrush());
            item.setForeground(column, shown.isDim ? dim : QBrush());
            item.setFont(column, font);
        }
    }
}

int DecisionPanel::explained() const {
    if (const int node = selected(); node >= 0) {
        return node;
    }
    if (m_frame) {
        const auto& nodes = m_frame->decision.trace.nodes;
        const auto active = std::ranges::find(nodes, true, &world::DecisionNode::isActive);
        if (active != nodes.end()) {
            return static_cast<int>(active - nodes.begin());
        }
    }
    return -1;
}

void DecisionPanel::explain(const world::DecisionTrace& trace) {
    const int node = trace.isEmpty() ? -1 : explained();
    if (node >= 0) {
        m_why->say(DecisionText::why(trace, static_cast<std::size_t>(node)));
    } else if (decision::isPolicy(trace)) {
        m_why->say(tr(
            "A policy commands the joints directly in every cycle and chooses no behavior. The "
            "values are the root mean squares of its observations and layers, and its outputs."));
    } else if (!trace.isEmpty()) {
        m_why->say(
            tr("No behavior can be chosen: the robot holds still. Select a node to see why."));
    }
    showConditions(trace, node);
}

// The conditions of the whole path and of the node that decided; those that fail are red.
void DecisionPanel::showConditions(const world::DecisionTrace& trace, int node) {
    std::vector<std::size_t> terms;
    if (node >= 0) {
        auto path = decision::pathTo(trace, static_cast<std::size_t>(node));
        const std::size_t reason = decision::whyOf(trace, static_cast<std::size_t>(node)).node;
        if (std::ranges::find(path, reason) == path.end()) { // a transition that leads to the node
            path.push_back(reason);
        }
        for (const std::size_t each : path) {
            const auto own = decision::termsOf(trace, each);
            terms.insert(terms.end(), own.begin(), own.end());
        }
    }
    while (m_conditions->topLevelItemCount() > static_cast<int>(terms.size())) {
        delete m_conditions->takeTopLevelItem(m_conditions->topLevelItemCount() - 1);
    }
    while (m_conditions->topLevelItemCount() < static_cast<int>(terms.size())) {
        auto* item = new QTreeWidgetItem(m_conditions);
        for (const int column : {1, 2}) {
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
    }
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const world::DecisionTerm& term = trace.terms[terms[i]];
        QTreeWidgetItem& item = *m_conditions->topLevelItem(static_cast<int>(i));
        item.setText(0, toQt(term.text));
        item.setToolTip(0, item.text(0));
        item.setText(1, std::isnan(term.value) ? tr("unknown") : DecisionText::number(term.value));
        item.setText(2, DecisionText::number(term.truth));
        const QBrush color = term.truth > 0.0 ? QBrush() : QBrush(kFaultColor);
        for (int column = 0; column < m_conditions->columnCount(); ++column) {
            item.setForeground(column, color);
        }
    }
}

} // namespace sideline::widgets
