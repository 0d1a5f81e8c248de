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

/// What others want to do with every message of a live match. Called in the thread that receives
/// or makes it.
struct MessageHooks {
    std::function<void(const logs::LinkMessage&)> observer;
    /// What stands in front of the message in the recording, as `logs::RingMessage` has it.
    std::function<std::string()> drawingPrefix;
};

/// Hands the messages of the embedded simulator to a recording.
class RingSink : public simulator::MatchSink {
public:
    /// @param ring may be null
    RingSink(std::shared_ptr<logs::LiveRing> ring, MessageHooks hooks);
    [[nodiscard]] bool wantsFull() const override;
    void take(const simulator::MatchMessage& message) override;

private:
    std::shared_ptr<logs::LiveRing> m_ring;
    MessageHooks m_hooks;
    std::uint32_t m_frame = 0;
};

/// Writes what a ring holds to a file beside the window, one at a time; a file that is not complete
/// is removed. GUI thread only.
class RingSaver : public QObject {
    Q_OBJECT
public:
    explicit RingSaver(QObject* parent = nullptr);

    /// @return false if another file is being written
    bool start(std::shared_ptr<const logs::LiveRing> ring, const QString& file);
    [[nodiscard]] bool isRunning() const { return m_task.isRunning(); }

Q_SIGNALS:
    /// @param error what went wrong; empty if the file was written
    /// @param leftOut what the file lacks because it came damaged; empty if it is complete
    void finished(const QString& file, const QString& error, const QString& leftOut);

private:
    BackgroundTask m_task;
};

} // namespace sideline::studio
