#include "studio/workspaces/live/pace_notice.h"

#include "widgets/live/simulator_panel.h"

namespace sideline::studio {

using widgets::MessageBar;

namespace {

constexpr double kMuchLate = 0.02; // fraction of late answers that disturbs motions
constexpr double kHeadroom = 0.8;  // new speed, as a fraction of the measured one

// Returns the fastest speed of the list that leaves agents some spare time.
double slowerThan(double speed) {
    double slower = 0.0;
    for (const double factor : widgets::simulatorSpeeds()) {
        if (factor > 0.0 && (slower == 0.0 || factor <= kHeadroom * speed)) {
            slower = factor;
        }
    }
    return slower;
}

} // namespace

PaceNotice::PaceNotice(const LiveSession& session, MessageBar& messages)
    : m_session(session), m_topic(messages) {
    connect(&session, &LiveSession::linkStateChanged, this, &PaceNotice::showPace);
    connect(&session, &LiveSession::sourceChanged, this, [this] {
        m_topic.withdraw();
        m_reported = Fault::None;
    });
}

void PaceNotice::showPace() {
    const Pace& pace = m_session.link().pace;
    const bool isOnlySlow =
        pace.isSlow && pace.lateRatio == 0.0 && !m_session.link().waitsForAgents;
    const Fault fault = pace.lateRatio >= kMuchLate ? Fault::Late
                        : isOnlySlow                ? Fault::Slow
                                                    : Fault::None;
    if (fault <= m_reported) {
        return;
    }
    m_reported = fault;
    m_topic.withdraw();
    const QString speed = QString::number(pace.speed, 'f', pace.speed < 0.1 ? 2 : 1);
    if (fault == Fault::Slow) {
        m_topic.show(
            MessageBar::Severity::Note,
            tr("This machine simulates at %1 of real time, but no agent answers late").arg(speed));
        return;
    }
    const double slower = slowerThan(pace.speed);
    m_topic.show(
        MessageBar::Severity::Warning,
        tr("This machine simulates at %1 of real time, and motions suffer, because %2 % of "
           "the agents' answers come after their cycle")
            .arg(speed)
            .arg(100.0 * pace.lateRatio, 0, 'f', 0),
        tr("Slow down to %1").arg(widgets::simulatorSpeedText(slower)),
        [this, slower] { Q_EMIT slowDownRequested(slower); });
}

} // namespace sideline::studio
