// Time in the motion editor: playing, the clock that motion and trial share, what live robots do.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "motions/edit/pose_deg.h"
#include "studio/workspaces/motion/motion_workspace.h"
#include "widgets/common/icons.h"

namespace sideline::studio {

using widgets::MessageBar;

// The trial moves the playhead.
void MotionWorkspace::followTrial() {
    const training::TrialSample* sample = m_trials->isShown() ? m_trials->sample() : nullptr;
    constexpr double kSameCycleS = 0.0101; // a playhead between two cycles stays there
    if (sample != nullptr && std::abs(sample->motionTimeS - m_timeS) > kSameCycleS) {
        m_working.clear();
        m_timeS = sample->motionTimeS;
        m_timeline->setCursor(m_timeS);
        m_motionPanel->setCursor(m_timeS);
    }
    showPlaying();
    showPose();
}

// The motion as it is played on a robot type.
keyframe::TrajectoryPtr MotionWorkspace::trajectoryFor(int robot) const {
    return robot == m_robot ? m_played
                            : keyframe::resolve(*m_document.motion(),
                                                *m_robots[static_cast<std::size_t>(robot)].model)
                                  .trajectory;
}

// The same with what its branches lead to.
keyframe::Linked MotionWorkspace::linkedFor(int robot) const {
    const QString& file = m_document.file().isEmpty() ? m_document.origin() : m_document.file();
    keyframe::BranchPlaces places;
    places.file = file.toStdString();
    places.libraries = m_library->paths();
    return keyframe::linkBranches(*m_document.motion(), trajectoryFor(robot),
                                  *m_robots[static_cast<std::size_t>(robot)].model, places);
}

// What is played when it repeats: the interval that is marked on the ruler, the motion's loop, or
// all of it.
std::pair<double, double> MotionWorkspace::repeatedRange() const {
    const keyframe::Motion& motion = *m_document.motion();
    const double endS = motion.endS();
    if (const auto marked = m_timeline->range(); marked && marked->second > marked->first) {
        return {std::min(marked->first, endS), std::min(marked->second, endS)};
    }
    if (motion.loop && motion.loop->endS > motion.loop->beginS) {
        return {motion.loop->beginS, motion.loop->endS};
    }
    return {0.0, endS};
}

void MotionWorkspace::setPlaying(bool isPlaying) {
    const double endS = m_document.motion()->endS();
    m_isPlaying = isPlaying && endS > 0.0;
    if (m_isPlaying) {
        m_trials->setShown(false);
        m_working.clear();
        const bool isMarked = m_timeline->range() && m_actions.action("motion.repeat")->isChecked();
        const auto [beginS, stopS] = repeatedRange();
        if (isMarked && (m_timeS < beginS || m_timeS >= stopS)) {
            m_timeS = beginS;
        } else if (m_timeS >= endS - 1e-6) {
            m_timeS = 0.0;
        }
        m_playClock.start();
        m_playTimer.start();
    } else {
        m_playTimer.stop();
    }
    showPlaying();
    showPose();
}

// The one button plays what is in the picture.
void MotionWorkspace::showPlaying() {
    const bool isPlaying = m_isPlaying || m_trials->isPlaying();
    QAction* play = m_actions.action("motion.play");
    play->setChecked(isPlaying);
    if (std::exchange(m_showsPause, isPlaying) != isPlaying) {
        play->setIcon(widgets::icon(isPlaying ? QStringLiteral("pause") : QStringLiteral("play")));
    }
}

void MotionWorkspace::tick() {
    const keyframe::Motion& motion = *m_document.motion();
    const double elapsedS = static_cast<double>(m_playClock.restart()) * 1e-3;
    double timeS = m_timeS + elapsedS * motion.speed * m_timeline->transport().speed();
    if (m_actions.action("motion.repeat")->isChecked()) {
        const auto [beginS, stopS] = repeatedRange();
        if (timeS >= stopS && m_timeS <= stopS && stopS > beginS) {
            timeS = beginS + std::fmod(timeS - beginS, stopS - beginS);
        }
    }
    timeS = std::min(timeS, motion.endS());
    setTime(timeS);
    if (timeS >= motion.endS()) {
        setPlaying(false);
    }
}

void MotionWorkspace::keyFromRobot() {
    const auto& frame = m_parts.live.agentControls().shown();
    if (!frame || frame->identity.model == nullptr) {
        m_parts.messages.show(MessageBar::Severity::Note, tr("No built-in agent is on the field"));
        return;
    }
    std::vector<double> measuredRad;
    std::ranges::transform(frame->body.joints, std::back_inserter(measuredRad),
                           &world::JointBelief::measuredRad);
    apply(keyframe::setPose(*m_document.motion(), m_timeS,
                            unlocked(keyframe::poseDeg(*frame->identity.model, measuredRad))),
          tr("Keyframe from live robot at %1 s").arg(m_timeS, 0, 'f', 2));
}

void MotionWorkspace::connectRecorder() {
    connect(&m_parts.live.agents(), &AgentHost::framesCame, this, [this] {
        const auto& frame = m_parts.live.agentControls().shown();
        if (m_recorder.isRecording() && frame) {
            m_recorder.take(*frame);
            m_trials->setRecording(true, m_recorder.lengthS());
        }
    });
    connect(&m_parts.live.agents(), &AgentHost::agentsChanged, this, [this] {
        if (m_recorder.isRecording() && !m_parts.live.agentControls().shown()) {
            record(false); // the robot is gone
        }
    });
    connect(&m_recorder, &MotionRecorder::recorded, this,
            [this](const keyframe::Motion& recorded, const QString& note) {
                takeRecording(recorded);
                tell(MessageBar::Severity::Note, note);
            });
    connect(&m_recorder, &MotionRecorder::failed, this,
            [this](const QString& text) { tell(MessageBar::Severity::Warning, text); });
    connect(m_trials.get(), &MotionTrialControls::recordingRequested, this,
            &MotionWorkspace::record);
}

void MotionWorkspace::record(bool isOn) {
    if (isOn && !m_parts.live.agentControls().shown()) {
        m_parts.messages.show(MessageBar::Severity::Note, tr("No built-in agent is on the field"));
        isOn = false;
    } else if (isOn) {
        m_recordAtS = m_timeS;
        m_recorder.start();
    } else if (m_recorder.isRecording()) {
        m_recorder.finish(math::radFromDeg(m_trials->panel()->toleranceDeg()));
    }
    m_actions.action("motion.record")->setChecked(isOn);
    m_trials->setRecording(isOn, 0.0);
}

// What was there in that interval goes: the robot did something else.
void MotionWorkspace::takeRecording(const keyframe::Motion& recorded) {
    const keyframe::Motion& motion = *m_document.motion();
    const double untilS = m_recordAtS + recorded.endS();
    const auto free = [&](keyframe::KeySelection keys) {
        std::erase_if(
            keys, [&](const keyframe::KeyRef& key) { return motion.locked.contains(key.joint); });
        return keys;
    };
    const keyframe::Edited cleared =
        keyframe::removeKeys(motion, free(keyframe::keysInRange(motion, m_recordAtS, untilS)));
    const keyframe::KeyClip clip = keyframe::copyKeys(recorded, free(keyframe::allKeys(recorded)));
    apply(keyframe::pasteKeys(cleared.motion, clip, m_recordAtS),
          tr("Record %1 s of live robot").arg(recorded.endS(), 0, 'f', 2));
    m_timeline->showAll();
}

} // namespace sideline::studio
