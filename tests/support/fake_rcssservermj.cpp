#include "tests/support/fake_rcssservermj.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <utility>

#include "agentcore/base/worker.h"
#include "agentcore/net/frame_server.h"
#include "agentcore/protocol/percepts.h"
#include "tests/support/agent_record.h"

namespace sideline::tests {

namespace {

namespace mujoco = protocol::mujoco;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kCycle{20};
constexpr double kFollow =
    0.3; // fraction of the distance to its target that a joint moves per cycle
constexpr double kBorderM = 21.0;

struct Agent {
    bool hasJoined = false;
    std::string team;
    int unum = 0;
    bool isLeft = true;
    double xM = 0.0;
    double yM = kBorderM;
    double headingRad = -std::numbers::pi / 2.0;
    std::map<std::string, double> targetsDeg;
    std::map<std::string, double> anglesDeg;
    bool hasAnswered = true;
    Clock::time_point sentAt;
};

// `he1` moves `hj1`.
std::string jointOf(std::string_view motor) {
    std::string joint(motor);
    joint[joint.size() - 2] = 'j';
    return joint;
}

} // namespace

class FakeRcssservermj::Impl final : public net::FrameHandler {
public:
    explicit Impl(FakeMujocoSettings settings) : m_settings(std::move(settings)) {
        for (const AgentRecord& record : readAgentRecords(m_settings.recording)) {
            if (record.isFromServer) {
                m_messages.push_back(record.message);
            }
        }
        auto server = net::FrameServer::listen({});
        if (!server || m_messages.empty()) {
            throw std::runtime_error("no fake server");
        }
        m_server.emplace(std::move(*server));
        m_port = m_server->port();
        m_thread = base::Worker(
            "the fake server", [this](const std::stop_token& stop) { run(stop); },
            [](const base::Error&) {});
    }

    [[nodiscard]] std::uint16_t port() const { return m_port; }
    [[nodiscard]] std::vector<std::string> heard() const {
        const std::scoped_lock lock(m_mutex);
        return m_heard;
    }
    [[nodiscard]] std::vector<std::string> dropped() const {
        const std::scoped_lock lock(m_mutex);
        return m_dropped;
    }

private:
    void onConnected(net::ConnectionId id, const std::string&) override { m_agents[id] = {}; }
    void onClosed(net::ConnectionId id, const net::Closing&) override { m_agents.erase(id); }
    void onMessage(net::ConnectionId id, std::string_view message) override {
        {
            const std::scoped_lock lock(m_mutex);
            m_heard.emplace_back(message);
        }
        Agent& agent = m_agents[id];
        if (!agent.hasJoined) {
            join(id, agent, message);
            return;
        }
        agent.hasAnswered = true;
        act(agent, message);
    }

    void drop(net::ConnectionId id, const std::string& why) {
        {
            const std::scoped_lock lock(m_mutex);
            m_dropped.push_back(why);
        }
        m_server->close(id, why);
    }

    void join(net::ConnectionId id, Agent& agent, std::string_view message) {
        const auto requested = mujoco::joinIn(message);
        if (!requested) {
            return drop(id, "no init");
        }
        if (requested->robot != "T1") {
            return drop(id, "no such robot");
        }
        const std::string team(requested->team);
        if (std::ranges::find(m_teams, team) == m_teams.end()) {
            if (m_teams.size() == 2) {
                return drop(id, "two other teams");
            }
            m_teams.push_back(team);
        }
        int ofTeam = 0;
        for (const auto& [other, player] : m_agents) {
            const bool isMate = player.hasJoined && player.team == team;
            ofTeam += isMate ? 1 : 0;
            if (isMate && player.unum == requested->unum) {
                return drop(id, "number taken");
            }
        }
        if (ofTeam >= m_settings.maxAgents) {
            return drop(id, "team full");
        }
        agent.hasJoined = true;
        agent.team = team;
        agent.unum = requested->unum;
        agent.isLeft = team == m_teams.front();
        agent.xM = (agent.isLeft ? -1.0 : 1.0) * (2.0 * agent.unum + 1.0);
    }

    void act(Agent& agent, std::string_view message) {
        mujoco::Message actions;
        mujoco::parseMessage(message, actions);
        for (const mujoco::Action& action : actions.actions) {
            if (const auto* motor = std::get_if<mujoco::Motor>(&action)) {
                agent.targetsDeg[jointOf(motor->name)] = motor->angleDeg.value;
            } else if (const auto* beam = std::get_if<mujoco::Beam>(&action)) {
                agent.xM = std::abs(beam->xM.value) * (agent.isLeft ? -1.0 : 1.0);
                agent.yM = beam->yM.value;
                agent.headingRad = beam->headingDeg.value * std::numbers::pi / 180.0 +
                                   (agent.isLeft ? 0.0 : std::numbers::pi);
            } else if (const auto* speak = std::get_if<mujoco::Speak>(&action)) {
                m_words.emplace_back(speak->base64);
            }
        }
    }

