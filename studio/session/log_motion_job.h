#pragma once

#include <memory>

#include <QObject>

#include "agentcore/robot/robot_model.h"
#include "logs/match/match_log.h"
#include "motions/motion.h"
#include "studio/session/background_task.h"

namespace sideline::studio {

/// Makes a motion of what a robot did in an interval of a log. GUI thread only.
class LogMotionJob : public QObject {
    Q_OBJECT
public:
    explicit LogMotionJob(QObject* parent = nullptr);

    /// @param robot that is followed, of this model
    /// @param first, last frames
    /// @param toleranceRad that the curves stay within
    /// @return false while another one is being made
    bool start(const std::shared_ptr<const logs::MatchLog>& log, const game::PlayerId& robot,
               const robot::RobotModel& model, logs::FrameNumber first, logs::FrameNumber last,
               double toleranceRad);

Q_SIGNALS:
    /// @param note how many keyframes came of it, and what the log does not report
    void made(const sideline::keyframe::Motion& motion, const QString& note);
    void failed(const QString& text);

private:
    BackgroundTask m_task;
};

} // namespace sideline::studio
