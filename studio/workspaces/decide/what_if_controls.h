#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QString>
#include <QTemporaryDir>
#include <QWidget>

#include "launcher/team_file.h"
#include "logs/match/match_log.h"
#include "series/play_again.h"
#include "simulator/start/start_from_frame.h"
#include "studio/session/background_task.h"
#include "studio/session/shown_match.h"
#include "studio/settings/app_settings.h"
#include "widgets/common/message_bar.h"
#include "widgets/decide/what_if_panel.h"

namespace sideline::studio {

/// Runs what-if matches: continues from the shown frame in the background, and keeps the time of
/// the result in the panel equal to that of the match. GUI thread only.
class WhatIfControls : public QObject {
    Q_OBJECT
public:
    /// The referenced objects must outlive this object.
    struct Parts {
        ShownMatch& match;
        std::function<std::optional<simulator::FrameSituation>()> shownSituation;
        widgets::MessageBar& messages;
        const AppSettings& settings;
        QSettings& store;
        QWidget* window; ///< parent window of dialogs
    };
    explicit WhatIfControls(const Parts& parts);

    [[nodiscard]] widgets::WhatIfPanel* panel() const { return m_panel; }
    /// Continues from the shown frame with the teams of the panel. If no team is chosen, the panel
    /// reports that and asks first.
    void run() { run(false); }
    void stop() { m_task.requestStop(); }
    [[nodiscard]] bool isAtWork() const { return m_task.isRunning(); }
    /// Adds a team file to the choices, and chooses it for a side.
    void choose(bool isLeft, const QString& file);

    /// Another match, or none, is shown.
    void showMatch();
    /// Chooses the teams of the shown frame, and lists their files first, once they are found.
    void showTeams();
    /// Shows another frame of the match.
    void showTime(double recordTimeS);

Q_SIGNALS:
    /// A log should be opened.
    void logRequested(const QString& file);
    /// A what-if match was played.
    void played();

private:
    struct Found; ///< what is read from files
    void find();
    void take(Found found);
    void run(bool mayLackTeams);
    void take(base::Expected<widgets::WhatIfView> view);
    [[nodiscard]] QStringList candidates() const;
    void showChoices();
    void seek(double timeS);

    Parts m_parts;
    QPointer<widgets::WhatIfPanel> m_panel;
    widgets::WhatIfChoices m_choices;
    QStringList m_files;                       ///< team files that exist
    std::shared_ptr<QTemporaryDir> m_folder;   ///< folder of the logs that are shown
    std::weak_ptr<logs::MatchLog> m_log;       ///< log whose frame the match continued from
    std::weak_ptr<logs::MatchLog> m_originLog; ///< log that `m_origin` belongs to
    std::optional<series::GameOrigin> m_origin;
    std::pair<std::string, std::string> m_teams; ///< names of the teams in the shown match
    double m_beginS = 0.0;                       ///< record time of the frame
    BackgroundTask m_finder{BackgroundTask::Policy::Newest};
    BackgroundTask m_task{
        BackgroundTask::Policy::OneAtATime}; // declared last, because it uses the folder
};

} // namespace sideline::studio
