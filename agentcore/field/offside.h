#pragma once

#include <vector>

namespace sideline::field {

/// The offside line of a team: level with the second-last opponent, the ball or the halfway line,
/// whichever is nearest to the opponents' goal line. Law 11 of the Laws of the Game; the referee
/// determines at which touches of the ball it applies.
///
/// @param ballM distance of the ball from the halfway line toward the opponents' goal, meters
/// @param opponentsM the same for each opponent, including the goalkeeper, in any order
/// @return meters from the halfway line, 0 or more
[[nodiscard]] double offsideLineM(double ballM, std::vector<double> opponentsM);

} // namespace sideline::field
