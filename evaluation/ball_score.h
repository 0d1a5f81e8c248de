#pragma once

#include "agentcore/field/field_model.h"
#include "evaluation/score.h"
#include "evaluation/what_if.h"

namespace sideline::evaluation {

/// How well the world model knew the ball: distances of position (m) and velocity (m/s) in space.
struct BallScore {
    Distribution seenM;       ///< in cycles that saw it
    Distribution rememberedM; ///< in the others in which it was believed in
    Distribution seenMps;
    Distribution rememberedMps;
    double knownShare = 0.0; ///< of cycles with truth of the ball, since it was first seen
};

/// Runs `world::WorldModel` with an estimator over a stream. Ground truth is taken out of what it
/// gets.
/// @param from,to cycles that count; all by default
[[nodiscard]] BallScore ballScoreOf(const AgentStream& stream, const EstimatorSetup& setup,
                                    const field::FieldModel& field, const TruthTrack& truth,
                                    std::size_t from = 0,
                                    std::size_t to = static_cast<std::size_t>(-1));

} // namespace sideline::evaluation
