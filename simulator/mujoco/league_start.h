#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "simulator/mujoco/league_game.h"
#include "simulator/mujoco/league_simulation.h"
#include "simulator/mujoco/mujoco_world.h"
#include "simulator/start/start_situation.h"

namespace sideline::simulator::mujoco {

/// The start of a match from a situation: its robots and the ball are kept in place, at rest, until
/// it begins. A value, part of the match's state.
class LeagueStart {
public:
    /// @param situation null: the match starts with an empty field
    explicit LeagueStart(std::shared_ptr<const StartSituation> situation)
        : m_situation(std::move(situation)), m_isWaiting(m_situation != nullptr) {}

    /// Errors: InvalidArgument for robots of another server, a field of another size, a clock after
    /// the end of a game, and a play mode that rcssservermj does not have.
    [[nodiscard]] static base::Expected<void> check(const LeagueSettings& settings);
    /// The part of the game that a match plays; nullopt if its situation is after all of them.
    [[nodiscard]] static std::optional<LeaguePhase> phaseOf(const LeagueSettings& settings);
    /// The commands that hold a robot in a posture, with the default gains of its motors.
    /// @param anglesRad one per joint; empty: all at zero
    [[nodiscard]] static std::vector<std::optional<MotorCommand>> holding(
        const robot::RobotModel& model, std::span<const double> anglesRad = {});

    [[nodiscard]] const StartSituation* situation() const { return m_situation.get(); }
    [[nodiscard]] bool isWaiting() const { return m_isWaiting; }
    /// Whether a player stays in its place of the situation, although the play mode allows beams.
    [[nodiscard]] bool keepsPlaceOf(const game::PlayerId& player) const {
        return (m_isWaiting || m_keepsPlaces) && m_situation->find(player) != nullptr;
    }

    /// Keeps everything in place after a step of the physics.
    /// @return whether the match should begin: a second after the last robot got its player
    [[nodiscard]] bool update(MujocoWorld& world, const LeagueGame& game,
                              std::span<const LeaguePlayer> players);
    /// Ends the wait: everything gets its velocity.
    void begin(MujocoWorld& world, std::span<const LeaguePlayer> players);

private:
    void put(MujocoWorld& world, std::span<const LeaguePlayer> players, bool isMoving) const;

    std::shared_ptr<const StartSituation> m_situation;
    bool m_isWaiting;
    bool m_keepsPlaces = false;
    int m_completeCycles = 0;
};

} // namespace sideline::simulator::mujoco
