#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

#include "widgets/analysis/match_summary.h"

namespace sideline::widgets {

/// The numbers shown in a table of matches: of a side, of a team on either side, or the left team's
/// minus the right team's.
struct MatchesChoice {
    enum class Kind : std::uint8_t { Left, Right, Difference, Team };
    Kind kind = Kind::Left;
    QString team{};
    [[nodiscard]] bool operator==(const MatchesChoice&) const = default;
};

/// A row per match, a column per number.
class MatchesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { MatchColumn, TeamsColumn, ScoreColumn, WhyColumn, FirstNumberColumn };
    static constexpr int kSortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void add(std::vector<MatchSummary> matches);
    void setChoice(const MatchesChoice& choice);
    [[nodiscard]] const std::vector<MatchSummary>& matches() const { return m_matches; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] double valueOf(const MatchSummary& match, std::size_t number) const;

    std::vector<MatchSummary> m_matches;
    MatchesChoice m_choice;
};

/// Results of teams over all matches: a row per number, a column per team.
class AveragesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// Rows before the numbers: number of matches, and results.
    static constexpr int kFirstNumberRow = 2;

    using QAbstractTableModel::QAbstractTableModel;

    void setTeams(std::vector<TeamAverages> teams);
    [[nodiscard]] const std::vector<TeamAverages>& teams() const { return m_teams; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] QString textOf(const TeamAverages& team, int row) const;

    std::vector<TeamAverages> m_teams;
};

/// Compares matches: a table that can be sorted by any number, in which a double-click opens a
/// match, and the results of each team; a click on a mean sorts the matches by it.
class MatchesPanel : public QWidget {
    Q_OBJECT
public:
    explicit MatchesPanel(QWidget* parent = nullptr);

    void clear();
    void add(std::vector<MatchSummary> matches);
    /// @param done, count progress of the analysis; equal if no match is being analyzed
    void setProgress(int done, int count);
    [[nodiscard]] const std::vector<MatchSummary>& matches() const { return m_model.matches(); }

Q_SIGNALS:
    /// The user wants to choose the matches.
    void folderRequested();
    void filesRequested();
    void stopRequested();
    void openRequested(const sideline::widgets::MatchSummary& match);
    /// The user wants to see a match that has no log. @param name the match's name
    void logMissing(const QString& name);

private:
    void fillChoices();
    void hideUnknown();
    void showBehind(const QModelIndex& average);

    MatchesModel m_model;
    AveragesModel m_averages;
    QSortFilterProxyModel* m_sorted;
    QComboBox* m_whose;
    QLabel* m_state;
    QToolButton* m_stop;
    QTableView* m_table;
    QWidget* m_means;
    QTableView* m_teams;
    std::vector<MatchesChoice> m_choices;
};

} // namespace sideline::widgets
