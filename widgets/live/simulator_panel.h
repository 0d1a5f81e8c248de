#pragma once

#include <vector>

#include <QAction>
#include <QCheckBox>
#include <QColor>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QWidget>

#include "widgets/live/simulator_robots.h"
#include "widgets/live/simulator_setup.h"
#include "widgets/live/simulator_view.h"

namespace sideline::widgets {

/// Actions behind the panel's buttons; none may be null. Their owner sets their text and enables
/// them.
struct SimulatorActions {
    QAction* startStop;
    QAction* pause; ///< checkable
    QAction* step;
    QAction* arm; ///< checkable; enables commands that change the match
    QAction* kickOffLeft;
    QAction* kickOffRight;
    QAction* dropBall;
    QAction* saveSnapshot;
    QAction* restoreSnapshot; ///< restores the last saved snapshot
};

/// Controls of a live match: running, trainer, robots, snapshots, switches.
class SimulatorPanel : public QWidget {
    Q_OBJECT
public:
    explicit SimulatorPanel(const SimulatorActions& actions, QWidget* parent = nullptr);

    void setView(const SimulatorView& view);
    /// The pages for robots, and for the simulator's start settings.
    [[nodiscard]] SimulatorRobots* robots() const { return m_robots; }
    [[nodiscard]] SimulatorSetup* setup() const { return m_setup; }
    /// Sets the scale of drawn forces and torques, for a legend.
    /// @param colors color scale, from no load to full load
    /// @param fullForceN force at the end of the scale
    /// @param arrowMPerN length of a force's arrow
    void setPhysicsScale(const std::vector<QColor>& colors, double fullForceN, double arrowMPerN);
    void setPhysicsChoice(const PhysicsChoice& choice);
    /// Adds lines to the log; the oldest are removed when there are too many.
    void addNotes(const QStringList& notes);
    void clearNotes();
    [[nodiscard]] QStringList notes() const;

Q_SIGNALS:
    void speedRequested(double factor);
    void playModeRequested(int number);
    void snapshotRestoreRequested(const QString& name);
    void snapshotDropRequested(const QString& name);
    void physicsChosen(const sideline::widgets::PhysicsChoice& choice);

private:
    QWidget* buildRunning(const SimulatorActions& actions);
    QWidget* buildMatch(const SimulatorActions& actions);
    QWidget* buildShow();
    void showState();
    void showSnapshots();
    void showNotes();

    SimulatorView m_view;
    QLabel* m_state = nullptr;
    QLabel* m_numbers = nullptr;
    QComboBox* m_speed = nullptr;
    QComboBox* m_playMode = nullptr;
    QAction* m_arm = nullptr; ///< enables referee commands, such as setting the play mode
    QListWidget* m_snapshots = nullptr;
    QPushButton* m_restore = nullptr;
    QPushButton* m_drop = nullptr;
    SimulatorRobots* m_robots = nullptr;
    SimulatorSetup* m_setup = nullptr;
    QLabel* m_scale = nullptr;
    QLabel* m_arrows = nullptr;
    std::vector<QCheckBox*> m_shown; ///< forces, torques, masses, colliders
    QLabel* m_notesHead = nullptr;
    QListWidget* m_notes = nullptr;
    bool m_updating = false;
};

/// Speeds that can be chosen; 0 for as fast as possible.
[[nodiscard]] const std::vector<double>& simulatorSpeeds();
/// A speed for display: `0.5x`, or words for 0.
[[nodiscard]] QString simulatorSpeedText(double factor);

} // namespace sideline::widgets
