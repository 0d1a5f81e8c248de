#include "studio/workspaces/motion/motion_capture.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "agentcore/math/angles.h"
#include "motions/edit/pose_deg.h"

namespace sideline::studio {

MotionCapture::MotionCapture(const Parts& parts)
    : m_actions(parts.actions),
      m_agents(parts.agents),
      m_document(parts.document),
      m_cursor(parts.cursor),
      m_posing(parts.posing),
      m_trials(parts.trials),
      m_messages(parts.messages),
      m_timeline(parts.timeline) {
    connect(m_actions.action("motion.from-robot"), &QAction::triggered, this,
            &MotionCapture::storeKeyframe);
    connect(m_actions.action("motion.record"), &QAction::triggered, this, &MotionCapture::record);
    connect(&m_trials, &MotionTrialControls::recordRequested, this, &MotionCapture::storeKeyframe);
    connect(&m_trials, &MotionTrialControls::recordingRequested, this, &MotionCapture::record);
    connectRecorder();
}

void MotionCapture::connectRecorder() {
    connect(&m_agents.host, &AgentHost::framesReceived, this, &MotionCapture::takeFrame);
    connect(&m_agents.host, &AgentHost::agentsChanged, this, [this] {
        if (m_recorder.isRecording() && !m_agents.shown.shown()) {
            record(false); // the robot has left
        }
    });
    connect(&m_recorder, &MotionRecorder::recorded, this,
            [this](const keyframe::Motion& recorded, const QString& note) {
                takeRecording(recorded);
                m_messages.report(MotionMessages::Severity::Note, note);
            });
    connect(&m_recorder, &MotionRecorder::failed, this, [this](const QString& text) {
        m_messages.report(MotionMessages::Severity::Warning, text);
    });
}

void MotionCapture::takeFrame() {
    const auto& frame = m_agents.shown.shown();
    if (m_recorder.isRecording() && frame) {
        m_recorder.take(*frame);
        m_trials.setRecording(true, m_recorder.lengthS());
    }
}

void MotionCapture::reportNoAgent() {
    m_messages.reportToStay(MotionMessages::Severity::Note,
                            tr("No built-in agent is on the field"));
}

void MotionCapture::storeKeyframe() {
    const auto& frame = m_agents.shown.shown();
    if (!frame || frame->identity.model == nullptr) {
        reportNoAgent();
        return;
    }
    std::vector<double> measuredRad;
    std::ranges::transform(frame->body.joints, std::back_inserter(measuredRad),
                           &world::JointBelief::measuredRad);
    const double timeS = m_cursor.timeS();
    const keyframe::PoseDeg pose =
        m_posing.unlocked(keyframe::poseDeg(*frame->identity.model, measuredRad));
    m_posing.apply(keyframe::setPose(*m_document.motion(), timeS, pose),
                   tr("Keyframe from live robot at %1 s").arg(timeS, 0, 'f', 2));
}

void MotionCapture::record(bool isOn) {
    if (isOn && !m_agents.shown.shown()) {
        reportNoAgent();
        isOn = false;
    } else if (isOn) {
        m_beginS = m_cursor.timeS();
        m_recorder.start();
    } else if (m_recorder.isRecording()) {
        m_recorder.finish(math::radFromDeg(m_trials.panel()->toleranceDeg()));
    }
    m_actions.action("motion.record")->setChecked(isOn);
    m_trials.setRecording(isOn, 0.0);
}

// Replaces the keys in the recorded interval, in which the robot moved differently.
void MotionCapture::takeRecording(const keyframe::Motion& recorded) {
    const keyframe::Motion& motion = *m_document.motion();
    const double endS = m_beginS + recorded.endS();
    const auto free = [&](keyframe::KeySelection keys) {
        std::erase_if(
            keys, [&](const keyframe::KeyRef& key) { return motion.locked.contains(key.joint); });
        return keys;
    };
    const keyframe::Edited cleared =
        keyframe::removeKeys(motion, free(keyframe::keysInRange(motion, m_beginS, endS)));
    const keyframe::KeyClip clip = keyframe::copyKeys(recorded, free(keyframe::allKeys(recorded)));
    m_posing.apply(keyframe::pasteKeys(cleared.motion, clip, m_beginS),
                   tr("Record %1 s of live robot").arg(recorded.endS(), 0, 'f', 2));
    m_timeline->showAll();
}

} // namespace sideline::studio
