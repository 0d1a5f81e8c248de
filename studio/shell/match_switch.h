#pragma once

#include <QObject>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/shell/layout_controls.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/localization/localization_workspace.h"
#include "studio/workspaces/replay/replay_workspace.h"
#include "widgets/common/message_topic.h"

namespace sideline::studio {

/// Brings the live match to the screen and takes it away, and hands every frame that is shown to
/// all who show something of it. The simulator keeps running while a log is shown. GUI thread only.
class MatchSwitch : public QObject {
    Q_OBJECT
public:
    /// All must outlive the switch.
    struct Parts {
        ShownMatch& match;
        ReplayWorkspace& replay;
        LiveWorkspace& live;
        LocalizationWorkspace& localization;
        LayoutControls& layouts;
        ActionTable& actions;
        widgets::MessageBar& messages;
    };
    explicit MatchSwitch(const Parts& parts);

    /// Shows the live match, if there is one, or the log.
    void setShowsLive(bool showsLive);
    /// A log was opened while a live match is shown: the log comes to the front.
    void leaveLive();
    /// What the click on the simulator's lamp is for: starts it, or shows it.
    void followLamp();
    /// The robot that comes next is looked at from near by.
    void awaitAgent() { m_awaitsAgent = true; }

Q_SIGNALS:
    /// Another match is shown, or none.
    void switched();
    /// Something else may be done with the same match now.
    void possibilitiesChanged();

private:
    void connectLive();
    void connectSelection();
    void showFrame(const logs::FetchedFrame& frame);
    void drawAgain();
    void showLiveFrame(const logs::FetchedFrame& frame);
    void showLiveMark();
    void showLiveDocks();
    void showSource();
    void meetAgent(const world::AgentFramePtr& frame);

    Parts m_parts;
    ShownMatch& m_match;
    LiveSession& m_live;
    widgets::MessageTopic m_behind; ///< what goes on behind the log on the screen
    bool m_awaitsAgent = false;
};

} // namespace sideline::studio
