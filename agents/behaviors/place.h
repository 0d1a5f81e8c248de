#pragma once

#include "agents/behavior_registry.h"

namespace sideline::agents {

/// Goes where its number belongs: `hold-place`.
[[nodiscard]] BehaviorInfo holdPlaceInfo();

} // namespace sideline::agents
