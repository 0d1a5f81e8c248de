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

/// Brings the live match to the screen and takes it away, and hands every frame that is shown to
/// all workspaces. The simulator keeps running while a log is shown. GUI thread only.
class MatchSwitch : public QObject {
    Q_OBJECT
public:
    /// All must outlive the switch.
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
    /// A log was opened while a live match is shown: the log comes to the front.
    void leaveLive();
    /// Starts the simulator, or shows it: what a click on its lamp does.
    void followLamp();
    /// Draws the frame on the screen again.
    void drawAgain();

Q_SIGNALS:
    /// Another match is shown, or none.
    void switched();
    /// Something else may be done with the same match now.
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
    widgets::MessageTopic m_behind; ///< what keeps running behind the log on the screen
};

} // namespace sideline::studio
