#pragma once

#include <memory>
#include <vector>

#include <QCoreApplication>
#include <QSettings>
#include <QString>

#include "studio/session/belief_link.h"
#include "studio/session/session_recorder.h"

namespace sideline::studio {

/// Receives the beliefs that agents publish during a live match, at the address in the settings,
/// and records all of them. GUI thread only.
class BeliefReceiver {
    Q_DECLARE_TR_FUNCTIONS(sideline::studio::BeliefReceiver)
public:
    /// Does not start receiving. Both arguments must outlive this object.
    BeliefReceiver(SessionRecorder& recorder, QSettings& store);

    /// Starts receiving beliefs at the address in the settings.
    /// @return why nothing is received; empty: success
    QString receive();
    /// Returns the connection that receives beliefs; null if it could not be opened.
    [[nodiscard]] const BeliefLink* link() const { return m_link.get(); }
    /// Removes and returns the beliefs that have arrived since the last call, oldest first.
    [[nodiscard]] std::vector<evaluation::BeliefMessage> take();
    /// Returns the state of the connection as a string, to explain why nothing is shown.
    [[nodiscard]] QString statusText() const;

private:
    SessionRecorder& m_recorder;
    QSettings& m_store;
    QString m_fault; ///< reason why there is no link
    std::unique_ptr<BeliefLink> m_link;
};

} // namespace sideline::studio
