#pragma once

#include <cstdint>
#include <optional>

#include <QObject>

#include "agentcore/world/agent_frame.h"
#include "motions/motion.h"
#include "motions/resolve.h"
#include "studio/session/background_task.h"

namespace sideline::studio {

/// Records the joint angles of a live robot and turns them into keyframes. GUI thread only.
class MotionRecorder : public QObject {
    Q_OBJECT
public:
    explicit MotionRecorder(QObject* parent = nullptr);

    /// Starts a new recording and discards any earlier one.
    void start();
    /// Adds a frame of the robot. Repeated frames and frames of other robots are ignored.
    void take(const world::AgentFrame& frame);
    /// Creates a small number of keyframes whose curves stay within a tolerance; `recorded` reports
    /// them.
    void finish(double toleranceRad);
    [[nodiscard]] bool isRecording() const { return m_isRecording; }
    /// Time recorded so far, s.
    [[nodiscard]] double lengthS() const;

Q_SIGNALS:
    /// @param note number of keyframes, and values that are unknown
    void recorded(const sideline::keyframe::Motion& motion, const QString& note);
    void failed(const QString& text);

private:
    keyframe::JointSamples m_samples; ///< samples of all joints of the model
    std::optional<world::AgentIdentity> m_robot;
    std::uint64_t m_firstCycle = 0;
    bool m_isRecording = false;
    BackgroundTask m_task;
};

} // namespace sideline::studio
