#include "evaluation/agent_stream.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/protocol/effectors.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/world/assess.h"
#include "agentcore/world/body_tracker.h"
#include "agentcore/world/step_clock.h"
#include "logs/session/agent_recording.h"

namespace sideline::evaluation {

namespace {

using base::ErrorCode;
using logs::Speaker;

// The effect of an answer is visible in the second message after it.
constexpr std::size_t kBeamShowsAfter = 2;
// Servers process trainer commands at the rate of monitors, which is lower than that of agents.
constexpr std::size_t kMoveShowsAfter = 4;

struct RobotChoice {
    robot::RobotModelPtr model;
    int typeNumber = 0;
};

// The identity of an agent, collected from all of its messages.
struct Introduction {
    std::string file; // empty: not sent
    int type = 0;
    int unum = 0; // 0: assigned by the server
    std::string team;
};

Introduction introductionIn(const std::vector<logs::RecordedMessage>& messages) {
    Introduction introduction;
    protocol::AgentMessage message;
    for (const logs::RecordedMessage& record : messages) {
        const bool isOfInterest = record.speaker == Speaker::Agent &&
                                  (record.text.find("(scene") != std::string_view::npos ||
                                   record.text.find("(init") != std::string_view::npos);
        if (!isOfInterest) {
            continue;
        }
        if (const auto join = protocol::mujoco::joinIn(record.text)) {
            introduction.file = join->robot;
            introduction.team = join->team;
            introduction.unum = join->unum;
            continue;
        }
        protocol::parseAgentMessage(record.text, message);
        for (const protocol::Effector& effector : message.effectors) {
            if (const auto* scene = std::get_if<protocol::SceneEffector>(&effector)) {
                introduction.file = scene->file;
                introduction.type = scene->type;
            } else if (const auto* init = std::get_if<protocol::InitEffector>(&effector)) {
                introduction.team = init->team;
            }
        }
    }
    return introduction;
}

std::optional<RobotChoice> robotOf(const Introduction& introduction,
                                   const std::vector<logs::RecordedMessage>& messages,
                                   robot::RobotCatalog& robots) {
    if (introduction.file.empty()) {
        const bool hasToes = std::ranges::any_of(messages, [](const auto& record) {
            return record.speaker == Speaker::Server &&
                   record.text.find("(n rlj7)") != std::string_view::npos;
        });
        const int type = hasToes ? 4 : 0;
        return RobotChoice{robot::defaultRobot(type)->shared(), type};
    }
    auto model = robots.findRequested(introduction.file, introduction.type);
    return model ? std::optional(RobotChoice{std::move(*model), introduction.type}) : std::nullopt;
}

// The answer to one message from the server.
struct Exchange {
    std::string_view percepts;
    std::string commands;
    std::vector<std::string_view> trainer;
};

// Assigns answers to messages. In sync mode each message has one answer, regardless of the order in
// which they were recorded; otherwise an answer belongs to the message before it.
std::vector<Exchange> exchangesOf(const std::vector<logs::RecordedMessage>& messages) {
    std::vector<Exchange> exchanges;
    std::size_t introductions = 0; // the agent's messages before the server's first one
    bool isSync = true;
    for (const logs::RecordedMessage& record : messages) {
        if (record.speaker == Speaker::Server) {
            exchanges.push_back({record.text, {}, {}});
        } else if (record.speaker == Speaker::Agent) {
            introductions += exchanges.empty() ? 1U : 0U;
            isSync = isSync && record.text.find("(syn)") != std::string_view::npos;
        }
    }
    std::size_t heard = 0;
    std::size_t answers = 0;
    for (const logs::RecordedMessage& record : messages) {
        switch (record.speaker) {
        case Speaker::Server:
            ++heard;
            break;
        case Speaker::Trainer:
            if (heard > 0) {
                exchanges[heard - 1].trainer.push_back(record.text);
            }
            break;
        case Speaker::Agent: {
            const std::size_t number = ++answers;
            const std::size_t to = isSync ? number - std::min(number, introductions) : heard;
            if (to >= 1 && to <= exchanges.size() && number > introductions) {
                exchanges[to - 1].commands += record.text;
            }
            break;
        }
        }
    }
    return exchanges;
}

// Whether the server ever reports one of the robot's joints: messages to monitors do not, and
// neither do those of servers with other robots.
bool reportsJointsOf(const robot::RobotModel& model, const std::vector<Exchange>& exchanges) {
    protocol::Percepts percepts;
    return std::ranges::any_of(exchanges, [&](const Exchange& exchange) {
        return protocol::parsePercepts(exchange.percepts, percepts) &&
               percepts.server == model.traits().server &&
               std::ranges::any_of(percepts.joints, [&](const protocol::JointPercept& percept) {
                   return std::ranges::find(model.joints(), percept.name,
                                            &robot::Joint::perceptor) != model.joints().end();
               });
    });
}

bool movesRobot(std::string_view text, const game::PlayerId& robot) {
    const auto message = monitor::parseTrainerCommands(text);
    return std::ranges::any_of(message.commands, [&](const monitor::TrainerCommand& command) {
        if (const auto* moves = std::get_if<monitor::AgentCommand>(&command)) {
            return moves->agent == robot && (moves->p_STorso || moves->move);
        }
        const auto* repositions = std::get_if<monitor::RepositionAgent>(&command);
        return repositions != nullptr && repositions->agent == robot;
    });
}

} // namespace

// Collects identity, times and camera poses from the messages as they arrive.
struct AgentStream::Listener {
    explicit Listener(const robot::RobotModel& robotModel) : tracker(robotModel) {}

