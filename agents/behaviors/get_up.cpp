#include "agents/behaviors/get_up.h"

#include <array>
#include <utility>

namespace sideline::agents {

base::Expected<behavior::GetUp> getUpFor(const BuildContext& context) {
    behavior::GetUp::Motions motions;
    for (const auto& [name, into] : std::array{std::pair("getup-front", &motions.front),
                                               std::pair("getup-back", &motions.back),
                                               std::pair("getup-side", &motions.side)}) {
        auto trajectory = context.skills.find(name, context.model);
        if (!trajectory) {
            return tl::unexpected(trajectory.error());
        }
        *into = std::move(*trajectory);
    }
    return behavior::GetUp(std::move(motions));
}

} // namespace sideline::agents
