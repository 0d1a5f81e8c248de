#include "agentcore/field/offside.h"

#include <algorithm>
#include <functional>

namespace sideline::field {

double offsideLineM(double ballM, std::vector<double> opponentsM) {
    const double lineM = std::max(0.0, ballM);
    if (opponentsM.size() < 2) {
        return lineM;
    }
    const auto secondLast = opponentsM.begin() + 1;
    std::ranges::nth_element(opponentsM, secondLast, std::greater<>());
    return std::max(lineM, *secondLast);
}

} // namespace sideline::field
