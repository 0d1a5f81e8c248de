#include "simulator/mujoco/league_referee.h"

#include <algorithm>
#include <cmath>

#include "agentcore/math/angles.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector2d;
using game::PlayerId;
using game::PlayMode;
using game::Side;

constexpr std::array kSides = {Side::Left, Side::Right};
constexpr double kMarginM = 0.1; // players this far outside the field still count as on it
constexpr double kRoomM = 1.0;   // minimum distance between penalized players
constexpr double kPenaltyStepM = 2.0;

Side opponentOf(Side side) {
    return side == Side::Left ? Side::Right : side == Side::Right ? Side::Left : Side::None;
}

std::size_t indexOf(Side side) {
    return side == Side::Right ? 1 : 0;
}

double signOf(Side side) {
    return side == Side::Left ? -1.0 : 1.0;
}

// Returns the play mode of the same kind for a side; modes of the right team follow those of the
// left.
PlayMode modeOf(PlayMode left, Side side) {
    return side == Side::Right ? static_cast<PlayMode>(static_cast<int>(left) + 1) : left;
}

bool isOf(PlayMode mode, PlayMode left) {
    return mode == left || mode == modeOf(left, Side::Right);
}

} // namespace

LeagueReferee::LeagueReferee(const LeagueRules& rules, const field::FieldDimensions& field,
                             LeagueGame& game, BallContacts& contacts, RefereeStage& stage)
    : m_rules(rules), m_field(field), m_game(&game), m_contacts(&contacts), m_stage(&stage) {}

LeagueReferee::Area LeagueReferee::goalArea(Side side) const {
    const double lineM = signOf(side) * m_field.lengthM / 2.0;
    const double edgeM = lineM - signOf(side) * m_field.goalAreaLengthM;
    const double halfM = m_field.goalAreaWidthM / 2.0;
    return {{std::min(lineM, edgeM), -halfM}, {std::max(lineM, edgeM), halfM}};
}

LeagueReferee::Area LeagueReferee::penaltyArea(Side side) const {
    const double lineM = signOf(side) * m_field.lengthM / 2.0;
    const double edgeM = lineM - signOf(side) * m_field.penaltyLengthM;
    const double halfM = m_field.penaltyWidthM / 2.0;
    return {{std::min(lineM, edgeM), -halfM}, {std::max(lineM, edgeM), halfM}};
}

bool LeagueReferee::isInGoal(Side side) const {
    const Eigen::Vector3d ball_S = m_stage->ball_S();
    const double behindM = signOf(side) * ball_S.x() - m_field.lengthM / 2.0;
    return behindM >= 0.0 && behindM <= m_field.goalDepthM &&
           std::abs(ball_S.y()) <= m_field.goalWidthM / 2.0 && ball_S.z() >= 0.0 &&
           ball_S.z() <= m_field.goalHeightM;
}

bool LeagueReferee::allowsBeams() const {
    const Mode mode = m_game->playMode();
    return mode == Mode::BeforeKickOff || mode == Mode::GoalLeft || mode == Mode::GoalRight;
}

void LeagueReferee::update(double timeS) {
    m_fouls.clear();
    m_game->advance(timeS);
    if (m_game->gameTimeS() >= m_rules.endS(m_game->phase())) {
        endGame();
        return;
    }
    checkTouches();
    checkPostures();
    for (const Side side : kSides) {
        checkIllegalDefense(side);
    }
    if (!m_hasActed) {
        checkTimeouts();
    }
    if (!m_hasActed) {
        checkBall();
    }
    if (!m_hasActed) {
        checkContact();
    }
    checkPlaces();
    m_hasActed = false;
}

void LeagueReferee::note(const PlayerId& player, LeagueFoul foul) {
    m_fouls.push_back({player, foul});
}

void LeagueReferee::checkTouches() {
    const std::optional<PlayerId> active = m_contacts->active();
    const std::optional<PlayerId> last = m_contacts->last();
    // After a kick-off, the team may score once an opponent has touched the ball, or a second
    // player has touched it outside the circle.
    if (m_mayNotScore != Side::None && active && last &&
        (active->side != m_mayNotScore ||
         (ball() - m_setPlayAt_S).norm() > m_field.circleRadiusM)) {
        m_mayNotScore = Side::None;
    }
    if (active && isHandFoul()) {
        note(*active, LeagueFoul::Hand);
        freeKick(opponentOf(active->side), true);
    }
    if (m_mayNotTouch && active && last) {
        if (m_mayNotTouch != last || m_mayNotTouch != active) {
            m_mayNotTouch.reset();
        } else if (m_contacts->changedAtS() &&
                   m_game->timeS() - *m_contacts->changedAtS() > m_rules.doubleTouchS) {
            note(*active, LeagueFoul::DoubleTouch);
            freeKick(opponentOf(m_mayNotTouch->side), false);
        }
    }
}

