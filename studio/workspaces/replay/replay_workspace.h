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
        const AppSettings& settings;
        QWidget* window;                                  ///< parent of dialogs
        std::function<viewer3d::MatchView&()> pictured{}; ///< what pictures are taken of
        /// What agents believe in the match on the screen; null if nobody knows.
        std::function<std::shared_ptr<logs::AgentValues>()> agentValues{};
    };
    explicit ReplayWorkspace(const Parts& parts);
    ~ReplayWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override { return replayMenus(); }
    [[nodiscard]] QString layout() const override { return QStringLiteral("Replay"); }
    /// The file that is open.
    [[nodiscard]] QString windowTitle() const override;
    /// Match logs: whatever is no file of another workspace.
    [[nodiscard]] bool canOpen(const QString& /*path*/) const override { return true; }
    void open(const OpenRequest& request) override;
    void setActive(bool /*isActive*/) override {} // every layout of matches shows it

    /// Ends all work on the log, so that it can go.
    void stop();
    /// What is being opened.
    [[nodiscard]] const std::optional<OpenRequest>& opening() const { return m_opening; }
    /// The log that is open, as the user knows it.
    [[nodiscard]] const QString& name() const { return m_name; }
    /// Where a match is seen; for as long as the window is there.
    [[nodiscard]] const MatchPanels& view() const { return m_panels; }
    [[nodiscard]] MatchDisplay& display() { return *m_display; }
    [[nodiscard]] ReplayControls& controls() { return *m_controls; }
    [[nodiscard]] ExportControls& exports() { return *m_exports; }
    [[nodiscard]] SituationControls& situations() { return *m_situations; }
    [[nodiscard]] bool isLoadingPlots() const { return m_loader.isLoading(); }

    /// Shows a frame of the match on the screen, as it is or as somebody believes it to be.
    void draw(const logs::FetchedFrame& frame);
    /// Nothing is there to be shown.
    void clear();
    /// The other one of log and live match has come on the screen.
    void showOther();
    /// The log has grown, or more is known of it.
    void showProgress();
    /// What the log holds, by its name.
    void showOverview();

Q_SIGNALS:
    /// A log has come on the screen.
    void opened(const sideline::studio::OpenRequest& request);
    /// It could not be opened; the message bar reports why.
    void openFailed(const sideline::studio::OpenRequest& request);
    void closed();
    void plotWanted(const sideline::logs::SignalId& id);
    /// Another frame is on the screen.
    void frameShown(const sideline::logs::FetchedFrame& frame);

private:
    void buildPanels(const Parts& parts);
    void connectLog();
    void connectPlots(const Parts& parts);
    void connectPlayer(const MatchPlayer& player);
    void showOpened();
    void showClosed();
    void showPosition();
    void showActivity();
    void reportIssues();
    void reportEmptyField();

    ActionTable& m_actions;
    ShownMatch& m_match;
    const AppSettings& m_settings;
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
};

} // namespace sideline::studio
