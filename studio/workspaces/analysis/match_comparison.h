#pragma once

#include <functional>
#include <optional>

#include <QObject>

#include "logs/match/match_log.h"
#include "studio/session/matches_job.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// Fills the panel that compares matches, and reports the progress of the analysis. GUI thread
/// only.
class MatchComparison : public QObject {
    Q_OBJECT
public:
    /// These objects must outlive the match comparison.
    struct Parts {
        widgets::MessageBar& messages;
        QWidget* window;                           ///< parent window of dialogs
        std::function<logs::LogOptions()> options; ///< options with which logs are opened
    };
    explicit MatchComparison(Parts parts);

    [[nodiscard]] widgets::MatchesPanel* panel() const { return m_panel; }
    /// Compares the logs of a folder, or the games of a series, in place of the current ones.
    void openFolder(const QString& folder);
    /// Compares the games of a series, by its folder or its results, in place of the current ones.
    void open(const QString& series);
    /// Adds logs and results of series to the table, which keeps its rows.
    void addFiles(const QStringList& files);

Q_SIGNALS:
    /// The user asked to see a match.
    void matchRequested(const sideline::widgets::MatchSummary& match);

private:
    void compare(const QStringList& files);
    void askForFolder();
    void askForFiles();

    Parts m_parts;
    widgets::MatchesPanel* m_panel;
    QStringList m_files; ///< files in the table, or queued for it
    QStringList m_read;  ///< files that are already in the table
    MatchesJob m_job;
};

} // namespace sideline::studio
