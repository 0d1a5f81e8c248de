#include "studio/workspaces/decide/graph_controls.h"

#include <QFileInfo>

#include "widgets/common/text_format.h"

namespace sideline::studio {

using widgets::DecisionPanel;
using widgets::GraphPanel;

GraphControls::GraphControls(AgentControls& agents, DecisionControls& decision, DecisionPanel* list,
                             TextEditing& text, widgets::MessageBar& messages)
    : m_decision(decision),
      m_list(list),
      m_text(text),
      m_messages(messages),
      m_panel(new GraphPanel) {
    connect(&agents, &AgentControls::agentShown, m_panel, &GraphPanel::setFrame);
    connect(&agents, &AgentControls::agentShown, this, &GraphControls::showFile);
    connectPanels();
    connectText();
}

void GraphControls::connectPanels() {
    connect(m_list, &DecisionPanel::selectionChanged, m_panel, &GraphPanel::setSelected);
    connect(m_panel, &GraphPanel::nodeSelected, m_list, &DecisionPanel::select);
    connect(m_panel, &GraphPanel::plotRequested, m_list, &DecisionPanel::plot);
    connect(m_panel, &GraphPanel::lineRequested, m_list, &DecisionPanel::edit);
    connect(m_panel, &GraphPanel::menuRequested, m_list, &DecisionPanel::showMenuOf);
}

void GraphControls::connectText() {
    connect(m_panel, &GraphPanel::editRequested, this, &GraphControls::beginEdit);
    connect(m_panel, &GraphPanel::textEdited, this, &GraphControls::takeEdit);
    connect(&m_text, &TextEditing::changed, this, &GraphControls::showFile);
    const auto onText = [this](void (GraphPanel::*asked)(), auto what) {
        connect(m_panel, asked, this, [this, what] {
            if (m_text.isOf(maker())) {
                what(m_text);
            }
        });
    };
    onText(&GraphPanel::undoRequested, [](TextEditing& text) { text.undo(); });
    onText(&GraphPanel::redoRequested, [](TextEditing& text) { text.redo(); });
    onText(&GraphPanel::saveRequested, [](TextEditing& text) { text.save(); });
}

QString GraphControls::maker() const {
    return m_panel ? widgets::toQt(m_panel->graph()->trace().maker) : QString();
}

int GraphControls::lineOf(int node) const {
    const auto& nodes = m_panel->graph()->trace().nodes;
    return node >= 0 && node < static_cast<int>(nodes.size())
               ? nodes[static_cast<std::size_t>(node)].line
               : 0;
}

void GraphControls::beginEdit(int node) {
    const int line = lineOf(node);
    if (line <= 0) {
        m_messages.show(widgets::MessageBar::Severity::Note,
                        tr("This part stands in no line of the file: there is nothing to change"));
        return;
    }
    if (!m_decision.openFile(line, false) || !m_text.isOf(maker())) {
        return; // nobody has chosen the file, or it has been reported why it cannot be read
    }
    m_panel->beginEdit(node, m_text.linesOf(line));
}

void GraphControls::takeEdit(int node, const QString& text) {
    if (const int line = lineOf(node); line > 0 && m_text.isOf(maker())) {
        m_text.setLinesOf(line, text);
    }
}

void GraphControls::showFile() {
    if (!m_panel) {
        return;
    }
    const bool isOf = m_text.isOf(maker());
    m_panel->setFile({isOf ? QFileInfo(m_text.file()).fileName() : QString(),
                      isOf ? m_text.state().problem : QString(), isOf && m_text.isUnsaved()});
}

} // namespace sideline::studio
