#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/planning/roles.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::planning {

/// Settings for the assignment of a team's duties.
struct CoordinatorSettings {
    double receiveWithinM = 6.0;
    double minPassM = 1.5;
    double markM = 0.8;
    double markWithinM = 6.0;
    double towardBallRatio = 0.35;
    double theirBallM = 0.3;
    double announcedS = 1.5;
    double maxAgeS = 3.0;
    double stayM = 0.5;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<CoordinatorSettings>> numbers();
};

/// The duty of a player for its team.
enum class DutyKind : std::uint8_t {
    None,    ///< no duty: the robot's pose is unknown, or no place is left for it
    Receive, ///< walks to the announced target of a teammate's kick
    Mark,    ///< stands between an opponent and our own goal
    Place,   ///< stands at the place that the plan assigns to a number
};
struct Duty {
    DutyKind kind = DutyKind::None;
    Eigen::Vector2d place_F = Eigen::Vector2d::Zero(); ///< target position
    int of = 0; ///< uniform number of the place, of the marked opponent, or of the kicker
};

/// The duties to assign, by uniform number. Field frame F.
struct TeamPlan {
    /// The place of each number, the goalkeeper's first; not set for numbers without a place.
    std::array<std::optional<Eigen::Vector2d>, kMaxRoles> places_F;
    int striker = 0;      ///< number of the player at the ball, which needs no place; 0 if there is
                          ///< none
    bool assigns = false; ///< whether places are assigned to the nearest robots instead of by
                          ///< number
    bool marks = false;
    bool receives = false;
};

/// Assigns the duties of a team, for any decision maker: places of a formation, opponents to mark,
/// and kicks to receive. Each robot computes its own duty from its belief; robots exchange only the
/// messages of `world::SayWords`. Players missing from its belief are assumed to be at the position
/// of their number. The goalkeeper, number 1, always keeps its own place. A value; allocates
/// nothing.
class Coordinator {
public:
    explicit Coordinator(const CoordinatorSettings& settings = {})
        : m_settings(settings), m_assigner(settings.stayM) {}

    /// Computes the robot's duty. Call once per cycle. @param frame contains the robot's number
    /// @param stepS time since the last cycle
    [[nodiscard]] Duty assignDuty(const world::AgentFrame& frame, const TeamPlan& plan,
                                  double fieldLengthM, double stepS);
    /// Clears former places and announced kicks.
    void forget();

private:
    // The announced target of a teammate's kick.
    struct Announced {
        Eigen::Vector2d to_F = Eigen::Vector2d::Zero();
        double leftS = 0.0; ///< remaining validity
    };
    // The participants and their duties, in the same order.
    struct Assignments {
        std::array<Duty, kMaxRoles> duties;
        std::array<Eigen::Vector2d, kMaxRoles> robots_F;
        std::size_t count = 0;
        std::size_t self = 0;
        std::uint32_t known = 0;
    };

    void listen(const world::AgentFrame& frame, double stepS);
    [[nodiscard]] std::optional<Duty> receive(const world::AgentFrame& frame) const;
    [[nodiscard]] static Assignments assignmentsOf(const world::AgentFrame& frame,
                                                   const TeamPlan& plan);
    void mark(const world::AgentFrame& frame, double fieldLengthM, Assignments& assignments) const;

    CoordinatorSettings m_settings;
    std::array<Announced, kMaxRoles> m_announced; ///< by number
    RoleAssigner m_assigner;
    std::uint32_t m_known = 0; ///< numbers of the last participants, one bit each
};

/// An opponent to be marked, and the place from which to mark it.
struct MarkedOpponent {
    int unum = 0;
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    Eigen::Vector2d from_F = Eigen::Vector2d::Zero(); ///< position between the opponent and our own
                                                      ///< goal
};
inline constexpr std::size_t kMaxMarked = 3;

/// The dangerous opponents while their team has the ball: those that are upright, in our half and
/// not at the ball; the opponent nearest to our own goal comes first. None while our team is nearer
/// to the ball.
/// @param marked output; only the first entries are set
/// @return the number of entries
std::size_t dangerousOpponents(const world::AgentFrame& frame, double fieldLengthM,
                               std::array<MarkedOpponent, kMaxMarked>& marked,
                               const CoordinatorSettings& settings = {});

} // namespace sideline::planning
