#include "studio/session/agent_host.h"

#include <algorithm>
#include <utility>

#include <QMetaObject>

#include "agents/behaviors/built_in.h"

namespace sideline::studio {

namespace {

constexpr int kAgentPollMs = 16;
// Timeout for frames of a program; the same as for built-in agents.
constexpr std::chrono::seconds kProgramTimeout{3};

bool isSame(const runtime::AgentState& a, const runtime::AgentState& b) {
    return a.link == b.link && a.fault == b.fault && a.connections == b.connections;
}

} // namespace

AgentHost::AgentHost(QObject* parent) : QObject(parent), m_registry(agents::builtInBehaviors()) {
    m_timer.setInterval(kAgentPollMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &AgentHost::poll);
}

AgentHost::~AgentHost() = default;

base::Expected<AgentKey> AgentHost::start(const agents::AgentBlueprint& blueprint) {
    auto behavior = agents::build(blueprint, m_registry, m_skills);
    if (!behavior) {
        return tl::unexpected(std::move(behavior.error()));
    }
    const runtime::AgentSettings& settings = blueprint.settings;
    const AgentKey key(m_nextKey++);
    Kept kept{m_makeSink ? m_makeSink(settings) : nullptr, nullptr};
    std::vector<world::FrameSink*> sinks;
    if (kept.sink) {
        sinks.push_back(kept.sink.get());
    }
    kept.runner =
        std::make_shared<runtime::AgentRunner>(settings, std::move(*behavior), std::move(sinks));
    Agent agent;
    agent.key = key;
    agent.runner = kept.runner;
    agent.blueprint = blueprint;
    agent.set = blueprint.parameters;
    m_kept.emplace(key, std::move(kept));
    m_agents.push_back(std::move(agent));
    m_timer.start();
    Q_EMIT agentsChanged();
    return key;
}

void AgentHost::adopt(std::weak_ptr<runtime::AgentRunner> runner,
                      const agents::AgentBlueprint& blueprint) {
    QMetaObject::invokeMethod(
        this,
        [this, runner = std::move(runner), blueprint] {
            Agent agent;
            agent.key = AgentKey(m_nextKey++);
            agent.runner = runner;
            agent.isTeamPlayer = true;
            agent.blueprint = blueprint;
            agent.set = blueprint.parameters;
            m_agents.push_back(std::move(agent));
            m_timer.start();
        },
        Qt::QueuedConnection);
}

void AgentHost::watch(std::weak_ptr<ObservedFrames> frames) {
    QMetaObject::invokeMethod(
        this,
        [this, frames = std::move(frames)] {
            Agent agent;
            agent.key = AgentKey(m_nextKey++);
            agent.isTeamPlayer = true;
            agent.isProgram = true;
            agent.observed = frames;
            m_agents.push_back(std::move(agent));
            m_timer.start();
        },
        Qt::QueuedConnection);
}

void AgentHost::stop(AgentKey key) {
    if (m_kept.erase(key) > 0) {
        poll(); // removes it from the list
    }
}

void AgentHost::stopAll() {
    if (!m_kept.empty()) {
        m_kept.clear();
        poll();
    }
}

const AgentHost::Agent* AgentHost::find(AgentKey key) const {
    const auto it = std::ranges::find(m_agents, key, &Agent::key);
    return it == m_agents.end() ? nullptr : &*it;
}

const AgentHost::Agent* AgentHost::findRobot(const game::PlayerId& robot) const {
    const auto it = std::ranges::find_if(m_agents, [&](const Agent& agent) {
        return agent.frame && agent.frame->identity.robot == robot &&
               agent.state.link == runtime::LinkState::Playing;
    });
    return it == m_agents.end() ? nullptr : &*it;
}

AgentHost::Agent* AgentHost::findOne(AgentKey key) {
    const auto it = std::ranges::find(m_agents, key, &Agent::key);
    return it == m_agents.end() ? nullptr : &*it;
}

void AgentHost::control(AgentKey key, bool isOn) {
    if (Agent* agent = findOne(key); agent != nullptr && !agent->isProgram) {
        agent->isControlled = isOn;
        agent->isDriven = false;
        post(key, runtime::command::Control{isOn});
        Q_EMIT agentsChanged();
    }
}

base::Expected<std::unique_ptr<behavior::Behavior>> AgentHost::make(
    const Agent& agent, bool isOfDriver, const agents::ParameterTexts& set) {
    return agents::makeFor(runtime::modelOf(agent.blueprint.settings),
                           isOfDriver ? kDriver : agent.blueprint.behavior, set, m_registry,
                           m_skills);
}

base::Expected<void> AgentHost::drive(AgentKey key, bool isOn) {
    Agent* agent = findOne(key);
    if (agent == nullptr || agent->isProgram) {
        return {};
    }
    std::shared_ptr<const behavior::Behavior> driver;
    if (isOn) {
        auto made = make(*agent, true, agent->driverSet);
        if (!made) {
            return tl::unexpected(std::move(made.error()));
        }
        driver = std::move(*made);
    }
    agent->isDriven = isOn;
    agent->isControlled = agent->isControlled && !isOn;
    post(key, runtime::command::Drive{std::move(driver)});
    Q_EMIT agentsChanged();
    return {};
}

base::Expected<void> AgentHost::tune(AgentKey key, bool isOfDriver,
                                     const agents::ParameterTexts& set, std::string line) {
    Agent* agent = findOne(key);
    if (agent == nullptr) {
        return base::failure(base::ErrorCode::NotFound, "the agent is gone");
    }
    auto made = make(*agent, isOfDriver, set);
    if (!made) {
        return tl::unexpected(std::move(made.error()));
    }
    (isOfDriver ? agent->driverSet : agent->set) = set;
    if (!isOfDriver) {
        agent->forced.clear();
    }
    post(key, runtime::command::Retune{std::move(*made), isOfDriver, std::move(line)});
    Q_EMIT agentsChanged();
    return {};
}

base::Expected<void> AgentHost::force(AgentKey key, const std::string& name,
                                      const std::string& behavior,
                                      const agents::ParameterTexts& set) {
    Agent* agent = findOne(key);
    if (agent == nullptr || agent->isProgram) {
        return base::failure(base::ErrorCode::NotFound, "the agent is gone");
    }
    auto made = name.empty() ? make(*agent, false, agent->set)
                             : agents::makeFor(runtime::modelOf(agent->blueprint.settings),
                                               behavior, set, m_registry, m_skills);
    if (!made) {
        return tl::unexpected(std::move(made.error()));
    }
    agent->forced = name;
    agent->isDriven = false;
    post(key, runtime::command::Behave{std::move(*made)});
    Q_EMIT agentsChanged();
    return {};
}

void AgentHost::setUsesMonitorPose(AgentKey key, bool isOn) {
    Agent* agent = findOne(key);
    if (agent != nullptr && agent->usesMonitorPose != isOn) {
        agent->usesMonitorPose = isOn;
        if (!isOn) {
            post(key, runtime::command::BelievePose{});
        }
        Q_EMIT agentsChanged();
    }
}

void AgentHost::takeMonitorFrame(const monitor::MatchFrame& frame, std::chrono::nanoseconds at) {
    for (const Agent& agent : m_agents) {
        if (!agent.usesMonitorPose || !agent.frame) {
            continue;
        }
        if (const auto* robot = frame.findRobot(agent.frame->identity.robot)) {
            post(agent.key,
                 runtime::command::BelievePose{world::ExternalPose{robot->X_STorso(), at}});
        }
    }
}

void AgentHost::post(AgentKey key, runtime::AgentCommand command) {
    const Agent* agent = find(key);
    if (const auto runner = agent != nullptr ? agent->runner.lock() : nullptr) {
        runner->post(std::move(command));
    }
}

std::optional<world::AgentFramePtr> AgentHost::takeFrame(const Agent& agent) {
    if (const auto observed = agent.observed.lock()) {
        return observed->take();
    }
    const auto runner = agent.runner.lock();
    return runner ? runner->takeFrame() : std::nullopt;
}

runtime::AgentState AgentHost::stateOf(const Agent& agent) {
    if (const auto runner = agent.runner.lock()) {
        return runner->state();
    }
    runtime::AgentState state = agent.state;
    if (agent.frame) {
        const auto age =
            std::chrono::steady_clock::now().time_since_epoch() - agent.frame->timing.receivedAt;
        state.link =
            age < kProgramTimeout ? runtime::LinkState::Playing : runtime::LinkState::Silent;
    }
    return state;
}

void AgentHost::poll() {
    bool hasFrame = false;
    bool hasChanged = std::erase_if(m_agents, [](const Agent& agent) {
                          return agent.runner.expired() && agent.observed.expired();
                      }) > 0;
    for (Agent& agent : m_agents) {
        if (auto frame = takeFrame(agent)) {
            hasChanged = hasChanged || !agent.frame ||
                         agent.frame->identity.robot != (*frame)->identity.robot;
            agent.frame = std::move(*frame);
            hasFrame = true;
        }
        runtime::AgentState state = stateOf(agent);
        hasChanged = hasChanged || !isSame(state, agent.state);
        agent.state = std::move(state);
    }
    if (m_agents.empty()) {
        m_timer.stop();
    }
    if (hasChanged) {
        Q_EMIT agentsChanged();
    }
    if (hasFrame) {
        Q_EMIT framesReceived();
    }
}

} // namespace sideline::studio
