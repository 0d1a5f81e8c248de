#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QString>
#include <QTemporaryDir>
#include <QWidget>

#include "launcher/team_file.h"
#include "logs/match/match_log.h"
#include "series/play_again.h"
#include "studio/session/background_task.h"
#include "studio/session/shown_match.h"
#include "studio/settings/app_settings.h"
#include "studio/workspaces/replay/situation_controls.h"
#include "widgets/common/message_bar.h"
#include "widgets/decide/what_if_panel.h"

namespace sideline::studio {

/// What if: plays on from the frame on the screen in the background, and keeps what the panel shows
/// of it and the match at the same time. GUI thread only.
class WhatIfControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive it.
    struct Parts {
        ShownMatch& match;
        SituationControls& situations;
        widgets::MessageBar& messages;
        const AppSettings& settings;
        QSettings& store;
        QWidget* window; ///< parent of dialogs
    };
    explicit WhatIfControls(const Parts& parts);

    [[nodiscard]] widgets::WhatIfPanel* panel() const { return m_panel; }
    /// Plays on from the frame on the screen with the teams of the panel. Where none is chosen the
    /// panel says so and asks first.
    void run() { run(false); }
    void stop() { m_task.requestStop(); }
    [[nodiscard]] bool isAtWork() const { return m_task.isRunning(); }
    /// Offers a team file, and chooses it for a side.
    void choose(bool isLeft, const QString& file);

    /// Another match is on the screen, or none.
    void showMatch();
    /// Another frame of the match.
    void showTime(double recordTimeS);

Q_SIGNALS:
    /// A log is to be opened.
    void logWanted(const QString& file);
    /// Something came of it.
    void played();

private:
    void findOrigin(const std::shared_ptr<logs::MatchLog>& log);
    void run(bool mayBeNobody);
    /// Nothing if the file is refused; the panel reports why. An empty name is nobody.
    [[nodiscard]] std::optional<std::optional<launcher::TeamFile>> team(const QString& file);
    void take(base::Expected<widgets::WhatIfView> view);
    void showChoices();
    void seek(double timeS);

    Parts m_parts;
    QPointer<widgets::WhatIfPanel> m_panel;
    widgets::WhatIfChoices m_choices;
    std::unique_ptr<QTemporaryDir> m_folder;   ///< of the logs that are shown
    std::weak_ptr<logs::MatchLog> m_log;       ///< that was played on from
    std::weak_ptr<logs::MatchLog> m_originLog; ///< that `m_origin` is of
    std::optional<series::GameOrigin> m_origin;
    double m_beginS = 0.0;                                     ///< record time of the instant
    BackgroundTask m_task{BackgroundTask::Policy::OneAtATime}; // last: it uses the folder
};

} // namespace sideline::studio
