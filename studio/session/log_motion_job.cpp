#include "studio/session/log_motion_job.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "logs/match/signals.h"
#include "motions/limits.h"
#include "motions/samples.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

std::vector<logs::SignalId> jointSignals(const game::PlayerId& robot,
                                         const robot::RobotModel& model) {
    std::vector<logs::SignalId> ids;
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        if (!model.joints()[i].effector.empty()) {
            ids.push_back({logs::Quantity::JointDeg, monitor::ObjectId::ofRobot(robot),
                           static_cast<std::int32_t>(i)});
        }
    }
    return ids;
}

// Times at which the robot was there; those that are not after the one before are omitted.
keyframe::JointSamples samplesOf(const logs::SignalTable& table, const robot::RobotModel& model) {
    keyframe::JointSamples samples;
    for (const logs::SignalId& id : table.signals) {
        samples.joints.push_back(model.joint(robot::JointId(id.joint)).effector);
    }
    for (std::size_t row = 0; row < table.recordTimeS.size(); ++row) {
        std::vector<double> angles;
        for (const std::vector<double>& values : table.values) {
            if (std::isfinite(values[row])) {
                angles.push_back(math::radFromDeg(values[row]));
            }
        }
        const double timeS = table.recordTimeS[row] - table.recordTimeS.front();
        if (angles.size() == samples.joints.size()) {
            keyframe::addSample(samples, timeS, std::move(angles));
        }
    }
    return samples;
}

} // namespace

LogMotionJob::LogMotionJob(QObject* parent) : QObject(parent), m_pool(*this) {}

LogMotionJob::~LogMotionJob() = default;

bool LogMotionJob::start(const std::shared_ptr<const logs::MatchLog>& log,
                         const game::PlayerId& robot, const robot::RobotModel& model,
                         logs::FrameNumber first, logs::FrameNumber last, double toleranceRad) {
    if (m_isRunning) {
        return false;
    }
    m_isRunning = true;
    const auto make = [this, log, robot, robotModel = model.shared(), first, last, toleranceRad] {
        logs::FrameReader reader(log->parts(), 1);
        const auto table = logs::extractSignals(reader, jointSignals(robot, *robotModel), first,
                                                last, [] { return true; });
        keyframe::Motion motion;
        QString note;
        QString error;
        if (!table) {
            error = widgets::toQt(table.error().toString());
        } else if (const keyframe::JointSamples samples = samplesOf(*table, *robotModel);
                   samples.timesS.size() < 2) {
            error = tr("The robot is not on the field in this interval of the log");
        } else {
            motion = keyframe::motionFromSamples(samples, toleranceRad);
            motion.robots = {robotModel->name()};
            note = tr("%n keyframes", nullptr, static_cast<int>(motion.keyframes.size())) +
                   QLatin1Char(' ') +
                   tr("from %n frames", nullptr, static_cast<int>(samples.timesS.size()));
            if (const std::string gap = keyframe::gapNote(samples); !gap.empty()) {
                note += QStringLiteral("; ") + widgets::toQt(gap);
            }
            motion.description =
                fmt::format("{} {} of {}, {:.2f} to {:.2f} s", game::sideName(robot.side),
                            robot.unum.value(), log->path().filename().string(),
                            log->index()->gameTimeS(first), log->index()->gameTimeS(last));
            if (const auto fits = keyframe::checkSize(motion); !fits) {
                error = widgets::toQt(fits.error().toString());
            }
        }
        QMetaObject::invokeMethod(this, [this, motion = std::move(motion), note, error] {
            m_isRunning = false;
            if (error.isEmpty()) {
                Q_EMIT made(motion, note);
            } else {
                Q_EMIT failed(error);
            }
        });
    };
    m_pool.start("creating a motion from the log", make, [this](const base::Error& error) {
        m_isRunning = false;
        Q_EMIT failed(widgets::toQt(error.toString()));
    });
    return true;
}

} // namespace sideline::studio
