#pragma once

#include <vector>

namespace sideline::field {

/// How far a team's players may stand ahead without being offside: level with the last but one
/// opponent, the ball or the halfway line, whichever is nearest to the opponents' goal line.
/// Law 11 of the Laws of the Game; which touches of the ball it is asked at, the referee knows.
///
/// @param ballM how far the ball is from the halfway line towards the opponents' goal, meters
/// @param opponentsM the same of the opponents, their goalkeeper included, in any order
/// @return meters from the halfway line, 0 or more
[[nodiscard]] double offsideLineM(double ballM, std::vector<double> opponentsM);

} // namespace sideline::field
