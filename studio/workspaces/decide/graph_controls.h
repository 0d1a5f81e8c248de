#pragma once

#include <QObject>
#include <QPointer>

#include "studio/workspaces/decide/decision_controls.h"
#include "studio/workspaces/decide/text_editing.h"
#include "studio/workspaces/live/agent_controls.h"
#include "widgets/common/message_bar.h"
#include "widgets/decide/decision_panel.h"
#include "widgets/decide/graph_panel.h"

namespace sideline::studio {

/// The picture of the decision beside its list: one selection for both, and changes in the picture
/// become edits of the text of the file. GUI thread only.
class GraphControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive it; not the panels.
    GraphControls(AgentControls& agents, DecisionControls& decision, widgets::DecisionPanel* list,
                  TextEditing& text, widgets::MessageBar& messages);

    [[nodiscard]] widgets::GraphPanel* panel() const { return m_panel; }

private:
    void connectPanels();
    void connectText();
    void beginEdit(int node);
    void takeEdit(int node, const QString& text);
    void showFile();
    [[nodiscard]] QString maker() const;
    [[nodiscard]] int lineOf(int node) const;

    DecisionControls& m_decision;
    QPointer<widgets::DecisionPanel> m_list;
    TextEditing& m_text;
    widgets::MessageBar& m_messages;
    QPointer<widgets::GraphPanel> m_panel;
};

} // namespace sideline::studio
