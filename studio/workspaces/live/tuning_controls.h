#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <QObject>
#include <QPointer>
#include <QUndoStack>

#include "agents/parameters.h"
#include "studio/session/agent_host.h"
#include "studio/workspaces/live/agent_controls.h"
#include "widgets/common/message_bar.h"
#include "widgets/live/tuning_panel.h"

namespace sideline::studio {

/// Changes the parameters of the behavior that is active in the shown agent: its own, or the one
/// with which the user drives it. Every behavior of every agent has its own undo list. GUI thread
/// only.
class TuningControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls, except the panel, which belongs to its dock.
    TuningControls(AgentHost& host, AgentControls& agents, widgets::MessageBar& messages);
    ~TuningControls() override;

    [[nodiscard]] widgets::TuningPanel* panel() const { return m_panel; }

    /// Writes the current values to a parameter file of the behavior.
    /// Errors: InvalidArgument for an invalid name of such a file; those of writing.
    [[nodiscard]] base::Expected<void> saveAs(const QString& file) const;

private:
    class Step;
    // A behavior of an agent.
    struct Target {
        AgentKey key;
        bool isOfDriver = false;
        [[nodiscard]] bool operator==(const Target&) const = default;
        [[nodiscard]] auto operator<=>(const Target&) const = default;
    };
    // Shown state. While it is unchanged, only values need to be updated.
    struct Shown {
        Target target;
        const agents::BehaviorInfo* info = nullptr;
        agents::ParameterTexts set;
        [[nodiscard]] bool operator==(const Shown&) const = default;
    };

    void connectPanel();
    void refresh();
    void change(const QString& name, const widgets::TuningValue& value, bool isDone);
    void resetOne(const std::string& name);
    void resetAll();
    void push(const QString& text, const std::string& name, const agents::ParameterTexts& set);
    bool apply(const Target& target, const agents::ParameterTexts& set, std::string line);
    void askAndSave();
    [[nodiscard]] std::optional<Shown> shown() const;
    [[nodiscard]] const AgentHost::Agent& agentOf(const Target& target) const;
    /// Returns the parameters with which the target was started.
    [[nodiscard]] const agents::ParameterTexts& initialOf(const Target& target) const;
    [[nodiscard]] std::vector<widgets::TuningRow> rowsOf(const Shown& shown) const;
    [[nodiscard]] base::Expected<agents::Parameters> valuesOf(
        const Shown& shown, const agents::ParameterTexts& set) const;
    [[nodiscard]] QUndoStack& stackOf(const Target& target);

    AgentHost& m_host;
    AgentControls& m_agents;
    widgets::MessageBar& m_messages;
    QPointer<widgets::TuningPanel> m_panel;
    std::optional<Shown> m_shown;
    std::map<Target, std::unique_ptr<QUndoStack>> m_stacks;
};

} // namespace sideline::studio
