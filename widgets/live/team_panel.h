#pragma once

#include <vector>

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QWidget>

#include "widgets/live/player_table.h"
#include "widgets/live/team_match_row.h"
#include "widgets/live/team_model.h"
#include "widgets/live/team_output.h"
#include "widgets/live/team_view.h"

namespace sideline::widgets {

/// Teams that can be started: their players with their state, and the output of one of them.
class TeamPanel : public QWidget {
    Q_OBJECT
public:
    static constexpr int kAll = -1; ///< in requests: all players of the team

    explicit TeamPanel(QWidget* parent = nullptr);

    /// Sets all open teams, in the order of the list. Keeps the chosen one.
    void setTeams(const std::vector<TeamView>& teams);
    /// Sets the files to offer for opening, newest first.
    void setRecentFiles(const QStringList& files);
    void setMatchRunning(bool isRunning);
    /// Shows the progress of the match until it ends.
    void setMatchState(const QString& text);
    /// Shows this team.
    void chooseTeam(const QString& key);

    /// Key of the team that is shown; empty if there is none.
    [[nodiscard]] QString team() const;
    /// Index of the chosen player; -1 if there is none.
    [[nodiscard]] int player() const;
    /// Index of the player whose output is shown, or `kAll`.
    [[nodiscard]] int outputPlayer() const;
    /// Number of the newest line that is shown; 0 after another player was chosen, whose lines are
    /// needed from the beginning.
    [[nodiscard]] quint64 lastLine() const { return m_output->lastLine(); }
    /// Appends lines of the player that is shown, after `lastLine`.
    void appendLines(const std::vector<TeamLineView>& lines) { m_output->appendLines(lines); }

Q_SIGNALS:
    void openRequested();
    void openFileRequested(const QString& file);
    /// The user requests the teams that come with the program.
    void examplesRequested();
    /// The user wants to edit the team's file.
    void editRequested(const QString& team);
    void reloadRequested(const QString& team);
    void closeRequested(const QString& team);
    void startRequested(const QString& team, int player);
    void stopRequested(const QString& team, int player);
    void restartRequested(const QString& team, int player);
    /// The user starts a match: server, both teams, kick-off.
    void matchRequested(const QString& leftTeam, const QString& rightTeam);
    void matchEndRequested();
    /// The output of another player, or of all, is needed.
    void playerChosen(const QString& team, int player);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildFileRow();
    QWidget* buildStartRow();
    QWidget* buildHint();
    QWidget* buildTable();
    void showTeam();
    void showPlayer();
    void updateButtons();
    void arrange();
    [[nodiscard]] const TeamView* current() const;

    std::vector<TeamView> m_teams;
    QStringList m_recent;
    TeamModel m_model;
    bool m_isMatchRunning = false;
    bool m_isFilling = false;
    QString m_shownTeam;
    QString m_outputTeam; ///< the team whose output is shown
    int m_outputPlayer = -1;

    QComboBox* m_team = nullptr;
    QToolButton* m_open = nullptr;
    QMenu* m_recentMenu = nullptr;
    QBoxLayout* m_rows = nullptr;
    QSplitter* m_splitter = nullptr;
    QToolButton* m_edit = nullptr;
    QToolButton* m_reload = nullptr;
    QToolButton* m_close = nullptr;
    QPushButton* m_start = nullptr;
    QPushButton* m_stop = nullptr;
    QLabel* m_summary = nullptr;
    TeamMatchRow* m_matchRow = nullptr;
    QString m_matchState;
    QLabel* m_matchNote = nullptr; ///< progress of the match, or why it cannot start
    QStackedWidget* m_pages = nullptr;
    PlayerTable* m_table = nullptr;
    QPlainTextEdit* m_problems = nullptr;
    TeamOutput* m_output = nullptr;
};

} // namespace sideline::widgets
