#pragma once

#include <array>

#include <QLineEdit>
#include <QListWidget>
#include <QSpinBox>
#include <QWidget>

#include "widgets/live/referee_commands.h"

namespace sideline::widgets {

/// Kick-off, play mode, score and game clock, as a referee sets them.
class RefereeMatchPage : public QWidget {
    Q_OBJECT
public:
    explicit RefereeMatchPage(RefereeCommands& commands, QWidget* parent = nullptr);

    /// Lists the server's play modes; the current one is bold.
    void showPlayModes();
    /// Fills in the score, except in fields in which the user is typing.
    void setScore(int left, int right);
    /// Fills in the game clock, unless the user is typing it.
    void setTime(double timeS);

private:
    [[nodiscard]] QWidget* buildScore();
    void sendPlayMode();

    RefereeCommands& m_commands;
    QLineEdit* m_modeFilter = nullptr;
    QListWidget* m_modes = nullptr;
    std::array<QSpinBox*, 2> m_scores{};
    QDoubleSpinBox* m_time = nullptr;
};

} // namespace sideline::widgets
