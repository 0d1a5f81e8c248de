#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "simulator/mujoco/ball_contacts.h"
#include "simulator/mujoco/league_game.h"
#include "simulator/mujoco/league_rules.h"
#include "simulator/mujoco/player_watches.h"

namespace sideline::simulator::mujoco {

/// Fouls, with the numbers of rcssservermj's monitor messages.
enum class LeagueFoul : std::uint8_t {
    Crowding,
    Touching,
    IllegalDefense,
    IllegalAttack,
    Incapable,
    KickOff,
    Charging,
    SelfCollision,
    BallHolding,
    DoubleTouch,
    Hand,
};

struct LeagueFoulEvent {
    game::PlayerId player;
    LeagueFoul foul;
};

/// The referee's access to the world. Server frame S: x to the right goal, y left, meters.
class RefereeStage {
public:
    virtual ~RefereeStage() = default;
    /// The players of a side, in the order in which they joined.
    [[nodiscard]] virtual std::span<const game::PlayerId> players(game::Side side) const = 0;
    [[nodiscard]] virtual Eigen::Vector3d torso_S(const game::PlayerId& player) const = 0;
    [[nodiscard]] virtual Eigen::Vector3d ball_S() const = 0;
    /// Places the ball at rest on the ground.
    virtual void dropBall(const Eigen::Vector2d& p_S) = 0;
    /// Places a player upright and at rest.
    virtual void dropPlayer(const game::PlayerId& player, const Eigen::Vector2d& p_S,
                            double headingRad) = 0;
    /// Whether an arm of a player is extended away from its body (`armIsExtended`).
    /// @param parts colliders of the arm that touch the ball
    [[nodiscard]] virtual bool isArmExtended(const game::PlayerId& player,
                                             std::span<const std::string> parts) const = 0;
};

/// The referee of rcssservermj: play modes, goals, fouls and penalties of a game.
///
/// Source: `soccer_referee.py` of `rcsssmj` 0.2.1. One thread.
class LeagueReferee {
public:
    /// @param game, stage, contacts must outlive the referee
    LeagueReferee(const LeagueRules& rules, const field::FieldDimensions& field, LeagueGame& game,
                  BallContacts& contacts, RefereeStage& stage);

    /// Applies the rules after a cycle.
    void update(double timeS);
    /// Fouls of the last cycle.
    [[nodiscard]] const std::vector<LeagueFoulEvent>& fouls() const { return m_fouls; }

    /// Whether players may request a position.
    [[nodiscard]] bool allowsBeams() const;
    void kickOff(game::Side side);
    /// Sets a play mode, with the restrictions of its set play.
    void resume(game::PlayMode mode);
    /// Drops the ball, by default at its current position, and continues the game.
    void dropBall(const std::optional<Eigen::Vector2d>& p_S = {});

private:
    using Mode = game::PlayMode;
    struct Area {
        Eigen::Vector2d min;
        Eigen::Vector2d max;
        [[nodiscard]] bool contains(const Eigen::Vector2d& p) const {
            return (p.array() >= min.array()).all() && (p.array() <= max.array()).all();
        }
    };

    [[nodiscard]] Area goalArea(game::Side side) const;
    [[nodiscard]] Area penaltyArea(game::Side side) const;
    [[nodiscard]] bool isInGoal(game::Side side) const;
    [[nodiscard]] Eigen::Vector2d ball() const { return m_stage->ball_S().head<2>(); }
    [[nodiscard]] Eigen::Vector2d torso(const game::PlayerId& player) const {
        return m_stage->torso_S(player).head<2>();
    }

    void checkTouches();
    [[nodiscard]] bool isHandFoul() const;
    void checkPostures();
    void checkIllegalDefense(game::Side side);
    void checkTimeouts();
    void checkBall();
    void checkBallOutside();
    void checkContact();
    void checkPlaces();
    void checkPlacesAtKickOff(game::Side side);

    void setPlay(Mode left, game::Side side, const std::optional<Eigen::Vector2d>& ball_S);
    void freeKick(game::Side side, bool isDirect);
    void goalKick(game::Side side);
    void playOn();
    void goal(game::Side side);
    void endGame();
    void penalize(const game::PlayerId& player);
    void note(const game::PlayerId& player, LeagueFoul foul);

    LeagueRules m_rules;
    field::FieldDimensions m_field;
    LeagueGame* m_game;
    BallContacts* m_contacts;
    RefereeStage* m_stage;
    bool m_hasActed = false; ///< at most one decision per cycle
    std::vector<LeagueFoulEvent> m_fouls;
    std::optional<game::PlayerId> m_mayNotTouch; ///< the player that took the last set play
    game::Side m_mayNotScore = game::Side::None; ///< set after a kick-off or an indirect free kick
    Eigen::Vector2d m_setPlayAt_S = Eigen::Vector2d::Zero();
    PostureWatch m_postures;
    std::array<GoalAreaWatch, 2> m_defenders; ///< left, right
};

} // namespace sideline::simulator::mujoco
