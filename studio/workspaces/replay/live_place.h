#pragma once

#include <QObject>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/workspaces/replay/match_panels.h"
#include "studio/workspaces/replay/replay_controls.h"

namespace sideline::studio {

/// Where the view of a live match is, and what the mouse does to it. GUI thread only.
class LivePlace : public QObject {
    Q_OBJECT
public:
    /// All must outlive it.
    LivePlace(const MatchPanels& panels, ShownMatch& match, const ActionTable& actions,
              ReplayControls& controls);

    /// Shows the place in the ruler, and how the server does.
    void show();

private:
    MatchPanels m_panels;
    ShownMatch& m_match;
    const ActionTable& m_actions;
};

} // namespace sideline::studio
