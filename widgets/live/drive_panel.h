#pragma once

#include <cstdint>

#include <QButtonGroup>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QString>
#include <QWidget>

#include "widgets/live/stick_pad.h"

namespace sideline::widgets {

/// What a click on the 2D field means while a robot is driven.
enum class FieldDrive : std::uint8_t {
    Select, ///< what it always means
    Place,  ///< go there; a drag also says which way to look
    Path,   ///< follow the line that is drawn
};

/// A robot that is driven, as of now.
struct DriveView {
    QString robotName;      ///< `Sideline 1`; empty if there is none
    bool isLive = false;    ///< its messages come now
    bool canWalk = false;   ///< our walk knows its legs
    bool isDriven = false;  ///< by the user
    QString state;          ///< what it does, as `walking`
    double remainingM = -1; ///< to where it goes; negative: nowhere
    StickState actual;      ///< how it moves, as shares of the most
    QString gamepad;        ///< name of the one that is plugged in; empty for none
};

/// Drives a robot: by a stick on the screen, by keys, by a gamepad, or by clicks on the field.
class DrivePanel : public QWidget {
    Q_OBJECT
public:
    explicit DrivePanel(QWidget* parent = nullptr);

    void setView(const DriveView& view);
    [[nodiscard]] const DriveView& view() const { return m_view; }
    /// Of what the robot can do, 0 to 1: a full stick asks for this much.
    [[nodiscard]] double speedShare() const;
    [[nodiscard]] FieldDrive fieldDrive() const;
    /// Moves the stick, as a gamepad does.
    void setStick(const StickState& state);

Q_SIGNALS:
    /// The user wants to drive (true), or to let the robot do what it likes.
    void driveRequested(bool isOn);
    /// The stick moved, or the speed changed while it is away from its middle.
    void stickMoved(const sideline::widgets::StickState& state);
    void stopRequested();
    void fieldDriveChanged(sideline::widgets::FieldDrive mode);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] bool isMovable() const { return m_view.isDriven && m_view.isLive; }
    void showState();

    DriveView m_view;
    QPushButton* m_drive = nullptr;
    QPushButton* m_stop = nullptr;
    QLabel* m_state = nullptr;
    StickPad* m_stick = nullptr;
    QSlider* m_speed = nullptr;
    QLabel* m_speedText = nullptr;
    QButtonGroup* m_field = nullptr;
    QLabel* m_keys = nullptr;
};

} // namespace sideline::widgets
