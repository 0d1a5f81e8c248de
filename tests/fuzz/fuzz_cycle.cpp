// Arbitrary server messages, one per line, to an agent with one of the behaviors: beliefs, commands
// and drawings stay finite, and replies can be parsed. The first byte selects the behavior: a
// capital letter for a Nao, a small one for a T1.

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/protocol/sexpr.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/runtime/agent_cycle.h"
#include "agents/behaviors/built_in.h"
#include "agents/skill_library.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;

constexpr int kMaxLines = 80;

void checkWorld(const world::WorldBelief& world) {
    const world::BallBelief& ball = world.ball;
    require(!ball.isKnown || (ball.p_F.allFinite() && ball.velocity_FMps.allFinite() &&
                              ball.covariance.allFinite() && ball.rest_F.allFinite()),
            "the ball is somewhere");
    require(ball.confidence >= 0.0 && ball.confidence <= 1.0, "confidence is a share");
    for (const world::PlayerBelief& player : world.players) {
        require(player.p_F.allFinite() && player.velocity_FMps.allFinite() &&
                    std::isfinite(player.headingRad) && std::isfinite(player.positionSigmaM),
                "players are somewhere");
        require(player.confidence >= 0.0 && player.confidence <= 1.0, "confidence is a share");
    }
    for (const world::SeenLandmark& landmark : world.landmarks) {
        require(landmark.p_F.allFinite(), "landmarks are somewhere");
    }
}

void checkFrame(const world::AgentFrame& frame) {
    for (const world::JointBelief& joint : frame.body.joints) {
        require(std::isfinite(joint.targetRad) && std::isfinite(joint.expectedRad) &&
                    std::isfinite(joint.commandRadPerS),
                "joint targets are finite");
    }
    const auto& pose = frame.body.pose;
    require(frame.body.up_T.allFinite(), "up is somewhere");
    require(!pose.isValid || (pose.X_ST.p.allFinite() && pose.X_ST.R.allFinite() &&
                              frame.body.X_FT.p.allFinite()),
            "the robot is somewhere");
    checkWorld(frame.world);
    for (const world::DecisionNode& node : frame.decision.trace.nodes) {
        require(std::isfinite(node.score), "scores are finite");
    }
}

void checkAnswer(std::string_view answer) {
    protocol::SexprReader reader(answer);
    while (true) {
        const protocol::Token token = reader.next();
        require(token.kind != protocol::TokenKind::Error, "an answer is a row of lists");
        if (token.kind == protocol::TokenKind::End) {
            return;
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    static const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    static agents::SkillLibrary skills;
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    const bool isNao = rest.front() < 'a';
    const auto choice = static_cast<unsigned char>(rest.front()) % registry.behaviors().size();
    rest.remove_prefix(1);
    runtime::AgentSettings settings;
    settings.unum = isNao ? 0 : 3;
    settings.beam_F = Eigen::Vector3d(-5.0, 1.0, 0.0);
    const robot::RobotModel& model = isNao ? robot::naoModel(robot::NaoType::Standard)
                                           : robot::mujocoRobotModel(robot::MujocoRobot::T1);
    settings.model = model.shared();
    settings.field = runtime::defaultField(runtime::serverOf(settings));
    auto made = registry.make(registry.behaviors()[choice].name, {}, {model, skills});
    runtime::AgentCycle cycle(settings, made ? std::move(*made) : nullptr);
    cycle.connected();
    checkAnswer(cycle.greeting());
    world::AgentFrame frame;
    for (int i = 0; i < kMaxLines && !rest.empty(); ++i) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        checkAnswer(cycle.respond(line, net::Clock::time_point{}, frame));
        cycle.sent(line, net::Clock::time_point{}, frame);
        checkFrame(frame);
        (void)cycle.failureReason();
    }
    return 0;
}
