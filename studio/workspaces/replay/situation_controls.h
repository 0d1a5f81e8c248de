#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <QObject>
#include <QString>
#include <QWidget>

#include "simulator/start/start_from_frame.h"
#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// Makes the frame on the screen a situation to begin a match with: at once, or as a file. GUI
/// thread only.
class SituationControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls.
    /// @param window parent of dialogs
    SituationControls(ShownMatch& match, ActionTable& actions, widgets::MessageBar& messages,
                      QWidget* window);

    /// Where the session is that was recorded with the match on the screen, to go on with what its
    /// agents commanded; empty where there is none.
    void setSession(std::function<std::filesystem::path()> session) {
        m_session = std::move(session);
    }
    /// The frame on the screen as a situation. Reports in the message bar if it cannot be one.
    /// @param asCommanded robots go on with what their agents commanded, where that was recorded
    [[nodiscard]] std::optional<simulator::FrameSituation> shownSituation(bool asCommanded = false);

Q_SIGNALS:
    /// The simulator is to begin with this.
    void startWanted(const std::shared_ptr<const sideline::simulator::StartSituation>& start);

private:
    void playOn();
    void save();

    void addCommands(const logs::MatchLog& log, double number, const monitor::MatchFrame& frame,
                     simulator::FrameSituation& made) const;

    ShownMatch& m_match;
    std::function<std::filesystem::path()> m_session;
    widgets::MessageBar& m_messages;
    QWidget* m_window;
};

} // namespace sideline::studio
