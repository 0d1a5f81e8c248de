#pragma once

#include <optional>
#include <set>
#include <span>
#include <vector>

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>

#include "widgets/common/angle_editor.h"
#include "widgets/common/joint_rows_panel.h"
#include "widgets/common/pose_shelf.h"
#include "widgets/motion/motion_view.h"
#include "widgets/motion/pose_row_grid.h"
#include "widgets/motion/posing_options.h"
#include "widgets/motion/step_gesture.h"

namespace sideline::widgets {

/// The pose under the cursor: a slider and a number for every joint with its limits, keyboard
/// control, posing options. GUI thread only.
///
/// A joint that the user moves is shown at its new angle at once, and stays there until `setPose`
/// reports another pose.
class PosePanel : public JointRowsPanel {
    Q_OBJECT
public:
    explicit PosePanel(QWidget* parent = nullptr);
    ~PosePanel() override;

    void setView(const MotionView& view);
    /// The pose that is shown in 3D. @param anglesRad one per joint of the view's model
    /// @param speedRadPerS speed of each joint at the cursor, or empty
    void setPose(std::span<const double> anglesRad, std::span<const double> speedRadPerS,
                 double timeS, bool isOnKeyframe);
    void setOptions(const PosingOptions& options) { m_options->setOptions(options); }
    [[nodiscard]] const PosingOptions& options() const { return m_options->options(); }
    /// Sets whether a pose was copied.
    void setCanPaste(bool canPaste);

    /// Sets the user's stored poses, shared with `JointPanel`.
    /// Errors: those of `JointPoses::fromJson`; then the panel keeps its poses.
    base::Expected<void> setPoses(const QByteArray& json) { return m_shelf->setPoses(json); }
    [[nodiscard]] const JointPoses& poses() const { return m_shelf->poses(); }

Q_SIGNALS:
    /// The user has moved joints (and the mirrored ones, if mirroring is on). Equal gestures belong
    /// to one drag.
    void posed(const sideline::keyframe::PoseDeg& pose, int gesture);
    void storeRequested();  ///< stores the whole pose as a keyframe at the cursor
    void removeRequested(); ///< removes the keyframe at the cursor
    void copyRequested();
    void pasteRequested(bool isFlipped);
    void flipRequested();
    void zeroRequested();
    void optionsChanged(const sideline::widgets::PosingOptions& options);
    /// The user sets a key with the joint's current angle at the cursor, or removes the key.
    void keyToggled(sideline::robot::JointId joint, bool isOn);
    /// The stored poses, to be saved and passed to `setPoses` next time.
    void posesChanged(const QByteArray& json);

protected:
    bool takeKey(const QKeyEvent& event) override;
    void moveChosen(std::optional<double> stepRad) override;
    void openEditor() override;
    void closeEditor() override { shutEditor(true); }
    void showDetail() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildActions();
    void rebuildRows();
    void connectRow(int index);
    void showRows();
    void showKeys();
    void showState();

    [[nodiscard]] const std::vector<PoseSlider*>& rows() const { return m_list->rows(); }
    [[nodiscard]] bool isMovable() const;
    [[nodiscard]] bool isLocked(robot::JointId joint) const;
    [[nodiscard]] std::optional<double> storedRad(robot::JointId joint) const;
    void moveJoint(robot::JointId joint, double angleRad, int gesture);
    void shutEditor(bool isAccepted);
    void applyPose(const StoredPose& stored);

    MotionView m_view;
    std::vector<double> m_anglesRad; ///< one per joint of the model
    double m_timeS = 0.0;
    bool m_isOnKeyframe = false;
    bool m_canPaste = true;
    std::set<keyframe::JointName> m_animated; ///< joints that have keys
    int m_dragGesture = 0;
    StepGesture m_steps;

    PosingOptionsBar* m_options;
    QPushButton* m_store = nullptr;
    std::vector<QToolButton*> m_tools; ///< buttons that need a motion
    QToolButton* m_remove = nullptr;
    QToolButton* m_paste = nullptr;
    QToolButton* m_pasteFlipped = nullptr;
    QLabel* m_state = nullptr;
    PoseRowGrid* m_list = nullptr;
    AngleEditor* m_editor = nullptr;
    bool m_isEditing = false;
    double m_editedFromDeg = 0.0; ///< the editor's value when it opened
    PoseShelf* m_shelf = nullptr;
    QLabel* m_detail = nullptr;
};

} // namespace sideline::widgets