bool LeagueReferee::isHandFoul() const {
    std::vector<std::string> arms;
    for (const std::string& part : m_contacts->parts()) {
        if (part.find("hand") != std::string::npos || part.find("forearm") != std::string::npos) {
            arms.push_back(part);
        }
    }
    const PlayerId player = *m_contacts->active();
    const bool isGoalieAtHome =
        player.unum.value() == 1 && penaltyArea(player.side).contains(ball());
    return !arms.empty() && !isGoalieAtHome && m_stage->isArmExtended(player, arms);
}

void LeagueReferee::checkPostures() {
    if (m_game->playMode() == Mode::BeforeKickOff) {
        return;
    }
    for (const Side side : kSides) {
        for (const PlayerId& player : m_stage->players(side)) {
            const Eigen::Vector3d torso_S = m_stage->torso_S(player);
            if (std::abs(torso_S.y()) > m_field.widthM / 2.0 + kMarginM) {
                m_postures.reset(player);
            } else if (m_postures.isIncapable(player, torso_S.z(), m_rules)) {
                penalize(player);
                note(player, LeagueFoul::Incapable);
            }
        }
    }
}

void LeagueReferee::checkIllegalDefense(Side side) {
    std::vector<PlayerId> inside;
    for (const PlayerId& player : m_stage->players(side)) {
        if (goalArea(side).contains(torso(player))) {
            inside.push_back(player);
        }
    }
    if (const auto last =
            m_defenders[indexOf(side)].lastOfTooMany(inside, m_game->timeS(), m_rules)) {
        penalize(*last);
        note(*last, LeagueFoul::IllegalDefense);
    }
}

void LeagueReferee::checkTimeouts() {
    const Mode mode = m_game->playMode();
    const double ageS = m_game->playModeAgeS();
    const bool isOver = m_rules.setPlayS >= 0.0 && ageS > m_rules.setPlayS;
    for (const Mode left : {Mode::KickOffLeft, Mode::KickInLeft, Mode::CornerKickLeft,
                            Mode::FreeKickLeft, Mode::DirectFreeKickLeft}) {
        if (isOver && isOf(mode, left)) {
            return playOn();
        }
    }
    for (const Side side : kSides) {
        if (isOver && mode == modeOf(Mode::GoalKickLeft, side)) {
            const Area area = goalArea(side);
            return dropBall(
                Vector2d(side == Side::Left ? area.max.x() : area.min.x(), area.max.y()));
        }
        if (mode == modeOf(Mode::GoalLeft, side) && ageS > m_rules.goalPauseS) {
            return kickOff(opponentOf(side));
        }
    }
}

void LeagueReferee::checkBall() {
    const Mode mode = m_game->playMode();
    if (isOf(mode, Mode::GoalLeft)) {
        return;
    }
    for (const Side side : kSides) {
        if (!isInGoal(side)) {
            continue;
        }
        const Area area = goalArea(side);
        if (mode == modeOf(Mode::GoalKickLeft, side)) {
            dropBall(Vector2d(side == Side::Left ? area.max.x() : area.min.x(), area.max.y()));
        } else if (m_mayNotScore == opponentOf(side)) {
            goalKick(side);
        } else {
            goal(opponentOf(side));
        }
        return;
    }
    const Vector2d half(m_field.lengthM / 2.0, m_field.widthM / 2.0);
    if ((ball().array().abs() > half.array()).any()) {
        return checkBallOutside();
    }
    for (const Side side : kSides) {
        if (mode == modeOf(Mode::GoalKickLeft, side) && !goalArea(side).contains(ball())) {
            return playOn();
        }
    }
}

void LeagueReferee::checkBallOutside() {
    const Side touched = m_contacts->latest() ? m_contacts->latest()->side : Side::None;
    const Vector2d half(m_field.lengthM / 2.0, m_field.widthM / 2.0);
    const Vector2d at = ball();
    for (const Side side : kSides) { // the side that defends the goal line
        if (signOf(side) * at.x() <= half.x()) {
            continue;
        }
        if (touched == side) {
            setPlay(Mode::CornerKickLeft, opponentOf(side),
                    Vector2d(signOf(side) * half.x(), at.y() < 0.0 ? -half.y() : half.y()));
        } else {
            goalKick(side);
        }
        return;
    }
    setPlay(Mode::KickInLeft, opponentOf(touched),
            Vector2d(at.x(), at.y() < 0.0 ? -half.y() : half.y()));
}

void LeagueReferee::checkContact() {
    const std::optional<PlayerId>& active = m_contacts->active();
    if (!active) {
        return;
    }
    for (const Mode left : {Mode::KickOffLeft, Mode::KickInLeft, Mode::CornerKickLeft,
                            Mode::FreeKickLeft, Mode::DirectFreeKickLeft}) {
        if (isOf(m_game->playMode(), left)) {
            if (m_stage->players(active->side).size() > 1) {
                m_mayNotTouch = active;
            }
            return playOn();
        }
    }
}

