#pragma once

#include <memory>
#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

#include "logs/analysis/match_statistics.h"
#include "widgets/common/row_table.h"

namespace sideline::widgets {

/// What a table of matches shows of one.
struct MatchSummary {
    QString file;
    QString teamLeft;
    QString teamRight;
    int scoreLeft = 0;
    int scoreRight = 0;
    logs::PeriodStatistics total;
    QString fault; ///< why there are no numbers; empty if there are
};

/// Whose numbers a table of matches shows: of a side, of a team on whichever side it played, or of
/// the left team less those of the right one.
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
    enum Column { MatchColumn, TeamsColumn, ScoreColumn, FirstNumberColumn };
    static constexpr int kSortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void add(MatchSummary match);
    void setChoice(const MatchesChoice& choice);
    [[nodiscard]] const std::vector<MatchSummary>& matches() const { return m_matches; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] double valueOf(const MatchSummary& match, std::size_t statistic) const;

    std::vector<MatchSummary> m_matches;
    MatchesChoice m_choice;
};

/// Matches compared: a table to be sorted by any number; a double click opens one.
class MatchesPanel : public QWidget {
    Q_OBJECT
public:
    explicit MatchesPanel(QWidget* parent = nullptr);

    void clear();
    void add(MatchSummary match);
    /// @param done, count of the matches that are being counted; the same: nothing is
    void setProgress(int done, int count);
    [[nodiscard]] const std::vector<MatchSummary>& matches() const { return m_model.matches(); }

Q_SIGNALS:
    /// The user wants to choose what is compared.
    void folderRequested();
    void filesRequested();
    void stopRequested();
    void openRequested(const QString& file);

private:
    void fillChoices();

    MatchesModel m_model;
    QSortFilterProxyModel* m_sorted;
    QComboBox* m_whose;
    QLabel* m_state;
    QToolButton* m_stop;
    QTableView* m_table;
    std::vector<MatchesChoice> m_choices;
};

} // namespace sideline::widgets
