#pragma once

#include <vector>

#include <QLabel>
#include <QWidget>

#include "widgets/live/ball_path_view.h"
#include "widgets/live/referee_commands.h"
#include "widgets/live/vector_fields.h"

namespace sideline::widgets {

/// Position and velocity of the ball, as a referee sets them, and the path that follows from them.
class RefereeBallPage : public QWidget {
    Q_OBJECT
public:
    explicit RefereeBallPage(RefereeCommands& commands, QWidget* parent = nullptr);

    void setField(const field::FieldDimensions& field) { m_path->setField(field); }

Q_SIGNALS:
    /// The path of the ball with these values; empty while the page is hidden.
    void pathChanged(const std::vector<Eigen::Vector3d>& path_S);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    /// Fills in a position; nothing is sent.
    void setPosition(const Eigen::Vector3d& p_SBall);
    void send(bool isPlaced, bool isThrown);
    void showPath();

    RefereeCommands& m_commands;
    VectorFields m_place{};
    VectorFields m_velocity{};
    BallPathView* m_path = nullptr;
    QLabel* m_pathText = nullptr;
};

} // namespace sideline::widgets
