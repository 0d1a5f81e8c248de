#include "studio/session/fall_view.h"

#include <QObject>

#include "widgets/common/text_format.h"

namespace sideline::studio {

std::vector<widgets::FallLine> fallLines(const robot::RobotModel& model,
                                         std::span<const training::FallCause> events,
                                         std::size_t first) {
    std::vector<widgets::FallLine> lines;
    for (std::size_t i = 0; i < events.size(); ++i) {
        lines.push_back({events[i].beginS, widgets::toQt(training::fallCauseText(model, events[i])),
                         i == first});
    }
    return lines;
}

widgets::FallView failureView(const training::RecordedTrial& trial) {
    widgets::FallView view;
    if (const auto& failure = trial.score.failure) {
        view.headline = failureLine(*failure);
        view.fellAtS = failure->atS;
        view.events = fallLines(*trial.model, trial.failureEvents, trial.firstCause);
    }
    return view;
}

QString failureLine(const training::TrialFailure& failure) {
    return QObject::tr("%1 at %2 s")
        .arg(widgets::capitalized(widgets::toQt(training::failureText(failure))))
        .arg(failure.atS, 0, 'f', 2);
}

} // namespace sideline::studio
