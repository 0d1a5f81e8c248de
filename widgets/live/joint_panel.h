#pragma once

#include <optional>
#include <vector>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "widgets/common/angle_editor.h"
#include "widgets/common/joint_rows_panel.h"
#include "widgets/common/pose_shelf.h"
#include "widgets/live/gain_row.h"
#include "widgets/live/joint_view.h"
#include "widgets/live/simulator_row.h"

namespace sideline::widgets {

/// The joints of a live robot: watched, or moved by slider, number and key.
///
/// In Watch, nothing here can move the robot, and the handles follow the robot's targets. Control
/// begins with the robot's measured pose, and the handles move the robot only once the view reports
/// that it is controlled. While no messages arrive, nothing can be moved; afterward the handles
/// are at the robot's targets.
class JointPanel : public JointRowsPanel {
    Q_OBJECT
public:
    explicit JointPanel(QWidget* parent = nullptr);

    void setView(const JointView& view);

    /// Sets the user's stored poses, as reported by `posesChanged`.
    /// Errors: those of `JointPoses::fromJson`; then the panel keeps its poses.
    base::Expected<void> setPoses(const QByteArray& json) { return m_shelf->setPoses(json); }
    [[nodiscard]] const JointPoses& poses() const { return m_shelf->poses(); }

    /// Maximum speed that is requested; 0: the joint's own limit.
    [[nodiscard]] double speedLimitRadPerS() const;

Q_SIGNALS:
    /// The user takes control of the robot (true), or returns it to its own behavior.
    void controlRequested(bool isOn);
    /// New targets of joints; others are unchanged.
    /// @param speedLimitRadPerS 0: each joint's own limit
    void targetsChanged(const std::vector<sideline::widgets::JointTarget>& targets,
                        double speedLimitRadPerS);
    /// New gains of joints.
    void gainsRequested(const std::vector<sideline::widgets::JointGainRequest>& requests);
    /// The user stops all joints at their present angles.
    void freezeRequested();
    /// The stored poses, to be saved and passed to `setPoses` next time.
    void posesChanged(const QByteArray& json);
    void holdTorsoRequested(bool isHeld);
    void gravityRequested(bool isOn);

protected:
    [[nodiscard]] bool isOwnKey(const QKeyEvent& event) const override;
    bool takeKey(const QKeyEvent& event) override;
    void moveChosen(std::optional<double> stepRad) override;
    void openEditor() override;
    void closeEditor() override;
    void showDetail() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildSwitch();
    QWidget* buildMovement();
    void rebuildRows();
    void showRows();
    void showState();
    void showGains();
    void requestGains(const behavior::JointGains& gains, bool isDefault);

    /// Whether moving a handle moves the robot.
    [[nodiscard]] bool isMovable() const;
    [[nodiscard]] bool hasAngles() const;
    void requestControl(bool isOn);
    void freeze();
    void moveAll(const std::vector<double>& anglesRad);
    void moveJoint(robot::JointId joint, double angleRad);
    void sendAll();
    [[nodiscard]] QRect editorBox() const;
    void applyPose(const StoredPose& pose);

    JointView m_view;
    std::vector<double> m_targets;    ///< one per joint; the user's while in control
    bool m_isAsking = false;          ///< control has been requested, but not granted yet
    std::vector<JointSlider*> m_rows; ///< in the order in which they are shown

    QPushButton* m_watch = nullptr;
    QPushButton* m_control = nullptr;
    QLabel* m_state = nullptr;
    QComboBox* m_speed = nullptr;
    QCheckBox* m_mirrored = nullptr;
    QPushButton* m_zero = nullptr;
    QPushButton* m_freeze = nullptr;
    QPushButton* m_take = nullptr;
    QWidget* m_list = nullptr;
    AngleEditor* m_editor = nullptr;
    GainRow* m_gains = nullptr;
    PoseShelf* m_shelf = nullptr;
    SimulatorRow* m_simulator = nullptr;
    QLabel* m_detail = nullptr;
};

} // namespace sideline::widgets
