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

/// What one vision frame reports about one player: its torso's place on the ground, heading and
/// tilt.
struct PlayerObservation {
    bool isTeammate = false;
    int unum = 0; ///< 0 if it was not reported
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    Eigen::Matrix2d noise_FM2 = Eigen::Matrix2d::Zero(); ///< again with every vision frame
    Eigen::Matrix2d common_FM2 =
        Eigen::Matrix2d::Zero(); ///< much the same in the next vision frames
    std::optional<AngleMeasurement> heading;
    std::optional<AngleMeasurement> tilt; ///< of the body from upright, 0 to pi/2
    std::array<PartBelief, kPlayerPartCount> parts{};
};

/// Reads a player's parts. @return nothing if no part of it is usable
[[nodiscard]] std::optional<PlayerObservation> readPlayer(const protocol::SeenPlayer& seen,
                                                          const Viewpoint& view, bool isTeammate);

/// One player that is followed: Kalman filters of its place and velocity on the ground, and of its
/// heading and turn, and whether it is upright, with hysteresis.
class PlayerTrack {
public:
    /// Begins with the first vision frame.
    explicit PlayerTrack(const PlayerObservation& vision);

    void predict(double stepS);
    /// One that is far from where it was expected was put there: its way is forgotten.
    void see(const PlayerObservation& vision);
    /// It was not seen where it should have been.
    void miss();

    [[nodiscard]] const PlayerBelief& belief() const { return m_belief; }
    [[nodiscard]] int misses() const { return m_misses; }
    /// Squared distance of a vision frame from what is expected, in standard deviations.
    [[nodiscard]] double gateOf(const PlayerObservation& vision) const;

private:
    void start(const PlayerObservation& vision);
    void seeHeading(const std::optional<AngleMeasurement>& heading);
    void seeTilt(const std::optional<AngleMeasurement>& tilt);
    void publish();

    PlayerBelief m_belief;
    Eigen::Vector4d m_x = Eigen::Vector4d::Zero(); ///< place, then velocity
    Eigen::Matrix4d m_P = Eigen::Matrix4d::Zero();
    Eigen::Matrix2d m_common_FM2 = Eigen::Matrix2d::Zero();
    Eigen::Vector2d m_heading = Eigen::Vector2d::Zero(); ///< rad, rad/s
    Eigen::Matrix2d m_headingP = Eigen::Matrix2d::Zero();
    double m_headingAgeS = 0.0;
    bool m_hasHeading = false;
    int m_strangeHeadings = 0; ///< in a row that do not fit
    int m_tiltVotes = 0;       ///< vision frames in a row that say otherwise than `isFallen`
    int m_misses = 0;
};

} // namespace sideline::world
