#include "studio/workspaces/motion/motion_display.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "motions/edit/pose_deg.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

// Returns the midpoint of the soles on the ground, which keeps the robot in place.
Eigen::Vector2d footing(const robot::RobotModel& model, const std::vector<double>& anglesRad,
                        const math::Pose& X_STorso) {
    std::vector<math::Pose> X_SBody(model.bodies().size());
    robot::forwardKinematics(model, X_STorso, anglesRad, X_SBody);
    Eigen::Vector2d lowest = X_STorso.p.head<2>();
    double heightM = 1e9;
    for (const robot::LimbId limb : {robot::LimbId::LeftFoot, robot::LimbId::RightFoot}) {
        if (const robot::LimbChain* chain = robot::limbChain(model, limb)) {
            const Eigen::Vector3d p_S = (X_SBody[chain->body.index()] * chain->X_BodyTip).p;
            // The left foot counts unless the right one is clearly lower, which avoids jumps.
            if (p_S.z() < heightM - 0.002) {
                heightM = p_S.z();
                lowest = p_S.head<2>();
            }
        }
    }
    return lowest;
}

} // namespace

MotionDisplay::MotionDisplay(const Parts& parts)
    : m_document(parts.document),
      m_robot(parts.robot),
      m_checker(parts.checker),
      m_cursor(parts.cursor),
      m_playback(parts.playback),
      m_trials(parts.trials),
      m_panel(parts.panel) {}

MotionStage* MotionDisplay::makeStage() {
    m_stage = new MotionStage; // the container owns the stage
    m_stage->setOptions(m_options);
    return m_stage;
}

void MotionDisplay::setOptions(const viewer3d::SceneOptions& options) {
    m_options = options;
    if (m_stage) {
        m_stage->setOptions(options);
    }
}

keyframe::PoseDeg MotionDisplay::pose() const {
    return keyframe::poseDeg(m_robot.model(), m_anglesRad);
}

const training::TrialSample* MotionDisplay::shownTrial() const {
    return m_trials.isShown() ? m_trials.sample() : nullptr;
}

std::vector<double> MotionDisplay::anglesAt(double timeS) const {
    const motion::JointTrajectory& trajectory =
        m_playback.isPlaying() ? *m_checker.played() : *m_checker.view().trajectory;
    std::vector<double> start(m_robot.model().joints().size(), 0.0);
    const auto& entry = trajectory.entryRad;
    for (std::size_t i = 0; i < std::min(entry.size(), start.size()); ++i) {
        start[i] = std::isfinite(entry[i]) ? entry[i] : 0.0;
    }
    std::vector<double> angles(start.size());
    trajectory.sample(timeS, start, angles);
    return angles;
}

// Returns the analysis of the pose at the cursor; null for another pose or version.
const keyframe::MotionSample* MotionDisplay::analyzedSample() const {
    const keyframe::MotionAnalysis* analysis = m_checker.currentAnalysis();
    const bool isOfThis = m_cursor.unstored().empty() && analysis != nullptr &&
                          !(m_playback.isPlaying() && m_document.motion()->mirrored);
    return isOfThis ? analysis->at(m_cursor.timeS()) : nullptr;
}

// Returns the torso's pose on the ground with these angles: from the analysis, or, until that is
// complete, standing on the same feet as before.
math::Pose MotionDisplay::torsoFor(const std::vector<double>& anglesRad) const {
    if (const auto held = m_stage ? m_stage->heldTorso() : std::nullopt) {
        return *held;
    }
    if (const keyframe::MotionSample* sample = analyzedSample()) {
        return sample->X_STorso;
    }
    math::Pose X_STorso = robot::placeOnGround(
        m_robot.model(), anglesRad, m_checker.groundRule(),
        m_checker.beginsLying() ? m_X_STorso.R : Eigen::Matrix3d(Eigen::Matrix3d::Identity()));
    if (m_anglesRad.size() == anglesRad.size()) {
        X_STorso.p.head<2>() += footing(m_robot.model(), m_anglesRad, m_X_STorso) -
                                footing(m_robot.model(), anglesRad, X_STorso);
    }
    return X_STorso;
}

