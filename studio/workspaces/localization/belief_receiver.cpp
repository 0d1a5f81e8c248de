#include "studio/workspaces/localization/belief_receiver.h"

#include <cstdint>
#include <utility>

#include "agentcore/drawing/byte_budget.h"
#include "studio/settings/network_settings.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

// Maximum growth of a recording: that of 22 agents that report no particles.
constexpr double kRecordedBytesPerS = 4.0 * (1U << 20U);
constexpr double kSavedBytes = 32.0 * (1U << 20U);

} // namespace

BeliefReceiver::BeliefReceiver(SessionRecorder& recorder, QSettings& store)
    : m_recorder(recorder), m_store(store) {}

QString BeliefReceiver::receive() {
    m_link.reset(); // releases its port, which the new link may use
    const NetworkSettings network = readNetworkSettings(m_store);
    const auto record = [&recorder = m_recorder,
                         budget = drawing::ByteBudget(kRecordedBytesPerS, kSavedBytes)](
                            auto sender, auto bytes, auto at) mutable {
        if (!budget.has(bytes.size(), at)) {
            recorder.dropBelief(at);
            return;
        }
        budget.spend(bytes.size());
        recorder.addBelief(sender, bytes, at);
    };
    auto link =
        BeliefLink::open(network.address(), static_cast<std::uint16_t>(network.beliefPort), record);
    m_fault = link ? QString() : widgets::toQt(link.error().toString());
    if (link) {
        m_link = std::move(*link);
    }
    return m_fault;
}

std::vector<evaluation::BeliefMessage> BeliefReceiver::take() {
    return m_link ? m_link->take() : std::vector<evaluation::BeliefMessage>();
}

QString BeliefReceiver::statusText() const {
    if (!m_link || !m_link->fault().empty()) {
        return tr("Not receiving beliefs: %1")
            .arg(m_link ? widgets::toQt(m_link->fault()) : m_fault);
    }
    const BeliefLink::Stats stats = m_link->stats();
    QString text = tr("Beliefs on UDP port %1: %2 received").arg(m_link->port()).arg(stats.good);
    if (stats.lost > 0) {
        text += tr(", %1 over the limit").arg(stats.lost);
    }
    if (stats.bad > 0) {
        text +=
            tr(", %1 invalid, the last from %2").arg(stats.bad).arg(widgets::toQt(stats.lastFault));
    }
    return text;
}

} // namespace sideline::studio
