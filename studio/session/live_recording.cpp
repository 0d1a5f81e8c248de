#include "studio/session/live_recording.h"

#include <chrono>
#include <utility>

namespace sideline::studio {

RingSink::RingSink(std::shared_ptr<logs::LiveRing> ring, MessageHooks hooks)
    : m_ring(std::move(ring)), m_hooks(std::move(hooks)) {}

bool RingSink::wantsFull() const {
    return m_ring && m_ring->wantsFull();
}

void RingSink::take(const simulator::MatchMessage& message) {
    const auto now = std::chrono::steady_clock::now();
    if (m_hooks.observer) {
        m_hooks.observer({message.text, message.kind, now, m_frame, message.recordTimeS});
    }
    ++m_frame;
    if (!m_ring) {
        return;
    }
    const std::string prefix = m_hooks.drawingPrefix ? m_hooks.drawingPrefix() : std::string();
    const auto ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(now.time_since_epoch()).count();
    m_ring->append(
        {message.text, message.kind, ns, message.recordTimeS, prefix, message.game, message.scene});
}

RingSaver::RingSaver(QObject* parent)
    : QObject(parent), m_task(BackgroundTask::Policy::OneAtATime) {}

bool RingSaver::start(std::shared_ptr<const logs::LiveRing> ring, const QString& file) {
    const auto save = [ring = std::move(ring),
                       file](const TaskControl& control) -> base::Expected<logs::LeftOut> {
        logs::LeftOut leftOut;
        if (auto saved = ring->saveAs(
                file.toStdString(), {}, [&](double share) { return control.report(share); },
                &leftOut);
            !saved) {
            return tl::unexpected(std::move(saved.error()));
        }
        return leftOut;
    };
    return m_task.start(
        "saving the recording", save, [this, file](const base::Expected<logs::LeftOut>& left) {
            const std::string error = left ? std::string() : left.error().toString();
            const std::string leftOut = left ? left->summary() : std::string();
            Q_EMIT finished(file, QString::fromStdString(error), QString::fromStdString(leftOut));
        });
}

} // namespace sideline::studio
