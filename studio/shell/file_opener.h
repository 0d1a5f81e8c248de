#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>
#include <QStringList>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/shell/layout_controls.h"
#include "studio/shell/match_switch.h"
#include "studio/shell/start_page.h"
#include "widgets/common/file_question.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// Opens each requested file in the workspace that claims it, and shows that workspace. Removes the
/// errors about the file that was requested before. GUI thread only.
class FileOpener : public QObject {
    Q_OBJECT
public:
    /// These objects must outlive the opener.
    struct Parts {
        QWidget* window; ///< parent window of dialogs
        ActionTable& actions;
        ShownMatch& match;
        const std::vector<Workspace*>& workspaces;
        LayoutControls& layouts;
        StartPage& start;
        MatchSwitch& matchSwitch;
        widgets::MessageBar& messages;
    };
    explicit FileOpener(const Parts& parts);

    /// Opens a match log, a session, an agent's stream, a motion, an experiment, a robot or a team.
    void open(const OpenRequest& request);
    /// Keeps the shown layout for the next file, in place of the layout made for files of its kind.
    void holdLayout() { m_hold = Hold::Asked; }
    /// Shows that no match log is open, at the start or after one was closed.
    /// @param next the match log that is being opened in its place
    void showClosed(const std::optional<OpenRequest>& next = std::nullopt);

Q_SIGNALS:
    /// A match log is now shown.
    void shown();

private:
    /// State of the request to keep the layout.
    enum class Hold : std::uint8_t { None, Asked, Opening };
    void connectWorkspace(Workspace& workspace);
    [[nodiscard]] Workspace* claimant(const OpenRequest& request) const;
    void bring(const QString& layout);
    void bringPanel(const QString& id, int minHeightPx);
    void showArrival(const Workspace& workspace, const Arrival& arrival);
    void noteUse(const QString& path);
    void noteError(const QString& text);
    void release() { m_hold = Hold::None; }
    [[nodiscard]] widgets::FileQuestion question() const;
    void askForFile();
    void closeMatch();
    void showOpened(const OpenRequest& request);
    void showFailed(const OpenRequest& request);
    void showForLog();

    Parts m_parts;
    Hold m_hold = Hold::None;
    QString m_file;       ///< name of the file that was requested last
    QStringList m_errors; ///< messages about it
};

} // namespace sideline::studio
