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

/// Creates a start situation from the shown frame, and starts a match with it or saves it as a
/// file. GUI thread only.
class SituationControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls.
    /// @param window parent window of dialogs
    SituationControls(ShownMatch& match, ActionTable& actions, widgets::MessageBar& messages,
                      QWidget* window);

    /// Sets the function that returns the session of the shown match, with the commands of its
    /// agents; the path is empty if there is none.
    void setSession(std::function<std::filesystem::path()> session) {
        m_session = std::move(session);
    }
    /// Returns the shown frame as a situation. Reports errors in the message bar.
    /// @param asCommanded robots continue with the recorded commands of their agents, if available
    [[nodiscard]] std::optional<simulator::FrameSituation> shownSituation(bool asCommanded = false);

Q_SIGNALS:
    /// The simulator should start with this situation.
    void startRequested(const std::shared_ptr<const sideline::simulator::StartSituation>& start);

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
