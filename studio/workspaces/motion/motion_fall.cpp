#include "studio/workspaces/motion/motion_fall.h"

#include <algorithm>
#include <utility>

#include "studio/session/fall_view.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using training::FallRemedy;
using training::FallRemedyKind;

QString buttonText(const FallRemedy& remedy) {
    switch (remedy.kind) {
    case FallRemedyKind::SlowDown:
        return QObject::tr("Slow down by a factor of %1").arg(remedy.amount);
    case FallRemedyKind::LowerHip:
        return QObject::tr("Lower the hip by %1 mm").arg(1000.0 * remedy.amount);
    case FallRemedyKind::WidenStance:
        break;
    }
    return QObject::tr("Widen the stance by %1 mm").arg(1000.0 * remedy.amount);
}

// Returns the time of the motion that was played at a time of the test.
double motionTimeAt(const training::TrialResult& result, double timeS) {
    const auto at = std::ranges::lower_bound(result.samples, timeS - 1e-6, {},
                                             [](const auto& sample) { return sample.timeS; });
    return at == result.samples.end() ? result.samples.back().motionTimeS : at->motionTimeS;
}

} // namespace

MotionFall::MotionFall(QObject* parent) : QObject(parent), m_task(BackgroundTask::Policy::Newest) {}

void MotionFall::explain(const training::TrialResultPtr& result, const TrialJob& job,
                         const keyframe::MotionPtr& motion) {
    clear();
    if (!result->fall) {
        return;
    }
    const training::FallExplanation& fall = *result->fall;
    m_view.headline = tr("Fell %1 at %2 s")
                          .arg(widgets::toQt(training::fallDirectionText(fall.direction)))
                          .arg(fall.fellAtS, 0, 'f', 2);
    m_view.fellAtS = fall.fellAtS;
    m_view.events = fallLines(*result->model, fall.events, fall.first);
    if (!motion) {
        return;
    }
    m_view.isMeasuring = true;
    m_task.start(
        "looking for suggestions",
        [result, job, motion](const TaskControl& control) {
            return training::fallRemedies(*motion, job.trajectory, job.settings, *result,
                                          [&] { return control.isStopRequested(); });
        },
        [this](base::Expected<std::vector<FallRemedy>> remedies) { take(std::move(remedies)); });
}

void MotionFall::take(base::Expected<std::vector<FallRemedy>> remedies) {
    m_view.isMeasuring = false;
    if (remedies) {
        m_remedies = std::move(*remedies);
    }
    for (const FallRemedy& remedy : m_remedies) {
        m_view.remedies.push_back(
            {buttonText(remedy), widgets::toQt(training::fallRemedyText(remedy)),
             widgets::toQt(training::fallOutcomeText(remedy.outcome)), remedy.outcome.stands});
    }
    Q_EMIT changed();
}

void MotionFall::clear() {
    m_task.cancel();
    m_view = {};
    m_remedies.clear();
}

void addMeasuredBalance(widgets::PlayedJoints& played, const training::TrialResult& result) {
    const double untilS = result.fall ? result.fall->fellAtS : result.motionEndS;
    for (std::size_t i = 0; i < result.balance.size(); ++i) {
        const training::BalanceSample& balance = result.balance[i];
        const double timeS = result.samples[i].motionTimeS;
        if (balance.timeS >= 0.0 && balance.timeS <= untilS && balance.copMarginM &&
            balance.comMarginM && (played.balance.empty() || timeS > played.balance.back().timeS)) {
            played.balance.push_back({timeS, *balance.copMarginM, *balance.comMarginM});
        }
    }
    if (result.fall) {
        played.causeS = motionTimeAt(result, result.fall->cause().beginS);
        played.fellAtS = motionTimeAt(result, result.fall->fellAtS);
    }
}

} // namespace sideline::studio
