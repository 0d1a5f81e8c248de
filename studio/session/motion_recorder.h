#pragma once

#include <cstdint>
#include <optional>

#include <QObject>

#include "agentcore/world/agent_frame.h"
#include "motions/motion.h"
#include "motions/resolve.h"
#include "studio/session/background_task.h"

namespace sideline::studio {

/// Records what the joints of a live robot do, and makes keyframes of it. GUI thread only.
class MotionRecorder : public QObject {
    Q_OBJECT
public:
    explicit MotionRecorder(QObject* parent = nullptr);

    /// Restarts; nothing of an earlier recording is left.
    void start();
    /// A frame of the robot; reported twice it counts once. Another robot's is ignored.
    void take(const world::AgentFrame& frame);
    /// Makes few keyframes whose curves stay within a tolerance; `recorded` reports them.
    void finish(double toleranceRad);
    [[nodiscard]] bool isRecording() const { return m_isRecording; }
    /// Time recorded so far, s.
    [[nodiscard]] double lengthS() const;

Q_SIGNALS:
    /// @param note how many keyframes came of it, and what is not known
    void recorded(const sideline::keyframe::Motion& motion, const QString& note);
    void failed(const QString& text);

private:
    keyframe::JointSamples m_samples;
    std::optional<world::AgentIdentity> m_robot;
    std::uint64_t m_firstCycle = 0;
    bool m_isRecording = false;
    BackgroundTask m_task;
};

} // namespace sideline::studio
