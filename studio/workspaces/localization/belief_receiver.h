#pragma once

#include <memory>
#include <vector>

#include <QCoreApplication>
#include <QSettings>
#include <QString>

#include "studio/session/belief_link.h"
#include "studio/session/session_recorder.h"

namespace sideline::studio {

/// Receives what agents report live about their own belief where the settings say, and records all
/// of it. GUI thread only.
class BeliefReceiver {
    Q_DECLARE_TR_FUNCTIONS(sideline::studio::BeliefReceiver)
public:
    /// Does not receive anything yet. Both outlive this.
    BeliefReceiver(SessionRecorder& recorder, QSettings& store);

    /// Receives beliefs from now on where the settings say.
    /// @return why nothing is received; empty: all is well
    QString receive();
    /// Where they are received; null if that is not possible.
    [[nodiscard]] const BeliefLink* link() const { return m_link.get(); }
    /// The beliefs that came since the last call, oldest first.
    [[nodiscard]] std::vector<evaluation::BeliefMessage> take();
    /// How it goes, for who wonders why nothing is shown.
    [[nodiscard]] QString statusText() const;

private:
    SessionRecorder& m_recorder;
    QSettings& m_store;
    QString m_fault; ///< why there is no link
    std::unique_ptr<BeliefLink> m_link;
};

} // namespace sideline::studio
