#pragma once

#include <optional>
#include <vector>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QWidget>

#include "widgets/common/angle_editor.h"
#include "widgets/common/joint_keys.h"
#include "widgets/common/joint_slider.h"
#include "widgets/common/pose_shelf.h"
#include "widgets/live/gain_row.h"
#include "widgets/live/joint_view.h"

namespace sideline::widgets {

/// The joints of a live robot under the user's hand: watched, or moved by slider, number and key.
///
/// While it watches, nothing here can move the robot, and the handles follow what the robot wants.
/// Control begins with the robot's measured pose, and only when the owner's view says that the
/// robot is controlled do the handles move it. If messages stay out nothing can be moved; when they
/// are back the handles stand where the robot wants its joints.
class JointPanel : public QWidget {
    Q_OBJECT
public:
    explicit JointPanel(QWidget* parent = nullptr);

    void setView(const JointView& view);

    /// Poses that the user has stored before, as `posesChanged` reported them.
    /// Errors: those of `JointPoses::fromJson`; then the panel keeps what it has.
    base::Expected<void> setPoses(const QByteArray& json) { return m_shelf->setPoses(json); }
    [[nodiscard]] const JointPoses& poses() const { return m_shelf->poses(); }

    /// The joint that keys move; none without a robot.
    [[nodiscard]] robot::JointId chosenJoint() const;
    void chooseJoint(robot::JointId joint);
    [[nodiscard]] bool isMirrored() const { return m_mirrored->isChecked(); }
    void setMirrored(bool isMirrored) { m_mirrored->setChecked(isMirrored); }
    /// Highest speed that is asked for; 0: the joint's own limit.
    [[nodiscard]] double speedLimitRadPerS() const;

Q_SIGNALS:
    /// The user wants to move the robot (true), or to let it do what it likes.
    void controlRequested(bool isOn);
    /// Targets of joints now; those that are not named stay.
    /// @param speedLimitRadPerS 0: each joint's own limit
    void targetsChanged(const std::vector<sideline::widgets::JointTarget>& targets,
                        double speedLimitRadPerS);
    /// Other gains for joints.
    void gainsWanted(const std::vector<sideline::widgets::JointGainWish>& wishes);
    /// All joints should stop where they are.
    void freezeRequested();
    /// The stored poses, to be kept and given to `setPoses` next time.
    void posesChanged(const QByteArray& json);
    void jointChosen(sideline::robot::JointId joint);
    void holdTorsoRequested(bool isHeld);
    void gravityRequested(bool isOn);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildSwitch();
    QWidget* buildMovement();
    QWidget* buildSimulator();
    void rebuildRows();
    void showRows();
    void showState();
    void showDetail();
    void showGains();
    void wishGains(const behavior::JointGains& gains, bool isUsual);

    /// Whether moving a handle moves the robot.
    [[nodiscard]] bool isMovable() const;
    [[nodiscard]] bool hasAngles() const;
    [[nodiscard]] std::vector<double> measured() const;
    void requestControl(bool isOn);
    void freeze();
    void moveAll(const std::vector<double>& anglesRad);
    void moveJoint(robot::JointId joint, double angleRad);
    void sendAll();
    void chooseRow(int row);
    void stepChosen(double stepRad);
    void searchFor(const QString& typed);
    void openEditor();
    void editNext(int step);
    [[nodiscard]] QRect editorBox() const;
    void closeEditor();
    void applyPose(const StoredPose& pose);

    JointView m_view;
    std::vector<double> m_targets;    ///< one per joint; what the user wants while in control
    bool m_isAsking = false;          ///< control was asked for, and is not there yet
    std::vector<JointSlider*> m_rows; ///< in the order in which they are shown
    int m_chosen = -1;                ///< row
    JointSearch m_search;

    QPushButton* m_watch = nullptr;
    QPushButton* m_control = nullptr;
    QLabel* m_state = nullptr;
    QComboBox* m_speed = nullptr;
    QCheckBox* m_mirrored = nullptr;
    QPushButton* m_zero = nullptr;
    QPushButton* m_freeze = nullptr;
    QPushButton* m_take = nullptr;
    QScrollArea* m_scroll = nullptr;
    QWidget* m_list = nullptr;
    AngleEditor* m_editor = nullptr;
    GainRow* m_gains = nullptr;
    PoseShelf* m_shelf = nullptr;
    QWidget* m_simulatorRow = nullptr;
    QCheckBox* m_holdTorso = nullptr;
    QCheckBox* m_gravity = nullptr;
    QLabel* m_detail = nullptr;
    QLabel* m_keys = nullptr;
};

} // namespace sideline::widgets
