#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/behavior/striker.h"
#include "agentcore/behavior/walking.h"
#include "agentcore/planning/coordinator.h"
#include "agentcore/planning/formation/formation_feed.h"
#include "agentcore/planning/formation/team_formation.h"
#include "agentcore/planning/path/way_finder.h"
#include "agentcore/planning/pitch_control.h"

namespace sideline::behavior {

/// Settings of a player in a formation.
struct FormationPlayerSettings {
    std::shared_ptr<const planning::TeamFormation> formation; ///< not null
    std::shared_ptr<planning::FormationFeed> feed; ///< newer versions of the formation, all with
                                                   ///< `role`; may be null
    int role = 0;             ///< number of the role that it plays; 0: the one of its number, or an
                              ///< assigned one
    bool assignsRoles = true; ///< whether roles are assigned to the nearest robots instead of by
                              ///< number
    bool receives = true;     ///< whether it walks to the target of a kick that a teammate
                              ///< announces
    bool marks = false;       ///< whether it marks opponents while their team has the ball
    bool strikes = true;      ///< whether it plays the ball when it is the first to reach it
    planning::SpeedTable speeds;
    planning::CoordinatorSettings duties;
    double keepS = 0.5;
    double restartMarginM = 0.3;
    double ownHalfM = 0.1;
    double nearM = 0.15;
    double nearRad = 0.2;
    double leaveRatio = 3.0;
    double ballM = 0.6;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<FormationPlayerSettings>> numbers();
};

/// Plays in a formation: walks around all other robots to the place of its role, which depends on
/// the situation and the ball, and faces the ball. When it is the first of its team to reach the
/// ball it plays as the striker, except for number 1, the goalkeeper. Roles are reassigned as the
/// ball moves (`planning::Coordinator`) among the players in its belief; players that it has not
/// seen keep the role of their number. Each robot decides based on its own belief, so two may
/// briefly go to the same place. A newer formation from the feed is adopted at once; only that
/// cycle allocates. Needs its pose; searches for the ball by turning. Publishes, in addition to the
/// values of `Walk` and `Striker`, `team.duty` (`planning::DutyKind`), `team.role` (number),
/// `team.ballInS` (time until the robot itself reaches the ball), `team.leadS` and the drawings
/// `team.path` and `team.place`. Fails on a robot that cannot walk.
class FormationPlayer final : public Behavior, public WalkHandover {
public:
    FormationPlayer(Striker striker, OnFeet feet, FormationPlayerSettings settings);

    [[nodiscard]] std::string_view name() const override { return "formation"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override {
        return m_isStriker ? m_striker.mayBeInterrupted() : m_feet.mayBeInterrupted();
    }
    void settle(bool isOn) override {
        m_striker.settle(isOn);
        m_feet.settle(isOn);
    }
    [[nodiscard]] WalkHandover* asWalkHandover() override { return this; }
    [[nodiscard]] const Walk* walkToHandOver() const override {
        return m_isStriker ? m_striker.walkToHandOver() : m_feet.walkToHandOver();
    }
    void enterWalking(const Context& context, const Walk& walk) override {
        enter(context);
        m_feet.takeOver(context, walk);
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<FormationPlayer>(*this);
    }
    [[nodiscard]] bool isStriker() const { return m_isStriker; }

private:
    void takeNewer(ActionRequest& request);
    void watch(const Context& context, ActionRequest& request);
    [[nodiscard]] bool shouldStrike(const Context& context) const;
    [[nodiscard]] planning::Duty assignDuty(const Context& context);
    [[nodiscard]] Eigen::Vector2d placeOf(const Context& context, std::size_t role) const;
    Status keepPlace(const Context& context, ActionRequest& request);
    void explain(const Context& context, const planning::Duty& duty, bool leavesBall,
                 ActionRequest& request) const;

    Striker m_striker;
    OnFeet m_feet;
    FormationPlayerSettings m_settings;
    planning::WayFinder m_ways;
    planning::PitchControl m_pitch;
    planning::Coordinator m_coordinator;
    std::vector<planning::PitchPlayer> m_players;
    std::vector<planning::BallClaim> m_ownClaims;       ///< claims of its team, without the
                                                        ///< goalkeeper
    std::uint64_t m_version = 0;                        ///< version of the feed that was last read
    Eigen::Vector2d m_ball_F = Eigen::Vector2d::Zero(); ///< last known position
    bool m_isStriker = false;
    bool m_hasArrived = false;
};

} // namespace sideline::behavior
