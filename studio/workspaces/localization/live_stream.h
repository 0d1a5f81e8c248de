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
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/localization/belief_receiver.h"
#include "studio/workspaces/localization/estimator_comparison.h"

namespace sideline::studio {

/// Makes a stream of what a robot perceives in the live match, with the match as ground truth: of
/// the built-in agent that is shown, else of an agent that reports its belief. GUI thread only.
class LiveStream : public QObject {
    Q_OBJECT
public:
    /// @param live frames of the built-in agents
    /// @param beliefs what agents report
    /// @param estimators take in what comes; all outlive this
    LiveStream(LiveWorkspace& live, BeliefReceiver& beliefs, EstimatorComparison& estimators);

    /// Takes frames and beliefs as they come, if it does not yet.
    void begin();
    /// Takes nothing any more; the stream is left to those who have it.
    void end();
    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }

    /// Whether the match is that of our own simulator, whose server time agents receive.
    void setSimulator(bool isSimulator) { m_isSimulator = isSimulator; }
    /// Of several agents that report their belief, this one is looked into; nothing: the first.
    void select(const std::optional<game::PlayerId>& robot) { m_selected = robot; }
    /// The newest frame of the live match.
    void addTruth(const monitor::MatchFramePtr& frame);

Q_SIGNALS:
    /// A stream has begun, which is empty; the estimators have to begin with it at once.
    void begun(const std::shared_ptr<sideline::evaluation::AnnotatedStream>& stream);
    /// Now and then, when the stream has grown: figures and curves want to be made again.
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

    LiveWorkspace& m_live;
    BeliefReceiver& m_beliefs;
    EstimatorComparison& m_estimators;
    QTimer m_timer;
    std::shared_ptr<evaluation::AnnotatedStream> m_stream; ///< null until somebody is looked into
    std::deque<monitor::MatchFramePtr> m_truth;            ///< the newest frames of the match
    std::optional<game::PlayerId> m_selected;
    std::size_t m_done = 0; ///< cycles that the estimators have worked on
    int m_ticks = 0;
    bool m_isSimulator = false;
    bool m_isReported = false; ///< the stream is made of what an agent reports
};

} // namespace sideline::studio
