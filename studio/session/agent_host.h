#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>
#include <QTimer>

#include "agentcore/base/strong_index.h"
#include "agentcore/runtime/agent_runner.h"
#include "agents/agent_blueprint.h"

namespace sideline::studio {

/// One agent of ours for as long as the studio runs; never given twice.
using AgentKey = base::StrongIndex<struct AgentKeyTag>;

/// The built-in agents that play inside the studio: started one by one, or as players of a team.
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
        runtime::AgentState state;
        world::AgentFramePtr frame; ///< the newest; null before the first
        bool isControlled = false;  ///< the user moves its joints
        bool isDriven = false;      ///< the user drives it
    };
    /// Gives every new agent a place in a recording, or null for none.
    using SinkMaker =
        std::function<std::shared_ptr<world::FrameSink>(const runtime::AgentSettings&)>;

    explicit AgentHost(QObject* parent = nullptr);
    ~AgentHost() override;

    void setSinkMaker(SinkMaker maker) { m_makeSink = std::move(maker); }

    /// Starts an agent. Errors: those of `agents::build`.
    base::Expected<AgentKey> start(const agents::AgentBlueprint& blueprint);
    /// An agent that somebody else has started, and that is listed until it is gone. Any thread.
    void adopt(std::weak_ptr<runtime::AgentRunner> runner);
    /// Stops an agent that was started here; those of teams are left alone.
    void stop(AgentKey key);
    void stopAll();

    [[nodiscard]] const std::vector<Agent>& agents() const { return m_agents; }
    /// The agent with this key, or null.
    [[nodiscard]] const Agent* find(AgentKey key) const;
    /// The agent that plays this robot: its server must be the one that is watched.
    [[nodiscard]] const Agent* findRobot(const game::PlayerId& robot) const;

    /// Switches between the agent's own behavior and the user's hand on its joints.
    void control(AgentKey key, bool isOn);
    /// Lets the user drive an agent, with this behavior; null: it does what it likes again.
    void drive(AgentKey key, std::shared_ptr<const behavior::Behavior> driver);
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

    std::vector<Agent> m_agents;
    std::map<AgentKey, Kept> m_kept; ///< what the runners need as long as they live
    SinkMaker m_makeSink;
    int m_nextKey = 1;
    QTimer m_timer;
};

} // namespace sideline::studio
