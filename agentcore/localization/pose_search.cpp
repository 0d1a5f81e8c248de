#include "agentcore/localization/pose_search.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"

namespace sideline::localization {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using math::radFromDeg;

// Maximum residual of a first fit; increases with the distance of the landmark.
constexpr double kFitM = 0.3;
constexpr double kFitRad = 0.08;
// Typical residual of a guess, and the maximum cost of an unexplained observation.
constexpr double kRoughM = 0.1;
constexpr double kRoughRad = 0.04;
constexpr double kMaxMisfit = 9.0;
// Guesses this close to a considered pose converge to it (as a fraction of the limits below).
constexpr double kSameGuess = 0.2;
constexpr double kSameResult = 0.5;
// Uncertainty of a guess before refinement.
constexpr double kTiltSigmaRad = radFromDeg(2.5);
constexpr double kHeadingSigmaRad = radFromDeg(4.0);
constexpr double kPlaceSigmaM = 0.4;
// Limits of a candidate: minimum height of the camera, maximum height of the torso above its height
// on straight legs, and maximum distance outside the field.
constexpr double kLowestCandidateM = -0.1;
constexpr double kLiftedM = 1.0;
constexpr double kOutsideM = 12.0;
// Maximum number of line directions that are tried, the longest first.
constexpr std::size_t kMaxDirections = 3;
constexpr double kMinLineM = 0.8;
// Grid spacing and maximum rotation of a search around the last pose, without a landmark.
constexpr double kGridM = 0.6;
constexpr double kMaxTurnRad = radFromDeg(60.0);
// Limits within which two poses are equal, and the margin of the best pose over any other.
constexpr double kSameM = 0.3;
constexpr double kSameRad = radFromDeg(6.0);
constexpr double kSurely = 12.0;
// Robots mostly stand upright on nearly straight legs, or lie down: height of their torso relative
// to its height on straight legs.
constexpr double kStandingRatio = 0.96;
constexpr double kLyingRatio = 0.31;
constexpr double kHeightSigmaRatio = 0.31;
constexpr double kMinScaleM = 0.05; // minimum height of the torso, for robots that lie on it
constexpr double kUprightCandidateCos = 0.7;

bool isSame(const math::Pose& a, const math::Pose& b, double ratioOfLimits) {
    return (a.p - b.p).norm() < ratioOfLimits * kSameM &&
           (a.R - b.R).norm() < ratioOfLimits * std::sqrt(2.0) * kSameRad;
}

// Fits heading and position from landmarks for a known tilt: the weighted fit of Umeyama (1991) in
// the plane, with heights treated separately.
template <typename Indices>
std::optional<math::Pose> fitLevel(const SearchInput& input, const field::FieldModel& field,
                                   const Matrix3d& R_LevelT, const Indices& indices) {
    const auto seen_Level = [&](std::size_t i) -> Vector3d {
        return R_LevelT * (input.X_TC * (input.vision.landmarks()[i].point.p_C - input.offset_C));
    };
    const auto known_S = [&](std::size_t i) -> const Vector3d& {
        return field.landmarks()[static_cast<std::size_t>(input.vision.landmarks()[i].landmark)]
            .p_S;
    };
    Vector3d meanSeen = Vector3d::Zero();
    Vector3d meanKnown = Vector3d::Zero();
    double sum = 0.0;
    for (const std::size_t i : indices) {
        const double weight = 1.0 / input.vision.landmarks()[i].point.p_C.squaredNorm();
        meanSeen += weight * seen_Level(i);
        meanKnown += weight * known_S(i);
        sum += weight;
    }
    meanSeen /= sum;
    meanKnown /= sum;
    double along = 0.0;
    double across = 0.0;
    for (const std::size_t i : indices) {
        const Vector3d a = seen_Level(i) - meanSeen;
        const Vector3d b = known_S(i) - meanKnown;
        const double weight = 1.0 / input.vision.landmarks()[i].point.p_C.squaredNorm();
        along += weight * (a.x() * b.x() + a.y() * b.y());
        across += weight * (a.x() * b.y() - a.y() * b.x());
    }
    const Matrix3d turn =
        Eigen::AngleAxisd(std::atan2(across, along), Vector3d::UnitZ()).toRotationMatrix();
    const Vector3d p_ST = meanKnown - turn * meanSeen;
    for (const std::size_t i : indices) {
        const double missM = (p_ST + turn * seen_Level(i) - known_S(i)).norm();
        if (!(missM < kFitM + kFitRad * input.vision.landmarks()[i].point.p_C.norm())) {
            return std::nullopt;
        }
    }
    return math::Pose{turn * R_LevelT, p_ST};
}

// Coarse cost of a pose, by which candidates are ordered: squared residuals of landmarks and line
// ends, without matching the lines.
double misfitOf(const SearchInput& input, const math::Pose& X_SC) {
    const auto missed = [](const SeenPoint& seen, const Vector3d& byM) {
        const double sigmaM = kRoughM + kRoughRad * seen.z(0);
        return std::min(byM.squaredNorm() / (sigmaM * sigmaM), kMaxMisfit);
    };
    const auto place_S = [&](const SeenPoint& seen) -> Vector3d {
        return X_SC * (seen.p_C - input.offset_C);
    };
    double misfit = 0.0;
    for (const auto& seen : input.vision.landmarks()) {
        const auto& known = input.scene.field.landmarks()[static_cast<std::size_t>(seen.landmark)];
        misfit += missed(seen.point, place_S(seen.point) - known.p_S);
    }
    for (const auto& line : input.vision.lines()) {
        for (const SeenPoint& end : line.ends) {
            const Vector3d p_S = place_S(end);
            double nearest = kMaxMisfit;
            for (const field::LineSegment& known : input.scene.field.lines()) {
                const Eigen::Vector2d run = known.to_S - known.from_S;
                const Eigen::Vector2d from = p_S.head<2>() - known.from_S;
                const double ratio =
                    std::clamp(from.dot(run) / std::max(run.squaredNorm(), 1e-12), 0.0, 1.0);
                const Eigen::Vector2d lateral = from - ratio * run;
                nearest = std::min(nearest, missed(end, {lateral.x(), lateral.y(), p_S.z()}));
            }
            misfit += 0.5 * nearest;
        }
    }
    return misfit;
}

bool isSensible(const math::Pose& X_SC, const SearchInput& input) {
    const auto& size = input.scene.field.dimensions();
    const double highestM = input.standingTorsoM + input.X_TC.p.norm() + kLiftedM;
    return X_SC.p.allFinite() && X_SC.p.z() > kLowestCandidateM && X_SC.p.z() < highestM &&
           std::abs(X_SC.p.x()) < 0.5 * size.lengthM + kOutsideM &&
           std::abs(X_SC.p.y()) < 0.5 * size.widthM + kOutsideM;
}

} // namespace

