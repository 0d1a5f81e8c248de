#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QTimer>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/world/agent_frame.h"
#include "evaluation/annotated_stream.h"
#include "studio/session/shown_agent.h"
#include "studio/workspaces/localization/belief_receiver.h"
#include "studio/workspaces/localization/estimator_comparison.h"

namespace sideline::studio {

/// Creates a stream from the percepts of a robot in the live match, with the match as ground truth.
/// The robot is that of the built-in agent that is shown, or else of an agent that reports its
/// belief. GUI thread only.
class LiveStream : public QObject {
    Q_OBJECT
public:
    /// @param agents the built-in agents
    /// @param beliefs receives the agents' reports
    /// @param estimators process the stream; all must outlive this object
    LiveStream(const LiveAgents& agents, BeliefReceiver& beliefs, EstimatorComparison& estimators);

    /// Starts processing frames and beliefs; does nothing if already started.
    void begin();
    /// Stops processing; users of the stream may keep it.
    void end();
    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }

    /// Sets whether the match runs in the built-in simulator, whose server time agents receive.
    void setSimulator(bool isSimulator) { m_isSimulator = isSimulator; }
    /// Selects one of several agents that report their belief; if not set, the first.
    void select(const std::optional<game::PlayerId>& robot) { m_selected = robot; }
    /// Adds the newest frame of the live match.
    void addTruth(const monitor::MatchFramePtr& frame);

Q_SIGNALS:
    /// An empty stream has begun; the estimators must start with it at once.
    void begun(const std::shared_ptr<sideline::evaluation::AnnotatedStream>& stream);
    /// Emitted at intervals while the stream grows: figures and curves should be updated.
    void grew();

private:
    void takeNew();
    void takeFrames(const std::vector<world::AgentFramePtr>& frames);
    void takeBeliefs();
    void start(const world::AgentIdentity& identity);
    void append(std::string percepts, std::string commands);
    void appendReported(const evaluation::BeliefMessage& message);
    void chooseSender(const std::vector<evaluation::BeliefMessage>& messages);
    [[nodiscard]] bool isOfStream(const evaluation::BeliefMessage& message) const;
    [[nodiscard]] bool isFull() const;
    [[nodiscard]] const monitor::MatchFrame* truthAt(double serverTimeS, double gameTimeS) const;

    LiveAgents m_agents;
    BeliefReceiver& m_beliefs;
    EstimatorComparison& m_estimators;
    QTimer m_timer;
    std::shared_ptr<evaluation::AnnotatedStream> m_stream; ///< null until an agent is chosen
    std::deque<monitor::MatchFramePtr> m_truth;            ///< newest frames of the match
    std::optional<game::PlayerId> m_selected;
    std::size_t m_done = 0; ///< cycles that the estimators have processed
    int m_ticks = 0;
    bool m_isSimulator = false;
    bool m_isReported = false; ///< whether the stream is made from an agent's reports
};

} // namespace sideline::studio
