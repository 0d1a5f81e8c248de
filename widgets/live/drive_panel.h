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

/// What moves a robot. In all but the first the user drives it, and stick, keys and gamepad work.
enum class DriveMode : std::uint8_t {
    Own,   ///< its own behavior
    Stick, ///< keys, stick and gamepad; a click selects, as always
    Path,  ///< a line that is drawn on the ground
    Place, ///< a click: go there; a drag also says which way to look
    Face,  ///< a click: look there
    Kick,  ///< a click: kick the ball there
};

/// A robot that is driven, as of now.
struct DriveView {
    QString robotName;    ///< `Sideline 1`; empty if there is none
    bool isLive = false;  ///< its messages come now
    bool canWalk = false; ///< our walk knows its legs
    DriveMode mode = DriveMode::Own;
    bool canRun = false;          ///< a network of its own runs, faster than it walks
    QString state;                ///< what it does, as `walking`
    double remainingM = -1;       ///< to where it goes; negative: nowhere
    StickState actual;            ///< how it moves, as shares of the most
    QString gamepad;              ///< name of the one that is plugged in; empty for none
    bool hasTruth = false;        ///< somebody knows where it really is
    bool believesTruth = false;   ///< that is where it takes itself to be
    std::optional<WalkView> walk; ///< of the frame that is shown, also in a replay
    bool isTruthLate = false;     ///< but it has not been told lately

    [[nodiscard]] bool isDriven() const { return mode != DriveMode::Own; }
};

/// Drives a robot: by a stick on the screen, by keys, by a gamepad, or by clicks on the ground.
/// Two choices make a run mode: what moves the robot, and how it knows where it is.
class DrivePanel : public QWidget {
    Q_OBJECT
public:
    explicit DrivePanel(QWidget* parent = nullptr);

    void setView(const DriveView& view);
    [[nodiscard]] const DriveView& view() const { return m_view; }
    /// Of what the robot can do, 0 to 1: a full stick asks for this much.
    [[nodiscard]] double speedShare() const;
    /// Whether a full stick straight ahead asks it to run.
    [[nodiscard]] bool wantsRun() const { return m_run->isChecked() && m_run->isEnabled(); }
    /// Moves the stick, as a gamepad does.
    void setStick(const StickState& state);
    /// Whether the user drives it, and it plays.
    [[nodiscard]] bool isMovable() const { return m_view.isDriven() && m_view.isLive; }

Q_SIGNALS:
    /// The user wants something else to move the robot.
    void modeRequested(sideline::widgets::DriveMode mode);
    /// The user wants it to believe where it really is (true), or its own estimate.
    void truthRequested(bool isOn);
    /// The stick moved, or what it asks for changed while it is away from its middle.
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