MotionStage::Scene MotionDisplay::motionScene() const {
    MotionStage::Scene scene;
    scene.model = m_robot.model().shared();
    scene.anglesRad = anglesAt(m_cursor.timeS());
    for (const auto& [joint, angleDeg] : m_cursor.unstored()) {
        if (const robot::JointId id = m_robot.model().findJoint(joint); id.isValid()) {
            scene.anglesRad[id.index()] = math::radFromDeg(angleDeg);
        }
    }
    scene.X_STorso = torsoFor(scene.anglesRad);
    scene.chosenJoint = m_panel->chosenJoint();
    scene.canPose = !m_playback.isPlaying();
    addBalance(scene);
    if (m_panel->options().onionSkins && !m_playback.isPlaying()) {
        addSkins(scene);
    }
    addGhost(scene);
    return scene;
}

// Adds the balance of the robot: from the analysis, or of this pose alone.
void MotionDisplay::addBalance(MotionStage::Scene& scene) const {
    const keyframe::MotionSample* sample =
        m_stage->heldTorso().has_value() ? nullptr : analyzedSample();
    keyframe::MotionSample own;
    if (sample == nullptr) {
        own = keyframe::analyzePose(m_robot.model(), scene.anglesRad, m_checker.groundRule());
        // The pose was put on the ground at the origin.
        const Eigen::Vector2d shift = scene.X_STorso.p.head<2>() - own.X_STorso.p.head<2>();
        own.centerOfMass_S = scene.X_STorso * (own.X_STorso.inverse() * own.centerOfMass_S);
        for (Eigen::Vector2d& corner : own.support_S) {
            corner += shift;
        }
        own.zmp_S += shift;
        sample = &own;
    }
    scene.centerOfMass_S = sample->centerOfMass_S;
    scene.support_S = sample->support_S;
    scene.marginM = sample->comMarginM;
    if (sample != &own) {
        scene.zmp_S = sample->zmp_S;
        scene.marginM = std::min(sample->comMarginM, sample->zmpMarginM);
    }
}

void MotionDisplay::addSkins(MotionStage::Scene& scene) const {
    const auto& keyframes = m_document.motion()->keyframes;
    const keyframe::Keyframe* before = nullptr;
    const keyframe::Keyframe* after = nullptr;
    for (const auto& keyframe : keyframes) {
        if (keyframe->timeS < m_cursor.timeS() - keyframe::kSameTimeS) {
            before = &*keyframe;
        } else if (after == nullptr && keyframe->timeS > m_cursor.timeS() + keyframe::kSameTimeS) {
            after = &*keyframe;
        }
    }
    for (const keyframe::Keyframe* neighbor : {before, after}) {
        if (neighbor == nullptr) {
            continue;
        }
        std::vector<double> angles = anglesAt(neighbor->timeS);
        const keyframe::MotionSample* sample =
            m_checker.view().analysis ? m_checker.view().analysis->at(neighbor->timeS) : nullptr;
        math::Pose X_STorso = sample != nullptr ? sample->X_STorso
                                                : robot::placeOnGround(m_robot.model(), angles,
                                                                       m_checker.groundRule());
        if (sample == nullptr) {
            X_STorso.p.head<2>() += footing(m_robot.model(), scene.anglesRad, scene.X_STorso) -
                                    footing(m_robot.model(), angles, X_STorso);
        }
        scene.skins.push_back({std::move(angles), X_STorso, neighbor == before ? -1.0F : 1.0F});
    }
}

// Adds the joints measured at this time of the motion.
void MotionDisplay::addGhost(MotionStage::Scene& scene) const {
    const training::TrialSample* sample =
        m_trials.isCurrent() && m_trials.hasGhost() && m_trials.shownRobot() == m_robot.index()
            ? m_trials.sampleAt(m_cursor.timeS())
            : nullptr;
    if (sample != nullptr) {
        const math::Pose X_StageS = stageFromTrial(m_trials.result()->X_STorsoAtStart);
        scene.skins.push_back({sample->measuredRad, X_StageS * sample->X_SBody.front(), 0.0F});
    }
}

