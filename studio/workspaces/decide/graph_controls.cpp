#include "studio/workspaces/decide/graph_controls.h"

#include <algorithm>
#include <memory>
#include <string>

#include <QDir>
#include <QFileInfo>

#include "agentcore/decision/decider.h"
#include "agentcore/decision/decision_why.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

using widgets::DecisionPanel;
using widgets::GraphPanel;

GraphControls::GraphControls(ShownAgent& agents, DecisionControls& decision, DecisionPanel* list,
                             TextEditing& text, widgets::MessageBar& messages)
    : m_decision(decision),
      m_list(list),
      m_text(text),
      m_messages(messages),
      m_panel(new GraphPanel) {
    connect(
        &agents, &ShownAgent::agentShown, this, [this, &agents](const world::AgentFramePtr& frame) {
            if (frame || !agents.isAsking()) { // while a request is pending, keeps the old frame
                showFrame(frame);
            }
        });
    connectPanels();
    connectText();
}

void GraphControls::connectPanels() {
    connect(m_list, &DecisionPanel::selectionChanged, this, &GraphControls::selectDrawn);
    connect(m_list, &DecisionPanel::menuOpening, this, &GraphControls::offerInList);
    connect(m_panel, &GraphPanel::nodeSelected, this, &GraphControls::selectPlayed);
    connect(m_panel, &GraphPanel::plotRequested, m_list,
            [this](int node) { m_list->plot(playedOf(node)); });
    connect(m_panel, &GraphPanel::menuRequested, this, &GraphControls::showMenu);
    connect(m_panel, &GraphPanel::lineRequested, this, [this](int node) {
        const auto place = placeOf(node);
        if (isOutline() && place) {
            m_text.open(m_text.file(), 0, true);
            m_text.showPlace(place->line);
        } else if (m_draft && place && m_decision.openFile(0, true)) {
            m_text.showPlace(place->line);
        } else {
            m_list->edit(node);
        }
    });
}

void GraphControls::connectText() {
    connect(m_panel, &GraphPanel::editRequested, this, &GraphControls::beginEdit);
    connect(m_panel, &GraphPanel::textEdited, this, &GraphControls::takeEdit);
    connect(m_panel, &GraphPanel::changeRequested, this, &GraphControls::change);
    connect(&m_text, &TextEditing::changed, this, &GraphControls::show);
    const auto onText = [this](void (GraphPanel::*asked)(), auto what) {
        connect(m_panel, asked, this, [this, what] {
            if (isTextDrawn()) {
                what(m_text);
            }
        });
    };
    onText(&GraphPanel::undoRequested, [](TextEditing& text) { text.undo(); });
    onText(&GraphPanel::redoRequested, [](TextEditing& text) { text.redo(); });
    onText(&GraphPanel::saveRequested, [](TextEditing& text) { text.save(); });
    connect(m_panel, &GraphPanel::playedFileRequested, this,
            [this] { m_decision.openFile(0, true); });
}

bool GraphControls::isOutline() const {
    return (!m_frame || m_frame->decision.trace.isEmpty()) && !m_text.trace().isEmpty();
}

QString GraphControls::maker() const {
    const world::DecisionTrace* drawn = isOutline() ? &m_text.trace()
                                        : m_frame   ? &m_frame->decision.trace
                                                    : nullptr;
    return drawn != nullptr ? widgets::toQt(drawn->maker) : QString();
}

int GraphControls::drawnOf(int played) const {
    return m_draft ? m_draft->nodeOf(played) : played;
}

int GraphControls::playedOf(int node) const {
    return m_draft && node >= 0 && node < static_cast<int>(m_draft->played.size())
               ? m_draft->played[static_cast<std::size_t>(node)]
               : node;
}

void GraphControls::showFrame(const world::AgentFramePtr& frame) {
    m_frame = frame;
    show();
}

