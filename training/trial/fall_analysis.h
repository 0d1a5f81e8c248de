#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/angles.h"
#include "agentcore/robot/robot_model.h"
#include "training/trial/robot_cycle.h"

namespace sideline::training {

/// Consecutive cycles of one robot, in chronological order.
using RobotCycles = std::span<const RobotCycle* const>;

/// Thresholds of the analysis of falls.
struct FallThresholds {
    /// The center of pressure is at the edge of the support if it is this close to its border, m.
    double edgeM = 0.004;
    double balancedS = 0.06;  ///< minimum time away from the edge that counts as balance
    double lookBackS = 0.6;   ///< a cause begins at most this long before the robot tips
    double limitRatio = 0.97; ///< a joint above this ratio of its speed or torque is at its limit
    double limitS = 0.06;     ///< shortest time at a limit
    double lagRad = math::radFromDeg(4.0); ///< smallest lag of a joint at its limit
    double loadedRatio = 0.15; ///< a foot that carries this ratio of the robot's weight is loaded
    double slipMps = 0.10;     ///< slowest movement of a loaded foot over the ground that counts
    double slipM = 0.02;       ///< shortest distance of a slip
    double pauseS = 0.04;      ///< longest interruption within a cause
    double chainGapS = 0.4; ///< events with a longer pause between them do not lead to one another
    /// The torso is as planned if it tilts at most this much from the planned direction.
    double plannedTiltRad = math::radFromDeg(5.0);
};

/// Direction relative to the robot: that of its feet before the fall.
enum class FallDirection : std::uint8_t { Forward, Backward, Left, Right, Down };

/// Returns the main direction of a horizontal vector: never Down.
/// @param forward,left components relative to the robot, in the same unit
[[nodiscard]] FallDirection fallDirection(double forward, double left);

/// Kind of an event that causes a fall.
enum class FallCauseKind : std::uint8_t {
    TorqueLimit,   ///< a motor exerts its maximum torque, and the joint lags behind
    SpeedLimit,    ///< a motor turns at its maximum speed, and the joint lags behind
    FootSlip,      ///< a loaded foot moves over the ground
    SelfCollision, ///< two bodies of the robot overlap; the simulator lets them pass
    GroundContact, ///< a body other than a foot touches ground or ball
    SupportLeft,   ///< the center of pressure reaches the border of the support for good
    MassOutside,   ///< the center of mass leaves the support for good
    Posture,       ///< the robot stands on its feet in a posture that counts as fallen
};

/// An event before a fall.
struct FallCause {
    FallCauseKind kind = FallCauseKind::SupportLeft;
    double beginS = 0.0;
    double endS = 0.0;
    robot::JointId joint; ///< joint at its limit
    robot::BodyId body;   ///< the foot that slips, or the body that touches something
    robot::BodyId other;  ///< second body of a self-collision
    double value = 0.0;   ///< maximum torque, N m, or speed, rad/s; length of the slip, m
    double limit = 0.0;   ///< limit of torque or speed
    double lagRad = 0.0;  ///< maximum lag of the joint
    FallDirection edge = FallDirection::Down; ///< border over which the robot tips
    [[nodiscard]] bool operator==(const FallCause&) const = default;
};

/// Why a robot fell.
struct FallExplanation {
    double fellAtS = 0.0;
    FallDirection direction = FallDirection::Down;
    /// Time from which the robot tips; none if it stands on its feet until it counts as fallen.
    std::optional<double> supportLeftS;
    std::vector<FallCause> events; ///< in order of time
    /// Index of the first cause: the first event of the chain that leads to the fall.
    std::size_t first = 0;
    [[nodiscard]] const FallCause& cause() const { return events[first]; }
    [[nodiscard]] bool operator==(const FallExplanation&) const = default;
};

/// Measured balance in one cycle. The support polygon is the convex hull of the soles of all
/// touching feet, and of the points where other bodies touch. For the center of pressure, only
/// those corners of soles count that are near the ground: a tilted foot supports on its edge.
struct BalanceSample {
    double timeS = 0.0;
    /// Distance of the center of pressure of all contacts to the border, m; none without contact.
    std::optional<double> copMarginM;
    /// Distance of the center of mass's projection to the border, m, negative outside; none without
    /// contact.
    std::optional<double> comMarginM;
    bool isOnFeet = false; ///< feet touch, and nothing else
    /// Side of the border nearest to the center of pressure; Down without a polygon.
    FallDirection edge = FallDirection::Down;
    FallDirection comEdge =
        FallDirection::Down; ///< side of the border nearest to the center of mass
    /// Angle between the torso's vertical and the planned one, which results from the commanded
    /// angles with the sole of a touching foot flat; the minimum over the touching feet. None if no
    /// foot touches.
    std::optional<double> tiltErrorRad;
};

/// Computes the measured balance, one sample per cycle. Any thread.
[[nodiscard]] std::vector<BalanceSample> measuredBalance(const robot::RobotModel& model,
                                                         RobotCycles cycles);

/// Explains a fall.
///
/// The support is left at the end of the last interval of `balancedS` or more in which the robot
/// stands on its feet and its center of pressure is farther than `edgeM` from the border; if there
/// is none, when the robot last came to stand on its feet. Events are sought from `lookBackS`
/// before that until the center of mass leaves the support for good: joints of legs and trunk at
/// their speed or torque limit that lag, loaded feet that slip, other bodies that touch the ground,
/// bodies of the robot that overlap.
///
/// The robot has recovered after `chainGapS` on its feet in which its torso is as planned and its
/// center of pressure mostly farther than `edgeM` from the border: the support is left after that.
/// The first cause is found from the fall backward: events with gaps of at most `chainGapS` between
/// them form a chain, and the earliest one is the cause. Events from before the robot recovered are
/// excluded, and so are self-collisions: SimSpark does not simulate them (its referee freezes the
/// limbs), and bodies of a T1 touch in many postures.
/// @param cycles not empty, in order of time @param balance of these cycles
/// @param fellAtS when the robot counts as fallen
[[nodiscard]] FallExplanation explainFall(const robot::RobotModel& model, RobotCycles cycles,
                                          std::span<const BalanceSample> balance, double fellAtS,
                                          const FallThresholds& thresholds = {});

/// Returns the overlaps of bodies that the rules forbid and that were not there at the start, in
/// order of time.
[[nodiscard]] std::vector<FallCause> selfCollisions(const robot::RobotModel& model,
                                                    RobotCycles cycles);

/// Returns when motors of any joint were at their torque limit, as defined for `explainFall`, in
/// order of time.
[[nodiscard]] std::vector<FallCause> torqueLimits(const robot::RobotModel& model,
                                                  RobotCycles cycles);

/// Returns the time at which a robot that began lying fell again after it stood on its feet; none
/// if it never did.
/// @param cycles as for `explainFall`
[[nodiscard]] std::optional<double> fallAfterGettingUp(const robot::RobotModel& model,
                                                       RobotCycles cycles,
                                                       std::span<const BalanceSample> balance);

/// Returns `forward`, `backward`, `to the left`, `to the right` or `down`.
[[nodiscard]] std::string fallDirectionText(FallDirection direction);
/// Returns a phrase such as `left knee (lle4) at its torque limit of 10 N m, 12 degrees behind`.
[[nodiscard]] std::string fallCauseText(const robot::RobotModel& model, const FallCause& cause);
/// Returns one phrase for each of the six joints with the longest time at the limit, and how many
/// more there are: `left knee (lle4) at its
/// torque limit of 60 N m, 12 degrees behind, for 0.42 s from 1.20 s on`.
/// @param events from `torqueLimits`
[[nodiscard]] std::vector<std::string> torqueLimitTexts(const robot::RobotModel& model,
                                                        std::span<const FallCause> events);
/// Returns a sentence without its period: `fell forward at 0.88 s; first cause: ... from 0.62 s`.
[[nodiscard]] std::string fallText(const robot::RobotModel& model,
                                   const FallExplanation& explanation);

} // namespace sideline::training
