#pragma once

namespace sideline::base {

/// What the server's world goes by, in one place for all who reckon with it.
inline constexpr double kStepS = 0.02;       ///< of its physics; one message to an agent for each
inline constexpr double kGravityMps2 = 9.81; ///< downwards

} // namespace sideline::base