Matrix3d levelled(const Vector3d& up_T) {
    return math::rotationBy(math::uprightTurnRad(up_T));
}

std::optional<Vector3d> upByLines(const VisionPoints& vision) {
    if (vision.lines().size() < 2) {
        return std::nullopt;
    }
    Vector3d mean = Vector3d::Zero();
    double sum = 0.0;
    for (const auto& line : vision.lines()) {
        for (const SeenPoint& end : line.ends) {
            const double weight = 1.0 / (0.2 + end.p_C.squaredNorm());
            mean += weight * end.p_C;
            sum += weight;
        }
    }
    mean /= sum;
    Matrix3d scatter = Matrix3d::Zero();
    for (const auto& line : vision.lines()) {
        for (const SeenPoint& end : line.ends) {
            const Vector3d from = end.p_C - mean;
            scatter += from * from.transpose() / (0.2 + end.p_C.squaredNorm());
        }
    }
    Eigen::SelfAdjointEigenSolver<Matrix3d> solver;
    solver.computeDirect(scatter);
    const Vector3d spread = solver.eigenvalues();
    if (!spread.allFinite() || !(spread(1) > 30.0 * std::max(spread(0), 0.0))) {
        return std::nullopt;
    }
    const Vector3d normal = solver.eigenvectors().col(0);
    return normal.dot(mean) > 0.0 ? Vector3d(-normal) : normal;
}