MotionStage::Scene MotionDisplay::trialScene(const training::TrialSample& sample) const {
    const training::TrialResult& result = *m_trials.result();
    const math::Pose X_StageS = stageFromTrial(result.X_STorsoAtStart);
    MotionStage::Scene scene;
    scene.model = result.model;
    scene.anglesRad = sample.measuredRad;
    for (const math::Pose& X_SBody : sample.X_SBody) {
        scene.X_SBody.push_back(X_StageS * X_SBody);
    }
    scene.X_STorso = scene.X_SBody.front();
    if (sample.p_SBall) {
        scene.p_SBall = X_StageS * *sample.p_SBall;
    }
    scene.canPose = false;
    scene.followsRobot = result.fellAtS.has_value();
    scene.centerOfMass_S = X_StageS * sample.centerOfMass_S;
    for (const training::TrialSample& other : result.samples) {
        scene.path_S.push_back(X_StageS * other.X_SBody.front().p);
        if (other.p_SBall && other.timeS <= sample.timeS) {
            scene.ballPath_S.push_back(X_StageS * *other.p_SBall);
        }
    }
    if (m_trials.hasGhost()) {
        scene.skins.push_back({sample.targetRad, scene.X_STorso, 0.0F});
    }
    return scene;
}

void MotionDisplay::show() {
    if (!m_isActive || !m_stage || !m_checker.view().trajectory) {
        return;
    }
    const training::TrialSample* trial = shownTrial();
    const MotionStage::Scene scene = trial != nullptr ? trialScene(*trial) : motionScene();
    if (trial == nullptr) {
        m_anglesRad = scene.anglesRad;
        m_X_STorso = scene.X_STorso;
    }
    m_stage->show(scene);
    m_stage->setHeadline(m_document.title() +
                             (m_document.isModified() ? QStringLiteral(" *") : QString()),
                         headline());
    std::vector<double> speeds(scene.anglesRad.size());
    for (std::size_t i = 0; i < speeds.size() && i < m_checker.view().trajectory->jointCount();
         ++i) {
        speeds[i] =
            m_checker.view().trajectory->speedRadPerS(robot::JointId(i), m_cursor.timeS(), 0.0) *
            m_checker.view().trajectory->speed;
    }
    // While a trial is shown, the sliders continue to show the motion.
    m_panel->setPose(m_anglesRad.size() == speeds.size() ? m_anglesRad : scene.anglesRad, speeds,
                     m_cursor.timeS(),
                     m_document.motion()->keyframeAt(m_cursor.timeS()).has_value());
}

QString MotionDisplay::headline() const {
    if (const training::TrialSample* sample = shownTrial()) {
        return tr("Simulation test, %1, %2 s (motion %3 s)")
            .arg(robotName(*m_trials.result()->model))
            .arg(sample->timeS, 0, 'f', 2)
            .arg(sample->motionTimeS, 0, 'f', 2);
    }
    QStringList parts{tr("%1 s").arg(m_cursor.timeS(), 0, 'f', 2)};
    if (const auto index = m_document.motion()->keyframeAt(m_cursor.timeS())) {
        const keyframe::Keyframe& keyframe = *m_document.motion()->keyframes[*index];
        parts << (keyframe.name.empty()
                      ? tr("keyframe %1").arg(*index + 1)
                      : tr("keyframe %1, %2").arg(*index + 1).arg(widgets::toQt(keyframe.name)));
    }
    if (!m_cursor.unstored().empty()) {
        parts << tr("pose not stored: press K");
    }
    if (m_playback.isPlaying() && m_document.motion()->mirrored) {
        parts << tr("mirrored");
    }
    if (const keyframe::MotionSample* sample = analyzedSample()) {
        const auto distance = [](double marginM) {
            const double millimeters = std::round(marginM * 1000.0);
            return millimeters >= 0.0 ? tr("%1 mm inside").arg(millimeters)
                                      : tr("%1 mm outside").arg(-millimeters);
        };
        parts << tr("CoM %1").arg(distance(sample->comMarginM))
              << tr("ZMP %1").arg(distance(sample->zmpMarginM));
    }
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace sideline::studio
