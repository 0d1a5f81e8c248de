#pragma once

#include <QObject>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/workspaces/replay/match_panels.h"

namespace sideline::studio {

/// Connects the actions for the selection and for the cameras. GUI thread only.
class CameraControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls.
    CameraControls(const MatchPanels& panels, ShownMatch& match, ActionTable& actions);

private:
    void connectCameras();
    void connectSelection();
    void showMode();
    void requirePlayer(viewer3d::CameraMode mode);
    void selectNumber(game::Side side, int number);
    void selectNeighbor(int step);
    void note(const QString& text);

    MatchPanels m_panels;
    ShownMatch& m_match;
    ActionTable& m_actions;
};

} // namespace sideline::studio