    void run(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            for (auto& [id, agent] : m_agents) {
                if (agent.hasJoined) {
                    sense(id, agent);
                }
            }
            m_words.clear();
            ++m_cycle;
            const auto next = Clock::now() + kCycle;
            const auto isDone = [&] {
                return stop.stop_requested() ||
                       (m_settings.isSync && !m_agents.empty() &&
                        std::ranges::all_of(m_agents, [](const auto& entry) {
                            return entry.second.hasJoined && entry.second.hasAnswered;
                        }));
            };
            while (!m_server->runUntil(next, *this, isDone) && m_settings.isSync) {
                const auto silent = std::ranges::find_if(m_agents, [&](const auto& entry) {
                    return entry.second.hasJoined && !entry.second.hasAnswered &&
                           Clock::now() - entry.second.sentAt > m_settings.replyTimeout;
                });
                if (silent != m_agents.end()) {
                    drop(silent->first, "silent");
                }
                if (std::ranges::none_of(m_agents, [](const auto& entry) {
                        return entry.second.hasJoined && !entry.second.hasAnswered;
                    })) {
                    break;
                }
                m_server->pollUntil(Clock::now() + kCycle, *this);
            }
        }
    }

    void sense(net::ConnectionId id, Agent& agent) {
        if (m_settings.sendsGarbage) {
            for (const std::string_view garbage :
                 {std::string_view("\x00\xff(((", 5), std::string_view("(error)"),
                  std::string_view("(time (now 1.0"), std::string_view("(HJ (n q_hj1)(ax nan)")}) {
                m_server->send(id, garbage);
            }
        }
        std::string text;
        protocol::Percepts percepts;
        const std::string& recorded = m_messages[m_cycle % m_messages.size()];
        if (!protocol::parsePercepts(recorded, percepts)) {
            throw std::runtime_error("the recording is damaged");
        }
        percepts.serverTimeS = std::round(2.0 * static_cast<double>(m_cycle)) / 100.0;
        percepts.teamLeft = m_teams.front();
        percepts.teamRight = m_teams.size() > 1 ? std::string_view(m_teams[1]) : "";
        percepts.playMode = "BeforeKickOff";
        const auto rounded = [](double value) { return std::round(value * 1000.0) / 1000.0; };
        percepts.positions.front().value.head<2>() = Eigen::Vector2d(agent.xM, agent.yM);
        percepts.rotations.front().wxyz = {rounded(std::cos(agent.headingRad / 2.0)), 0.0, 0.0,
                                           rounded(std::sin(agent.headingRad / 2.0))};
        for (protocol::JointPercept& joint : percepts.joints) {
            const std::string name(joint.name);
            double& angleDeg = agent.anglesDeg[name];
            if (const auto target = agent.targetsDeg.find(name); target != agent.targetsDeg.end()) {
                angleDeg += kFollow * (target->second - angleDeg);
            }
            joint.angleDeg = std::round(angleDeg * 100.0) / 100.0;
        }
        percepts.heard.clear();
        percepts.microphones.clear();
        std::erase_if(percepts.order, [](const auto& entry) {
            return entry.kind == protocol::PerceptKind::Microphone;
        });
        if (!m_words.empty()) {
            percepts.microphones.push_back({"hear", 0, static_cast<std::uint32_t>(m_words.size())});
            for (const std::string& word : m_words) {
                protocol::Heard& heard = percepts.heard.emplace_back();
                heard.directionDeg = -30.0;
                heard.text = word;
                heard.isBase64 = true;
            }
            percepts.order.push_back({protocol::PerceptKind::Microphone, 0});
        }
        if (m_settings.isOther && percepts.vision) {
            for (protocol::SeenPlayer& player : percepts.vision->players) {
                player.team = m_teams[player.team == "0" || m_teams.size() < 2 ? 0 : 1];
            }
            std::erase_if(percepts.vision->order, [](const protocol::VisionEntry& entry) {
                return entry.kind == protocol::VisionKind::Object;
            });
        }
        protocol::writePercepts(percepts, text);
        if (m_settings.isOther) {
            text += "(IMU (n torso_imu) (t 36.5))";
        }
        agent.hasAnswered = false;
        agent.sentAt = Clock::now();
        m_server->send(id, text);
    }

    FakeMujocoSettings m_settings;
    std::vector<std::string> m_messages;
    std::optional<net::FrameServer> m_server;
    std::uint16_t m_port = 0;
    std::map<net::ConnectionId, Agent> m_agents;
    std::vector<std::string> m_teams;
    std::vector<std::string> m_words; ///< of the current cycle
    std::size_t m_cycle = 0;
    mutable std::mutex m_mutex;
    std::vector<std::string> m_heard;
    std::vector<std::string> m_dropped;
    base::Worker m_thread; ///< ends first
};

FakeRcssservermj::FakeRcssservermj(FakeMujocoSettings settings)
    : m_impl(std::make_unique<Impl>(std::move(settings))) {}

FakeRcssservermj::~FakeRcssservermj() = default;

std::uint16_t FakeRcssservermj::port() const {
    return m_impl->port();
}

std::vector<std::string> FakeRcssservermj::heard() const {
    return m_impl->heard();
}

std::vector<std::string> FakeRcssservermj::dropped() const {
    return m_impl->dropped();
}

} // namespace sideline::tests
