#pragma once

#include <functional>
#include <optional>

#include <QComboBox>
#include <QVBoxLayout>
#include <QWidget>

#include "widgets/live/referee_commands.h"
#include "widgets/live/vector_fields.h"

namespace sideline::widgets {

/// Commands of a referee for one robot, and the selection in the server.
class RefereePlayersPage : public QWidget {
    Q_OBJECT
public:
    explicit RefereePlayersPage(RefereeCommands& commands, QWidget* parent = nullptr);

    /// Lists the robots of the match and keeps the chosen one.
    void showRobots();

private:
    using CommandForRobot = std::function<monitor::TrainerCommand(const game::PlayerId&)>;
    /// A button for an action on the chosen robot.
    [[nodiscard]] QPushButton* robotButton(const char* name, const QString& text,
                                           const QString& tip, CommandForRobot makeCommand);
    void buildRobotVerbs(QVBoxLayout* column);
    void buildMarks(QVBoxLayout* column);
    [[nodiscard]] std::optional<game::PlayerId> chosenRobot() const;
    /// Fills in the height of the chosen robot, unless another height was entered.
    void suggestHeight();

    RefereeCommands& m_commands;
    QComboBox* m_robot = nullptr;
    VectorFields m_place{};
    double m_suggestedHeightM = 0.0;
    QDoubleSpinBox* m_heading = nullptr;
    QDoubleSpinBox* m_battery = nullptr;
    QDoubleSpinBox* m_temperature = nullptr;
};

} // namespace sideline::widgets
