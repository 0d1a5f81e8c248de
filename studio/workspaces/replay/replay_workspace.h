#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QSettings>
#include <QString>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/settings/app_settings.h"
#include "studio/workspaces/replay/camera_controls.h"
#include "studio/workspaces/replay/export_controls.h"
#include "studio/workspaces/replay/live_place.h"
#include "studio/workspaces/replay/match_beliefs.h"
#include "studio/workspaces/replay/match_display.h"
#include "studio/workspaces/replay/match_panels.h"
#include "studio/workspaces/replay/plot_controls.h"
#include "studio/workspaces/replay/replay_controls.h"
#include "studio/workspaces/replay/replay_layouts.h"
#include "studio/workspaces/replay/replay_menus.h"
#include "studio/workspaces/replay/situation_controls.h"
#include "studio/workspaces/workspace.h"
#include "studio/workspaces/workspace_list.h"
#include "widgets/common/message_topic.h"

namespace sideline::studio {

/// Shows matches: opens match logs, and replays logs, the matches of sessions and streams, and live
/// matches with their recordings. GUI thread only.
class ReplayWorkspace : public Workspace {
    Q_OBJECT
public:
    explicit ReplayWorkspace(const WorkspaceContext& context);
    ~ReplayWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override { return replayMenus(); }
    [[nodiscard]] std::vector<WorkspaceLayout> layouts() const override { return replayLayouts(); }
    [[nodiscard]] std::optional<WorkspaceCenter> center() override;
    [[nodiscard]] std::vector<WorkspaceView> otherViews() const override;
    /// Returns entries for plotting the signals of the shown frame.
    [[nodiscard]] std::vector<widgets::PaletteEntry> findings() override {
        return m_plots->findings();
    }
    /// Returns the name of the open file while it is shown.
    [[nodiscard]] QString windowTitle() const override;
    [[nodiscard]] Claim claim(const QString& /*path*/) const override { return Claim::Fallback; }
    void open(const OpenRequest& request) override;
    void begin() override;
    void drawFrame(const ShownFrame& frame, bool isAgain) override;
    void showNothing() override;
    void showSource() override;
    void showLiveState() override { m_livePlace->show(); }
    void applySettings(const AppliedSettings& settings) override;
    void stop() override;

    void setBeliefs(const MatchBeliefs& beliefs) {
        m_beliefs = beliefs;
        m_plots->setBeliefs(beliefs);
    }
    [[nodiscard]] PlotControls& plots() { return *m_plots; }
    /// Returns the name of the open log, as shown to the user.
    [[nodiscard]] const QString& name() const { return m_name; }
    /// Returns the widgets that show a match; valid during the lifetime of the window.
    [[nodiscard]] const MatchPanels& view() const { return m_panels; }
    [[nodiscard]] MatchDisplay& display() { return *m_display; }
    [[nodiscard]] ReplayControls& controls() { return *m_controls; }
    [[nodiscard]] ExportControls& exports() { return *m_exports; }
    [[nodiscard]] SituationControls& situations() { return *m_situations; }
    [[nodiscard]] bool isLoadingPlots() const { return m_plots->isLoading(); }

private:
    void buildPanels(const WorkspaceContext& context);
    void connectLog();
    void connectPanels();
    void connectPlayer(const MatchPlayer& player);
    void showOpened();
    void showClosed();
    void showOverview();
    void showRequestedMoment(bool isWhole);
    void showProgress();
    void showPosition();
    void showActivity();
    void reportIssues();
    void reportEmptyField();

    ActionTable& m_actions;
    ShownMatch& m_match;
    AppSettings& m_settings;
    MatchBeliefs m_beliefs;
    MatchPanels m_panels;
    std::unique_ptr<MatchDisplay> m_display;
    std::unique_ptr<ReplayControls> m_controls;
    std::unique_ptr<CameraControls> m_cameras;
    std::unique_ptr<ExportControls> m_exports;
    std::unique_ptr<SituationControls> m_situations;
    std::unique_ptr<LivePlace> m_livePlace;
    std::unique_ptr<PlotControls> m_plots;
    std::optional<OpenRequest> m_opening;
    std::optional<double> m_showS;             ///< moment to show once the log contains it
    std::optional<game::PlayerId> m_showRobot; ///< robot to follow then; if not set, the ball
    QString m_name;
    widgets::MessageTopic m_logMessages;  ///< messages about the log that is open
    widgets::MessageTopic m_liveMessages; ///< messages about the recording of the live match
    bool m_issuesReported = false;
    bool m_emptyReported = false;
    bool m_snaps = false; ///< whether the camera jumps to the next frame instead of gliding
};

} // namespace sideline::studio