// Draws the decision that is running, or that of the text if it differs.
void GraphControls::show() {
    if (!m_panel) {
        return;
    }
    const bool wasDraft = m_draft.has_value();
    m_draft.reset();
    if (isOutline()) {
        auto drawn = std::make_shared<world::AgentFrame>();
        drawn->decision.trace = m_text.trace();
        m_panel->setFrame(drawn, {}, false);
        return showFile(false);
    }
    // The live agent runs the saved text; at an earlier time, the decision that ran then is shown.
    const bool isAhead = m_text.isUnsaved() || !m_decision.isShownEarlier();
    bool isOther = m_frame && !m_decision.isTextOf(maker());
    const bool isEdited =
        m_frame && isAhead && !isOther && m_text.isEdited() && !m_text.trace().isEmpty();
    if (isEdited && !widgets::haveSameShape(m_text.trace(), m_frame->decision.trace)) {
        m_draft =
            widgets::GraphDraft::of(m_text.trace(), m_frame->decision.trace, m_text.fileToTrace());
        // Text without any node of the decision belongs to another file with the same name.
        isOther = m_decision.fileOfShown().isEmpty() &&
                  std::ranges::all_of(m_draft->isNew, [](char isNew) { return isNew != 0; });
    }
    if (isOther) {
        m_draft.reset();
    }
    if (m_draft) {
        auto drawn = std::make_shared<world::AgentFrame>(*m_frame);
        drawn->decision.trace = m_draft->trace;
        m_panel->setFrame(drawn, m_draft->isNew);
    } else {
        m_panel->setFrame(m_frame);
    }
    if (wasDraft && !m_draft && m_list && m_frame) {
        m_list->select(m_panel->graph()->selected()); // the list now contains this node
    }
    showFile(isOther);
}

void GraphControls::showFile(bool isOther) {
    widgets::GraphFileState state;
    if (!isOther && m_text.isOf(maker())) {
        state = {QFileInfo(m_text.file()).fileName(), m_text.state().problem, m_text.isUnsaved(),
                 m_draft.has_value()};
    } else {
        state.hint = hint();
    }
    m_panel->setFile(state);
}

// Returns a text that names the file that the graph shows and the file being edited; empty if they
// are the same.
QString GraphControls::hint() const {
    if (!m_frame || m_frame->decision.trace.isEmpty() || m_text.file().isEmpty() ||
        m_text.file().endsWith(QStringLiteral(".formation"))) {
        return {};
    }
    const QFileInfo played(m_decision.fileOfShown());
    const QFileInfo edited(m_text.file());
    const bool haveSameName = played.fileName() == edited.fileName();
    const auto nameOf = [&](const QFileInfo& file) {
        return haveSameName ? QDir::toNativeSeparators(file.filePath()) : file.fileName();
    };
    return (m_text.isUnsaved()
                ? tr("The graph shows %1, which the selected agent runs; the unsaved edits are in "
                     "%2")
                : tr("The graph shows %1, which the selected agent runs; %2 is open for editing"))
        .arg(played.fileName().isEmpty() ? maker() : nameOf(played), nameOf(edited));
}

// The list contains only nodes of the running decision, not new ones of the text.
void GraphControls::selectPlayed(int node) {
    m_list->select(playedOf(node));
    const auto place = placeOf(node);
    if ((m_draft || isOutline()) && place) {
        m_text.showPlace(place->line);
    }
}

void GraphControls::selectDrawn(int played) {
    if (m_panel && (played >= 0 || !m_draft)) {
        m_panel->setSelected(drawnOf(played));
    }
}

void GraphControls::note(const QString& text) {
    m_messages.dismiss(m_noted);
    m_noted = text;
    if (!text.isEmpty()) {
        m_messages.show(widgets::MessageBar::Severity::Note, text);
    }
}

bool GraphControls::openFileAt(int node) {
    if (isOutline()) {
        return true;
    }
    const auto& nodes = m_panel->graph()->trace().nodes;
    const bool isThere = node >= 0 && node < static_cast<int>(nodes.size());
    const int line = isThere && !m_draft ? nodes[static_cast<std::size_t>(node)].line : 0;
    return m_frame && !m_frame->decision.trace.isEmpty() && m_decision.openFile(line, false) &&
           m_decision.isTextOf(maker());
}

// Returns the place of a node in the current text; nullopt if the text does not contain the node or
// belongs to another file.
std::optional<decision::NodePlace> GraphControls::placeOf(int node) const {
    const world::DecisionTrace& text = m_text.trace();
    const auto& drawn = m_panel->graph()->trace().nodes;
    if (text.isEmpty() && node >= 0 && node < static_cast<int>(drawn.size())) {
        // No version of the text has been valid so far.
        const int line = drawn[static_cast<std::size_t>(node)].line;
        return decision::NodePlace{m_text.lineNow(line), 0};
    }
    if (!isTextDrawn() || (!m_frame && !isOutline())) {
        return std::nullopt;
    }
    if (node >= 0 && !m_draft && !isOutline() &&
        !widgets::haveSameShape(text, m_frame->decision.trace)) {
        // The agent runs another version of the file.
        node = widgets::GraphDraft::of(text, m_frame->decision.trace, m_text.fileToTrace())
                   .nodeOf(node);
        if (node < 0) {
            return std::nullopt;
        }
    }
    if (node >= static_cast<int>(text.nodes.size())) {
        return std::nullopt;
    }
    decision::NodePlace place;
    if (node < 0) {
        return place;
    }
    const auto index = static_cast<std::size_t>(node);
    if (text.nodes[index].line == 0) {
        const bool isAny =
            decision::isMachine(text) && text.nodes[index].name == decision::kAnyGroup;
        place.line = isAny ? decision::kAnyPlace : 0;
        return place;
    }
    place.line = m_text.lineOfTrace(text.nodes[index].line);
    for (std::size_t i = 0; i < index; ++i) {
        place.ordinal += text.nodes[i].line == text.nodes[index].line ? 1 : 0;
    }
    return place.line > 0 ? std::optional(place) : std::nullopt;
}

