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

/// One agent of ours for as long as the studio runs; never given twice.
using AgentKey = base::StrongIndex<struct AgentKeyTag>;

/// The newest frame of a program that is looked at from outside.
using ObservedFrames = base::Mailbox<world::AgentFramePtr>;

/// The built-in agents that play inside the studio: started one by one, or as players of a team;
/// and other programs that are looked at, which obey no commands.
///
/// Frames and states are polled at the rate of screens. GUI thread only; the agents run in threads
/// of their own.
class AgentHost : public QObject {
    Q_OBJECT
public:
    /// What the studio knows of an agent.
    struct Agent {
        AgentKey key;
        std::weak_ptr<runtime::AgentRunner> runner; ///< gone when its team has stopped it
        bool isOfTeam = false;                      ///< started and stopped with its team
        bool isProgram = false;                     ///< looked at from outside; obeys no commands
        std::weak_ptr<ObservedFrames> observed;     ///< of a program; gone with its connection
        runtime::AgentState state;
        agents::AgentBlueprint blueprint; ///< as it was started
        agents::ParameterTexts set;       ///< of its own behavior, as it is now
        agents::ParameterTexts driverSet; ///< of `kDriver`, also for the next time
        world::AgentFramePtr frame;       ///< the newest; null before the first
        bool isControlled = false;        ///< the user moves its joints
        bool isDriven = false;            ///< the user drives it
        std::string forced;               ///< behavior that the user makes it do; empty: its own
        bool isShownTruth = false;        ///< it believes the pose that the monitor sees
    };
    /// The behavior with which the user drives a robot.
    static constexpr const char* kDriver = "drive";

    /// Gives every new agent a place in a recording, or null for none.
    using SinkMaker =
        std::function<std::shared_ptr<world::FrameSink>(const runtime::AgentSettings&)>;

    explicit AgentHost(QObject* parent = nullptr);
    ~AgentHost() override;

    void setSinkMaker(SinkMaker maker) { m_makeSink = std::move(maker); }

    /// Starts an agent. Errors: those of `agents::build`.
    base::Expected<AgentKey> start(const agents::AgentBlueprint& blueprint);
    /// An agent that somebody else has started, and that is listed until it is gone. Any thread.
    void adopt(std::weak_ptr<runtime::AgentRunner> runner, const agents::AgentBlueprint& blueprint);
    /// A program that is listed until the frames are gone. Any thread.
    void watch(std::weak_ptr<ObservedFrames> frames);
    /// Stops an agent that was started here; those of teams are left alone.
    void stop(AgentKey key);
    void stopAll();

    [[nodiscard]] const agents::BehaviorRegistry& behaviors() const { return m_registry; }
    [[nodiscard]] const std::vector<Agent>& agents() const { return m_agents; }
    /// The agent with this key, or null.
    [[nodiscard]] const Agent* find(AgentKey key) const;
    /// The agent that plays this robot: its server must be the one that is watched.
    [[nodiscard]] const Agent* findRobot(const game::PlayerId& robot) const;

    /// Switches between the agent's own behavior and the user's hand on its joints.
    void control(AgentKey key, bool isOn);
    /// Lets the user drive an agent, with `kDriver`; or it does what it likes again.
    /// Errors: those of `agents::BehaviorRegistry::make`.
    base::Expected<void> drive(AgentKey key, bool isOn);
    /// Sets the agent's own behavior, or its driver, in another way, while it works.
    /// @param line for output and session; may be empty
    /// Errors: those of `agents::BehaviorRegistry::make`; NotFound for an agent that is gone.
    base::Expected<void> tune(AgentKey key, bool isOfDriver, const agents::ParameterTexts& set,
                              std::string line);
    /// Makes an agent do something instead of its own behavior, as soon as that may be interrupted;
    /// an empty name: its own again, from its beginning.
    /// @param name for display @param behavior as it is registered
    /// Errors: those of `agents::BehaviorRegistry::make`; NotFound for an agent that is gone.
    base::Expected<void> force(AgentKey key, const std::string& name, const std::string& behavior,
                               const agents::ParameterTexts& set);
    /// Whether an agent believes the pose that the monitor sees (true), or its own estimate.
    void showTruth(AgentKey key, bool isOn);
    /// The newest frame of the monitor, for agents that believe it.
    /// @param at when it came, on the steady clock
    void showMonitor(const monitor::MatchFrame& frame, std::chrono::nanoseconds at);
    void post(AgentKey key, runtime::AgentCommand command);

Q_SIGNALS:
    /// An agent came or went, or one's state changed.
    void agentsChanged();
    /// Some agents have new frames.
    void framesCame();

private:
    struct Kept { ///< goes in reverse order: the runner first
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
    std::map<AgentKey, Kept> m_kept; ///< what the runners need as long as they live
    SinkMaker m_makeSink;
    int m_nextKey = 1;
    QTimer m_timer;
};

} // namespace sideline::studio
