#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QTimer>

#include "simulator/start/start_from_frame.h"
#include "studio/actions/action_table.h"
#include "studio/session/decision_history.h"
#include "studio/session/shown_agent.h"
#include "studio/session/shown_match.h"
#include "studio/settings/app_settings.h"
#include "studio/workspaces/decide/decide_layouts.h"
#include "studio/workspaces/decide/decision_controls.h"
#include "studio/workspaces/decide/formation_editing.h"
#include "studio/workspaces/decide/graph_controls.h"
#include "studio/workspaces/decide/text_editing.h"
#include "studio/workspaces/decide/what_if_controls.h"
#include "studio/workspaces/workspace.h"
#include "widgets/decide/decision_timeline.h"
#include "widgets/match/time_ruler.h"

namespace sideline::studio {

/// Shows the players' decisions and the reasons for them: a timeline of all players, formations,
/// the files of decision makers, and what-if matches with other decisions. GUI thread only.
class DecideWorkspace : public Workspace {
    Q_OBJECT
public:
    /// Objects that the workspace uses; all must outlive it.
    struct Parts {
        ActionTable& actions;
        ShownMatch& match;
        LiveAgents agents;
        widgets::DecisionPanel* decision; ///< shows the decision of the selected agent
        /// Returns the shown frame as a situation; reports in the message bar if that is not
        /// possible.
        std::function<std::optional<simulator::FrameSituation>()> shownSituation;
        widgets::TimeRuler& ruler; ///< the ruler's interval is shown in the timeline
        widgets::MessageBar& messages;
        const AppSettings& settings;
        QSettings& store;
        QWidget* window; ///< parent window of dialogs
    };
    explicit DecideWorkspace(const Parts& parts);

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override;
    [[nodiscard]] std::vector<WorkspaceLayout> layouts() const override { return decideLayouts(); }
    /// Claims formations and the text forms of decision makers.
    [[nodiscard]] Claim claim(const QString& path) const override;
    [[nodiscard]] Question fileQuestion() const override { return m_texts.question(); }
    void open(const OpenRequest& request) override;
    void showSource() override { showMatch(); }
    bool mayClose() override { return m_texts.mayClose() && m_formations.mayClose(); }
    void applySettings(const AppliedSettings& /*settings*/) override { showColors(); }

    [[nodiscard]] FormationEditing& formations() { return m_formations; }
    [[nodiscard]] TextEditing& texts() { return m_texts; }
    [[nodiscard]] widgets::GraphPanel* graph() const { return m_graph.panel(); }
    [[nodiscard]] WhatIfControls& whatIf() { return m_whatIf; }
    [[nodiscard]] DecisionHistory& history() { return m_history; }
    [[nodiscard]] widgets::DecisionTimeline* timeline() const { return m_timeline->view(); }

private:
    /// Another match, or none, is shown.
    void showMatch();
    /// The colors of teams have changed.
    void showColors();
    void connectMatch();
    void showOpened(const QString& panel);
    void connectTimeline();
    void connectEditors();
    void connectActions();
    void refresh();
    void showMoment(const logs::FetchedFrame& frame);
    void showRows();
    void showNotes();
    [[nodiscard]] bool isRequested() const;
    [[nodiscard]] DecisionHistory::RecordTimeOf liveClock() const;

    ActionTable& m_actions;
    ShownMatch& m_match;
    LiveAgents m_agents;
    widgets::TimeRuler& m_ruler;
    const AppSettings& m_settings;
    DecisionHistory m_history;
    FormationEditing m_formations;
    TextEditing m_texts;
    DecisionControls m_decision;
    GraphControls m_graph;
    WhatIfControls m_whatIf;
    QPointer<widgets::DecisionTimelinePanel> m_timeline;
    QTimer m_timer;
    bool m_showsNothing = false; ///< the reason for an empty timeline was reported
};

} // namespace sideline::studio
