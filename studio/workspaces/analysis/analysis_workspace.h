#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QSettings>

#include "studio/actions/action_table.h"
#include "studio/session/match_statistics_job.h"
#include "studio/session/shown_match.h"
#include "studio/settings/app_settings.h"
#include "studio/workspaces/analysis/analysis_layouts.h"
#include "studio/workspaces/analysis/match_comparison.h"
#include "studio/workspaces/analysis/playlist_player.h"
#include "studio/workspaces/workspace.h"
#include "widgets/analysis/dominance_panel.h"
#include "widgets/analysis/field_map_bar.h"
#include "widgets/analysis/player_numbers_panel.h"
#include "widgets/analysis/playlist_panel.h"
#include "widgets/analysis/team_numbers_panel.h"
#include "widgets/common/message_bar.h"
#include "widgets/match/field_view.h"
#include "widgets/match/time_ruler.h"

namespace sideline::studio {

/// Shows statistics of the shown match, and the moments that each number counts. Computes them only
/// while one of its panels is visible. GUI thread only.
class AnalysisWorkspace : public Workspace {
    Q_OBJECT
public:
    /// Objects that the workspace uses; all must outlive it.
    struct Parts {
        ActionTable& actions;
        ShownMatch& match;
        widgets::FieldView& field;
        widgets::TimeRuler& ruler; ///< the ruler's interval is shown in the timeline
        widgets::MessageBar& messages;
        const AppSettings& settings;
        QSettings& store;
        QWidget* window; ///< parent window of dialogs
    };
    explicit AnalysisWorkspace(const Parts& parts);
    ~AnalysisWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override;
    [[nodiscard]] std::vector<WorkspaceLayout> layouts() const override {
        return analysisLayouts();
    }
    /// Claims the folder or the results of a series.
    [[nodiscard]] Claim claim(const QString& path) const override {
        return canCompare(path) ? Claim::ByContent : Claim::None;
    }
    /// Compares the games of a series, in the panel `analysis-matches`.
    void open(const OpenRequest& request) override;
    void showSource() override { showMatch(); }
    void applySettings(const AppliedSettings& /*settings*/) override { showColors(); }

    [[nodiscard]] const MatchStatisticsJob& job() const { return m_job; }
    [[nodiscard]] const PlaylistPlayer& player() const { return m_player; }
    [[nodiscard]] MatchComparison& comparison() { return m_comparison; }
    [[nodiscard]] widgets::TeamNumbersPanel* teams() const { return m_teams; }
    [[nodiscard]] widgets::PlayerNumbersPanel* players() const { return m_players; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMatch();
    void showColors();
    void connectMatch();
    void connectPanels();
    void connectPlaylist();
    void connectActions();
    void updateCounting();
    [[nodiscard]] std::vector<QWidget*> countedPanels() const;
    void showNumbers();
    void showProgress();
    void showPeriods();
    void applyPeriod();
    void showMap();
    void showPlayed();
    [[nodiscard]] widgets::TeamColors colors() const;
    void enableActions();
    [[nodiscard]] widgets::MatchNumbersPtr numbers() const;
    void listMoments(const widgets::MomentFilter& filter);
    void fillPlaylist();
    void jumpTo(int row);
    void jumpTo(const logs::Moment& moment);
    void playOrPause();
    void step(int rows);
    void select(int row);
    void exportCsv(const QString& name, const std::string& text);

    ActionTable& m_actions;
    ShownMatch& m_match;
    widgets::FieldView& m_field;
    widgets::TimeRuler& m_ruler;
    widgets::MessageBar& m_messages;
    const AppSettings& m_settings;
    QWidget* m_window;
    MatchStatisticsJob m_job;
    PlaylistPlayer m_player;
    MatchComparison m_comparison;
    std::shared_ptr<widgets::FieldMap> m_map;
    widgets::TeamNumbersPanel* m_teams;
    widgets::PlayerNumbersPanel* m_players;
    widgets::PlaylistPanel* m_playlist;
    widgets::FieldMapBar* m_mapBar;
    widgets::DominancePanel* m_dominance;
    widgets::AnalysisPeriod m_period;
    bool m_isCounting = false;
};

} // namespace sideline::studio
