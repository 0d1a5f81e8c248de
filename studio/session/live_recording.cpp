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

RingSaver::RingSaver(QObject* parent) : QObject(parent) {}

RingSaver::~RingSaver() = default;

bool RingSaver::start(std::shared_ptr<const logs::LiveRing> ring, const QString& file) {
    if (m_running) {
        return false;
    }
    m_running = true;
    const auto finish = [this, file](const base::Expected<void>& saved,
                                     const logs::LeftOut& leftOut) {
        const QString error = saved ? QString() : QString::fromStdString(saved.error().toString());
        QMetaObject::invokeMethod(
            this,
            [this, file, error, missing = QString::fromStdString(leftOut.summary())] {
                m_running = false;
                Q_EMIT finished(file, error, missing);
            },
            Qt::QueuedConnection);
    };
    m_worker = base::Worker(
        "saving the recording",
        [ring = std::move(ring), file, finish](const std::stop_token& stop) {
            logs::LeftOut leftOut;
            const auto saved = ring->saveAs(
                file.toStdString(), {}, [&stop](double) { return !stop.stop_requested(); },
                &leftOut);
            finish(saved, leftOut);
        },
        [finish](const base::Error& error) { finish(tl::unexpected(error), {}); });
    return true;
}

} // namespace sideline::studio
