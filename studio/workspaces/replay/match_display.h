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

/// Draws the shown frame: in the 3D views, on the field, in the scoreboard and in the list of
/// objects, with the colors of the teams and the user's rulers. GUI thread only.
class MatchDisplay : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the display.
    MatchDisplay(const MatchPanels& panels, const ShownMatch& match, ActionTable& actions,
                 const AppSettings& settings);

    /// Draws a frame of the shown match: the true frame, or an agent's belief of it.
    void draw(const logs::FetchedFrame& frame);
    /// Clears the display while there is no frame, so that nothing from a different match stays
    /// visible.
    void clear();
    void setSelection(const monitor::ObjectId& id);
    /// Applies changed settings.
    /// @param newMeshes whether the server's meshes must be read again
    void applySettings(bool newMeshes);
    /// Applies the light or dark theme.
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
    widgets::TeamColors m_colors;                       ///< colors of the shown match
    std::optional<monitor::Ruler> m_ruler;              ///< measurement by the user
    std::shared_ptr<const monitor::MatchFrame> m_drawn; ///< last frame drawn
    double m_shownTimeS = 0.0;                          ///< record time of that frame
};

} // namespace sideline::studio
