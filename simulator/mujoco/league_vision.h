#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/base/rng.h"
#include "agentcore/game/player_id.h"
#include "agentcore/protocol/percepts.h"
#include "simulator/mujoco/league_percepts.h"
#include "simulator/mujoco/mujoco_sight.h"

namespace sideline::simulator::mujoco {

/// The version of rcssservermj whose vision is simulated.
enum class PerceptionVersion : std::uint8_t {
    Release021, ///< 0.2.1: unique names, no noise, nothing is hidden
    Master,     ///< branch `master`, June 2026: letters instead of names, noise, missed and false
                ///< objects, a delay of one cycle
};

/// The errors of `master`'s vision: standard deviations and probabilities.
struct VisionErrors {
    double distanceFraction = 0.01; ///< standard deviation of a distance, relative to the distance
    double angleDeg = 0.5;          ///< standard deviation of both angles
    double missRate = 0.01;         ///< probability that an object in view is not reported
    double falseRate = 0.001;       ///< probability of each of `maxFalse` false objects
    int maxFalse = 5;               ///< maximum number of false objects per view
    /// probability that a landmark or the ball is reported under another one's name
    double confusionRate = 0.05;
};

/// An object in view of a camera, without errors.
struct TrueView {
    std::string name;
    std::optional<game::PlayerId>
        owner; ///< player that the part belongs to; none for other objects
    protocol::Polar polar;
};

/// The objects that a camera sees at one time: landmarks and ball, then the players in the order of
/// messages, without hidden objects and without the robot itself.
using CameraView = std::vector<TrueView>;

/// A robot that others see.
struct VisibleRobot {
    game::PlayerId id;
    RobotKey robot = 0;
    std::span<const std::pair<std::string, std::size_t>> parts; ///< names and sites
};

/// Sorts players as `master` reports them: by the names of their bodies, so that number 10 comes
/// before number 2.
void sortAsMaster(std::vector<VisibleRobot>& players);

/// Returns the objects that a camera sees now, within 60 degrees to all sides.
/// @param points landmarks, then the ball
[[nodiscard]] CameraView lookAround(const MujocoWorld& world, RobotKey observer, std::size_t camera,
                                    std::span<const SeenPoint> points,
                                    std::span<const VisibleRobot> players, Occluders occluders);

/// Reports views with the errors of the server's branch `master` (`vision_generator.py`): names
/// become letters (a goal post `G`, the ball `B`), teams `0` (left) and `1` (right); false objects
/// are within the field of view at 0.5 to 15 m, with all digits; the list of landmarks, ball and
/// false objects is rotated by a random number of places.
class NoisyVision {
public:
    /// @param points landmarks and ball, whose names false objects may have
    explicit NoisyVision(std::span<const SeenPoint> points, const VisionErrors& errors = {});

    /// Adds the percept of a view; an empty percept if there is no view, as after a robot has
    /// joined or left.
    void add(protocol::Percepts& percepts, const std::optional<CameraView>& view,
             base::Rng& random) const;

private:
    [[nodiscard]] std::string_view anyLetterBut(std::string_view name, base::Rng& random) const;

    std::vector<std::string> m_names;
    VisionErrors m_errors;
};

} // namespace sideline::simulator::mujoco
