#pragma once

#include <vector>

#include <QObject>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/shell/layout_controls.h"
#include "studio/workspaces/workspace.h"
#include "widgets/common/message_bar.h"
#include "widgets/common/message_topic.h"

namespace sideline::studio {

/// Switches between the log and the live match, and passes every frame that is shown to all
/// workspaces. The simulator keeps running while a log is shown. GUI thread only.
class MatchSwitch : public QObject {
    Q_OBJECT
public:
    /// These objects must outlive the switch.
    struct Parts {
        ShownMatch& match;
        const std::vector<Workspace*>& workspaces;
        LayoutControls& layouts;
        ActionTable& actions;
        widgets::MessageBar& messages;
    };
    explicit MatchSwitch(const Parts& parts);

    /// Shows the live match, if there is one, or the log.
    void setShowsLive(bool showsLive);
    /// Switches to the log after a log was opened during a live match.
    void leaveLive();
    /// Starts the simulator, or shows it: the effect of a click on its lamp.
    void followLamp();
    /// Redraws the shown frame.
    void drawAgain();

Q_SIGNALS:
    /// Another match, or none, is shown.
    void switched();
    /// The set of actions that the current match permits has changed.
    void possibilitiesChanged();

private:
    void connectLive();
    [[nodiscard]] ShownFrame placed(const logs::FetchedFrame& frame) const;
    void showFrame(const logs::FetchedFrame& frame);
    void showLiveFrame(const logs::FetchedFrame& frame);
    void showLiveState();
    void showLiveDocks();
    void followSource();

    Parts m_parts;
    ShownMatch& m_match;
    LiveSession& m_live;
    widgets::MessageTopic m_behind; ///< live match that continues while a log is shown
};

} // namespace sideline::studio
