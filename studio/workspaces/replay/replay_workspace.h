#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QSettings>
#include <QString>
#include <QWidget>

#include "logs/session/agent_values.h"
#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/session/signal_loader.h"
#include "studio/settings/app_settings.h"
#include "studio/workspaces/replay/camera_controls.h"
#include "studio/workspaces/replay/export_controls.h"
#include "studio/workspaces/replay/match_display.h"
#include "studio/workspaces/replay/match_panels.h"
#include "studio/workspaces/replay/replay_controls.h"
#include "studio/workspaces/replay/replay_layouts.h"
#include "studio/workspaces/replay/replay_menus.h"
#include "studio/workspaces/replay/situation_controls.h"
#include "studio/workspaces/workspace.h"
#include "widgets/common/message_topic.h"

namespace sideline::studio {

/// Looking at a match: opens match logs, and shows what is replayed, be it a log, the match of a
/// session or of a stream, or a live match and its recording. GUI thread only.
class ReplayWorkspace : public Workspace {
    Q_OBJECT
public:
    /// What the workspace works with; all must outlive it.
    struct Parts {
        ActionTable& actions;
        ShownMatch& match;
        widgets::MessageBar& messages;
        QSettings& store;
        AppSettings& settings;
        QWidget* window; ///< parent of dialogs
        /// The 3D view in the middle of the window; null while matches are shown.
        std::function<viewer3d::MatchView*()> ownView;
    };
    /// What agents believe in the match on the screen. Empty functions: no agents.
    struct Beliefs {
        /// Null if there are none.
        std::function<std::shared_ptr<logs::AgentValues>()> values;
        /// Frame of the agent that is shown; may be null.
        std::function<world::AgentFramePtr()> shown;
        /// A frame of the match as that agent believes it, if the user wants to see that.
        std::function<logs::FetchedFrame(const logs::FetchedFrame&)> throughEyes;
        /// Whether that belief has yet to come; the frame is drawn again then.
        std::function<bool()> isAwaited;
    };
    explicit ReplayWorkspace(const Parts& parts);
    ~ReplayWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override { return replayMenus(); }
    [[nodiscard]] std::vector<WorkspaceLayout> layouts() const override { return replayLayouts(); }
    void arrange(const QString& layout, DockArranger& docks) const override {
        arrangeReplay(layout, docks);
    }
    [[nodiscard]] std::optional<WorkspaceCenter> center() override;
    [[nodiscard]] std::vector<WorkspaceView> otherViews() const override;
    /// Signals of the frame on the screen, to plot them.
    [[nodiscard]] std::vector<widgets::PaletteEntry> findings() override;
    /// The file that is open, while it is shown.
    [[nodiscard]] QString windowTitle() const override;
    [[nodiscard]] Claim claim(const QString& /*path*/) const override { return Claim::Fallback; }
    void open(const OpenRequest& request) override;
    void begin() override;
    void drawFrame(const ShownFrame& frame, bool isAgain) override;
    void showNothing() override;
    void showSource() override;
    void showLiveState() override;
    void applySettings(const AppliedSettings& settings) override;
    void stop() override;

    void setBeliefs(Beliefs beliefs) { m_beliefs = std::move(beliefs); }
    /// Shows a signal as a curve.
    void plot(const logs::SignalId& id);
    /// The log that is open, as the user knows it.
    [[nodiscard]] const QString& name() const { return m_name; }
    /// Where a match is seen; for as long as the window is there.
    [[nodiscard]] const MatchPanels& view() const { return m_panels; }
    [[nodiscard]] MatchDisplay& display() { return *m_display; }
    [[nodiscard]] ReplayControls& controls() { return *m_controls; }
    [[nodiscard]] ExportControls& exports() { return *m_exports; }
    [[nodiscard]] SituationControls& situations() { return *m_situations; }
    [[nodiscard]] bool isLoadingPlots() const { return m_loader.isLoading(); }

private:
    void buildPanels(const Parts& parts);
    void connectLog();
    void connectLive();
    void connectPanels();
    void connectPlots();
    void loadPlots();
    void connectPlayer(const MatchPlayer& player);
    void showOpened();
    void showClosed();
    void showOverview();
    void showProgress();
    void showPosition();
    void showActivity();
    void reportIssues();
    void reportEmptyField();

    ActionTable& m_actions;
    ShownMatch& m_match;
    AppSettings& m_settings;
    Beliefs m_beliefs;
    MatchPanels m_panels;
    std::unique_ptr<MatchDisplay> m_display;
    std::unique_ptr<ReplayControls> m_controls;
    std::unique_ptr<CameraControls> m_cameras;
    std::unique_ptr<ExportControls> m_exports;
    std::unique_ptr<SituationControls> m_situations;
    SignalLoader m_loader;
    std::optional<OpenRequest> m_opening;
    QString m_name;
    widgets::MessageTopic m_logMessages;  ///< about the log that is open
    widgets::MessageTopic m_liveMessages; ///< about the recording of the live match
    bool m_issuesReported = false;
    bool m_emptyReported = false;
    bool m_snaps = false; ///< the camera jumps to the next frame, instead of gliding
};

} // namespace sideline::studio
