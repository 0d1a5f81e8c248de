#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include <Eigen/Core>

#include "agentcore/planning/path/path_scene.h"

namespace sideline::planning {

/// The direction in which a path goes around an obstacle.
enum class Around : std::int8_t { Clockwise = -1, Counterclockwise = 1 };

[[nodiscard]] constexpr double signOf(Around way) {
    return static_cast<double>(static_cast<std::int8_t>(way));
}

/// A round part of an obstacle's outline: a disc, or a corner of a box with its margin.
struct Round {
    Eigen::Vector2d center = Eigen::Vector2d::Zero();
    double radiusM = 0.0;
    std::size_t body = 0; ///< index of the obstacle to which it belongs
};

/// An obstacle for path planning: a convex core and a radius around it.
struct Body {
    Eigen::Vector2d low = Eigen::Vector2d::Zero();  ///< lower corner of the core; center of a disc
    Eigen::Vector2d high = Eigen::Vector2d::Zero(); ///< upper corner of the core; center of a disc
    double radiusM = 0.0;
    std::size_t firstRound = 0;
    std::size_t roundCount = 1;
};

/// A straight piece of a path that touches two rounds, or begins or ends at a point (radius 0).
struct Tangent {
    Eigen::Vector2d from = Eigen::Vector2d::Zero();
    Eigen::Vector2d to = Eigen::Vector2d::Zero();
};

/// The common tangent of two rounds, each passed in a given direction.
/// @return not set if there is no such tangent: one round is within the other, or they overlap and
/// the directions differ
[[nodiscard]] std::optional<Tangent> tangentBetween(const Round& from, Around fromWay,
                                                    const Round& to, Around toWay);

/// Angle of the arc from one point of a round to another in a given direction, 0 to 2 pi.
[[nodiscard]] double arcRad(const Round& round, Around way, const Eigen::Vector2d& from,
                            const Eigen::Vector2d& to);

/// The outlines of all obstacles of a scene at one moment. Fixed size, without allocation.
class Outlines {
public:
    static constexpr std::size_t kMaxBodies = 48;
    static constexpr std::size_t kMaxRounds = 80;

    /// Sets the obstacles to those of a scene at the predicted times of encounter: each disc at the
    /// time when a robot on the straight line to its goal is nearest to it, at most `horizonS` from
    /// now. Obstacles that contain the start or the goal are shrunk so that this point lies on
    /// their boundary; boxes whose core contains it are omitted. If there are more than
    /// `kMaxBodies`, the last ones are omitted.
    void set(const PathScene& scene, const Eigen::Vector2d& start, const Eigen::Vector2d& goal,
             double speedMps, double horizonS);

    [[nodiscard]] std::size_t roundCount() const { return m_roundCount; }
    [[nodiscard]] const Round& round(std::size_t index) const { return m_rounds[index]; }
    [[nodiscard]] const Body& body(std::size_t index) const { return m_bodies[index]; }

    /// The first obstacle that a straight line hits; not set if the line is free.
    [[nodiscard]] std::optional<std::size_t> firstHit(const Eigen::Vector2d& from,
                                                      const Eigen::Vector2d& to) const;
    /// An obstacle that an arc on a round hits, other than the round's own; not set if the arc is
    /// free.
    [[nodiscard]] std::optional<std::size_t> hitOnArc(const Round& round, Around way,
                                                      const Eigen::Vector2d& from,
                                                      double angleRad) const;

private:
    void add(const Eigen::Vector2d& low, const Eigen::Vector2d& high, double radiusM,
             const Eigen::Vector2d& start, const Eigen::Vector2d& goal);

    std::array<Body, kMaxBodies> m_bodies{};
    std::array<Round, kMaxRounds> m_rounds{};
    std::size_t m_bodyCount = 0;
    std::size_t m_roundCount = 0;
};

} // namespace sideline::planning
