#pragma once

#include "agentcore/field/field_model.h"
#include "evaluation/observation_filter.h"
#include "evaluation/score.h"

namespace sideline::evaluation {

/// The accuracy of the world model's ball: 3D errors of position (m) and velocity (m/s).
struct BallScore {
    Distribution seenM;       ///< errors in cycles in which the ball is seen
    Distribution rememberedM; ///< errors in other cycles with a belief
    Distribution seenMps;
    Distribution rememberedMps;
    /// Fraction of cycles with a belief, among the cycles with a true ball since the first belief.
    double knownRatio = 0.0;
};

/// Runs `world::WorldModel` with an estimator over a stream. Ground truth is removed from the
/// percepts.
/// @param from,to range of scored cycles; all by default
[[nodiscard]] BallScore ballScoreOf(const AgentStream& stream, const EstimatorSetup& setup,
                                    const field::FieldModel& field, const TruthTrack& truth,
                                    std::size_t from = 0,
                                    std::size_t to = static_cast<std::size_t>(-1));

} // namespace sideline::evaluation
