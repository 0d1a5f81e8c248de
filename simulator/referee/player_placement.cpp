#include "simulator/referee/player_placement.h"

#include <algorithm>
#include <cmath>
#include <list>

#include "agentcore/robot/posture.h"
#include "simulator/referee/standing_room.h"

namespace sideline::simulator {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// Robots with feet above this height are held for a foul.
constexpr double kHeldAboveM = 0.6;

double torsoAboveFeetM(const RuleContext& context, const game::PlayerId& player) {
    return robot::placingHeightM(context.world.model(player));
}

// Searches for a free position of one player, in steps away from its present position.
class PlaceSearch {
public:
    PlaceSearch(const RuleContext& context, const game::PlayerId& player, double heightM,
                bool avoidBall)
        : m_context(context),
          m_player(player),
          m_heightM(heightM),
          m_avoidsBall(avoidBall),
          m_radiusM(standingRoom(context.rules, context.world.model(player)).radiusM),
          m_area(penaltyArea(context.field, player.side)),
          m_p_SNow(context.world.motion(player).p_S.head<2>()),
          m_mayEnterArea(mayEnterOwnArea()) {}

    // A free position at or near `target`; `target` itself if there is none.
    [[nodiscard]] Vector2d find(const Vector2d& target) {
        Vector2d place = target;
        if (besideFullArea(target) != target) {
            addPlacesAround(target);
            if (m_candidates.empty()) {
                return target;
            }
            place = takeNearest();
        }
        for (int attempt = 0; attempt < m_context.rules.maxSafeRepositionAttempts; ++attempt) {
            if (isFree(place)) {
                return place;
            }
            addPlacesAround(place);
            if (m_candidates.empty()) {
                break;
            }
            place = takeNearest();
        }
        return target;
    }

private:
    // Whether a player of the same side is on the ground in its own penalty area.
    [[nodiscard]] bool isDefending(const game::PlayerId& player) const {
        const Vector3d p_S = m_context.world.motion(player).p_S;
        return p_S.z() < torsoAboveFeetM(m_context, player) + kHeldAboveM &&
               m_area.contains(Vector2d(p_S.head<2>()));
    }

    // A player already in the area does not increase the count.
    [[nodiscard]] bool mayEnterOwnArea() const {
        if (isDefending(m_player)) {
            return true;
        }
        const auto players = m_context.world.players();
        return std::count_if(players.begin(), players.end(), [this](const auto& other) {
                   return other.side == m_player.side && isDefending(other);
               }) < m_context.rules.maxPlayersInsideOwnArea;
    }

    // Returns the position itself or, if it is in or near the team's full penalty area, a position
    // outside: in front if that is away from the player, otherwise to the side.
    [[nodiscard]] Vector2d besideFullArea(Vector2d place) const {
        const Vector2d margin(m_radiusM, m_radiusM);
        const bool isNearArea = (place.array() > (m_area.min() - margin).array()).all() &&
                                (place.array() < (m_area.max() + margin).array()).all();
        if (m_mayEnterArea || !isNearArea) {
            return place;
        }
        const double goal = ownGoalSign(m_player.side);
        if (goal * place.x() < goal * m_p_SNow.x()) {
            const double front = goal < 0.0 ? m_area.max().x() : m_area.min().x();
            place.x() = front - goal * m_radiusM;
        } else if (place.y() > m_p_SNow.y() || (place.y() == m_p_SNow.y() && place.y() < 0.0)) {
            place.y() = m_area.max().y() + m_radiusM;
        } else {
            place.y() = m_area.min().y() - m_radiusM;
        }
        return place;
    }

    // Adds the positions one step from `place` that lead away from the player: both directions on
    // an axis where the player is at the same coordinate.
    void addPlacesAround(const Vector2d& place) {
        const double goal = ownGoalSign(m_player.side);
        const double awayX = place.x() - m_p_SNow.x();
        std::vector<Vector2d> found;
        const auto addAlongX = [&](double direction) {
            const Vector2d next = place + Vector2d(direction * m_radiusM, 0.0);
            if (std::abs(next.x()) <= m_context.field.lengthM / 2.0) {
                found.push_back(besideFullArea(next));
            }
        };
        const auto addAlongY = [&](double direction) {
            found.push_back(besideFullArea(place + Vector2d(0.0, direction * m_radiusM)));
        };
        addAlongX(awayX == 0.0 ? goal : std::copysign(1.0, awayX));
        if (awayX == 0.0) {
            addAlongX(-goal);
        }
        const double awayY = place.y() - m_p_SNow.y();
        if (awayY == 0.0) {
            const double toMiddle = m_p_SNow.y() < 0.0 ? 1.0 : -1.0;
            addAlongY(toMiddle);
            addAlongY(-toMiddle);
        } else {
            addAlongY(std::copysign(1.0, awayY));
        }
        for (const Vector2d& candidate : found) {
            addCandidate(candidate);
        }
    }

