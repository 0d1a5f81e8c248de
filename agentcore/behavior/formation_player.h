#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/behavior/striker.h"
#include "agentcore/planning/coordinator.h"
#include "agentcore/planning/formation/formation_feed.h"
#include "agentcore/planning/formation/team_formation.h"
#include "agentcore/planning/path/way_finder.h"
#include "agentcore/planning/pitch_control.h"

namespace sideline::behavior {

/// How a player keeps its place.
struct FormationPlayerSettings {
    std::shared_ptr<const planning::TeamFormation> formation; ///< not null
    std::shared_ptr<planning::FormationFeed> feed; ///< newer ones, with that role; null: none come
    int role = 0;             ///< number of the role that it plays; 0: its own or an assigned one
    bool assignsRoles = true; ///< roles go to whoever is nearest; false: by number
    bool receives = true;     ///< goes to where a teammate says that it kicks to
    bool marks = false;       ///< marks opponents while they have the ball
    bool strikes = true;      ///< plays the ball when it is the first to reach it
    planning::SpeedTable speeds;
};

/// Plays in a formation: goes to the place of its role for the situation and the ball, around
/// everybody, and faces the ball. Who reaches the ball first of the team plays it as the striker;
/// number 1, the goalkeeper, never does.
///
/// Roles are given out anew as the ball moves (`planning::Coordinator`) among the players that it
/// knows of: whoever it does not see keeps the role of its number. Each robot decides for itself by
/// what it believes, so that two may want the same place for a while.
/// A newer formation from the feed counts at once; that is the one cycle that allocates.
/// Needs its pose; searches for the ball by turning. Publishes, beside what `Walk` and `Striker`
/// do, `team.duty` (`planning::DutyKind`), `team.role` (number), `team.ballInS` (its own),
/// `team.leadS` and the drawings `team.path` and `team.place`. Fails on a robot that cannot walk.
class FormationPlayer final : public Behavior {
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
    [[nodiscard]] const Walk* walkToHandOver() const override {
        return m_isStriker ? m_striker.walkToHandOver() : m_feet.walkToHandOver();
    }
    bool enterWalking(const Context& context, const Walk& walk) override {
        enter(context);
        m_feet.takeOver(context, walk);
        return true;
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<FormationPlayer>(*this);
    }
    [[nodiscard]] bool isStriker() const { return m_isStriker; }

private:
    void takeNewer(ActionRequest& request);
    void watch(const Context& context, ActionRequest& request);
    [[nodiscard]] bool shouldStrike(const Context& context) const;
    [[nodiscard]] planning::Duty dutyOf(const Context& context);
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
    std::vector<planning::BallClaim> m_ownClaims;       ///< of the team without its goalkeeper
    std::uint64_t m_version = 0;                        ///< of the feed, as read last
    Eigen::Vector2d m_ball_F = Eigen::Vector2d::Zero(); ///< where it was last
    bool m_isStriker = false;
    bool m_hasArrived = false;
};

} // namespace sideline::behavior
