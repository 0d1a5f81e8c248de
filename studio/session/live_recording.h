#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include <QObject>
#include <QString>

#include "logs/live/live_ring.h"
#include "logs/live/monitor_link.h"
#include "simulator/server/match_sink.h"
#include "studio/session/background_task.h"

namespace sideline::studio {

/// Callbacks for every message of a live match. Called in the thread that receives or creates the
/// message.
struct MessageHooks {
    std::function<void(const logs::LinkMessage&)> observer;
    /// Returns the text recorded before the message, see `logs::RingMessage`.
    std::function<std::string()> drawingPrefix;
};

/// Writes the messages of the embedded simulator to a recording.
class RingSink : public simulator::MatchSink {
public:
    /// @param ring may be null
    RingSink(std::shared_ptr<logs::LiveRing> ring, MessageHooks hooks);
    [[nodiscard]] bool needsFullScene() const override;
    void take(const simulator::MatchMessage& message) override;

private:
    std::shared_ptr<logs::LiveRing> m_ring;
    MessageHooks m_hooks;
    std::uint32_t m_frame = 0;
};

/// Writes the contents of a ring to a file in the background, one file at a time; an incomplete
/// file is removed. GUI thread only.
class RingSaver : public QObject {
    Q_OBJECT
public:
    explicit RingSaver(QObject* parent = nullptr);

    /// @return false if another file is being written
    bool start(std::shared_ptr<const logs::LiveRing> ring, const QString& file);
    [[nodiscard]] bool isRunning() const { return m_task.isRunning(); }

Q_SIGNALS:
    /// @param error reason for a failure; empty on success
    /// @param leftOut data missing from the file because messages were damaged; empty if it is
    ///     complete
    void finished(const QString& file, const QString& error, const QString& leftOut);

private:
    BackgroundTask m_task;
};

} // namespace sideline::studio
