#pragma once

#include <vector>

#include <QComboBox>
#include <QPushButton>
#include <QWidget>

#include "widgets/live/team_view.h"

namespace sideline::widgets {

/// A box with names of teams that takes the remaining width.
[[nodiscard]] QComboBox* teamBox(const QString& name, const QString& tip);
/// Lists the teams in a box and keeps the chosen one.
/// @param other team that is deselected, unless `mayBeOther`
void fillTeamBox(QComboBox& box, const std::vector<TeamView>& teams, const QString& other = {},
                 bool mayBeOther = true);

/// Two teams, and a button that starts or ends a match of them.
class TeamMatchRow : public QWidget {
    Q_OBJECT
public:
    explicit TeamMatchRow(QWidget* parent = nullptr);

    /// Lists the teams; chooses two different ones if there are two, unless the user chose
    /// otherwise.
    void listTeams(const std::vector<TeamView>& teams);
    void setRunning(bool isRunning) { m_isRunning = isRunning; }
    /// Enables the controls for these teams.
    /// @return why no match can be started, in words; empty if one can be started or is running
    [[nodiscard]] QString update(const std::vector<TeamView>& teams);

Q_SIGNALS:
    /// The user chose different teams.
    void teamsChanged();
    void matchRequested(const QString& leftTeam, const QString& rightTeam);
    void matchEndRequested();

private:
    [[nodiscard]] QString missingText(const std::vector<TeamView>& teams) const;

    bool m_isRunning = false;
    bool m_isRightChosen = false; ///< the user has chosen the right team
    QComboBox* m_left = nullptr;
    QComboBox* m_right = nullptr;
    QPushButton* m_match = nullptr;
};

} // namespace sideline::widgets
