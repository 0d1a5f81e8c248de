#include "training/trial/suggested_start.h"

#include <algorithm>

namespace sideline::training {

namespace {

constexpr double kBallAheadM = 0.16;
constexpr double kBallAsideM = 0.05;

} // namespace

SuggestedStart suggestedStart(const motions::Motion& motion) {
    const auto has = [&](const char* tag) {
        return std::ranges::find(motion.tags, tag) != motion.tags.end();
    };
    SuggestedStart suggested;
    if (has("kick")) {
        suggested.start = StartPose::OnBall;
        if (has("left") != has("right")) {
            suggested.ballFromFeetM =
                Eigen::Vector2d(kBallAheadM, has("left") ? kBallAsideM : -kBallAsideM);
        }
    } else if (has("get-up")) {
        suggested.start = has("back")    ? StartPose::LyingOnBack
                          : has("left")  ? StartPose::LyingOnLeft
                          : has("right") ? StartPose::LyingOnRight
                                         : StartPose::LyingOnFront;
    }
    return suggested;
}

} // namespace sideline::training
