#include "studio/session/live_recording.h"

#include <chrono>
#include <utility>

namespace sideline::studio {

RingSink::RingSink(std::shared_ptr<logs::LiveRing> ring, MessageHooks hooks)
    : m_ring(std::move(ring)), m_hooks(std::move(hooks)) {}

bool RingSink::needsFullScene() const {
    return m_ring && m_ring->needsFullScene();
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
                       file](const TaskControl& control) -> base::Expected<logs::ExportOmissions> {
        logs::ExportOmissions omissions;
        if (auto saved = ring->saveAs(
                file.toStdString(), {}, [&](double ratio) { return control.report(ratio); },
                &omissions);
            !saved) {
            return tl::unexpected(std::move(saved.error()));
        }
        return omissions;
    };
    return m_task.start(
        "saving the recording", save,
        [this, file](const base::Expected<logs::ExportOmissions>& left) {
            const std::string error = left ? std::string() : left.error().toString();
            const std::string omissions = left ? left->summary() : std::string();
            Q_EMIT finished(file, QString::fromStdString(error), QString::fromStdString(omissions));
        });
}

} // namespace sideline::studio