void PoseSearch::guessByLandmarks(const SearchInput& input, const Matrix3d& R_LevelT) {
    std::array<std::size_t, VisionPoints::kMaxLandmarks> all{};
    const std::size_t count = input.vision.landmarks().size();
    for (std::size_t i = 0; i < count; ++i) {
        all[i] = i;
    }
    const auto pose = fitLevel(input, input.scene.field, R_LevelT, std::span(all).first(count));
    if (pose) {
        guess(input, *pose);
    }
}

void PoseSearch::guessByPairs(const SearchInput& input, const Matrix3d& R_LevelT) {
    const std::size_t count = input.vision.landmarks().size();
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = i + 1; j < count; ++j) {
            const auto pose =
                fitLevel(input, input.scene.field, R_LevelT, std::array<std::size_t, 2>{i, j});
            if (pose) {
                guess(input, *pose);
            }
        }
    }
}

// All field lines except those of the circle are parallel to the field's axes: a long line
// determines the heading up to quarter turns.
void PoseSearch::guessByLines(const SearchInput& input, const Matrix3d& R_LevelT) {
    std::array<std::pair<double, double>, kMaxDirections> longest{}; // length, direction
    const Matrix3d R_LevelC = R_LevelT * input.X_TC.R;
    for (const auto& line : input.vision.lines()) {
        const Vector3d run = R_LevelC * (line.ends[1].p_C - line.ends[0].p_C);
        const double lengthM = run.head<2>().norm();
        if (lengthM > longest.back().first && lengthM > kMinLineM) {
            longest.back() = {lengthM, std::atan2(run.y(), run.x())};
            std::ranges::sort(longest, std::greater<>());
        }
    }
    for (const auto& [lengthM, directionRad] : longest) {
        for (int quarter = 0; lengthM > 0.0 && quarter < 4; ++quarter) {
            const Matrix3d turn =
                Eigen::AngleAxisd(0.5 * math::kPi * quarter - directionRad, Vector3d::UnitZ())
                    .toRotationMatrix();
            const Matrix3d R_ST = turn * R_LevelT;
            for (const auto& seen : input.vision.landmarks()) {
                const Vector3d& known_S =
                    input.scene.field.landmarks()[static_cast<std::size_t>(seen.landmark)].p_S;
                guess(input,
                      {R_ST, known_S - R_ST * (input.X_TC * (seen.point.p_C - input.offset_C))});
            }
            if (!input.vision.landmarks().empty() || !input.last_ST) {
                continue;
            }
            const Eigen::AngleAxisd change(Matrix3d(R_ST * input.last_ST->R.transpose()));
            if (std::abs(change.angle()) > kMaxTurnRad) {
                continue;
            }
            for (int x = -1; x <= 1; ++x) {
                for (int y = -1; y <= 1; ++y) {
                    guess(input, {R_ST, input.last_ST->p + kGridM * Vector3d(x, y, 0.0)});
                }
            }
        }
    }
}

void PoseSearch::guess(const SearchInput& input, const math::Pose& X_ST) {
    const math::Pose X_SC = X_ST * input.X_TC;
    if (m_guessCount == kMaxGuesses || !isSensible(X_SC, input)) {
        return;
    }
    for (std::size_t i = 0; i < m_guessCount; ++i) {
        if (isSame(m_guesses[i].X_ST, X_ST, kSameGuess)) {
            return;
        }
    }
    m_guesses[m_guessCount++] = {X_ST, misfitOf(input, X_SC)};
}

