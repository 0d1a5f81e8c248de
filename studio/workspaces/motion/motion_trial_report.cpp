#include "studio/workspaces/motion/motion_trial_report.h"

#include <cmath>

#include <QObject>

#include "agentcore/math/angles.h"
#include "studio/session/robot_choices.h"
#include "training/trial/mass_trials.h"
#include "widgets/common/joint_model.h"

namespace sideline::studio {

namespace {

using training::StartPose;
using training::TrialResult;

QString meters(double valueM) {
    return QObject::tr("%1 m").arg(valueM, 0, 'f', 2);
}

QString degrees(double angleRad) {
    angleRad = std::abs(angleRad) < math::radFromDeg(0.05) ? 0.0 : angleRad; // avoids -0.0
    return QObject::tr("%1°").arg(math::degFromRad(angleRad), 0, 'f', 1);
}

QString seconds(double timeS) {
    return QObject::tr("%1 s").arg(timeS, 0, 'f', 2);
}

} // namespace

widgets::TrialRun trialRun(const training::TrialSettings& settings, const TrialResult& result) {
    const bool isLying = training::isLying(settings.start);
    widgets::TrialRun line;
    line.robot = robotName(*result.model);
    line.isBad = !result.isUprightAtEnd;
    line.outcome = result.fellAtS ? QObject::tr("fell at %1").arg(seconds(*result.fellAtS))
                   : !result.isUprightAtEnd ? QObject::tr("not standing")
                   : isLying && result.uprightAtS
                       ? QObject::tr("standing since %1").arg(seconds(*result.uprightAtS))
                       : QObject::tr("standing");
    if (settings.start == StartPose::OnBall) {
        line.outcome += QObject::tr(", ball %1").arg(meters(result.ballDistanceM));
    }
    return line;
}

std::vector<widgets::TrialLine> trialLines(const training::TrialSettings& settings,
                                           const TrialResult& one) {
    const StartPose start = settings.start;
    std::vector<widgets::TrialLine> lines;
    lines.push_back(
        {QObject::tr("Robot"),
         QObject::tr("%1, %2").arg(robotName(*one.model), QString::fromStdString(one.engine)),
         false});
    lines.push_back({QObject::tr("Motion"),
                     one.finished ? QObject::tr("finished after %1").arg(seconds(one.motionEndS))
                                  : QObject::tr("not finished"),
                     !one.finished});
    for (std::size_t i = 1; i < one.played.size(); ++i) {
        const QString name = one.played[i].name.empty()
                                 ? QObject::tr("the same motion again")
                                 : QString::fromStdString(one.played[i].name);
        lines.push_back({QObject::tr("Branch"),
                         QObject::tr("%1 from %2").arg(name, seconds(one.played[i].beginS)),
                         one.isChainCut && i + 1 == one.played.size()});
    }
    if (!training::isLying(start)) {
        if (!one.fall) { // a fall that is explained has a report of its own
            lines.push_back({QObject::tr("Fall"),
                             one.fellAtS ? QObject::tr("at %1").arg(seconds(*one.fellAtS))
                                         : QObject::tr("none"),
                             one.fellAtS.has_value()});
        }
    } else {
        lines.push_back({QObject::tr("Stands"),
                         one.uprightAtS ? QObject::tr("from %1").arg(seconds(*one.uprightAtS))
                                        : QObject::tr("no"),
                         !one.uprightAtS});
    }
    lines.push_back(
        {QObject::tr("Torso moved"),
         QObject::tr("%1, path length %2").arg(meters(one.walkedM), meters(one.torsoPathM)),
         false});
    lines.push_back({QObject::tr("Turned"), degrees(one.turnedRad), false});
    if (start == StartPose::OnBall) {
        lines.push_back({QObject::tr("Ball rolled"),
                         QObject::tr("%1 in direction %2")
                             .arg(meters(one.ballDistanceM), degrees(one.ballDirectionRad)),
                         one.ballDistanceM < 0.05});
        lines.push_back({QObject::tr("Ball height"), meters(one.ballHeightM), false});
    }
    if (one.worstJoint.isValid() && one.model != nullptr) {
        lines.push_back({QObject::tr("Largest joint error"),
                         QObject::tr("%1, %2").arg(degrees(one.worstTrackingRad),
                                                   widgets::jointText(*one.model, one.worstJoint)),
                         false});
    }
    if (one.model != nullptr) {
        for (const std::string& text : training::torqueLimitTexts(*one.model, one.torqueLimits)) {
            lines.push_back({QObject::tr("Torque"), QString::fromStdString(text), true});
        }
    }
    return lines;
}

std::vector<widgets::TrialLine> seriesLines(StartPose start,
                                            const std::vector<training::TrialResultPtr>& all,
                                            std::size_t shownRun) {
    std::vector<const TrialResult*> results;
    for (const auto& one : all) {
        results.push_back(one.get());
    }
    const training::TrialSummary summary = training::summaryOf(results);
    std::vector<widgets::TrialLine> lines;
    lines.push_back({QObject::tr("Upright at the end"),
                     QObject::tr("%1 of %2").arg(summary.uprightCount).arg(summary.count),
                     summary.uprightCount < summary.count});
    if (training::isLying(start) && summary.uprightMedianS) {
        lines.push_back(
            {QObject::tr("Upright since (median)"), seconds(*summary.uprightMedianS), false});
    }
    if (start == StartPose::OnBall) {
        lines.push_back(
            {QObject::tr("Ball rolled (median)"), meters(summary.ballDistanceMedianM), false});
    }
    lines.push_back({QObject::tr("Run %1 of these").arg(shownRun + 1), QString(), false});
    return lines;
}

} // namespace sideline::studio
