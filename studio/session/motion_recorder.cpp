#include "studio/session/motion_recorder.h"

#include <utility>
#include <vector>

#include "agentcore/game/constants.h"
#include "motions/limits.h"
#include "motions/samples.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

MotionRecorder::MotionRecorder(QObject* parent) : QObject(parent), m_pool(*this) {}

MotionRecorder::~MotionRecorder() = default;

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
        for (const robot::Joint& joint : model->joints()) {
            if (!joint.effector.empty()) {
                m_samples.joints.push_back(joint.effector);
            }
        }
    }
    if (frame.identity.robot != m_robot->robot || model != m_robot->model ||
        frame.cycle < m_firstCycle) {
        return;
    }
    std::vector<double> anglesRad;
    for (std::size_t i = 0; i < model->joints().size(); ++i) {
        if (!model->joints()[i].effector.empty()) {
            anglesRad.push_back(frame.body.joints[i].measuredRad);
        }
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
        Q_EMIT failed(tr("Nothing recorded: the live robot has reported no angles"));
        return;
    }
    const auto make = [this, samples = std::move(m_samples), toleranceRad] {
        keyframe::Motion motion = keyframe::motionFromSamples(samples, toleranceRad);
        QString note = tr("Recorded %1 s of the live robot: %n keyframes", nullptr,
                          static_cast<int>(motion.keyframes.size()))
                           .arg(samples.timesS.back(), 0, 'f', 2) +
                       QLatin1Char(' ') +
                       tr("from %n samples", nullptr, static_cast<int>(samples.timesS.size()));
        if (const std::string gap = keyframe::gapNote(samples); !gap.empty()) {
            note += QStringLiteral("; ") + widgets::toQt(gap);
        }
        const auto fits = keyframe::checkSize(motion);
        const QString error = fits ? QString() : widgets::toQt(fits.error().toString());
        QMetaObject::invokeMethod(this, [this, motion = std::move(motion), note, error] {
            if (error.isEmpty()) {
                Q_EMIT recorded(motion, note);
            } else {
                Q_EMIT failed(error);
            }
        });
    };
    m_samples = {};
    m_pool.start("creating a motion from the recording", make, [this](const base::Error& error) {
        Q_EMIT failed(widgets::toQt(error.toString()));
    });
}

} // namespace sideline::studio
