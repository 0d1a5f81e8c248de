#include "logs/analysis/occurrences.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "agentcore/monitor/game_state.h"

namespace sideline::logs {

namespace {

using game::Side;
using Kind = OccurrenceKind;

std::uint32_t bits(std::initializer_list<Kind> kinds) {
    std::uint32_t all = 0;
    for (const Kind kind : kinds) {
        all |= std::uint32_t{1} << static_cast<unsigned>(kind);
    }
    return all;
}

Occurrence occurrence(const Moment& when, double durationS, const game::PlayerId& player,
                      std::initializer_list<Kind> kinds, std::string what) {
    return {when,        when.recordTimeS + durationS,
            player.side, player.unum.value() > 0 ? player : game::PlayerId{},
            bits(kinds), std::move(what)};
}

Occurrence at(const Eigen::Vector2d& p_S, Occurrence occurrence) {
    occurrence.p_SX = p_S.x();
    occurrence.p_SY = p_S.y();
    return occurrence;
}

// Continues a text after the kind of kick.
std::string endOfKick(const Kick& kick) {
    switch (kick.outcome) {
    case KickOutcome::Open:
        return ", still rolling";
    case KickOutcome::Kept:
        return ", kept";
    case KickOutcome::Teammate:
        return fmt::format(" to {}", kick.next.unum.value());
    case KickOutcome::Opponent:
        return fmt::format(" to opponent {}", kick.next.unum.value());
    case KickOutcome::Out:
        return ", out";
    case KickOutcome::InGoal:
        return ", in the goal";
    case KickOutcome::Stopped:
        return ", play stopped";
    case KickOutcome::NoPlayer:
        break;
    }
    return ", no receiver";
}

std::string textOf(const Kick& kick) {
    const char* name = kick.shot == ShotKind::OnTarget         ? "Shot on target"
                       : kick.shot == ShotKind::OffTarget      ? "Shot off target"
                       : !kick.isPass                          ? "Kick"
                       : kick.outcome == KickOutcome::Teammate ? "Complete pass"
                       : kick.outcome == KickOutcome::Opponent ? "Intercepted pass"
                                                               : "Pass";
    std::string text = fmt::format("{}{}, {:.1f} m, {:.1f} m/s", name, endOfKick(kick),
                                   kick.distanceM, kick.speedMps);
    if (kick.shot != ShotKind::None) {
        text += fmt::format(", {:.2f} expected goals", kick.expectedGoals);
    }
    return text;
}

Occurrence of(const Kick& kick) {
    Occurrence made = occurrence(kick.when, kick.durationS, kick.by, {Kind::Kick}, textOf(kick));
    if (kick.isPass) {
        made.kinds |= bits({Kind::Pass});
        made.kinds |= kick.outcome == KickOutcome::Teammate   ? bits({Kind::CompletePass})
                      : kick.outcome == KickOutcome::Opponent ? bits({Kind::InterceptedPass})
                                                              : 0;
    }
    if (kick.shot != ShotKind::None) {
        made.kinds |= bits({Kind::Shot});
        made.kinds |= kick.shot == ShotKind::OnTarget ? bits({Kind::ShotOnTarget}) : 0;
    }
    return at(kick.p_SFrom, std::move(made));
}

Occurrence of(const Fall& fall) {
    std::string text = fmt::format("Fall, {:.1f} s down", fall.downS);
    text += fall.wasMoved ? ", repositioned" : fall.hasGotUp ? ", gets up" : "";
    Occurrence made = occurrence(fall.when, fall.downS, fall.player, {Kind::Fall}, std::move(text));
    made.kinds |= fall.hasGotUp ? bits({Kind::GetUp}) : 0;
    return at(fall.p_S, std::move(made));
}

std::string_view setPieceText(game::SetPiece piece) {
    using game::SetPiece;
    switch (piece) {
    case SetPiece::KickOff:
        return "Kick-off";
    case SetPiece::KickIn:
        return "Kick-in";
    case SetPiece::CornerKick:
        return "Corner kick";
    case SetPiece::GoalKick:
        return "Goal kick";
    case SetPiece::FreeKick:
        return "Free kick";
    case SetPiece::DirectFreeKick:
        return "Direct free kick";
    default:
        return "Set play";
    }
}

Occurrence of(const SetPlay& play) {
    const char* end = !play.isWon ? "undecided" : *play.isWon ? "won" : "lost";
    Occurrence made = occurrence(play.when, 0.0, {play.side, {}}, {Kind::SetPlay},
                                 fmt::format("{}, {}", setPieceText(play.piece), end));
    if (play.isWon) {
        made.kinds |= bits({*play.isWon ? Kind::SetPlayWon : Kind::SetPlayLost});
    }
    return made;
}

// An own goal counts for one team and is listed for a player of the other.
void addGoal(std::vector<Occurrence>& all, const Goal& goal) {
    const std::string score = fmt::format("{}:{}", goal.scoreLeft, goal.scoreRight);
    Occurrence made = occurrence(goal.when, 0.0, goal.isOwnGoal ? game::PlayerId{} : goal.by,
                                 {Kind::Goal}, "Goal, " + score);
    made.side = goal.side;
    all.push_back(std::move(made));
    if (goal.isOwnGoal) {
        all.push_back(occurrence(goal.when, 0.0, goal.by, {Kind::OwnGoal}, "Own goal, " + score));
    }
}

} // namespace

std::string_view occurrenceKindName(OccurrenceKind kind) {
    constexpr std::array<std::string_view, kOccurrenceKindCount> kNames = {
        "Goals",
        "Own goals",
        "Shots",
        "Shots on target",
        "Kicks",
        "Passes",
        "Complete passes",
        "Intercepted passes",
        "Dribbles",
        "Ball recoveries",
        "Falls",
        "Get-ups",
        "Fouls",
        "Set plays",
        "Set plays won",
        "Set plays lost",
        "Possession",
        "Ball control",
        "Ball in opponents' half"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::vector<Occurrence> occurrencesOf(const MatchStatistics& match) {
    std::vector<Occurrence> all;
    for (const Goal& goal : match.goals) {
        addGoal(all, goal);
    }
    for (const Kick& kick : match.kicks) {
        all.push_back(of(kick));
    }
    for (const Dribble& dribble : match.dribbles) {
        all.push_back(at(dribble.p_SFrom,
                         occurrence(dribble.when, dribble.durationS, dribble.by, {Kind::Dribble},
                                    fmt::format("Dribble, {:.1f} m in {:.1f} s", dribble.distanceM,
                                                dribble.durationS))));
    }
    for (const Recovery& recovery : match.recoveries) {
        all.push_back(at(recovery.p_S, occurrence(recovery.when, 0.0, recovery.by, {Kind::Recovery},
                                                  "Wins the ball")));
    }
    for (const Fall& fall : match.falls) {
        all.push_back(of(fall));
    }
    for (const FoulCall& foul : match.fouls) {
        if (foul.by.side != Side::None) {
            all.push_back(occurrence(foul.when, 0.0, foul.by, {Kind::Foul},
                                     "Foul: " + monitor::foulTypeName(foul.type)));
        }
    }
    for (const SetPlay& play : match.setPlays) {
        all.push_back(of(play));
    }
    const auto addIntervals = [&](const std::vector<StateInterval>& intervals, Kind kind,
                                  const char* what) {
        for (const StateInterval& interval : intervals) {
            all.push_back(occurrence(interval.when, interval.durationS(), interval.player, {kind},
                                     fmt::format("{} for {:.1f} s", what, interval.durationS())));
        }
    };
    addIntervals(match.possessions, Kind::Possession, "Has the ball");
    addIntervals(match.controls, Kind::Control, "Controls the ball");
    addIntervals(match.inOpponentHalf, Kind::InOpponentHalf, "Ball in opponents' half");
    std::ranges::stable_sort(
        all, {}, [](const Occurrence& occurrence) { return occurrence.when.recordTimeS; });
    return all;
}

} // namespace sideline::logs
