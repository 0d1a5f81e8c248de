#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QTimer>

#include "studio/actions/action_table.h"
#include "studio/session/decision_history.h"
#include "studio/session/shown_match.h"
#include "studio/settings/app_settings.h"
#include "studio/workspaces/decide/decision_controls.h"
#include "studio/workspaces/decide/formation_editing.h"
#include "studio/workspaces/decide/graph_controls.h"
#include "studio/workspaces/decide/text_editing.h"
#include "studio/workspaces/decide/what_if_controls.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/workspace.h"
#include "widgets/decide/decision_timeline.h"
#include "widgets/match/time_ruler.h"

namespace sideline::studio {

/// What players do and why: a timeline of all of them, formations, the files of decision makers,
/// and what if they decided otherwise. GUI thread only.
class DecideWorkspace : public Workspace {
    Q_OBJECT
public:
    /// What the workspace works with; all must outlive it.
    struct Parts {
        ActionTable& actions;
        ShownMatch& match;
        LiveWorkspace& live;
        SituationControls& situations;
        widgets::TimeRuler& ruler; ///< whose interval the timeline shows
        widgets::MessageBar& messages;
        const AppSettings& settings;
        QSettings& store;
        QWidget* window; ///< parent of dialogs
    };
    explicit DecideWorkspace(const Parts& parts);

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override;
    [[nodiscard]] QString layout() const override { return QStringLiteral("Decide"); }
    /// Formations, and the text forms of decision makers.
    [[nodiscard]] bool canOpen(const QString& path) const override;
    void open(const OpenRequest& request) override;
    void setActive(bool /*isActive*/) override {} // it works while its panels are seen

    /// Another match is on the screen, or none.
    void showMatch();
    /// Colors of teams have changed.
    void showColors();

    [[nodiscard]] FormationEditing& formations() { return m_formations; }
    [[nodiscard]] TextEditing& texts() { return m_texts; }
    [[nodiscard]] widgets::GraphPanel* graph() const { return m_graph.panel(); }
    [[nodiscard]] WhatIfControls& whatIf() { return m_whatIf; }
    [[nodiscard]] DecisionHistory& history() { return m_history; }
    [[nodiscard]] widgets::DecisionTimeline* timeline() const { return m_timeline->view(); }

private:
    void connectMatch();
    void connectTimeline();
    void connectEditors();
    void connectActions();
    void refresh();
    void showFrame(const logs::FetchedFrame& frame);
    void showRows();
    void showNotes();
    [[nodiscard]] bool isWanted() const;
    [[nodiscard]] DecisionHistory::RecordTimeOf liveClock() const;

    ActionTable& m_actions;
    ShownMatch& m_match;
    LiveWorkspace& m_live;
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
    bool m_showsNothing = false; ///< it has been reported why
};

} // namespace sideline::studio
