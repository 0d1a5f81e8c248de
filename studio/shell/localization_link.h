#pragma once

#include <QObject>

#include "studio/session/shown_match.h"
#include "studio/shell/layout_controls.h"
#include "studio/workspaces/localization/localization_workspace.h"
#include "studio/workspaces/replay/replay_workspace.h"

namespace sideline::studio {

/// Connects what robots believe with the match on the screen: the same time, the same interval, and
/// the match that is made of a stream. GUI thread only.
class LocalizationLink : public QObject {
    Q_OBJECT
public:
    /// All must outlive the link.
    struct Parts {
        ShownMatch& match;
        ReplayWorkspace& replay;
        LocalizationWorkspace& localization;
        LayoutControls& layouts;
    };
    explicit LocalizationLink(const Parts& parts);

    /// The match that was made of the stream has come to the screen.
    void matchShown();
    /// Estimators work for as long as something of theirs is to be seen, in whatever layout.
    void update();

private:
    void lookAtRobot();

    Parts m_parts;
};

} // namespace sideline::studio
