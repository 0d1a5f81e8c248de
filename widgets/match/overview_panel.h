#pragma once

#include <memory>

#include <QLabel>
#include <QListWidget>
#include <QTableWidget>
#include <QWidget>

#include "logs/match/match_log.h"
#include "logs/replay/frame_fetcher.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// Overview of a log: file, length, teams and players, number of events, and whether it is
/// complete.
class OverviewPanel : public QWidget {
    Q_OBJECT
public:
    explicit OverviewPanel(QWidget* parent = nullptr);

    /// Null empties the panel.
    /// @param file its source, if that is not the log's own file
    void setLog(std::shared_ptr<const logs::MatchLog> log, const QString& file = {});
    /// The log's index, analysis or progress has changed.
    void refresh();
    void setColors(const TeamColors& colors);

Q_SIGNALS:
    void frameRequested(sideline::logs::FrameNumber frame);
    void entryRequested(const QString& entry);

private:
    void fillFacts();
    void fillPlayers();
    void fillIssues();

    std::shared_ptr<const logs::MatchLog> m_log;
    QString m_file;
    TeamColors m_colors;
    QTableWidget* m_facts;
    QTableWidget* m_players;
    QLabel* m_issuesTitle;
    QListWidget* m_issues;
    QLabel* m_entriesTitle;
    QListWidget* m_entries;
};

} // namespace sideline::widgets
