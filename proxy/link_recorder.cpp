#include "proxy/link_recorder.h"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "agentcore/protocol/effectors.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "agentcore/protocol/percepts.h"

namespace sideline::proxy {

namespace {

// An agent requests a uniform number right after the server's first message; the server assigns it
// two messages later. Until then, messages are held.
constexpr std::size_t kMaxHeld = 500;
constexpr std::size_t kMaxHeldBytes = std::size_t{8} << 20U;
// The commands of a cycle take a few hundred bytes.
constexpr std::size_t kMaxCommandBytes = std::size_t{64} << 10U;

} // namespace

LinkRecorder::LinkRecorder(std::string name, RecordingPlace& place, robot::RobotCatalog& robots,
                           Say say)
    : m_name(std::move(name)), m_place(place), m_robots(robots), m_say(std::move(say)) {}

LinkRecorder::~LinkRecorder() {
    finish();
}

void LinkRecorder::finish() {
    if (m_stage == Stage::Introduction && !m_held.empty()) {
        m_scene ? beginFrames() : beginMessages("it has not introduced itself");
    }
    finishCycle();
}

void LinkRecorder::take(net::RelayEnd from, std::string message, std::chrono::nanoseconds at) {
    Held held{from, std::move(message), at};
    if (m_stage == Stage::Introduction) {
        introduce(std::move(held));
    } else {
        record(std::move(held));
    }
}

void LinkRecorder::missed(std::uint64_t messages) {
    m_gap += messages;
}

void LinkRecorder::introduce(Held held) {
    const bool isAgent = held.from == net::RelayEnd::Client;
    isAgent ? hearAgent(held.message) : hearServer(held.message);
    m_heldBytes += held.message.size();
    m_held.push_back(std::move(held));
    const bool isLong = m_held.size() >= kMaxHeld || m_heldBytes > kMaxHeldBytes;
    if (isAgent && !m_scene) {
        beginMessages(
            "its request for a robot has the format of neither SimSpark nor rcssservermj");
    } else if (m_scene && ((m_hasInit && m_identity.robot.unum.value() > 0) || isLong)) {
        beginFrames();
    } else if (isLong) {
        beginMessages("it has sent nothing yet");
    }
}

void LinkRecorder::hearAgent(const std::string& message) {
    if (const auto join = protocol::mujoco::joinIn(message)) {
        m_scene = join->robot;
        m_hasInit = true;
        m_identity.team = join->team;
        m_identity.robot.unum = game::UniformNumber(join->unum);
        return;
    }
    protocol::AgentMessage parsed;
    protocol::parseAgentMessage(message, parsed);
    for (const protocol::Effector& effector : parsed.effectors) {
        if (const auto* scene = std::get_if<protocol::SceneEffector>(&effector)) {
            m_scene = scene->file;
            m_identity.typeNumber = scene->type;
        } else if (const auto* init = std::get_if<protocol::InitEffector>(&effector)) {
            m_hasInit = true;
            m_identity.team = init->team;
            m_identity.robot.unum = game::UniformNumber(init->unum);
        }
    }
}

// An agent that requested any number is assigned one by the server.
void LinkRecorder::hearServer(const std::string& message) {
    if (const auto percepts = protocol::parsePercepts(message);
        percepts && m_hasInit && percepts->unum.value_or(0) > 0) {
        m_identity.robot.unum = game::UniformNumber(*percepts->unum);
    }
}

void LinkRecorder::beginFrames() {
    auto model = m_robots.findRequested(*m_scene, m_identity.typeNumber);
    if (!model) {
        beginMessages(model.error().toString());
        return;
    }
    m_identity.model = std::move(*model);
    if (const int unum = m_identity.robot.unum.value(); !m_identity.team.empty()) {
        m_name = unum > 0 ? fmt::format("{} {}", m_identity.team, unum) : m_identity.team;
    }
    auto frames = m_place.openFrames(m_name, m_identity, m_held.front().at);
    if (frames) {
        m_frames = std::move(*frames);
        m_observer = std::make_unique<runtime::AgentObserver>(m_identity);
    } else {
        m_say(fmt::format("{}: not recorded: {}", m_name, frames.error().toString()));
    }
    m_stage = frames ? Stage::Frames : Stage::Nothing;
    replayHeld();
}

void LinkRecorder::beginMessages(const std::string& why) {
    auto messages = m_place.openMessages(m_name);
    if (messages) {
        m_messages = std::move(*messages);
        m_say(fmt::format("{}: {}; its messages are recorded unchanged, without a belief", m_name,
                          why));
    } else {
        m_say(fmt::format("{}: {}; not recorded: {}", m_name, why, messages.error().toString()));
    }
    m_stage = messages ? Stage::Messages : Stage::Nothing;
    replayHeld();
}

void LinkRecorder::replayHeld() {
    for (Held& held : std::exchange(m_held, {})) {
        record(std::move(held));
    }
}

void LinkRecorder::record(Held held) {
    const bool isServer = held.from == net::RelayEnd::Server;
    if (m_messages) {
        m_messages->take(isServer ? logs::Speaker::Server : logs::Speaker::Agent, held.message);
        m_cycles += isServer ? 1 : 0;
        return;
    }
    if (isServer) {
        finishCycle();
        m_cycle = Cycle{std::move(held.message), held.at, {}, 0, {}};
    } else if (m_cycle) {
        if (m_cycle->commands.size() + held.message.size() <= kMaxCommandBytes) {
            m_cycle->commands += held.message;
        } else {
            ++m_cycle->leftOut;
        }
        if (m_cycle->answers++ == 0) {
            m_cycle->answeredAt = held.at;
            m_reactions.add(held.at - m_cycle->receivedAt);
        }
    }
}

void LinkRecorder::finishCycle() {
    const std::optional<Cycle> cycle = std::exchange(m_cycle, std::nullopt);
    if (!cycle) {
        return;
    }
    ++m_cycles;
    if (!m_observer) {
        return;
    }
    auto frame = m_pool.take();
    m_observer->observe(
        {cycle->percepts, cycle->receivedAt, cycle->commands, cycle->answers, cycle->answeredAt},
        *frame);
    if (const std::uint64_t gap = std::exchange(m_gap, 0); gap > 0) {
        frame->lines.push_back(
            fmt::format("{} around this time could not be recorded: the recorder was too slow",
                        base::plural(gap, "message")));
    }
    if (cycle->leftOut > 0) {
        frame->lines.push_back(fmt::format(
            "left out of this cycle: {} from the agent, which continued while the server "
            "was silent",
            base::plural(static_cast<std::uint64_t>(cycle->leftOut), "message")));
    }
    m_counters = frame->counters;
    m_frames->take(std::move(frame));
}

} // namespace sideline::proxy
