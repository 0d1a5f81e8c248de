#pragma once

#include <functional>

#include <QObject>
#include <QSettings>

#include "logs/match/match_log.h"
#include "studio/session/matches_job.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// The panel that compares matches: what is in it, and how far it is counted. GUI thread only.
class MatchComparison : public QObject {
    Q_OBJECT
public:
    /// All must outlive it.
    struct Parts {
        QSettings& store;
        widgets::MessageBar& messages;
        QWidget* window;                           ///< parent of dialogs
        std::function<logs::LogOptions()> options; ///< how logs are opened
    };
    explicit MatchComparison(Parts parts);

    [[nodiscard]] widgets::MatchesPanel* panel() const { return m_panel; }
    /// Compares the logs of a folder, or the games of a series, in place of what was there.
    void openFolder(const QString& folder);
    /// Compares the games of a series, by its folder or its results, in place of what was there.
    void open(const QString& series);
    /// Adds logs and results of series to the table; those that are there stay as they are.
    void addFiles(const QStringList& files);

Q_SIGNALS:
    /// The user wants to see a match.
    void matchWanted(const QString& file);

private:
    void compare(const QStringList& files);
    void askForFolder();
    void askForFiles();

    Parts m_parts;
    widgets::MatchesPanel* m_panel;
    QStringList m_files; ///< in the table, or on the way to it
    QStringList m_read;  ///< of them, in the table
    MatchesJob m_job;
};

} // namespace sideline::studio