void GraphControls::beginEdit(int node) {
    if (!openFileAt(node)) {
        return; // no file was chosen, or its error has been reported
    }
    const auto place = placeOf(node);
    if (place && place->line > 0) {
        note({});
        m_panel->beginEdit(node, m_text.linesOf(place->line));
    } else {
        note(place ? tr("This part has no line in the file and cannot be edited")
                   : tr("%1 has changed and no longer contains this node")
                         .arg(QFileInfo(m_text.file()).fileName()));
    }
}

void GraphControls::takeEdit(int node, const QString& text) {
    if (const auto place = placeOf(node); place && place->line > 0) {
        m_text.setLinesOf(place->line, text);
    }
}

// Applies an edit to the text; an invalid edit changes nothing.
void GraphControls::change(int node, decision::NodeChange change) {
    if (!openFileAt(node)) {
        return;
    }
    const auto place = placeOf(node);
    if (!place) {
        note(!m_text.state().problem.isEmpty()
                 ? tr("Fix the file first: %1").arg(m_text.state().problem)
                 : tr("%1 has changed and no longer contains this node")
                       .arg(QFileInfo(m_text.file()).fileName()));
        return;
    }
    const world::DecisionTrace& drawn = m_panel->graph()->trace();
    const std::string kind = maker().section(QLatin1Char(' '), 0, 0).toStdString();
    if (change == decision::NodeChange::AddBelow && decision::isNetwork(drawn) && place->line > 0) {
        change = decision::NodeChange::AddBeside; // nodes of a network have no children
    }
    if (node >= 0 && decision::isNetwork(drawn) &&
        drawn.nodes[static_cast<std::size_t>(node)].depth > 1) {
        note(tr("This is a value of a module: select the module"));
        return;
    }
    const auto edit = m_text.change(kind, *place, change);
    if (!edit) {
        note(tr("Not done: %1").arg(widgets::toQt(edit.error().toString())));
        return;
    }
    show();
    selectChanged(*edit);
    // Shows the result next to the input field for a new node.
    note(edit->note.empty() ? QString() : tr("Done: %1").arg(widgets::toQt(edit->note)));
}

void GraphControls::selectChanged(const decision::NodeEdit& edit) {
    const auto& nodes = m_text.trace().nodes;
    int ordinal = 0;
    for (std::size_t i = 0; i < nodes.size() && edit.place.line > 0; ++i) {
        if (nodes[i].line == edit.place.line && ordinal++ == edit.place.ordinal) {
            m_panel->setSelected(static_cast<int>(i));
            selectPlayed(static_cast<int>(i));
            if (edit.isNew) {
                beginEdit(static_cast<int>(i));
            }
            return;
        }
    }
    m_panel->setSelected(-1);
    m_list->select(-1);
}

void GraphControls::offer(QMenu& menu, int node) {
    const auto chosen = [this, node](decision::NodeChange what) { change(node, what); };
    const world::DecisionTrace& trace = m_panel->graph()->trace();
    widgets::addOffers(menu, trace, node, true, chosen);
    widgets::addOffers(menu, trace, node, false, chosen);
    menu.addSeparator();
}

void GraphControls::showMenu(int node, const QPoint& globalPos) {
    auto* menu = new QMenu(m_panel);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    offer(*menu, node);
    m_list->fillMenu(*menu, playedOf(node));
    if (menu->isEmpty()) {
        delete menu;
        return;
    }
    menu->popup(globalPos);
}

void GraphControls::offerInList(QMenu* menu, int played) {
    const int node = drawnOf(played);
    if (node >= 0 && m_panel) {
        offer(*menu, node);
    }
}

} // namespace sideline::studio
