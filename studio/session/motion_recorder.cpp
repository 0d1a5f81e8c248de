#include "studio/session/motion_recorder.h"

#include <utility>
#include <vector>

#include "agentcore/game/constants.h"
#include "motions/limits.h"
#include "motions/samples.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

// Keyframes of a recording, with a note for the user.
struct Recorded {
    keyframe::Motion motion;
    QString note;
};

base::Expected<Recorded> keyframesOf(keyframe::JointSamples allJoints,
                                     const robot::RobotModel& model, double toleranceRad) {
    const keyframe::JointSamples samples = keyframe::movableOnly(std::move(allJoints), model);
    Recorded recorded;
    recorded.motion = keyframe::motionFromSamples(samples, toleranceRad);
    recorded.note =
        MotionRecorder::tr("Recorded %1 s of the live robot: %n keyframes", nullptr,
                           static_cast<int>(recorded.motion.keyframes.size()))
            .arg(samples.timesS.back(), 0, 'f', 2) +
        QLatin1Char(' ') +
        MotionRecorder::tr("from %n samples", nullptr, static_cast<int>(samples.timesS.size()));
    if (const std::string gap = keyframe::gapNote(samples); !gap.empty()) {
        recorded.note += QStringLiteral("; ") + widgets::toQt(gap);
    }
    if (const std::string note = keyframe::immovableNote(model); !note.empty()) {
        recorded.note += QStringLiteral("; ") + widgets::toQt(note);
    }
    if (const auto fits = keyframe::checkSize(recorded.motion); !fits) {
        return tl::unexpected(fits.error());
    }
    return recorded;
}

} // namespace

MotionRecorder::MotionRecorder(QObject* parent)
    : QObject(parent), m_task(BackgroundTask::Policy::InOrder) {}

void MotionRecorder::start() {
    m_samples = {};
    m_robot.reset();
    m_isRecording = true;
}

void MotionRecorder::take(const world::AgentFrame& frame) {
    const robot::RobotModelPtr& model = frame.identity.model;
    if (!m_isRecording || model == nullptr || frame.body.joints.size() != model->joints().size()) {
        return;
    }
    if (!m_robot) {
        m_robot = frame.identity;
        m_firstCycle = frame.cycle;
    }
    if (frame.identity.robot != m_robot->robot || model != m_robot->model ||
        frame.cycle < m_firstCycle) {
        return;
    }
    std::vector<double> anglesRad;
    for (const world::JointBelief& joint : frame.body.joints) {
        anglesRad.push_back(joint.measuredRad);
    }
    keyframe::addSample(m_samples, static_cast<double>(frame.cycle - m_firstCycle) * game::kStepS,
                        std::move(anglesRad));
}

double MotionRecorder::lengthS() const {
    return m_samples.timesS.empty() ? 0.0 : m_samples.timesS.back();
}

void MotionRecorder::finish(double toleranceRad) {
    m_isRecording = false;
    if (m_samples.timesS.size() < 2) {
        Q_EMIT failed(tr("Nothing recorded: the live robot has not reported joint angles"));
        return;
    }
    m_task.start(
        "creating a motion from the recording",
        [samples = std::exchange(m_samples, {}), model = m_robot->model, toleranceRad](
            const TaskControl& /*control*/) { return keyframesOf(samples, *model, toleranceRad); },
        [this](const base::Expected<Recorded>& result) {
            if (result) {
                Q_EMIT recorded(result->motion, result->note);
            } else {
                Q_EMIT failed(widgets::toQt(result.error().toString()));
            }
        });
}

} // namespace sideline::studio
