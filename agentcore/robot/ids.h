#pragma once

#include <cstddef>

#include "agentcore/base/strong_index.h"

namespace sideline::robot {

using BodyId = base::StrongIndex<struct BodyTag>;
using JointId = base::StrongIndex<struct JointTag>;

/// Maximum numbers of bodies and joints in a robot description.
inline constexpr std::size_t kMaxBodies = 32;
inline constexpr std::size_t kMaxJoints = 32;

} // namespace sideline::robot