    world::StepClock clock;
    world::BodyTracker tracker;
    world::BodyBelief body;
    protocol::Percepts percepts;
};

AgentStream::AgentStream(std::string name, const robot::RobotModel& model, int typeNumber)
    : m_name(std::move(name)),
      m_model(model.shared()),
      m_typeNumber(typeNumber),
      m_listener(std::make_unique<Listener>(model)) {}
AgentStream::AgentStream(AgentStream&&) noexcept = default;
AgentStream& AgentStream::operator=(AgentStream&&) noexcept = default;
AgentStream::~AgentStream() = default;

void AgentStream::setIdentity(const game::PlayerId& robot, const std::string& team) {
    m_robot = robot;
    m_team = team;
}

base::Expected<AgentStream> AgentStream::read(const std::filesystem::path& path,
                                              robot::RobotCatalog robots) {
    auto recording = logs::AgentRecording::read(path);
    if (!recording) {
        return tl::unexpected(recording.error());
    }
    const auto fail = [&](std::string message, std::string expected) {
        base::Error error;
        error.code = ErrorCode::UnsupportedFormat;
        error.message = std::move(message);
        error.expected = std::move(expected);
        error.file = path.string();
        return tl::unexpected(std::move(error));
    };
    const Introduction introduction = introductionIn(recording->messages());
    const auto robot = robotOf(introduction, recording->messages(), robots);
    if (!robot) {
        return fail(fmt::format("the agent requests an unknown robot, \"{}\" of type {}",
                                introduction.file, introduction.type),
                    "a Nao of type 0 to 4, soccerbot056, or a folder with its scene file");
    }
    AgentStream stream(path.filename().string(), *robot->model, robot->typeNumber);
    stream.m_team = introduction.team;
    stream.m_robot.unum = game::UniformNumber(introduction.unum);
    stream.m_damage = recording->damage();
    const std::vector<Exchange> exchanges = exchangesOf(recording->messages());
    if (exchanges.empty()) {
        return fail("it contains no server message", "an agent's recorded stream");
    }
    if (!reportsJointsOf(*robot->model, exchanges)) {
        return fail("no server message reports a joint of the agent's robot",
                    "an agent's stream recorded on SimSpark, Sideline or rcssservermj");
    }
    std::vector<std::size_t> moves; // cycles in which moves become visible
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        const bool isMoved = std::ranges::find(moves, i) != moves.end();
        stream.append(std::string(exchanges[i].percepts), exchanges[i].commands, isMoved);
        if (std::ranges::any_of(exchanges[i].trainer, [&](std::string_view text) {
                return movesRobot(text, stream.robot());
            })) {
            moves.push_back(i + kMoveShowsAfter);
        }
    }
    return stream;
}

void AgentStream::append(std::string percepts, std::string commands, bool isMoved) {
    StreamCycle cycle;
    cycle.percepts = m_texts.emplace_back(std::move(percepts));
    cycle.isBeamed =
        m_cycles.size() >= kBeamShowsAfter && (m_cycles.end() - kBeamShowsAfter)->asksForBeam;
    cycle.isMoved = isMoved;
    const bool hasBefore = !m_cycles.empty();
    cycle.serverTimeS = hasBefore ? m_cycles.back().serverTimeS + game::kStepS : 0.0;
    Listener& listener = *m_listener;
    if (protocol::parsePercepts(cycle.percepts, listener.percepts)) {
        const protocol::Percepts& reported = listener.percepts;
        if (reported.serverTimeS && std::isfinite(*reported.serverTimeS)) {
            cycle.serverTimeS = *reported.serverTimeS;
        }
        cycle.gameTimeS = reported.gameTimeS;
        cycle.hasVision = reported.vision.has_value();
        cycle.hasTwoLandmarks =
            reported.vision &&
            std::ranges::count_if(reported.vision->objects, [](const auto& object) {
                return object.name != "B"; // names are F1L ... G2R, or those of crossings and posts
            }) >= 2;
        if (!reported.accelerometers.empty() && reported.accelerometers.front().value.allFinite()) {
            cycle.upwardsMps2 = reported.accelerometers.front().value.z();
        }
        if (reported.unum) {
            m_robot.unum = game::UniformNumber(*reported.unum);
        }
        if (const auto side = protocol::sideOf(reported, m_team)) {
            m_robot.side = *side;
        }
        if (reported.ownSide == "left" || reported.ownSide == "right") {
            m_robot.side = reported.ownSide == "left" ? game::Side::Left : game::Side::Right;
        }
        listener.tracker.update(reported, listener.clock.advance(reported.serverTimeS),
                                listener.body);
    }
    const auto mode = game::playModeFromName(listener.percepts.playMode);
    cycle.mayBeam = !mode || world::allowsBeam(*mode);
    cycle.X_TCamera = listener.tracker.X_TCamera();
    m_cycles.push_back(cycle);
    answered(std::move(commands));
}

void AgentStream::answered(std::string commands) {
    SIDELINE_ASSERT(!m_cycles.empty());
    StreamCycle& cycle = m_cycles.back();
    cycle.commands = m_texts.emplace_back(std::move(commands));
    // Some teams keep requesting beams during play, which the server ignores.
    cycle.asksForBeam =
        (cycle.mayBeam && cycle.commands.find("(beam ") != std::string_view::npos) ||
        cycle.commands.find("(init ") != std::string_view::npos;
}

} // namespace sideline::evaluation
