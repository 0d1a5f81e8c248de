#include "studio/workspaces/motion/motion_checker.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "motions/check.h"
#include "motions/resolve.h"
#include "training/trial/motion_trial.h"

namespace sideline::studio {

MotionChecker::MotionChecker(const MotionDocument& document, const MotionRobot& robot,
                             widgets::PosePanel* panel)
    : m_document(document), m_robot(robot), m_panel(panel) {
    connect(&m_job, &MotionAnalysisJob::analyzed, this,
            [this](const keyframe::MotionAnalysisPtr& analysis, quint64 version) {
                m_view.analysis = analysis;
                m_analyzedVersion = version;
                setFindings(analysis->findings);
                Q_EMIT analyzed();
            });
    connect(&m_job, &MotionAnalysisJob::failed, this,
            [this](const QString& text) { Q_EMIT failed(text); });
}

keyframe::TrajectoryPtr MotionChecker::playedOn(int robot) const {
    return robot == m_robot.index()
               ? m_played
               : keyframe::resolve(*m_document.motion(), m_robot.modelOf(robot)).trajectory;
}

const keyframe::MotionAnalysis* MotionChecker::currentAnalysis() const {
    return m_analyzedVersion == m_document.version() ? m_view.analysis.get() : nullptr;
}

bool MotionChecker::beginsLying() const {
    return keyframe::isLying(keyframe::suggestedTrial(*m_document.motion()).start);
}

robot::GroundRule MotionChecker::groundRule() const {
    return beginsLying() ? robot::GroundRule::Rest
                         : static_cast<robot::GroundRule>(m_panel->options().ground);
}

Eigen::Matrix3d MotionChecker::R_STorsoAtStart() const {
    return training::torsoTurn(keyframe::suggestedTrial(*m_document.motion()).start);
}

void MotionChecker::update() {
    m_view.motion = m_document.motion();
    m_view.model = m_robot.model().shared();
    keyframe::Resolved resolved = keyframe::resolve(*m_view.motion, m_robot.model());
    m_played = resolved.trajectory;
    m_view.trajectory = m_played;
    if (m_view.motion->mirrored) {
        // Poses are edited on the motion's own joints, without exchanging left and right.
        keyframe::Motion asWritten = *m_view.motion;
        asWritten.mirrored = false;
        m_view.trajectory = keyframe::resolve(asWritten, m_robot.model()).trajectory;
    }
    m_checkFindings = keyframe::check(*m_view.motion, m_robot.model(), std::move(resolved));
    m_checkFindings.insert(m_checkFindings.begin(), m_fileFindings.begin(), m_fileFindings.end());
    // Findings of the previous analysis stay until the new ones are available.
    setFindings(std::exchange(m_view.findings, {}));
}

// Combines the findings of `check` and the file with those that only the analysis can make.
void MotionChecker::setFindings(const std::vector<keyframe::Finding>& analyzed) {
    m_view.findings = m_checkFindings;
    std::ranges::copy_if(analyzed, std::back_inserter(m_view.findings), keyframe::isOfPosture);
}

void MotionChecker::analyze() {
    m_job.start(m_view.trajectory, m_robot.model(), groundRule(), R_STorsoAtStart(),
                m_document.version());
}

void MotionChecker::setFileFindings(const std::vector<keyframe::Finding>& findings) {
    m_fileFindings = findings;
}

void MotionChecker::setPlayed(const std::shared_ptr<const widgets::PlayedJoints>& joints) {
    m_view.played = joints;
}

void MotionChecker::clear() {
    m_fileFindings.clear();
    m_view.findings.clear();
}

} // namespace sideline::studio
