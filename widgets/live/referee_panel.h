#pragma once

#include <vector>

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QWidget>

#include "agentcore/monitor/trainer_command.h"
#include "widgets/live/referee_ball_page.h"
#include "widgets/live/referee_commands.h"
#include "widgets/live/referee_match_page.h"
#include "widgets/live/referee_players_page.h"
#include "widgets/live/referee_raw_line.h"
#include "widgets/live/referee_view.h"

namespace sideline::widgets {

/// All commands that a human referee or trainer can send to the server, and a log of those sent.
///
/// Nothing that changes the match can be sent before commands are enabled; a lost connection
/// disables them. Commands are emitted as signals; their receiver reports what was sent by
/// `addLogLine`.
class RefereePanel : public QWidget {
    Q_OBJECT
public:
    explicit RefereePanel(QWidget* parent = nullptr);

    void setView(const RefereeView& view);
    [[nodiscard]] bool areCommandsEnabled() const { return m_commands.isEnabled(); }
    void enableCommands(bool isOn);

    void addLogLine(const RefereeLogLine& line);

Q_SIGNALS:
    void commandsEnabledChanged(bool isOn);
    void commandRequested(const sideline::monitor::TrainerCommand& command);
    /// A text typed by an expert user, which may contain several commands, or unknown ones.
    void rawCommandRequested(const QString& text);
    /// The path of the ball with the values of the fields; empty when it is not to be shown.
    void ballPathChanged(const std::vector<Eigen::Vector3d>& path_S);

private:
    [[nodiscard]] QWidget* buildServer();
    void askToKillServer();
    void showState();

    RefereeCommands m_commands;
    RefereeMatchPage* m_match;
    RefereeBallPage* m_ball;
    RefereePlayersPage* m_players;
    RefereeRawLine* m_raw;
    QPushButton* m_enable = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_hint = nullptr;
    QListWidget* m_log = nullptr;
};

} // namespace sideline::widgets
