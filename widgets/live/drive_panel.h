#pragma once

#include <cstdint>
#include <optional>

#include <QButtonGroup>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QSlider>
#include <QString>
#include <QWidget>

#include "widgets/live/stick_pad.h"
#include "widgets/live/walk_gauge.h"

namespace sideline::widgets {

/// Ways of driving a robot. In all of them except the first, the user drives the robot, and stick,
/// keys and gamepad work.
enum class DriveMode : std::uint8_t {
    Own,   ///< driven by its own behavior
    Stick, ///< keys, stick and gamepad; a click selects, as always
    Path,  ///< follows a line that is drawn on the ground
    Place, ///< a click sets the destination; a drag also sets the heading
    Face,  ///< a click sets the point that the robot faces
    Kick,  ///< a click sets the target of a kick
};

/// The present state of a driven robot.
struct DriveView {
    QString robotName;   ///< `Sideline 1`; empty if there is none
    bool isLive = false; ///< its messages are arriving
    /// Why it cannot be driven, such as `T1 does not walk yet`; empty if it can.
    QString whyNot;
    DriveMode mode = DriveMode::Own;
    bool canRun = false;          ///< it has a network for running, which is faster than its walk
    QString state;                ///< its activity, such as `walking`
    double remainingM = -1;       ///< distance to its destination; negative: none
    StickState actual;            ///< its motion, as ratios of the maximum
    QString gamepad;              ///< name of the connected gamepad; empty: none
    bool hasTruth = false;        ///< its true pose is known
    bool believesTruth = false;   ///< it uses the true pose in place of its estimate
    std::optional<WalkView> walk; ///< walk of the shown frame, even in a replay
    bool isTruthLate = false;     ///< its true pose has not been received recently

    [[nodiscard]] bool isDriven() const { return mode != DriveMode::Own; }
};

/// Drives a robot: by a stick on the screen, by keys, by a gamepad, or by clicks on the ground. A
/// run mode consists of two choices: how the robot is driven, and how it localizes.
class DrivePanel : public QWidget {
    Q_OBJECT
public:
    explicit DrivePanel(QWidget* parent = nullptr);

    void setView(const DriveView& view);
    [[nodiscard]] const DriveView& view() const { return m_view; }
    /// Fraction of the robot's maximum speed that a full stick commands, 0 to 1.
    [[nodiscard]] double speedRatio() const;
    /// Whether a full stick straight ahead makes the robot run.
    [[nodiscard]] bool isRunRequested() const { return m_run->isChecked() && m_run->isEnabled(); }
    /// Moves the stick, as a gamepad does.
    void setStick(const StickState& state);
    /// Whether the user drives the robot, and its messages are arriving.
    [[nodiscard]] bool isMovable() const { return m_view.isDriven() && m_view.isLive; }

Q_SIGNALS:
    /// The user chose another way of driving the robot.
    void modeRequested(sideline::widgets::DriveMode mode);
    /// The user makes the robot use its true pose (true), or its own estimate.
    void truthRequested(bool isOn);
    /// The stick moved, or its command changed while it is off its center.
    void stickMoved(const sideline::widgets::StickState& state);
    void stopRequested();
    void parametersRequested();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QLayout* buildSpeed();
    QLayout* buildModes();
    void connectParts();
    void showState();
    void showRun();
    void showPose();
    [[nodiscard]] QString stateText() const;

    DriveView m_view;
    QPushButton* m_stop = nullptr;
    QLabel* m_state = nullptr;
    StickPad* m_stick = nullptr;
    QSlider* m_speed = nullptr;
    QLabel* m_speedText = nullptr;
    QButtonGroup* m_modes = nullptr;
    QPushButton* m_ownPose = nullptr;
    QPushButton* m_truth = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_parameters = nullptr;
    QLabel* m_poseNote = nullptr;
    WalkGauge* m_walk = nullptr;
    QLabel* m_hint = nullptr;
};

} // namespace sideline::widgets