void LeagueReferee::checkPlaces() {
    const Mode mode = m_game->playMode();
    for (const Side side : kSides) {
        if (mode == modeOf(Mode::KickOffLeft, side)) {
            return checkPlacesAtKickOff(side);
        }
        const auto penalizeOpponents = [&](const auto& isMisplaced) {
            for (const PlayerId& player : m_stage->players(opponentOf(side))) {
                if (isMisplaced(torso(player))) {
                    penalize(player);
                }
            }
        };
        if (mode == modeOf(Mode::GoalKickLeft, side)) {
            const Area area = goalArea(side);
            return penalizeOpponents([&](const Vector2d& at) { return area.contains(at); });
        }
        for (const Mode left : {Mode::KickInLeft, Mode::CornerKickLeft, Mode::FreeKickLeft,
                                Mode::DirectFreeKickLeft}) {
            if (mode == modeOf(left, side)) {
                return penalizeOpponents([&](const Vector2d& at) {
                    return (at - ball()).norm() < m_field.circleRadiusM;
                });
            }
        }
    }
}

// One player of the team with the kick-off may be in the opponents' half, within the circle.
void LeagueReferee::checkPlacesAtKickOff(Side side) {
    const double radiusM = m_field.circleRadiusM;
    const auto penalizeOpponents = [&] {
        for (const PlayerId& player : m_stage->players(opponentOf(side))) {
            const Vector2d at = torso(player);
            if (signOf(side) * at.x() > 0.0 || at.norm() < radiusM) {
                penalize(player);
            }
        }
    };
    const auto penalizeTeam = [&] {
        std::optional<PlayerId> taker;
        double takerM = radiusM;
        for (const PlayerId& player : m_stage->players(side)) {
            const Vector2d at = torso(player);
            if (signOf(side) * at.x() >= 0.0) {
                continue;
            }
            if (at.norm() > takerM) {
                penalize(player);
                continue;
            }
            if (taker) {
                penalize(*taker);
            }
            taker = player;
            takerM = at.norm();
        }
    };
    // Uses the server's order, since penalized players take the first free places.
    if (side == Side::Left) {
        penalizeTeam();
        penalizeOpponents();
    } else {
        penalizeOpponents();
        penalizeTeam();
    }
}

void LeagueReferee::setPlay(Mode left, Side side, const std::optional<Vector2d>& ball_S) {
    m_hasActed = true;
    m_mayNotTouch.reset();
    m_mayNotScore = Side::None;
    m_stage->dropBall(ball_S.value_or(ball()));
    m_contacts->reset();
    if (side != Side::None) {
        resume(modeOf(left, side));
    }
}

void LeagueReferee::kickOff(Side side) {
    setPlay(Mode::KickOffLeft, side, Vector2d(Vector2d::Zero()));
}

void LeagueReferee::resume(Mode mode) {
    m_game->setPlayMode(mode);
    for (const Side side : kSides) {
        if (mode == modeOf(Mode::KickOffLeft, side) || mode == modeOf(Mode::FreeKickLeft, side)) {
            m_mayNotScore = side;
            m_setPlayAt_S = ball();
        }
    }
}

void LeagueReferee::freeKick(Side side, bool isDirect) {
    setPlay(isDirect ? Mode::DirectFreeKickLeft : Mode::FreeKickLeft, side, {});
}

void LeagueReferee::goalKick(Side side) {
    const Area area = goalArea(side);
    setPlay(Mode::GoalKickLeft, side, Vector2d((area.min + area.max) / 2.0));
}

void LeagueReferee::dropBall(const std::optional<Vector2d>& p_S) {
    m_hasActed = true;
    m_stage->dropBall(p_S.value_or(ball()));
    m_contacts->reset();
    m_game->setPlayMode(Mode::PlayOn);
}

void LeagueReferee::playOn() {
    m_hasActed = true;
    m_game->setPlayMode(Mode::PlayOn);
}

void LeagueReferee::goal(Side side) {
    m_hasActed = true;
    m_game->setScore(side, m_game->score(side) + 1);
    m_game->setPlayMode(modeOf(Mode::GoalLeft, side));
}

void LeagueReferee::endGame() {
    m_game->setPlayMode(Mode::GameOver);
    m_mayNotTouch.reset();
    m_mayNotScore = Side::None;
    m_contacts->reset();
}

// Returns a place beside the field, away from the ball, in the player's half.
void LeagueReferee::penalize(const PlayerId& player) {
    const double side = m_stage->ball_S().y() > 0.0 ? -1.0 : 1.0;
    Vector2d at(0.0, side * (m_field.widthM / 2.0 + m_field.borderM));
    const auto isOccupied = [&] {
        return std::ranges::any_of(kSides, [&](Side of) {
            return std::ranges::any_of(m_stage->players(of), [&](const PlayerId& other) {
                return other != player && (torso(other) - at).squaredNorm() < kRoomM * kRoomM;
            });
        });
    };
    do {
        at.x() += signOf(player.side) * kPenaltyStepM;
    } while (isOccupied());
    m_stage->dropPlayer(player, at, -side * math::kPi / 2.0);
}

} // namespace sideline::simulator::mujoco
