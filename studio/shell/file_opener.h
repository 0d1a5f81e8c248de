#pragma once

#include <cstdint>

#include <QObject>
#include <QString>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/shell/layout_controls.h"
#include "studio/shell/localization_link.h"
#include "studio/shell/match_switch.h"
#include "studio/shell/start_page.h"
#include "studio/workspaces/analysis/analysis_workspace.h"
#include "studio/workspaces/decide/decide_workspace.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/localization/localization_workspace.h"
#include "studio/workspaces/motion/motion_workspace.h"
#include "studio/workspaces/replay/replay_workspace.h"
#include "studio/workspaces/robot/robot_workspace.h"
#include "studio/workspaces/train/train_workspace.h"

namespace sideline::studio {

/// Opens what is asked for in the workspace that it is for, and brings it to the screen. GUI thread
/// only.
class FileOpener : public QObject {
    Q_OBJECT
public:
    /// All must outlive the opener.
    struct Parts {
        QWidget* window; ///< parent of dialogs
        ActionTable& actions;
        ShownMatch& match;
        ReplayWorkspace& replay;
        LiveWorkspace& live;
        MotionWorkspace& motions;
        TrainWorkspace& training;
        RobotWorkspace& robots;
        LocalizationWorkspace& localization;
        AnalysisWorkspace& analysis;
        DecideWorkspace& decide;
        LocalizationLink& localizationLink;
        LayoutControls& layouts;
        StartPage& start;
        MatchSwitch& matchSwitch;
        widgets::MessageBar& messages;
    };
    explicit FileOpener(const Parts& parts);

    /// Opens a match log, a session, an agent's stream, a motion, an experiment, a robot or a team.
    void open(const OpenRequest& request);
    /// The layout on the screen stays there for what is opened next, instead of the one made for
    /// it.
    void holdLayout() { m_hold = Hold::Asked; }
    /// No match log is open, at the start or any more.
    void showClosed();

private:
    /// Whether somebody has chosen the layout for what is opened.
    enum class Hold : std::uint8_t { None, Asked, Opening };
    void connectWorkspaces();
    void connectEditors();
    void bring(const QString& layout);
    void bringPanel(const QString& id, int leastHeightPx = 0);
    void release() { m_hold = Hold::None; }
    void askForFile();
    void closeMatch();
    void openStream(const QString& path);
    void openMatchOfStream(const QString& file);
    void showOpened(const OpenRequest& request);
    void showFailed(const OpenRequest& request);
    /// Whether it is the match of the session that is open.
    [[nodiscard]] bool isOfSession(const OpenRequest& request) const;
    void showForLog();

    Parts m_parts;
    Hold m_hold = Hold::None;
};

} // namespace sideline::studio
