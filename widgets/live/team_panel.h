#pragma once

#include <deque>
#include <optional>
#include <vector>

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

#include "widgets/live/team_model.h"
#include "widgets/live/team_view.h"

namespace sideline::widgets {

/// Teams that can be started: their players with what they do, and the output of one of them.
class TeamPanel : public QWidget {
    Q_OBJECT
public:
    static constexpr int kAll = -1; ///< in requests: all players of the team

    explicit TeamPanel(QWidget* parent = nullptr);

    /// All open teams, in the order in which they are listed. The chosen one stays.
    void setTeams(const std::vector<TeamView>& teams);
    /// Files to offer for opening, newest first.
    void setRecentFiles(const QStringList& files);
    void setMatchRunning(bool isRunning);
    /// How far the match is; shown until it ends.
    void setMatchState(const QString& text);
    /// Shows this team.
    void chooseTeam(const QString& key);

    /// Key of the team that is shown; empty if there is none.
    [[nodiscard]] QString team() const;
    /// Index of the chosen player; -1 if there is none.
    [[nodiscard]] int player() const;
    /// Index of the player whose output is shown, or `kAll`.
    [[nodiscard]] int outputPlayer() const;
    /// Number of the newest line that is there already; 0 after another player was chosen, for
    /// then lines are wanted from the beginning.
    [[nodiscard]] quint64 lastLine() const { return m_lastLine; }
    /// Lines of the player that is shown, after `lastLine`.
    void appendLines(const std::vector<TeamLineView>& lines);

Q_SIGNALS:
    void openRequested();
    void openFileRequested(const QString& file);
    /// The teams that come with the program are wanted.
    void examplesRequested();
    /// The team's file is to be edited.
    void editRequested(const QString& team);
    void reloadRequested(const QString& team);
    void closeRequested(const QString& team);
    void startRequested(const QString& team, int player);
    void stopRequested(const QString& team, int player);
    void restartRequested(const QString& team, int player);
    /// The server, both teams, kick-off.
    void matchRequested(const QString& leftTeam, const QString& rightTeam);
    void matchEndRequested();
    /// The output of another player, or of all, is wanted.
    void playerChosen(const QString& team, int player);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildFileRow();
    QWidget* buildStartRow();
    QWidget* buildMatchRow();
    QWidget* buildHint();
    QWidget* buildTable();
    QWidget* buildOutput();
    void showTeam();
    void showPlayer();
    void updateButtons();
    void fillTeamBoxes();
    void arrange();
    void fitColumns();
    [[nodiscard]] QString whatAMatchLacks() const;
    void showMenu(const QPoint& pos);
    void appendShown(const TeamLineView& line);
    void rebuildOutput();
    [[nodiscard]] const TeamView* current() const;

    std::vector<TeamView> m_teams;
    QStringList m_recent;
    TeamModel m_model;
    bool m_isMatchRunning = false;
    bool m_isRightChosen = false; ///< by the user
    bool m_isFilling = false;
    QString m_shownTeam;
    QString m_outputTeam; ///< whose output is shown
    int m_outputPlayer = -1;
    quint64 m_lastLine = 0;
    std::deque<TeamLineView> m_lines;

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
    QComboBox* m_left = nullptr;
    QComboBox* m_right = nullptr;
    QPushButton* m_match = nullptr;
    QString m_matchState;
    QLabel* m_matchNote = nullptr; ///< how far the match is, or what it lacks
    QStackedWidget* m_pages = nullptr;
    QTableView* m_table = nullptr;
    QPlainTextEdit* m_problems = nullptr;
    QLabel* m_outputTitle = nullptr;
    QCheckBox* m_all = nullptr; ///< output of all players
    QLineEdit* m_filter = nullptr;
    QToolButton* m_copy = nullptr;
    QPlainTextEdit* m_output = nullptr;
};

} // namespace sideline::widgets
