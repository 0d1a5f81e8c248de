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

using base::Expected;

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

// Returns the joint angles at the times when the robot was present; times that do not increase are
// omitted.
keyframe::JointSamples samplesOf(const logs::SignalTable& table, const robot::RobotModel& model) {
    keyframe::JointSamples samples;
    for (const logs::SignalId& id : table.signals) {
        samples.joints.push_back(model.jointName(robot::JointId(id.joint)));
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

// Input of the job: robot, interval and accuracy.
struct Task {
    std::shared_ptr<const logs::MatchLog> log;
    game::PlayerId robot;
    robot::RobotModelPtr model;
    logs::FrameNumber first = 0;
    logs::FrameNumber last = 0;
    double toleranceRad = 0.0;
};

struct MadeMotions {
    keyframe::Motion motion;
    QString note;
};

Expected<MadeMotions> make(const Task& task, const TaskControl& control) {
    logs::FrameReader reader(task.log->parts(), 1);
    const auto table =
        logs::extractSignals(reader, jointSignals(task.robot, *task.model), task.first, task.last,
                             [&] { return !control.isStopRequested(); });
    if (!table) {
        return tl::unexpected(table.error());
    }
    const keyframe::JointSamples samples = samplesOf(*table, *task.model);
    if (samples.timesS.size() < 2) {
        return base::failure(
            base::ErrorCode::NotFound,
            LogMotionJob::tr("The robot is not on the field in this interval of the log")
                .toStdString());
    }
    MadeMotions made;
    made.motion = keyframe::motionFromSamples(samples, task.toleranceRad);
    made.motion.robots = {task.model->name()};
    made.note =
        LogMotionJob::tr("%n keyframes", nullptr, static_cast<int>(made.motion.keyframes.size())) +
        QLatin1Char(' ') +
        LogMotionJob::tr("from %n frames", nullptr, static_cast<int>(samples.timesS.size()));
    if (const std::string gap = keyframe::gapNote(samples); !gap.empty()) {
        made.note += QStringLiteral("; ") + widgets::toQt(gap);
    }
    if (const std::string note = keyframe::immovableNote(*task.model); !note.empty()) {
        made.note += QStringLiteral("; ") + widgets::toQt(note);
    }
    made.motion.description = fmt::format(
        "{} {} of {}, {:.2f} to {:.2f} s", game::sideName(task.robot.side), task.robot.unum.value(),
        task.log->path().filename().string(), task.log->index()->gameTimeS(task.first),
        task.log->index()->gameTimeS(task.last));
    if (const auto fits = keyframe::checkSize(made.motion); !fits) {
        return tl::unexpected(fits.error());
    }
    return made;
}

} // namespace

LogMotionJob::LogMotionJob(QObject* parent)
    : QObject(parent), m_task(BackgroundTask::Policy::OneAtATime) {}

bool LogMotionJob::start(const std::shared_ptr<const logs::MatchLog>& log,
                         const game::PlayerId& robot, const robot::RobotModel& model,
                         logs::FrameNumber first, logs::FrameNumber last, double toleranceRad) {
    return m_task.start(
        "creating a motion from the log",
        [task = Task{log, robot, model.shared(), first, last, toleranceRad}](
            const TaskControl& control) { return make(task, control); },
        [this](const Expected<MadeMotions>& result) {
            if (result) {
                Q_EMIT made(result->motion, result->note);
            } else {
                Q_EMIT failed(widgets::toQt(result.error().toString()));
            }
        });
}

} // namespace sideline::studio
