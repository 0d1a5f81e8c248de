#pragma once

#include <optional>
#include <set>
#include <span>
#include <vector>

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QWidget>

#include "widgets/common/angle_editor.h"
#include "widgets/common/joint_keys.h"
#include "widgets/common/pose_shelf.h"
#include "widgets/motion/motion_view.h"
#include "widgets/motion/pose_slider.h"
#include "widgets/motion/step_gesture.h"

namespace sideline::widgets {

/// Settings of the posing tools that the whole studio shares.
struct PosingOptions {
    bool mirrors = false;   ///< the other side does the same
    bool storesKeys = true; ///< posing stores keys at the cursor at once
    int ground = 0;         ///< `robot::GroundRule`
    bool onionSkins = true; ///< neighboring keyframes are shown
    bool operator==(const PosingOptions&) const = default;
};

/// The pose under the cursor: a slider and a number for every joint with its limits, keys of the
/// keyboard, the choice of what posing does. GUI thread only.
///
/// What the user moves is shown at once, and stays until `setPose` reports another pose.
class PosePanel : public QWidget {
    Q_OBJECT
public:
    explicit PosePanel(QWidget* parent = nullptr);
    ~PosePanel() override;

    void setView(const MotionView& view);
    /// The pose that is shown in 3D. @param anglesRad one per joint of the view's model
    /// @param speedRadPerS of each joint at the cursor, or empty
    void setPose(std::span<const double> anglesRad, std::span<const double> speedRadPerS,
                 double timeS, bool isOnKeyframe);
    void setOptions(const PosingOptions& options);
    [[nodiscard]] const PosingOptions& options() const { return m_options; }
    void chooseJoint(robot::JointId joint);
    /// None without a robot.
    [[nodiscard]] robot::JointId chosenJoint() const;
    /// Whether a pose was copied.
    void setCanPaste(bool canPaste);

    /// Poses that the user has stored before, those of `JointPanel`.
    /// Errors: those of `JointPoses::fromJson`; then the panel keeps what it has.
    base::Expected<void> setPoses(const QByteArray& json) { return m_shelf->setPoses(json); }
    [[nodiscard]] const JointPoses& poses() const { return m_shelf->poses(); }

Q_SIGNALS:
    /// Joints should be elsewhere (with the mirrored ones, if that is on). Equal gestures belong to
    /// one drag.
    void posed(const sideline::keyframe::PoseDeg& pose, int gesture);
    void storeRequested();  ///< key of the whole pose at the cursor
    void removeRequested(); ///< the keyframe at the cursor
    void copyRequested();
    void pasteRequested(bool isFlipped);
    void flipRequested();
    void zeroRequested();
    void jointChosen(sideline::robot::JointId joint);
    void optionsChanged(const sideline::widgets::PosingOptions& options);
    /// The joint should have a key at the cursor, of the angle it has now, or none.
    void keyToggled(sideline::robot::JointId joint, bool isOn);
    /// The stored poses, to be kept and given to `setPoses` next time.
    void posesChanged(const QByteArray& json);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildActions();
    QWidget* buildOptions();
    void buildRow(const JointName& name);
    void rebuildRows();
    void arrangeRows();
    void showRows();
    void showKeys();
    void showState();
    void showDetail();

    [[nodiscard]] bool isMovable() const;
    [[nodiscard]] bool isLocked(robot::JointId joint) const;
    [[nodiscard]] std::optional<double> storedRad(robot::JointId joint) const;
    [[nodiscard]] bool isOurs(const QKeyEvent& event) const;
    void readOptions();
    void moveJoint(robot::JointId joint, double angleRad, int gesture);
    void stepChosen(double stepRad);
    void chooseRow(int row);
    void searchFor(const QString& typed);
    void openEditor();
    void editNext(int step);
    void closeEditor(bool takesIt = true);
    void applyPose(const StoredPose& stored);

    MotionView m_view;
    std::vector<double> m_anglesRad; ///< one per joint of the model
    double m_timeS = 0.0;
    bool m_isOnKeyframe = false;
    bool m_canPaste = true;
    PosingOptions m_options;
    std::set<keyframe::JointName> m_animated; ///< joints that have keys
    std::vector<PoseSlider*> m_rows;          ///< in the order in which keys go through them
    std::vector<QLabel*> m_labels;            ///< headings, and names between the two sides
    bool m_isWide = false;
    int m_nameWidthPx = 0;
    int m_chosen = -1; ///< row
    int m_dragGesture = 0;
    StepGesture m_steps;
    JointSearch m_search;

    QPushButton* m_store = nullptr;
    std::vector<QToolButton*> m_tools; ///< those that need a motion
    QToolButton* m_remove = nullptr;
    QToolButton* m_paste = nullptr;
    QToolButton* m_pasteFlipped = nullptr;
    QCheckBox* m_mirrors = nullptr;
    QCheckBox* m_storesKeys = nullptr;
    QCheckBox* m_onionSkins = nullptr;
    QComboBox* m_ground = nullptr;
    QLabel* m_state = nullptr;
    QScrollArea* m_scroll = nullptr;
    QWidget* m_list = nullptr;
    QGridLayout* m_grid = nullptr;
    AngleEditor* m_editor = nullptr;
    bool m_isEditing = false;
    double m_editedFromDeg = 0.0; ///< what the editor showed at first
    PoseShelf* m_shelf = nullptr;
    QLabel* m_detail = nullptr;
};

} // namespace sideline::widgets
