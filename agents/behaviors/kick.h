#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "agentcore/behavior/kick.h"
#include "agentcore/behavior/known_kick.h"
#include "agents/behavior_registry.h"

namespace sideline::agents {

/// The prefix of the parameters of `behavior::KickApproach`.
inline constexpr std::string_view kApproach = "approach";

/// Walks to the ball and kicks it without stopping.
[[nodiscard]] BehaviorInfo kickInfo();

/// The forward and sideways kicks that are shipped for a robot, with their measured results; the
/// quick kick comes first; empty if there are none.
/// Errors: those of reading them, and of the motions.
[[nodiscard]] base::Expected<std::vector<behavior::KnownKick>> shippedKicks(
    const BuildContext& context);

/// The first shipped kick with the numbers of `behavior::KickApproach`; nullopt if none is shipped.
/// Errors: those of `shippedKicks`.
[[nodiscard]] base::Expected<std::optional<behavior::Kick>> firstKick(
    const Parameters& parameters, const BuildContext& context, const behavior::Walk::Settings& walk,
    const behavior::MovingSettings& moving);

} // namespace sideline::agents