void PoseSearch::weighBest(const SearchInput& input) {
    const auto guesses = std::span(m_guesses).first(m_guessCount);
    std::ranges::sort(guesses, {}, &Guess::misfit);
    for (const Guess& next : guesses) {
        const auto weighedPoses = weighed();
        if (weighedPoses.size() == kMaxWeighed) {
            return;
        }
        if (std::ranges::none_of(weighedPoses, [&](const FoundPose& found) {
                return isSame(found.X_ST, next.X_ST, kSameResult);
            })) {
            weigh(input, next.X_ST);
        }
    }
}

void PoseSearch::weigh(const SearchInput& input, const math::Pose& X_ST) {
    CameraBelief camera;
    camera.X_SC = X_ST * input.X_TC;
    camera.offset_C = input.offset_C;
    const Matrix3d R_CS = camera.X_SC.R.transpose();
    const double tilt = kTiltSigmaRad * kTiltSigmaRad;
    const double heading = kHeadingSigmaRad * kHeadingSigmaRad;
    camera.covariance.topLeftCorner<3, 3>() =
        R_CS * Vector3d(tilt, tilt, heading).asDiagonal() * R_CS.transpose();
    camera.covariance.bottomRightCorner<3, 3>() =
        kPlaceSigmaM * kPlaceSigmaM * Matrix3d::Identity();
    const VisionFit fit = fitVision(input.vision, camera, input.scene, CameraMatrix::Zero());
    if (!isSensible(fit.posterior.X_SC, input)) {
        return;
    }
    FoundPose found;
    found.X_ST = fit.posterior.X_SC * input.X_TC.inverse();
    found.cost = costOfVision(input.vision, fit.posterior, input.scene);
    const double expectedRatio =
        found.X_ST.R(2, 2) > kUprightCandidateCos ? kStandingRatio : kLyingRatio;
    const double scaleM = std::max(input.standingTorsoM, kMinScaleM);
    const double height = (found.X_ST.p.z() / scaleM - expectedRatio) / kHeightSigmaRatio;
    found.cost.cost += std::min(height * height, 50.0);
    m_weighed[m_weighedCount++] = found;
}

std::optional<FoundPose> PoseSearch::find(const SearchInput& input) {
    m_weighedCount = 0;
    m_guessCount = 0;
    // The last pose is always a candidate, for comparison with better ones.
    if (input.last_ST && isSensible(*input.last_ST * input.X_TC, input)) {
        weigh(input, *input.last_ST);
    }
    const std::size_t landmarks = input.vision.landmarks().size();
    const std::size_t lines = input.vision.lines().size();
    const std::size_t tilts = std::min<std::size_t>(input.tilts.size(), 4);
    for (std::size_t i = 0; landmarks >= 2 && i < tilts; ++i) {
        guessByLandmarks(input, input.tilts[i]);
    }
    for (std::size_t i = 0; landmarks >= 3 && i < tilts; ++i) {
        guessByPairs(input, input.tilts[i]);
    }
    for (std::size_t i = 0; landmarks < 2 && lines >= 2 && i < tilts; ++i) {
        guessByLines(input, input.tilts[i]);
    }
    weighBest(input);
    if (m_weighedCount == 0) {
        return std::nullopt;
    }
    const auto weighedPoses = std::span(m_weighed).first(m_weighedCount);
    FoundPose best = *std::ranges::min_element(
        weighedPoses, {}, [](const FoundPose& found) { return found.cost.cost; });
    const int landmarkCount = static_cast<int>(landmarks);
    const int lineCount = static_cast<int>(lines);
    const int explained = landmarkCount - best.cost.landmarksMissed;
    const bool fits = best.cost.landmarksMissed <= (landmarkCount >= 3 ? landmarkCount / 3 : 0) &&
                      best.cost.linesMissed <= std::max(1, lineCount * 2 / 5) &&
                      (explained >= 2 || lineCount - best.cost.linesMissed >= 3);
    best.isCertain =
        fits && std::ranges::all_of(weighedPoses, [&](const FoundPose& other) {
            return isSame(other.X_ST, best.X_ST, 1.0) || other.cost.cost > best.cost.cost + kSurely;
        });
    return best;
}

} // namespace sideline::localization
