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

/// The version of rcssservermj whose vision agents have.
enum class PerceptionVersion : std::uint8_t {
    Release021, ///< 0.2.1: unique names, no noise, nothing is hidden
    Master,     ///< branch `master`, June 2026: letters, noise, misses, false things, a cycle late
};

/// The errors of `master`'s vision: standard deviations and probabilities.
struct VisionErrors {
    double distanceFraction = 0.01; ///< deviation of a distance, relative to it
    double angleDeg = 0.5;          ///< deviation of both angles
    double missRate = 0.01;         ///< probability that a thing in view is not reported
    double falseRate = 0.001;       ///< probability of each of `maxFalse` false things
    int maxFalse = 5;               ///< false things per view, at most
    double confusionRate = 0.05; ///< probability that a landmark or the ball has another one's name
};

/// A thing in view of a camera, without errors.
struct TrueView {
    std::string name;
    std::optional<game::PlayerId> owner; ///< of a part of a player
    protocol::Polar polar;
};

/// What a camera sees at one time: landmarks and ball, then the players in the order of messages,
/// without what is hidden and without the seeing robot.
using CameraView = std::vector<TrueView>;

/// A robot that others see.
struct VisibleRobot {
    game::PlayerId id;
    RobotKey robot = 0;
    std::span<const std::pair<std::string, std::size_t>> parts; ///< name and site
};

/// Sorts players as `master` reports them: by the names of their bodies, so that number 10 comes
/// before number 2.
void sortAsMaster(std::vector<VisibleRobot>& players);

/// What a camera sees now, within 60 degrees to all sides.
/// @param points landmarks, then the ball
[[nodiscard]] CameraView lookAround(const MujocoWorld& world, RobotKey observer, std::size_t camera,
                                    std::span<const SeenPoint> points,
                                    std::span<const VisibleRobot> players, Occluders occluders);

/// Reports views with the errors of the server's branch `master` (`vision_generator.py`): names
/// become letters (a goal post `G`, the ball `B`), teams `0` (left) and `1` (right); false things
/// are within the field of view at 0.5 to 15 m, with all digits; landmarks, ball and false things
/// are rotated by a random number of places.
class NoisyVision {
public:
    /// @param points landmarks and ball, whose names false things may have
    explicit NoisyVision(std::span<const SeenPoint> points, const VisionErrors& errors = {});

    /// Adds the percept of a view; without a view, which a camera lacks after a robot joined or
    /// left, an empty one.
    void add(protocol::Percepts& percepts, const std::optional<CameraView>& view,
             base::Rng& random) const;

private:
    [[nodiscard]] std::string_view anyLetterBut(std::string_view name, base::Rng& random) const;

    std::vector<std::string> m_names;
    VisionErrors m_errors;
};

} // namespace sideline::simulator::mujoco
