#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "agentcore/math/angles.h"
#include "evaluation/pose_run.h"
#include "evaluation/truth.h"

namespace sideline::evaluation {

/// How far a belief was from the truth in a cycle.
struct PoseError {
    double groundM = 0.0;    ///< of the camera's position on the ground
    double spaceM = 0.0;     ///< of the camera's position, with its height; NaN without one
    double heightM = 0.0;    ///< signed, belief less truth; NaN without a believed height
    double headingRad = 0.0; ///< signed, of the camera's forward axis
    /// Squared error in sigmas of x, y and heading together (3 degrees of freedom, expected mean
    /// 3); the truth's rounding counts as spread. Nothing for methods without a covariance.
    std::optional<double> squaredSigmas;
};

/// The errors of each cycle; nothing where there is no truth or no valid belief.
[[nodiscard]] std::vector<std::optional<PoseError>> errorsOf(const AgentStream& stream,
                                                             const PoseRun& run,
                                                             const TruthTrack& truth);

/// Adds the errors of the cycles that came since; see `errorsOf`.
void addErrors(const AgentStream& stream, const PoseRun& run, const TruthTrack& truth,
               std::vector<std::optional<PoseError>>& errors);

/// What a robot was doing in a cycle, by truth and percepts.
enum class Activity : std::uint8_t { Standing, Walking, Fallen };
[[nodiscard]] std::vector<Activity> activitiesOf(const AgentStream& stream,
                                                 const TruthTrack& truth);

/// A distribution of absolute errors.
struct Distribution {
    std::size_t count = 0;
    double mean = 0.0;
    double rms = 0.0;
    double median = 0.0;
    double p95 = 0.0;
    double max = 0.0;
};
[[nodiscard]] Distribution distributionOf(std::vector<double> values);

/// Errors of a group of cycles.
struct ErrorScore {
    Distribution groundM;
    Distribution spaceM;
    Distribution headingRad;
    Distribution heightM;
};

/// What is wanted of a recovery.
inline constexpr double kFoundM = 0.1;
inline constexpr double kFoundRad = math::radFromDeg(1.0);

/// A camera's offset counts as learned when one sigma of its worst axis is under this; before
/// anything is seen it is 0.0029 m.
inline constexpr double kLearnedM = 0.001;

/// How well an estimator did on a stream.
struct RunScore {
    ErrorScore all;
    ErrorScore vision; ///< cycles with a vision frame
    ErrorScore standing;
    ErrorScore walking;
    ErrorScore fallen;
    ErrorScore unlearned; ///< cycles in which the camera's offset was not known better than
                          ///< `kLearnedM`, of methods that learn it
    ErrorScore learned;   ///< the others of these methods
    /// Since the first vision frame with two landmarks; from a beam on, since the first such vision
    /// frame after it: before that nothing could be known.
    std::size_t cycles = 0;
    double validShare = 0.0;            ///< of these
    std::optional<double> microseconds; ///< mean time of an update, where it is known
    std::optional<double> p99Microseconds;
    std::optional<double> meanSquaredSigmas; ///< divided by the degrees of freedom: 1 is right
    std::optional<double> consistentShare;   ///< of cycles within the 95 % region
    std::optional<double> residualSigmas;    ///< root mean square over vision frames; see `PoseRun`
    /// After each beam or move that stood for a second and a half (reported by the stream, or seen
    /// as a jump of the truth by over 0.4 m), from the first vision frame until the error stays
    /// under 0.1 m and 1 degree for a second.
    std::vector<double> recoveryS;
    std::size_t unrecovered = 0; ///< beams and moves after which that never came to be
};

/// @param from,to cycles that count; all by default
[[nodiscard]] RunScore scoreOf(const AgentStream& stream, const PoseRun& run,
                               const TruthTrack& truth, std::size_t from = 0,
                               std::size_t to = static_cast<std::size_t>(-1));

/// The same with errors that somebody has computed already.
[[nodiscard]] RunScore scoreOf(const AgentStream& stream, const PoseRun& run,
                               const TruthTrack& truth,
                               std::span<const std::optional<PoseError>> errors, std::size_t from,
                               std::size_t to);

} // namespace sideline::evaluation
