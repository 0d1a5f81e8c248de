#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"

namespace sideline::localization {

/// Kinds of observations.
enum class ObservationKind : std::uint8_t {
    CornerFlag,
    GoalPost,
    Line, ///< a field line, which is observed without a name
    Foot, ///< a foot with a force percept, assumed to be on the ground
};

/// How an estimator classified an observation.
enum class Verdict : std::uint8_t {
    Used,
    Refused,   ///< observation outside the gate of the belief
    Unmatched, ///< a line that matches no field line, or several
    Unused,    ///< the method ignores observations of this kind
};

/// An observation of a cycle, compared with the expected one.
struct ObservationReport {
    ObservationKind kind = ObservationKind::CornerFlag;
    Verdict verdict = Verdict::Unused;
    /// Index in `FieldModel::landmarks()` for landmarks, in `VisionPercept::lines` for lines, in
    /// `Percepts::forces` for feet; otherwise 0.
    int index = 0;
    int fieldLine = -1; ///< index in `FieldModel::lines()` for matched lines; otherwise -1
    int pointCount = 0; ///< number of used elements of the arrays below: 1 for landmarks, 2 for
                        ///< lines, 0 otherwise
    std::array<protocol::Polar, 2> measured{};
    std::array<protocol::Polar, 2> predicted{}; ///< predicted by the belief; valid only if
                                                ///< `hasPrediction` is set
    /// True position of the landmark, or of the two ends on the field's line, m.
    std::array<Eigen::Vector3d, 2> known_S{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
    /// For lines: whether this end is where the border of the view cuts the line. Only the distance
    /// of such an end from the line counts.
    std::array<bool, 2> isCut{};
    bool hasPrediction = false;
    double squaredSigmas = 0.0; ///< squared Mahalanobis distance of the innovation
    int dimension = 0;          ///< dimension of the innovation
    double gate = 0.0;          ///< maximum `squaredSigmas` for acceptance; 0 without a gate
};

/// The state of an estimator.
enum class PoseStage : std::uint8_t {
    Searching, ///< the estimator has no pose
    Tracking,  ///< vision frames keep confirming the pose
    Blind,     ///< no vision frames for longer than normal
    Doubtful,  ///< vision frames no longer fit the pose
};

/// Explains an estimator's belief in one cycle. Memory is reused.
struct PoseDiagnostics {
    PoseStage stage = PoseStage::Searching;
    std::vector<ObservationReport> observations;
    double squaredSigmas = 0.0; ///< sum over all used observations
    int dimension = 0;
    /// Other poses (torso in S) considered in this cycle: particles, or hypotheses of a
    /// search.
    std::vector<math::Pose> candidates_ST;
    const char* note =
        ""; ///< one short sentence, such as "two landmarks and gravity"; may be empty

    /// Clears everything but keeps the memory.
    void clear();
};

[[nodiscard]] const char* nameOf(ObservationKind kind); ///< display name, such as `corner flag`
[[nodiscard]] const char* nameOf(Verdict verdict);      ///< display name, such as `used`
[[nodiscard]] const char* nameOf(PoseStage stage);      ///< display name, such as `tracking`

} // namespace sideline::localization
