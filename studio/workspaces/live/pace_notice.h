#pragma once

#include <QObject>

#include "studio/session/live_session.h"
#include "widgets/common/message_topic.h"

namespace sideline::studio {

/// Reports once per match that this machine is too slow for the simulator, and once that agents
/// answer late, with a button that reduces the speed. GUI thread only.
class PaceNotice : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive it.
    PaceNotice(const LiveSession& session, widgets::MessageBar& messages);

Q_SIGNALS:
    /// The user wants a slower simulation. @param factor multiple of real time
    void slowDownRequested(double factor);

private:
    enum class Fault { None, Slow, Late };
    void showPace();

    const LiveSession& m_session;
    widgets::MessageTopic m_topic;
    Fault m_reported = Fault::None; ///< fault reported in this match
};

} // namespace sideline::studio
