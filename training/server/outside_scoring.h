#pragma once

#include <functional>
#include <stop_token>

#include "agentcore/base/error.h"
#include "training/server/server_address.h"
#include "training/skill/scoring.h"

namespace sideline::training {

/// A lone robot of any program on a server, that should score.
struct OutsideScoring {
    ServerAddress server;
    double longestS = 120.0; ///< of play; a start that takes longer has failed
    std::stop_token stop = {};
};

/// `benchScoring` of one start with whoever plays there: waits until a robot has joined and stands,
/// puts it and the ball where they begin, lets them play by trainer commands, and watches until
/// the goal.
/// @param start where it begins, see `scoringStart`
/// @param isAlive asked again and again while nobody has joined: whether somebody still may
/// Errors: those of `MatchWatch`; InvalidArgument if several robots play there; Io if nobody
/// joins, the robot leaves, or the server does not do what trainers say; Canceled.
[[nodiscard]] base::Expected<ScoringTrial> scoreOutside(const OutsideScoring& settings,
                                                        const ScoringTrial& start,
                                                        const std::function<bool()>& isAlive);

} // namespace sideline::training
