#include "logs/analysis/statistic_list.h"

#include <limits>

namespace sideline::logs {

namespace {

using game::Side;
using Kind = OccurrenceKind;
using Period = PeriodStatistics;
using Player = PlayerStatistics;

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

double percentOf(double part, double whole) {
    return whole > 0.0 ? 100.0 * part / whole : kNothing;
}

// A plain member of a team's or player's sums.
template <auto Member>
double teamValue(const Period& period, Side side) {
    return static_cast<double>(period.teams.of(side).*Member);
}
template <auto Member>
double playerValue(const Player& player) {
    return static_cast<double>(player.*Member);
}
template <auto Member>
double meanOfKicks(const Period& period, Side side) {
    const TeamStatistics& team = period.teams.of(side);
    return team.kicks > 0 ? team.*Member : kNothing;
}

double possession(const Period& period, Side side) {
    const auto& teams = period.teams;
    return percentOf(teams.of(side).possessionS, teams.left.possessionS + teams.right.possessionS);
}
double inOpponentHalf(const Period& period, Side side) {
    return percentOf(period.teams.of(side).ballInOpponentHalfS, period.inPlayS);
}
double completion(const Period& period, Side side) {
    const TeamStatistics& team = period.teams.of(side);
    return percentOf(team.completePasses, team.passes);
}
double meanGetUp(const Player& player) {
    return player.meanGetUpS().value_or(kNothing);
}

using Team = TeamStatistics;

constexpr TeamStatistic kTeam[] = {
    {{"goals", "Goals", "", 0, "Goals that count for the team, own goals of the opponents included",
      Kind::Goal},
     teamValue<&Team::goals>},
    {{"own_goals", "Own goals", "", 0, "Shot into its own goal", Kind::OwnGoal},
     teamValue<&Team::ownGoals>},
    {{"possession", "Possession", "%", 0,
      "Share of the time in which either team had the ball in play", Kind::Possession},
     possession},
    {{"possession_time", "Time with the ball", "s", 0,
      "From when one of its players controls the ball until an opponent does, or play stops",
      Kind::Possession},
     teamValue<&Team::possessionS>},
    {{"opponent_half", "Ball in opponents' half", "%", 0,
      "Share of the time in play that the ball was in the opponents' half", Kind::InOpponentHalf},
     inOpponentHalf},
    {{"shots", "Shots", "", 0, "Kicks that would reach the goal line at the goal or near it",
      Kind::Shot},
     teamValue<&Team::shots>},
    {{"shots_on_target", "Shots on target", "", 0,
      "Shots that would end between the posts, and goals", Kind::ShotOnTarget},
     teamValue<&Team::shotsOnTarget>},
    {{"expected_goals", "Expected goals", "", 2,
      "How promising its shots were, by where they were taken from and who stood in the way",
      Kind::Shot},
     teamValue<&Team::expectedGoals>},
    {{"passes", "Passes", "", 0,
      "Kicks of some length, no shots, that ended at another player or out of the field",
      Kind::Pass},
     teamValue<&Team::passes>},
    {{"complete_passes", "Complete passes", "", 0, "Passes that ended at a teammate",
      Kind::CompletePass},
     teamValue<&Team::completePasses>},
    {{"intercepted_passes", "Intercepted passes", "", 0, "Passes that ended at an opponent",
      Kind::InterceptedPass},
     teamValue<&Team::interceptedPasses>},
    {{"pass_completion", "Pass completion", "%", 0, "Share of its passes that were complete",
      Kind::Pass},
     completion},
    {{"kicks", "Kicks", "", 0, "Changes of the ball's velocity by a robot", Kind::Kick},
     teamValue<&Team::kicks>},
    {{"kick_speed", "Mean kick speed", "m/s", 1, "Mean of the ball's highest speeds after kicks",
      Kind::Kick},
     meanOfKicks<&Team::kickSpeedMps>},
    {{"kick_distance", "Mean kick distance", "m", 1,
      "Mean distance from a kick to where the ball's way ended", Kind::Kick},
     meanOfKicks<&Team::kickDistanceM>},
    {{"dribbles", "Dribbles", "", 0, "A player takes the ball along for some distance",
      Kind::Dribble},
     teamValue<&Team::dribbles>},
    {{"dribbled", "Dribbled distance", "m", 1, "Sum of all dribbles", Kind::Dribble},
     teamValue<&Team::dribbledM>},
    {{"recoveries", "Ball recoveries", "", 0,
      "A player gets the ball while the opponents have it in play", Kind::Recovery},
     teamValue<&Team::recoveries>},
    {{"set_plays", "Set plays", "", 0, "Restarts that the team was given", Kind::SetPlay},
     teamValue<&Team::setPlays>},
    {{"set_plays_won", "Set plays won", "", 0, "The team had the ball afterwards",
      Kind::SetPlayWon},
     teamValue<&Team::setPlaysWon>},
    {{"set_plays_lost", "Set plays lost", "", 0, "The opponents had the ball afterwards",
      Kind::SetPlayLost},
     teamValue<&Team::setPlaysLost>},
    {{"fouls", "Fouls", "", 0, "As called by the referee", Kind::Foul}, teamValue<&Team::fouls>},
    {{"falls", "Falls", "", 0, "Robots that fell, while the clock ran or not", Kind::Fall},
     teamValue<&Team::falls>},
    {{"time_down", "Time down", "s", 0, "Of all players together, while the clock ran", Kind::Fall},
     teamValue<&Team::downS>},
    {{"distance", "Distance walked", "m", 0,
      "Of all players together, while upright and the clock ran"},
     teamValue<&Team::distanceM>},
};

constexpr PlayerStatistic kPlayer[] = {
    {{"distance", "Distance walked", "m", 1, "While upright and the clock ran"},
     "Distance",
     playerValue<&Player::distanceM>},
    {{"mean_speed", "Mean speed", "m/s", 2, "Distance over the time upright"},
     "Speed",
     [](const Player& player) { return player.uprightS > 0.0 ? player.meanSpeedMps() : kNothing; }},
    {{"control_time", "Ball control", "s", 1, "Time in play in which it controlled the ball",
      Kind::Control},
     "Control",
     playerValue<&Player::controlS>},
    {{"goals", "Goals", "", 0, "Own goals excepted", Kind::Goal},
     "Goals",
     playerValue<&Player::goals>},
    {{"own_goals", "Own goals", "", 0, "Shot into its own goal", Kind::OwnGoal},
     "Own goals",
     playerValue<&Player::ownGoals>},
    {{"shots", "Shots", "", 0, "Kicks that would reach the goal line at the goal or near it",
      Kind::Shot},
     "Shots",
     playerValue<&Player::shots>},
    {{"shots_on_target", "Shots on target", "", 0,
      "Shots that would end between the posts, and goals", Kind::ShotOnTarget},
     "On target",
     playerValue<&Player::shotsOnTarget>},
    {{"expected_goals", "Expected goals", "", 2,
      "How promising its shots were, by where they were taken from and who stood in the way",
      Kind::Shot},
     "Exp. goals",
     playerValue<&Player::expectedGoals>},
    {{"passes", "Passes", "", 0,
      "Kicks of some length, no shots, that ended at another player or out of the field",
      Kind::Pass},
     "Passes",
     playerValue<&Player::passes>},
    {{"complete_passes", "Complete passes", "", 0, "Passes that ended at a teammate",
      Kind::CompletePass},
     "Complete",
     playerValue<&Player::completePasses>},
    {{"kicks", "Kicks", "", 0, "Changes of the ball's velocity by the robot", Kind::Kick},
     "Kicks",
     playerValue<&Player::kicks>},
    {{"dribbles", "Dribbles", "", 0, "It takes the ball along for some distance", Kind::Dribble},
     "Dribbles",
     playerValue<&Player::dribbles>},
    {{"dribbled", "Dribbled distance", "m", 1, "Sum of all its dribbles", Kind::Dribble},
     "Dribbled",
     playerValue<&Player::dribbledM>},
    {{"recoveries", "Ball recoveries", "", 0,
      "It gets the ball while the opponents have it in play", Kind::Recovery},
     "Recoveries",
     playerValue<&Player::recoveries>},
    {{"falls", "Falls", "", 0, "While the clock ran or not", Kind::Fall},
     "Falls",
     playerValue<&Player::falls>},
    {{"time_down", "Time down", "s", 1, "While the clock ran", Kind::Fall},
     "Down",
     playerValue<&Player::downS>},
    {{"get_ups", "Get-ups", "", 0, "Falls after which it got up by itself", Kind::GetUp},
     "Get-ups",
     playerValue<&Player::getUps>},
    {{"get_up_time", "Mean time to get up", "s", 1,
      "Of those falls after which it got up by itself", Kind::GetUp},
     "Gets up in",
     meanGetUp},
    {{"fouls", "Fouls", "", 0, "As called by the referee", Kind::Foul},
     "Fouls",
     playerValue<&Player::fouls>},
};

} // namespace

std::span<const TeamStatistic> teamStatistics() {
    return kTeam;
}

std::span<const PlayerStatistic> playerStatistics() {
    return kPlayer;
}

std::string_view teamName(const MatchStatistics& match, Side side) {
    const std::string& name = side == Side::Left ? match.teamLeft : match.teamRight;
    return name.empty() ? game::sideName(side) : std::string_view(name);
}

} // namespace sideline::logs
