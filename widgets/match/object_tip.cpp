#include "widgets/match/object_tip.h"

#include <QCoreApplication>

#include "agentcore/math/angles.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using monitor::MatchFrame;
using monitor::ObjectId;
using monitor::RobotFrame;

struct ObjectTip {
    Q_DECLARE_TR_FUNCTIONS(ObjectTip)
};

} // namespace

QStringList objectTip(const logs::FetchedFrame& fetched, const ObjectId& id) {
    QStringList lines;
    const MatchFrame& frame = *fetched.exact;
    const auto pose = frame.findPose(id);
    if (!pose) {
        return lines;
    }
    if (id.kind == ObjectId::Kind::Ball) {
        lines << ObjectTip::tr("Ball");
    } else {
        const RobotFrame& robot = *frame.findRobot(id.robot);
        const QString kind = robot.typeNumber >= 0 ? ObjectTip::tr("type %1").arg(robot.typeNumber)
                             : robot.model         ? toQt(robot.model->name())
                                                   : ObjectTip::tr("unknown type");
        lines << QStringLiteral("%1 (%2)").arg(robotText(id.robot, frame.game), kind);
    }
    lines << ObjectTip::tr("x %1, y %2, z %3 m")
                 .arg(pose->p.x(), 0, 'f', 2)
                 .arg(pose->p.y(), 0, 'f', 2)
                 .arg(pose->p.z(), 0, 'f', 2);
    if (id.kind == ObjectId::Kind::Robot) {
        const RobotFrame& robot = *frame.findRobot(id.robot);
        lines << ObjectTip::tr("heading %1\u00b0%2")
                     .arg(math::degFromRad(robot.headingRad()), 0, 'f', 0)
                     .arg(robot.isFallen() ? ObjectTip::tr(", fallen") : QString());
        if (frame.ball) {
            lines << ObjectTip::tr("%1 m to the ball")
                         .arg((frame.ball->X_SBall.p - pose->p).head<2>().norm(), 0, 'f', 2);
        }
    }
    if (fetched.before) {
        if (const auto velocity = monitor::velocityMps(*fetched.before, frame, id)) {
            lines << ObjectTip::tr("%1 m/s").arg(velocity->norm(), 0, 'f', 2);
        }
    }
    const auto updated = frame.poseUpdatedAt(id);
    if (updated && *updated < frame.index && fetched.before) {
        const double stepS = frame.recordTimeS - fetched.before->recordTimeS;
        lines << ObjectTip::tr("last updated %1 s ago")
                     .arg((frame.index - *updated) * stepS, 0, 'f', 2);
    }
    return lines;
}

} // namespace sideline::widgets
