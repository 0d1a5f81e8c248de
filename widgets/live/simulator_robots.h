#pragma once

#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QWidget>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/object_id.h"
#include "widgets/live/simulator_view.h"

namespace sideline::widgets {

/// Team and number, for display.
[[nodiscard]] QString robotName(const LiveRobotView& robot);

/// The robots of a live match: a list, holding and removing them, adding new ones.
class SimulatorRobots : public QWidget {
    Q_OBJECT
public:
    explicit SimulatorRobots(QWidget* parent = nullptr);

    void setView(const SimulatorView& view);
    /// Selects the robot in the list.
    void setSelection(const monitor::ObjectId& selection);

Q_SIGNALS:
    void robotRequested(const sideline::widgets::NewRobotView& robot);
    void holdRequested(const sideline::game::PlayerId& id, bool isHeld);
    void removeRequested(const sideline::game::PlayerId& id);
    void robotSelected(const sideline::game::PlayerId& id);

private:
    void showRobots();
    void suggestNumber();
    [[nodiscard]] const LiveRobotView* selectedRobot() const;
    void updateButtons();

    SimulatorView::Source m_source = SimulatorView::Source::None;
    bool m_isLeague = false; ///< whether the match has robots of rcssservermj
    std::vector<LiveRobotView> m_shown;
    monitor::ObjectId m_selection;
    QListWidget* m_list;
    QLabel* m_noRobots;
    QPushButton* m_hold;
    QPushButton* m_remove;
    QComboBox* m_team;
    QSpinBox* m_unum;
    QLabel* m_typeLabel;
    QSpinBox* m_type;   ///< type of a Nao
    QComboBox* m_model; ///< robot model in a match of T1, K1 and PiPlus
    QPushButton* m_add;
    bool m_updating = false;
};

} // namespace sideline::widgets
