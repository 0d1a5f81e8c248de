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

// Reads a member of a team's or player's statistics.
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
    {{"goals", "Goals", "", 0, "Goals counted for the team, including own goals of the opponents",
      Kind::Goal},
     teamValue<&Team::goals>},
    {{"own_goals", "Own goals", "", 0, "Goals scored into its own goal", Kind::OwnGoal},
     teamValue<&Team::ownGoals>},
    {{"possession", "Possession", "%", 0,
      "Percentage of the two teams' combined possession in play", Kind::Possession},
     possession},
    {{"possession_time", "Time with the ball", "s", 0,
      "From control by one of its players until control by an opponent or a stoppage",
      Kind::Possession},
     teamValue<&Team::possessionS>},
    {{"opponent_half", "Ball in opponents' half", "%", 0,
      "Percentage of the time in play with the ball in the opponents' half", Kind::InOpponentHalf},
     inOpponentHalf},
    {{"shots", "Shots", "", 0, "Kicks that would cross the goal line in or near the goal",
      Kind::Shot},
     teamValue<&Team::shots>},
    {{"shots_on_target", "Shots on target", "", 0,
      "Goals, and shots that would cross the line between the posts", Kind::ShotOnTarget},
     teamValue<&Team::shotsOnTarget>},
    {{"expected_goals", "Expected goals", "", 2,
      "Sum of the scoring probabilities of its shots, by position and opponents in the way",
      Kind::Shot},
     teamValue<&Team::expectedGoals>},
    {{"passes", "Passes", "", 0,
      "Kicks over a minimum distance, except shots, that ended at another player or out of play",
      Kind::Pass},
     teamValue<&Team::passes>},
    {{"complete_passes", "Complete passes", "", 0, "Passes that ended at a teammate",
      Kind::CompletePass},
     teamValue<&Team::completePasses>},
    {{"intercepted_passes", "Intercepted passes", "", 0, "Passes that ended at an opponent",
      Kind::InterceptedPass},
     teamValue<&Team::interceptedPasses>},
    {{"pass_completion", "Pass completion", "%", 0, "Percentage of its passes that were complete",
      Kind::Pass},
     completion},
    {{"kicks", "Kicks", "", 0, "Changes of the ball's velocity by a robot", Kind::Kick},
     teamValue<&Team::kicks>},
    {{"kick_speed", "Mean kick speed", "m/s", 1, "Mean of the maximum ball speed after each kick",
      Kind::Kick},
     meanOfKicks<&Team::kickSpeedMps>},
    {{"kick_distance", "Mean kick distance", "m", 1,
      "Mean distance from the kick to the end of the ball's path", Kind::Kick},
     meanOfKicks<&Team::kickDistanceM>},
    {{"dribbles", "Dribbles", "", 0,
      "Number of times that a player moved with the ball under control", Kind::Dribble},
     teamValue<&Team::dribbles>},
    {{"dribbled", "Dribbled distance", "m", 1, "Total length of all dribbles", Kind::Dribble},
     teamValue<&Team::dribbledM>},
    {{"recoveries", "Ball recoveries", "", 0,
      "Number of times that a player won the ball from the opponents in play", Kind::Recovery},
     teamValue<&Team::recoveries>},
    {{"set_plays", "Set plays", "", 0, "Restarts awarded to the team", Kind::SetPlay},
     teamValue<&Team::setPlays>},
    {{"set_plays_won", "Set plays won", "", 0, "Set plays after which the team had possession",
      Kind::SetPlayWon},
     teamValue<&Team::setPlaysWon>},
    {{"set_plays_lost", "Set plays lost", "", 0,
      "Set plays after which the opponents had possession", Kind::SetPlayLost},
     teamValue<&Team::setPlaysLost>},
    {{"fouls", "Fouls", "", 0, "Fouls called by the referee", Kind::Foul}, teamValue<&Team::fouls>},
    {{"falls", "Falls", "", 0, "Falls of its robots, whether or not the clock was running",
      Kind::Fall},
     teamValue<&Team::falls>},
    {{"time_down", "Time down", "s", 0, "Total of all players while the clock was running",
      Kind::Fall},
     teamValue<&Team::downS>},
    {{"distance", "Distance walked", "m", 0,
      "Total of all players while they were upright and the clock was running"},
     teamValue<&Team::distanceM>},
};

constexpr PlayerStatistic kPlayer[] = {
    {{"distance", "Distance walked", "m", 1,
      "While the player was upright and the clock was running"},
     "Distance",
     playerValue<&Player::distanceM>},
    {{"mean_speed", "Mean speed", "m/s", 2, "Distance walked divided by the time upright"},
     "Speed",
     [](const Player& player) { return player.uprightS > 0.0 ? player.meanSpeedMps() : kNothing; }},
    {{"control_time", "Ball control", "s", 1, "Time in play with the ball under its control",
      Kind::Control},
     "Control",
     playerValue<&Player::controlS>},
    {{"goals", "Goals", "", 0, "Goals, not counting own goals", Kind::Goal},
     "Goals",
     playerValue<&Player::goals>},
    {{"own_goals", "Own goals", "", 0, "Goals scored into its own goal", Kind::OwnGoal},
     "Own goals",
     playerValue<&Player::ownGoals>},
    {{"shots", "Shots", "", 0, "Kicks that would cross the goal line in or near the goal",
      Kind::Shot},
     "Shots",
     playerValue<&Player::shots>},
    {{"shots_on_target", "Shots on target", "", 0,
      "Goals, and shots that would cross the line between the posts", Kind::ShotOnTarget},
     "On target",
     playerValue<&Player::shotsOnTarget>},
    {{"expected_goals", "Expected goals", "", 2,
      "Sum of the scoring probabilities of its shots, by position and opponents in the way",
      Kind::Shot},
     "Exp. goals",
     playerValue<&Player::expectedGoals>},
    {{"passes", "Passes", "", 0,
      "Kicks over a minimum distance, except shots, that ended at another player or out of play",
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
    {{"dribbles", "Dribbles", "", 0, "Number of times that it moved with the ball under control",
      Kind::Dribble},
     "Dribbles",
     playerValue<&Player::dribbles>},
    {{"dribbled", "Dribbled distance", "m", 1, "Total length of all its dribbles", Kind::Dribble},
     "Dribbled",
     playerValue<&Player::dribbledM>},
    {{"recoveries", "Ball recoveries", "", 0,
      "Number of times that it won the ball from the opponents in play", Kind::Recovery},
     "Recoveries",
     playerValue<&Player::recoveries>},
    {{"falls", "Falls", "", 0, "Whether or not the clock was running", Kind::Fall},
     "Falls",
     playerValue<&Player::falls>},
    {{"time_down", "Time down", "s", 1, "While the clock was running", Kind::Fall},
     "Down",
     playerValue<&Player::downS>},
    {{"get_ups", "Get-ups", "", 0, "Falls after which it got up without help", Kind::GetUp},
     "Get-ups",
     playerValue<&Player::getUps>},
    {{"get_up_time", "Mean time to get up", "s", 1,
      "Mean over the falls after which it got up without help", Kind::GetUp},
     "Gets up in",
     meanGetUp},
    {{"fouls", "Fouls", "", 0, "Fouls called by the referee", Kind::Foul},
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
