// Arbitrary lines, decoded as a monitor stream, give frames with finite poses; an invalid message
// does not change the scene; written messages can be parsed.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "agentcore/monitor/encoder.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;

void checkFrame(const monitor::MatchFrame& frame) {
    for (const monitor::RobotFrame& robot : frame.robots) {
        require(robot.bodyUpdatedAt.size() == robot.X_SBody.size(), "an age for each body");
        for (const math::Pose& pose : robot.X_SBody) {
            require(pose.p.allFinite() && pose.R.allFinite(), "poses are finite");
        }
        for (const double angleRad : robot.jointAnglesRad) {
            require(std::isfinite(angleRad), "joint angles are finite");
        }
        (void)robot.headingRad();
        (void)robot.isFallen();
    }
    if (frame.ball) {
        require(frame.ball->X_SBall.p.allFinite(), "the ball is somewhere");
    }
}

void checkWrittenOut(const monitor::MonitorDecoder& decoder) {
    if (decoder.scene().structure == nullptr) {
        return;
    }
    const std::string message = monitor::encodeFullMessage(decoder.game(), decoder.scene());
    monitor::MonitorDecoder again;
    require(again.decode(message, 0).has_value(), "what was written out can be read");
    require(again.scene().structure->nodes.size() == decoder.scene().structure->nodes.size(),
            "the same tree");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    monitor::MonitorDecoder decoder;
    monitor::MatchFramePtr previous;
    for (std::uint32_t stamp = 0; !rest.empty(); ++stamp) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const monitor::SceneState before = decoder.scene();
        const auto report = decoder.decode(rest.substr(0, end), stamp);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (!report) {
            require(decoder.scene() == before, "a failed message leaves the scene");
        }
        auto frame = monitor::makeMatchFrame(
            stamp, stamp, decoder.game(),
            std::make_shared<const monitor::SceneState>(decoder.scene()), !report);
        checkFrame(*frame);
        checkFrame(*monitor::withTornRobotsRepaired(frame));
        if (previous) {
            checkFrame(*monitor::interpolate(*previous, *frame, 0.5));
        }
        previous = std::move(frame);
    }
    checkWrittenOut(decoder);
    return 0;
}
