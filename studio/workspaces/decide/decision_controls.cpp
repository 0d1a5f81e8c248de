#include "studio/workspaces/decide/decision_controls.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <QFileInfo>

#include "agents/decision/decision_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

// Behaviors that are useful without a file.
constexpr std::array<std::string_view, 7> kForced = {
    "stand-and-look", "striker", "dribble", "keeper", "shield", "hold-place", "hold-pose"};

std::string agentSetting(const AgentHost::Agent& agent, std::string_view name) {
    const auto found =
        std::ranges::find(agent.set, name, [](const auto& setting) { return setting.first; });
    return found != agent.set.end() ? found->second : std::string();
}

} // namespace

DecisionControls::DecisionControls(AgentHost& host, ShownAgent& agents,
                                   widgets::DecisionPanel* panel, TextEditing& text,
                                   widgets::MessageBar& messages)
    : m_host(host), m_agents(agents), m_panel(panel), m_text(text), m_messages(messages) {
    connect(&host, &AgentHost::agentsChanged, this, &DecisionControls::refresh);
    connect(&agents, &ShownAgent::agentShown, this, &DecisionControls::refresh);
    connect(panel, &widgets::DecisionPanel::forceRequested, this, &DecisionControls::force);
    connect(panel, &widgets::DecisionPanel::editRequested, this,
            [this](int line) { openFile(line, true); });
    connect(panel, &widgets::DecisionPanel::nodeSelected, this,
            [this](const QString& maker, int line) {
                if (isTextOf(maker)) {
                    m_text.showNode(maker, line);
                }
            });
    refresh();
}

std::string DecisionControls::fileOf(const AgentHost::Agent& agent) {
    const auto& kinds = decision::kDecisionKinds;
    const bool isDecision = std::ranges::find(kinds, agent.blueprint.behavior) != kinds.end();
    return isDecision ? agentSetting(agent, "file") : std::string();
}

void DecisionControls::readChoices(const AgentHost::Agent& agent) {
    m_choices.clear();
    m_view.behaviors.clear();
    const auto add = [this](const std::string& name, const std::string& registered,
                            const agents::ParameterTexts& set) {
        if (m_choices.try_emplace(name, registered, set).second) {
            m_view.behaviors << widgets::toQt(name);
        }
    };
    if (const std::string file = fileOf(agent); !file.empty()) {
        // An invalid file does not affect the agent; only behaviors that need no file are then
        // offered.
        agents::DecisionFile reader(m_host.behaviors(), agentSetting(agent, "tree"));
        if (const auto decider = reader.read(file)) {
            for (const decision::TreeBehavior& does : (*decider)->behaviors()) {
                add(does.name, does.registered, does.settings);
            }
        }
    }
    for (const std::string_view name : kForced) {
        const agents::BehaviorInfo* info = m_host.behaviors().find(name);
        if (info != nullptr && agents::canHave(runtime::modelOf(agent.blueprint.settings), *info)) {
            add(std::string(name), std::string(name), {});
        }
    }
}

void DecisionControls::refresh() {
    if (!m_panel) {
        return;
    }
    const AgentHost::Agent* agent = m_agents.playing();
    if (agent == nullptr || agent->isProgram) {
        m_key = {};
        m_view = {};
    } else {
        if (agent->key != m_key) {
            m_key = agent->key;
            m_view = {};
            readChoices(*agent);
        }
        m_view.forced = widgets::toQt(agent->forced);
        m_view.file = widgets::toQt(fileOf(*agent));
    }
    m_panel->setForce(m_view);
}

void DecisionControls::force(const QString& name) {
    const auto found = m_choices.find(name.toStdString());
    const bool isKnown = found != m_choices.end();
    if (!isKnown && !name.isEmpty()) {
        return;
    }
    const auto forced =
        m_host.force(m_key, name.toStdString(), isKnown ? found->second.first : std::string(),
                     isKnown ? found->second.second : agents::ParameterTexts());
    if (!forced) {
        m_messages.show(widgets::MessageBar::Severity::Error,
                        widgets::toQt(forced.error().toString()));
        refresh();
    }
}

// Returns the file of the agent that is playing now and ran the shown decision.
QString DecisionControls::fileOfHost() const {
    const auto& frame = m_agents.shown();
    const AgentHost::Agent* agent = frame ? m_host.findRobot(frame->identity.robot) : nullptr;
    if (agent == nullptr || !agent->frame || agent->frame->identity.team != frame->identity.team ||
        agent->frame->decision.trace.maker != frame->decision.trace.maker) {
        return {};
    }
    return widgets::toQt(fileOf(*agent));
}

QString DecisionControls::fileOfShown() const {
    return m_view.file.isEmpty() ? fileOfHost() : m_view.file;
}

bool DecisionControls::isTextOf(const QString& maker) const {
    const QString file = fileOfShown();
    return m_text.isOf(maker) &&
           (file.isEmpty() || file == m_text.file() || QFileInfo(file) == QFileInfo(m_text.file()));
}

// Recordings contain only the name of the file.
bool DecisionControls::openFile(int line, bool isShown) {
    if (const QString file = fileOfShown(); !file.isEmpty()) {
        const bool isOpen = m_text.open(file, line, isShown);
        if (const AgentHost::Agent* agent = m_agents.playing(); isOpen && agent != nullptr) {
            m_text.chooseTree(widgets::toQt(agentSetting(*agent, "tree")));
        }
        return isOpen;
    }
    const auto& frame = m_agents.shown();
    if (frame && m_text.isOf(widgets::toQt(frame->decision.trace.maker))) {
        return m_text.open(m_text.file(), line, isShown);
    }
    return m_text.askForFile(isShown);
}

} // namespace sideline::studio
