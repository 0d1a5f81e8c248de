#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QVBoxLayout>
#include <QWidget>

#include "agentcore/monitor/trainer_command.h"
#include "widgets/live/ball_path_view.h"
#include "widgets/live/referee_view.h"

namespace sideline::widgets {

/// Whether a command can change how the match continues. Asking for a full state, for an answer, or
/// marking a robot does not.
[[nodiscard]] bool changesMatch(const monitor::TrainerCommand& command);

/// All that a human referee and trainer can ask of the server, and what was asked so far.
///
/// Nothing that changes the match can be sent before commands are enabled; a lost connection
/// disables them. Commands go out as signals; who sends them reports the log by `addLogLine`.
class RefereePanel : public QWidget {
    Q_OBJECT
public:
    explicit RefereePanel(QWidget* parent = nullptr);

    void setView(const RefereeView& view);
    [[nodiscard]] bool areCommandsEnabled() const { return m_areCommandsEnabled; }
    void enableCommands(bool isOn);

    /// Puts a ball's place into the fields, as when the user points at it; nothing is sent.
    void setBallPosition(const Eigen::Vector3d& p_SBall);
    /// Puts a robot's place into the fields; nothing is sent.
    void setAgentPlacement(const game::PlayerId& id, const Eigen::Vector3d& p_STorso,
                           double headingRad);
    void addLogLine(const RefereeLogLine& line);
    void clearLog() { m_log->clear(); }

Q_SIGNALS:
    void commandsEnabledChanged(bool isOn);
    void commandRequested(const sideline::monitor::TrainerCommand& command);
    /// Text that an expert wrote; may have several commands, or some that we do not know.
    void rawCommandRequested(const QString& text);
    /// The way that the ball of the fields would go; empty when it is not to be shown.
    void ballPathChanged(const std::vector<Eigen::Vector3d>& path_S);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* buildMatch();
    QWidget* buildScore();
    QWidget* buildBall();
    QWidget* buildPlayers();
    void buildRobotVerbs(QVBoxLayout* column);
    void buildMarks(QVBoxLayout* column);
    QWidget* buildServer();
    QWidget* buildRaw();
    /// A button that works only while commands are enabled.
    QPushButton* commandButton(const char* name, const QString& text, const QString& tip);
    using CommandForRobot = std::function<monitor::TrainerCommand(const game::PlayerId&)>;
    /// The same for something that is done to the chosen robot.
    QPushButton* robotButton(const char* name, const QString& text, const QString& tip,
                             CommandForRobot makeCommand);
    void send(const monitor::TrainerCommand& command);
    void sendBall(bool isPlaced, bool isThrown);
    void sendPlayMode();
    void sendRaw();
    void askToKillServer();
    void showState();
    /// Enables a button, or says in its tooltip why it is not.
    [[nodiscard]] QString whyDisabled(const QPushButton& button) const;
    void showRobots();
    void showBallPath();
    void showPlayModes();
    void showRawCheck();
    [[nodiscard]] std::optional<game::PlayerId> chosenRobot() const;
    [[nodiscard]] Eigen::Vector3d vectorOf(const std::array<QDoubleSpinBox*, 3>& fields) const;

    RefereeView m_view;
    bool m_areCommandsEnabled = false;
    QPushButton* m_enable = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_hint = nullptr;
    QTabWidget* m_tabs = nullptr;
    std::vector<QPushButton*> m_commandButtons;
    QLineEdit* m_modeFilter = nullptr;
    QListWidget* m_modes = nullptr;
    QPushButton* m_setMode = nullptr;
    std::array<QSpinBox*, 2> m_scores{};
    QDoubleSpinBox* m_time = nullptr;
    std::array<QDoubleSpinBox*, 3> m_ballPlace{};
    std::array<QDoubleSpinBox*, 3> m_ballVelocity{};
    BallPathView* m_path = nullptr;
    QLabel* m_pathText = nullptr;
    QComboBox* m_robot = nullptr;
    std::array<QDoubleSpinBox*, 3> m_agentPlace{};
    QDoubleSpinBox* m_agentHeading = nullptr;
    QDoubleSpinBox* m_battery = nullptr;
    QDoubleSpinBox* m_temperature = nullptr;
    std::vector<QPushButton*> m_robotButtons; ///< need a chosen robot
    std::vector<QPushButton*> m_openButtons;  ///< need a connection only
    QLineEdit* m_raw = nullptr;
    QPushButton* m_sendRaw = nullptr;
    QLabel* m_rawCheck = nullptr;
    QListWidget* m_log = nullptr;
};

} // namespace sideline::widgets
