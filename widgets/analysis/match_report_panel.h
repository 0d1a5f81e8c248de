#pragma once

#include <vector>

#include <QString>
#include <QStringList>
#include <QTextBrowser>

#include "widgets/analysis/match_numbers.h"

namespace sideline::widgets {

/// The end of a live match, without its statistics.
struct MatchReport {
    struct Line {
        double timeS = 0.0; ///< game clock
        QString text;
    };
    QString result;          ///< such as `Tree 1 : 0 Formation`
    QString ending;          ///< why and when it ended
    QStringList lostPlayers; ///< players that had failed by then, with the reason
    QStringList recordings;  ///< files with the match; empty: it was not recorded
    std::vector<Line> events;
};

/// The final report of a live match as a page: result, players lost, recordings, events and the
/// statistics of both teams.
class MatchReportPanel : public QTextBrowser {
    Q_OBJECT
public:
    explicit MatchReportPanel(QWidget* parent = nullptr);

    /// Shows another report. @param numbers null while they are being counted
    void setReport(const MatchReport& report, const MatchNumbersPtr& numbers);

Q_SIGNALS:
    /// The user clicked the name of a recording.
    void fileRequested(const QString& file);
};

} // namespace sideline::widgets
