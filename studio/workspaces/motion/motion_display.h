#pragma once

#include <optional>
#include <vector>

#include <QObject>
#include <QPointer>

#include "studio/session/motion_document.h"
#include "studio/stage/motion_stage.h"
#include "studio/workspaces/motion/motion_checker.h"
#include "studio/workspaces/motion/motion_cursor.h"
#include "studio/workspaces/motion/motion_playback.h"
#include "studio/workspaces/motion/motion_trial_controls.h"

namespace sideline::studio {

/// Shows the motion in 3D: the posed robot at the cursor with its neighboring keyframes, or the
/// picture of a simulation test. Also updates the pose panel. GUI thread only.
class MotionDisplay : public QObject {
    Q_OBJECT
public:
    /// Objects used by this class; all but the panel must outlive it.
    struct Parts {
        const MotionDocument& document;
        const MotionRobot& robot;
        const MotionChecker& checker;
        const MotionCursor& cursor;
        const MotionPlayback& playback;
        const MotionTrialControls& trials;
        widgets::PosePanel* panel;
    };

    explicit MotionDisplay(const Parts& parts);

    /// Returns the 3D view of the robot; null before `makeStage`.
    [[nodiscard]] MotionStage* stage() const { return m_stage; }
    /// Creates the stage, which belongs to its container.
    MotionStage* makeStage();
    void setOptions(const viewer3d::SceneOptions& options);
    /// Sets whether the editor is shown; if not, nothing is drawn.
    void setActive(bool isActive) { m_isActive = isActive; }
    /// Draws the current state.
    void show();

    /// Returns the shown joint angles; empty before the first drawing.
    [[nodiscard]] const std::vector<double>& anglesRad() const { return m_anglesRad; }
    /// Returns the same angles in degrees, by joint.
    [[nodiscard]] keyframe::PoseDeg pose() const;
    /// Sets the orientation of the torso where the ground does not determine it.
    void turnTorso(const Eigen::Matrix3d& R_STorso) { m_X_STorso.R = R_STorso; }

private:
    [[nodiscard]] const training::TrialSample* shownTrial() const;
    [[nodiscard]] std::vector<double> anglesAt(double timeS) const;
    [[nodiscard]] const keyframe::MotionSample* analyzedSample() const;
    [[nodiscard]] math::Pose torsoFor(const std::vector<double>& anglesRad) const;
    [[nodiscard]] MotionStage::Scene motionScene() const;
    [[nodiscard]] MotionStage::Scene trialScene(const training::TrialSample& sample) const;
    void addBalance(MotionStage::Scene& scene) const;
    void addSkins(MotionStage::Scene& scene) const;
    void addGhost(MotionStage::Scene& scene) const;
    [[nodiscard]] QString headline() const;

    const MotionDocument& m_document;
    const MotionRobot& m_robot;
    const MotionChecker& m_checker;
    const MotionCursor& m_cursor;
    const MotionPlayback& m_playback;
    const MotionTrialControls& m_trials;
    QPointer<widgets::PosePanel> m_panel;
    QPointer<MotionStage> m_stage;
    viewer3d::SceneOptions m_options;
    bool m_isActive = false;
    std::vector<double> m_anglesRad; ///< shown joint angles
    math::Pose m_X_STorso;           ///< shown pose of the torso
};

} // namespace sideline::studio
