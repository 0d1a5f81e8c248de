#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include <QObject>
#include <QPointer>
#include <QString>

#include "agentcore/decision/decider.h"
#include "studio/session/agent_host.h"
#include "studio/workspaces/decide/text_editing.h"
#include "studio/workspaces/live/agent_controls.h"
#include "widgets/common/message_bar.h"
#include "widgets/decide/decision_panel.h"

namespace sideline::studio {

/// What can be done about the decision of the agent that is shown: another behavior forced by hand,
/// its file edited. GUI thread only.
class DecisionControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive it; not the panel.
    DecisionControls(AgentHost& host, AgentControls& agents, widgets::DecisionPanel* panel,
                     TextEditing& text, widgets::MessageBar& messages);

    /// Opens the file of the agent that is shown for editing; asks for it where it is not known, in
    /// a recording. @param line of a node; 0: none @param isShown its text comes to the front
    /// @return whether a file is open
    bool openFile(int line, bool isShown);

    /// Whether what is shown is back in time, of an agent that plays on.
    [[nodiscard]] bool isShownEarlier() const {
        return m_agents.playing() == nullptr && !fileOfShown().isEmpty();
    }

private:
    // What an agent can be made to do: behaviors of its file, and some that need no file.
    using Choices = std::map<std::string, std::pair<std::string, agents::ParameterTexts>>;

    void refresh();
    void force(const QString& name);
    void readChoices(const AgentHost::Agent& agent);
    /// Of its decision maker; empty if it has none.
    [[nodiscard]] QString fileOfShown() const;
    [[nodiscard]] static std::string fileOf(const AgentHost::Agent& agent);

    AgentHost& m_host;
    AgentControls& m_agents;
    QPointer<widgets::DecisionPanel> m_panel;
    TextEditing& m_text;
    widgets::MessageBar& m_messages;
    AgentKey m_key; ///< of the agent that the choices are for
    Choices m_choices;
    widgets::ForceView m_view;
};

} // namespace sideline::studio
