#pragma once

#include <memory>

#include <QObject>

#include "agentcore/robot/robot_model.h"
#include "logs/match/match_log.h"
#include "motions/motion.h"
#include "studio/session/background_task.h"

namespace sideline::studio {

/// Creates a motion from the movement of a robot in an interval of a log. GUI thread only.
class LogMotionJob : public QObject {
    Q_OBJECT
public:
    explicit LogMotionJob(QObject* parent = nullptr);

    /// @param robot robot to follow; must be of this model
    /// @param first, last first and last frame
    /// @param toleranceRad maximum deviation of the curves
    /// @return false while another motion is being created
    bool start(const std::shared_ptr<const logs::MatchLog>& log, const game::PlayerId& robot,
               const robot::RobotModel& model, logs::FrameNumber first, logs::FrameNumber last,
               double toleranceRad);

Q_SIGNALS:
    /// @param note number of keyframes, and values that the log does not report
    void made(const sideline::keyframe::Motion& motion, const QString& note);
    void failed(const QString& text);

private:
    BackgroundTask m_task;
};

} // namespace sideline::studio
