#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/shell/layout_controls.h"
#include "studio/shell/match_switch.h"
#include "studio/shell/start_page.h"

namespace sideline::studio {

/// Opens what is asked for in the workspace that claims it, and brings it to the screen. GUI thread
/// only.
class FileOpener : public QObject {
    Q_OBJECT
public:
    /// All must outlive the opener.
    struct Parts {
        QWidget* window; ///< parent of dialogs
        ActionTable& actions;
        ShownMatch& match;
        const std::vector<Workspace*>& workspaces;
        LayoutControls& layouts;
        StartPage& start;
        MatchSwitch& matchSwitch;
    };
    explicit FileOpener(const Parts& parts);

    /// Opens a match log, a session, an agent's stream, a motion, an experiment, a robot or a team.
    void open(const OpenRequest& request);
    /// The layout on the screen stays there for what is opened next, instead of the one made for
    /// it.
    void holdLayout() { m_hold = Hold::Asked; }
    /// No match log is open, at the start or after one was closed.
    /// @param next the one that is being opened in its place
    void showClosed(const std::optional<OpenRequest>& next = std::nullopt);

Q_SIGNALS:
    /// A match log has come to the screen.
    void shown();

private:
    /// Whether the layout for what is opened has been chosen.
    enum class Hold : std::uint8_t { None, Asked, Opening };
    void connectWorkspace(Workspace& workspace);
    [[nodiscard]] Workspace* claimant(const OpenRequest& request) const;
    void bring(const QString& layout);
    void bringPanel(const QString& id, int minHeightPx);
    void showArrival(const Workspace& workspace, const Arrival& arrival);
    void noteUse(const QString& path);
    void release() { m_hold = Hold::None; }
    void askForFile();
    void closeMatch();
    void showOpened(const OpenRequest& request);
    void showFailed(const OpenRequest& request);
    void showForLog();

    Parts m_parts;
    Hold m_hold = Hold::None;
};

} // namespace sideline::studio
