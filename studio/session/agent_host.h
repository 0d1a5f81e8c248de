#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>
#include <QTimer>

#include "agentcore/base/mailbox.h"
#include "agentcore/base/strong_index.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/runtime/agent_runner.h"
#include "agents/agent_blueprint.h"
#include "agents/behavior_registry.h"
#include "agents/skill_library.h"

namespace sideline::studio {

/// Identifies an agent for as long as the studio runs; keys are never reused.
using AgentKey = base::StrongIndex<struct AgentKeyTag>;

/// Holds the newest frame of an external program that the studio observes.
using ObservedFrames = base::Mailbox<world::AgentFramePtr>;

/// Lists the built-in agents that run inside the studio, started one by one or as players of a
/// team, and external programs that the studio only observes and cannot command.
///
/// Frames and states are polled at the screen's refresh rate. GUI thread only; each agent runs in a
/// thread of its own.
class AgentHost : public QObject {
    Q_OBJECT
public:
    /// State of one agent, as shown in the studio.
    struct Agent {
        AgentKey key;
        std::weak_ptr<runtime::AgentRunner> runner; ///< expires when the team stops it
        bool isTeamPlayer = false;                  ///< started and stopped with its team
        bool isProgram = false;                     ///< external program; accepts no commands
        /// Set for programs only; expires when the connection closes.
        std::weak_ptr<ObservedFrames> observed;
        runtime::AgentState state;
        agents::AgentBlueprint blueprint; ///< blueprint with which it was started
        agents::ParameterTexts set;       ///< current parameters of its own behavior
        /// Parameters of `kDriver`, kept until the user drives again.
        agents::ParameterTexts driverSet;
        world::AgentFramePtr frame;   ///< newest frame; null before the first one
        bool isControlled = false;    ///< the user moves its joints
        bool isDriven = false;        ///< the user drives it
        std::string forced;           ///< behavior forced by the user; empty: its own behavior
        bool usesMonitorPose = false; ///< its pose estimate is replaced by the monitor's pose
    };
    /// Name of the behavior that lets the user drive a robot.
    static constexpr const char* kDriver = "drive";

    /// Returns the sink that records the frames of a new agent; null if they are not recorded.
    using SinkMaker =
        std::function<std::shared_ptr<world::FrameSink>(const runtime::AgentSettings&)>;

    explicit AgentHost(QObject* parent = nullptr);
    ~AgentHost() override;

    void setSinkMaker(SinkMaker maker) { m_makeSink = std::move(maker); }

    /// Starts an agent. Errors: those of `agents::build`.
    base::Expected<AgentKey> start(const agents::AgentBlueprint& blueprint);
    /// Lists an agent that was started elsewhere until its runner is destroyed. Any thread.
    void adopt(std::weak_ptr<runtime::AgentRunner> runner, const agents::AgentBlueprint& blueprint);
    /// Lists an external program until its frames are destroyed. Any thread.
    void watch(std::weak_ptr<ObservedFrames> frames);
    /// Stops an agent that was started by `start`; has no effect on players of a team.
    void stop(AgentKey key);
    void stopAll();

    [[nodiscard]] const agents::BehaviorRegistry& behaviors() const { return m_registry; }
    [[nodiscard]] const std::vector<Agent>& agents() const { return m_agents; }
    /// Returns the agent with this key, or null.
    [[nodiscard]] const Agent* find(AgentKey key) const;
    /// Returns the agent that plays this robot on the watched server, or null.
    [[nodiscard]] const Agent* findRobot(const game::PlayerId& robot) const;

    /// Switches between joint control by the user (true) and the agent's own behavior.
    void control(AgentKey key, bool isOn);
    /// Starts driving an agent with `kDriver` (true), or restores its own behavior.
    /// Errors: those of `agents::makeFor`.
    base::Expected<void> drive(AgentKey key, bool isOn);
    /// Changes the parameters of the agent's own behavior, or of its driver, while it runs.
    /// @param line logged to the output and the session; may be empty
    /// Errors: those of `agents::makeFor`; NotFound if the agent is gone.
    base::Expected<void> tune(AgentKey key, bool isOfDriver, const agents::ParameterTexts& set,
                              std::string line);
    /// Replaces the agent's own behavior with another one as soon as it can be interrupted; an
    /// empty name restarts its own behavior.
    /// @param name display name of the behavior @param behavior its registered name
    /// Errors: those of `agents::makeFor`; NotFound if the agent is gone.
    base::Expected<void> force(AgentKey key, const std::string& name, const std::string& behavior,
                               const agents::ParameterTexts& set);
    /// Makes an agent use the monitor's pose (true) or its own estimate (false).
    void setUsesMonitorPose(AgentKey key, bool isOn);
    /// Passes the monitor's newest frame to the agents that use its pose.
    /// @param at arrival time on the steady clock
    void takeMonitorFrame(const monitor::MatchFrame& frame, std::chrono::nanoseconds at);
    void post(AgentKey key, runtime::AgentCommand command);

Q_SIGNALS:
    /// Emitted when an agent was added or removed, or its state changed.
    void agentsChanged();
    /// Emitted when at least one agent has a new frame.
    void framesReceived();

private:
    struct Kept { ///< members are destroyed in reverse order: the runner first
        std::shared_ptr<world::FrameSink> sink;
        std::shared_ptr<runtime::AgentRunner> runner;
    };
    void poll();
    [[nodiscard]] static std::optional<world::AgentFramePtr> takeFrame(const Agent& agent);
    [[nodiscard]] static runtime::AgentState stateOf(const Agent& agent);
    [[nodiscard]] Agent* findOne(AgentKey key);
    [[nodiscard]] base::Expected<std::unique_ptr<behavior::Behavior>> make(
        const Agent& agent, bool isOfDriver, const agents::ParameterTexts& set);

    agents::BehaviorRegistry m_registry;
    agents::SkillLibrary m_skills;
    std::vector<Agent> m_agents;
    std::map<AgentKey, Kept> m_kept; ///< runners started by this class, with their sinks
    SinkMaker m_makeSink;
    int m_nextKey = 1;
    QTimer m_timer;
};

} // namespace sideline::studio
