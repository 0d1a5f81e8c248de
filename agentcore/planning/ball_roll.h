#pragma once

namespace sideline::planning {

/// Distance at which a kicked ball comes to rest if it passes a point with a given speed. Model of
/// `field::stepBall` for a rolling ball: its speed decays exponentially.
/// @param distanceM from the kick to the point, m
/// @param passingMps speed there, at least 0
[[nodiscard]] double reachFor(double distanceM, double passingMps);
/// Time that a rolling ball takes to a point, s.
/// @param distanceM from the kick to the point, m
/// @param reachM distance at which it comes to rest; a point beyond or shortly before it counts as
/// lying 5 cm before it
[[nodiscard]] double rollTimeS(double distanceM, double reachM);

} // namespace sideline::planning