    // Keeps the candidates sorted by distance to the player, without near duplicates that are not
    // closer.
    void addCandidate(const Vector2d& place) {
        const double distanceM = (place - m_p_SNow).norm();
        auto after = m_candidates.end();
        while (after != m_candidates.begin()) {
            const Vector2d& other = *std::prev(after);
            if ((other - place).norm() < m_radiusM / 2.0) {
                return;
            }
            if (distanceM >= (other - m_p_SNow).norm()) {
                break;
            }
            --after;
        }
        m_candidates.insert(after, place);
    }

    [[nodiscard]] Vector2d takeNearest() {
        const Vector2d nearest = m_candidates.front();
        m_candidates.pop_front();
        return nearest;
    }

    [[nodiscard]] bool isFree(const Vector2d& place) const {
        const field::FieldDimensions& field = m_context.field;
        if (std::abs(place.x()) > field.lengthM / 2.0 &&
            std::abs(place.y()) < field.goalWidthM / 2.0 + m_radiusM) {
            return false; // the position is in or behind a goal
        }
        const double fromBallM =
            std::max(2.0 * m_radiusM, m_context.rules.passModeMinOpponentDistanceM);
        if (m_avoidsBall &&
            (m_context.world.ballPosition_S().head<2>() - place).norm() < fromBallM) {
            return false;
        }
        const auto players = m_context.world.players();
        return std::none_of(players.begin(), players.end(), [&](const auto& other) {
            return other != m_player && isInTheWay(other, place);
        });
    }

    // Whether another robot intersects the player's sphere; a held robot is above it.
    [[nodiscard]] bool isInTheWay(const game::PlayerId& other, const Vector2d& place) const {
        const double feetM =
            m_context.world.motion(other).p_S.z() - torsoAboveFeetM(m_context, other);
        const double aboveM = std::max(0.0, feetM - m_heightM);
        return m_context.world.footprint(other).squaredExteriorDistance(place) + aboveM * aboveM <=
               m_radiusM * m_radiusM;
    }

    const RuleContext& m_context;
    game::PlayerId m_player;
    double m_heightM;
    bool m_avoidsBall;
    double m_radiusM;
    Eigen::AlignedBox2d m_area;
    Vector2d m_p_SNow;
    bool m_mayEnterArea;
    std::list<Vector2d> m_candidates;
};

} // namespace

void movePlayerSafely(RuleContext& context, const game::PlayerId& player, const Vector3d& p_S,
                      bool avoidBall) {
    if (context.rules.maxSafeRepositionAttempts <= 0 || context.rules.agentRadiusM <= 0.0) {
        movePlayerUnchecked(context, player, p_S);
        return;
    }
    Vector3d place_S = p_S;
    place_S.head<2>() = PlaceSearch(context, player, p_S.z(), avoidBall).find(p_S.head<2>());
    movePlayerUnchecked(context, player, place_S);
}

void movePlayerUnchecked(RuleContext& context, const game::PlayerId& player, const Vector3d& p_S) {
    context.moved.push_back(player);
    context.world.movePlayer(player, p_S);
}

Vector3d placeOutside_S(const field::FieldDimensions& field, const game::PlayerId& player,
                        const Vector3d& p_SBall) {
    constexpr double kSpacingM = 0.6;
    constexpr double kOutsideM = 0.5;
    constexpr int kAtMiddleLine = 7;
    const double acrossFromBall = p_SBall.y() < 0.0 ? 1.0 : -1.0;
    return {ownGoalSign(player.side) * kSpacingM * (kAtMiddleLine - player.unum.value()),
            acrossFromBall * (field.widthM / 2.0 + kOutsideM), 1.0};
}

} // namespace sideline::simulator
