#include "motions/analysis/holding_load.h"

#include <cmath>
#include <limits>

#include "agentcore/game/constants.h"

namespace sideline::keyframe {

HoldingLoad holdingLoad(const MotionAnalysis& analysis, const robot::RobotModel& model, double endS,
                        const std::function<bool()>& isCanceled) {
    HoldingLoad load;
    const int steps = static_cast<int>(std::lround(endS / game::kStepS));
    for (int i = 0; i <= steps && !(isCanceled && isCanceled()); ++i) {
        const double timeS = i * game::kStepS;
        const MotionSample* sample = analysis.at(timeS);
        if (sample != nullptr) {
            load.timesS.push_back(timeS);
            load.held.push_back(robot::holdingTorques(model, sample->anglesRad));
        }
    }
    return load;
}

std::vector<HoldingLoad::Extreme> HoldingLoad::extremes() const {
    std::vector<Extreme> found(held.empty() ? 0 : held.front().torquesNm.size());
    for (std::size_t i = 0; i < held.size(); ++i) {
        for (std::size_t joint = 0; joint < found.size(); ++joint) {
            if (std::abs(held[i].torquesNm[joint]) > std::abs(found[joint].torqueNm)) {
                found[joint] = {held[i].torquesNm[joint], timesS[i]};
            }
        }
    }
    return found;
}

HoldingLoad::Margin HoldingLoad::minMargin() const {
    Margin least{std::numeric_limits<double>::infinity(), 0.0};
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (held[i].marginM < least.marginM) {
            least = {held[i].marginM, timesS[i]};
        }
    }
    return least;
}

} // namespace sideline::keyframe
