#pragma once

#include <QObject>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/workspaces/replay/match_panels.h"
#include "studio/workspaces/replay/replay_controls.h"

namespace sideline::studio {

/// Shows the position of the view in a live match, and allows the mouse to move objects at the
/// newest frame. GUI thread only.
class LivePlace : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive this object.
    LivePlace(const MatchPanels& panels, ShownMatch& match, const ActionTable& actions,
              ReplayControls& controls);

    /// Shows the position in the ruler, and the state of the server.
    void show();

private:
    MatchPanels m_panels;
    ShownMatch& m_match;
    const ActionTable& m_actions;
};

} // namespace sideline::studio
