#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include <Eigen/Core>

#include "agentcore/protocol/percepts.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/viewpoint.h"

namespace sideline::world {

/// Order of `PlayerBelief::parts`.
enum class PlayerPart : std::uint8_t { Head, RightArm, LeftArm, RightFoot, LeftFoot };
inline constexpr std::size_t kPlayerPartCount = 5;

/// An angle with its variance.
struct AngleMeasurement {
    double angleRad = 0.0;
    double varianceRad2 = 0.0;
};

/// Information about one player from one vision frame: position of the torso on the ground, heading
/// and tilt.
struct PlayerObservation {
    bool isTeammate = false;
    int unum = 0; ///< 0 if not reported
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    Eigen::Matrix2d noise_FM2 = Eigen::Matrix2d::Zero(); ///< independent in every vision frame
    Eigen::Matrix2d common_FM2 =
        Eigen::Matrix2d::Zero(); ///< correlated between successive vision frames
    std::optional<AngleMeasurement> heading;
    std::optional<AngleMeasurement> tilt; ///< angle of the body from upright, 0 to pi/2
    std::array<PartBelief, kPlayerPartCount> parts{};
};

/// Evaluates a player's parts.
/// @return not set if none of them is usable
[[nodiscard]] std::optional<PlayerObservation> readPlayer(const protocol::SeenPlayer& seen,
                                                          const Viewpoint& view, bool isTeammate);

/// One tracked player: Kalman filters of position and velocity on the ground and of heading and
/// turn rate, and its upright state with hysteresis.
class PlayerTrack {
public:
    /// Starts from the first vision frame.
    explicit PlayerTrack(const PlayerObservation& vision);

    void predict(double stepS);
    /// A sighting far from the expected position means that the player was moved: the velocity is
    /// reset.
    void see(const PlayerObservation& vision);
    /// Processes a vision frame that should have shown the player but did not.
    void miss();

    [[nodiscard]] const PlayerBelief& belief() const { return m_belief; }
    [[nodiscard]] int misses() const { return m_misses; }
    /// Squared Mahalanobis distance of a vision frame from the expected position.
    [[nodiscard]] double gateOf(const PlayerObservation& vision) const;

private:
    void start(const PlayerObservation& vision);
    void updateHeading(const std::optional<AngleMeasurement>& heading);
    void updateTilt(const std::optional<AngleMeasurement>& tilt);
    void publish();

    PlayerBelief m_belief;
    Eigen::Vector4d m_x = Eigen::Vector4d::Zero(); ///< position, then velocity
    Eigen::Matrix4d m_P = Eigen::Matrix4d::Zero();
    Eigen::Matrix2d m_common_FM2 = Eigen::Matrix2d::Zero();
    Eigen::Vector2d m_heading = Eigen::Vector2d::Zero(); ///< rad, rad/s
    Eigen::Matrix2d m_headingP = Eigen::Matrix2d::Zero();
    double m_headingAgeS = 0.0;
    bool m_hasHeading = false;
    int m_outlierHeadings = 0; ///< consecutive headings outside the gate
    int m_tiltVotes = 0;       ///< consecutive vision frames that contradict `isFallen`
    int m_misses = 0;
};

} // namespace sideline::world
