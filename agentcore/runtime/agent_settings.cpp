#include "agentcore/runtime/agent_settings.h"

#include <fmt/format.h>

#include "agentcore/protocol/byte_class.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "agentcore/robot/built_in_robots.h"

namespace sideline::runtime {

namespace {

constexpr int kLargestUnum = 11;

tl::unexpected<base::Error> wrong(std::string message, std::string expected) {
    return base::failure(base::ErrorCode::InvalidArgument, std::move(message), std::move(expected));
}

} // namespace

bool isWord(std::string_view text) {
    return protocol::isWord(text);
}

const robot::RobotModel& modelOf(const AgentSettings& settings) {
    const robot::RobotModel* model =
        settings.model ? settings.model.get() : robot::defaultRobot(settings.typeNumber);
    return model != nullptr ? *model : robot::defaultRobot();
}

game::ServerKind serverOf(const AgentSettings& settings) {
    return modelOf(settings).traits().server;
}

const field::FieldVersion& defaultField(game::ServerKind server) {
    return server == game::ServerKind::SimSpark ? field::newestField()
                                                : field::footballFields().front();
}

base::Expected<void> check(const AgentSettings& settings) {
    if (!isWord(settings.team) || settings.team.size() > kMaxTeamBytes) {
        return wrong(
            fmt::format("'{}' is not a valid team name", settings.team),
            fmt::format("1 to {} characters without spaces or parentheses", kMaxTeamBytes));
    }
    if (serverOf(settings) == game::ServerKind::Rcssservermj &&
        (settings.unum < 1 || settings.unum > protocol::mujoco::Writer::kMaxUnum)) {
        return wrong(fmt::format("invalid player number {} for rcssservermj", settings.unum),
                     fmt::format("1 to {}; that server does not assign numbers",
                                 protocol::mujoco::Writer::kMaxUnum));
    }
    if (serverOf(settings) == game::ServerKind::SimSpark &&
        (settings.unum < 0 || settings.unum > kLargestUnum)) {
        return wrong(fmt::format("invalid player number {}", settings.unum),
                     "1 to 11, or 0 for any free number");
    }
    if (!settings.model && robot::defaultRobot(settings.typeNumber) == nullptr) {
        return wrong(fmt::format("unknown robot type {}", settings.typeNumber), "0 to 4");
    }
    if (settings.port == 0) {
        return wrong("cannot connect to port 0",
                     "1 to 65535; servers listen on 3100, or 60000 for rcssservermj");
    }
    if (settings.beam_F && !settings.beam_F->allFinite()) {
        return wrong("the beam position is not finite", "x m, y m and a heading");
    }
    const auto zero = std::chrono::milliseconds::zero();
    if (settings.firstRetry <= zero || settings.longestRetry < settings.firstRetry ||
        settings.silence <= zero) {
        return wrong("retry delays are not positive and increasing",
                     "firstRetry and silence above 0, longestRetry not below firstRetry");
    }
    return {};
}

} // namespace sideline::runtime
