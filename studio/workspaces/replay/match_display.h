#pragma once

#include <memory>
#include <optional>

#include <QObject>

#include "agentcore/monitor/ruler.h"
#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/settings/app_settings.h"
#include "studio/workspaces/replay/match_panels.h"

namespace sideline::studio {

/// Draws the frame on the screen: in the 3D views, on the field, in the scoreboard and among the
/// objects, with the colors of the teams and what the user measures. GUI thread only.
class MatchDisplay : public QObject {
    Q_OBJECT
public:
    /// All must outlive the display.
    MatchDisplay(const MatchPanels& panels, const ShownMatch& match, ActionTable& actions,
                 const AppSettings& settings);

    /// Draws a frame of the shown match: as it is, or as somebody believes it to be.
    void draw(const logs::FetchedFrame& frame);
    /// No frame is there yet, or any more: nothing of another match stays on the screen.
    void clear();
    void setSelection(const monitor::ObjectId& id);
    /// The settings have changed.
    /// @param newMeshes the server's meshes have to be read again
    void applySettings(bool newMeshes);
    /// Light or dark.
    void applyTheme(bool isDark);

private:
    void showColors(const monitor::MatchFrame* frame);
    void measure(const monitor::Ruler& ruler);
    void showRuler(const monitor::MatchFrame* frame);
    void readMeshes();

    MatchPanels m_panels;
    const ShownMatch& m_match;
    ActionTable& m_actions;
    const AppSettings& m_settings;
    widgets::TeamColors m_colors;                       ///< of the match on the screen
    std::optional<monitor::Ruler> m_ruler;              ///< what the user measures
    std::shared_ptr<const monitor::MatchFrame> m_drawn; ///< last
    double m_shownTimeS = 0.0;                          ///< record time of it
};

} // namespace sideline::studio
