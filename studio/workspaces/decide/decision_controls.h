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
#include "studio/session/shown_agent.h"
#include "studio/workspaces/decide/text_editing.h"
#include "widgets/common/message_bar.h"
#include "widgets/decide/decision_panel.h"

namespace sideline::studio {

/// Offers changes to the decision of the agent that is shown: forcing another behavior by hand, and
/// editing the file of its decision maker. GUI thread only.
class DecisionControls : public QObject {
    Q_OBJECT
public:
    /// All arguments except the panel must outlive this object.
    DecisionControls(AgentHost& host, ShownAgent& agents, widgets::DecisionPanel* panel,
                     TextEditing& text, widgets::MessageBar& messages);

    /// Opens the file of the shown agent for editing; asks the user for the file if it is unknown,
    /// as in a recording.
    /// @param line line of a node; 0: none
    /// @param isShown whether the panel with the text is raised
    /// @return whether a file is open
    bool openFile(int line, bool isShown);
    /// Returns the file that the shown agent runs; empty if it is unknown, as in a recording. While
    /// an earlier time is shown, this is the file that the agent runs now.
    [[nodiscard]] QString fileOfShown() const;
    /// Returns whether the text being edited belongs to the file that the shown agent runs;
    /// compares only names if that file is unknown.
    /// @param maker decision maker, such as `tree keeper`
    [[nodiscard]] bool isTextOf(const QString& maker) const;

    /// Returns whether the shown agent is still playing, and is shown at an earlier time.
    [[nodiscard]] bool isShownEarlier() const {
        return m_agents.playing() == nullptr && !fileOfHost().isEmpty();
    }

private:
    // Behaviors that can be forced on an agent: those of its file, and some that need no file.
    using Choices = std::map<std::string, std::pair<std::string, agents::ParameterTexts>>;

    void refresh();
    void force(const QString& name);
    void readChoices(const AgentHost::Agent& agent);
    [[nodiscard]] QString fileOfHost() const;
    /// Returns the file of the agent's decision maker; empty if it has none.
    [[nodiscard]] static std::string fileOf(const AgentHost::Agent& agent);

    AgentHost& m_host;
    ShownAgent& m_agents;
    QPointer<widgets::DecisionPanel> m_panel;
    TextEditing& m_text;
    widgets::MessageBar& m_messages;
    AgentKey m_key; ///< agent that the choices are for
    Choices m_choices;
    widgets::ForceView m_view;
};

} // namespace sideline::studio
