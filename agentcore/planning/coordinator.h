#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <Eigen/Core>

#include "agentcore/planning/roles.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::planning {

/// What a player has to do for its team.
enum class DutyKind : std::uint8_t {
    None,    ///< it does not know where it is, or there is no place for it
    Receive, ///< a teammate means to kick the ball to where it is nearest
    Mark,    ///< keeps an opponent from the ball
    Place,   ///< keeps the place of a number
};
struct Duty {
    DutyKind kind = DutyKind::None;
    Eigen::Vector2d place_F = Eigen::Vector2d::Zero(); ///< where to be
    int of = 0; ///< whose place that is, whom it marks, or who kicks; a uniform number
};

/// What there is to do, by uniform number. Field frame F.
struct TeamPlan {
    /// Where each number belongs, the keeper's first; nothing: there is no place.
    std::array<std::optional<Eigen::Vector2d>, kMostRoles> places_F;
    int striker = 0;      ///< who plays the ball and needs no place; 0: nobody
    bool assigns = false; ///< places go to whoever is nearest; else to their numbers
    bool marks = false;
    bool receives = false;
};

/// Gives out what a team has to do, whatever decides: the places of a formation, opponents to be
/// marked, and kicks to be received.
///
/// Each robot asks for itself, by what it believes; nothing is said but what `world::SayWords`
/// reports. Whoever it does not know of keeps the place of its number. The goalkeeper, number 1,
/// always keeps its own.
/// A value; allocates nothing.
class Coordinator {
public:
    /// Once per cycle.
    /// @param frame with the robot's number
    /// @param stepS since the last cycle
    [[nodiscard]] Duty dutyOf(const world::AgentFrame& frame, const TeamPlan& plan,
                              double fieldLengthM, double stepS);
    /// Former places and what has been heard do not count any more.
    void forget();

private:
    // Where a teammate has said that it kicks to.
    struct Announced {
        Eigen::Vector2d to_F = Eigen::Vector2d::Zero();
        double leftS = 0.0; ///< as long as it counts
    };
    // Who takes part, and what there is to do: as many of each.
    struct Shares {
        std::array<Duty, kMostRoles> duties;
        std::array<Eigen::Vector2d, kMostRoles> robots_F;
        std::size_t count = 0;
        std::size_t self = 0;
        std::uint32_t known = 0;
    };

    void listen(const world::AgentFrame& frame, double stepS);
    [[nodiscard]] std::optional<Duty> receive(const world::AgentFrame& frame) const;
    [[nodiscard]] static Shares sharesOf(const world::AgentFrame& frame, const TeamPlan& plan);
    static void mark(const world::AgentFrame& frame, double fieldLengthM, Shares& shares);

    std::array<Announced, kMostRoles> m_announced; ///< by number
    RoleAssigner m_assigner;
    std::uint32_t m_known = 0; ///< numbers among which places were given out, a bit for each
};

/// An opponent to be marked, and from where.
struct MarkedOpponent {
    int unum = 0;
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    Eigen::Vector2d from_F = Eigen::Vector2d::Zero(); ///< between it and the own goal
};
inline constexpr std::size_t kMostMarked = 3;

/// The opponents that are dangerous while their team has the ball: those in the own half that stand
/// and are not at the ball themselves, the nearest to the own goal first. None while the own team
/// is nearer to the ball.
/// @param marked overwritten from its begin
/// @return how many
std::size_t dangerousOpponents(const world::AgentFrame& frame, double fieldLengthM,
                               std::array<MarkedOpponent, kMostMarked>& marked);

} // namespace sideline::planning
