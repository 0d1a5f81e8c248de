#include "agentcore/localization/closed_form_fits.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>
#include <Eigen/SVD>

#include "agentcore/math/rotation.h"

namespace sideline::localization {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// Points count as collinear if the ratio of their squared spreads across and along a line is at
// most this.
constexpr double kMinSpread = 1e-9;
constexpr double kNearM = 1e-6;

// Finds the rotation R that maximizes the sum of `known . (R seen)`, given the sum of `known *
// seen^T`; not set if the rotation about some axis is undetermined.
std::optional<Matrix3d> bestRotation(const Matrix3d& sum) {
    const Eigen::JacobiSVD<Matrix3d> svd(sum, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Vector3d& values = svd.singularValues();
    if (!sum.allFinite() || !(values(1) > kMinSpread * values(0))) {
        return std::nullopt;
    }
    Matrix3d U = svd.matrixU();
    if (U.determinant() * svd.matrixV().determinant() < 0.0) {
        U.col(2) = -U.col(2); // avoids a reflection
    }
    return U * svd.matrixV().transpose();
}

// The three flags of the closed form; `along` is on the sideline of `corner`, `across` on its goal
// line.
struct Triple {
    const KnownPoint* corner = nullptr;
    const KnownPoint* along = nullptr;
    const KnownPoint* across = nullptr;
};

bool isSame(double a, double b) {
    return std::abs(a - b) < kNearM;
}

std::optional<Triple> orderTriple(const std::array<const KnownPoint*, 3>& flags) {
    for (std::size_t i = 0; i < flags.size(); ++i) {
        const KnownPoint& corner = *flags[i];
        Triple triple{&corner, nullptr, nullptr};
        for (std::size_t k = 1; k < flags.size(); ++k) {
            const KnownPoint* other = flags[(i + k) % flags.size()];
            const bool isSameX = isSame(other->known_S.x(), corner.known_S.x());
            const bool isSameY = isSame(other->known_S.y(), corner.known_S.y());
            if (isSameY && !isSameX) {
                triple.along = other;
            } else if (isSameX && !isSameY) {
                triple.across = other;
            }
        }
        if (triple.along != nullptr && triple.across != nullptr) {
            return triple;
        }
    }
    return std::nullopt;
}

// Returns coordinate k from the distances to two flags that differ only in that coordinate.
double coordinateM(const KnownPoint& from, const KnownPoint& to, int k) {
    const double a = from.known_S(k);
    const double b = to.known_S(k);
    return 0.5 * (a + b) + (from.seen_T.squaredNorm() - to.seen_T.squaredNorm()) / (2.0 * (b - a));
}

} // namespace

Vector3d meanPosition_S(std::span<const KnownPoint> seen, const Matrix3d& R_ST) {
    Vector3d sum_S = Vector3d::Zero();
    for (const KnownPoint& point : seen) {
        sum_S += point.known_S - R_ST * point.seen_T;
    }
    return sum_S / static_cast<double>(seen.size());
}

std::optional<double> missingTurnRad(std::span<const KnownPoint> seen, const Matrix3d& R_LevelT) {
    Eigen::Vector2d sum = Eigen::Vector2d::Zero(); // sum of unit vectors, so that angles may wrap
    for (std::size_t i = 0; i < seen.size(); ++i) {
        for (std::size_t k = i + 1; k < seen.size(); ++k) {
            const Vector3d known = seen[k].known_S - seen[i].known_S;
            const Vector3d found = R_LevelT * (seen[k].seen_T - seen[i].seen_T);
            const Eigen::Vector2d turn(known.x() * found.x() + known.y() * found.y(),
                                       known.y() * found.x() - known.x() * found.y());
            if (turn.norm() > kNearM) {
                sum += turn.normalized();
            }
        }
    }
    if (!(sum.norm() > kNearM)) {
        return std::nullopt;
    }
    return std::atan2(sum.y(), sum.x());
}

std::optional<Matrix3d> fitRotation(std::span<const KnownPoint> seen) {
    if (seen.size() < 3) {
        return std::nullopt;
    }
    Vector3d knownCenter = Vector3d::Zero();
    Vector3d seenCenter = Vector3d::Zero();
    for (const KnownPoint& point : seen) {
        knownCenter += point.known_S;
        seenCenter += point.seen_T;
    }
    knownCenter /= static_cast<double>(seen.size());
    seenCenter /= static_cast<double>(seen.size());
    Matrix3d sum = Matrix3d::Zero();
    for (const KnownPoint& point : seen) {
        sum += (point.known_S - knownCenter) * (point.seen_T - seenCenter).transpose();
    }
    return bestRotation(sum);
}

std::optional<math::Pose> fitByFieldNormal(const SeenParts& seen) {
    if (seen.landmarks().size() < 2) {
        return std::nullopt;
    }
    const auto normal_T = seen.groundNormal_T();
    if (!normal_T) {
        return std::nullopt;
    }
    const Matrix3d R_LevelT = math::rotationBy(math::uprightTurnRad(*normal_T));
    const auto turnRad = missingTurnRad(seen.landmarks(), R_LevelT);
    if (!turnRad) {
        return std::nullopt;
    }
    const Matrix3d R_ST = Eigen::AngleAxisd(*turnRad, Vector3d::UnitZ()) * R_LevelT;
    return math::Pose{R_ST, meanPosition_S(seen.landmarks(), R_ST)};
}

std::optional<math::Pose> fitByUmeyama(const SeenParts& seen) {
    const auto R_ST = fitRotation(seen.landmarks());
    if (!R_ST) {
        return std::nullopt;
    }
    return math::Pose{*R_ST, meanPosition_S(seen.landmarks(), *R_ST)};
}

std::optional<ThreeFlagsFit> fitByThreeFlags(const SeenParts& seen) {
    std::array<const KnownPoint*, SeenParts::kMaxLandmarks> flags{};
    std::size_t count = 0;
    for (const KnownPoint& point : seen.landmarks()) {
        if (point.isCornerFlag) {
            flags[count++] = &point;
        }
    }
    if (count < 3) {
        return std::nullopt;
    }
    std::sort(flags.begin(), flags.begin() + static_cast<std::ptrdiff_t>(count),
              [](const KnownPoint* a, const KnownPoint* b) {
                  const double difference = a->seen_T.squaredNorm() - b->seen_T.squaredNorm();
                  return difference < 0.0 || (difference == 0.0 && a->index < b->index);
              });
    const auto triple = orderTriple({flags[0], flags[1], flags[2]});
    if (!triple) {
        return std::nullopt;
    }
    const KnownPoint& corner = *triple->corner;
    ThreeFlagsFit fit;
    fit.X_ST.p.x() = coordinateM(corner, *triple->along, 0);
    fit.X_ST.p.y() = coordinateM(corner, *triple->across, 1);
    const double heightSquared =
        corner.seen_T.squaredNorm() - (fit.X_ST.p - corner.known_S).head<2>().squaredNorm();
    fit.X_ST.p.z() = corner.known_S.z() + std::sqrt(std::max(heightSquared, 0.0));
    Matrix3d sum = Matrix3d::Zero();
    for (std::size_t i = 0; i < fit.flags.size(); ++i) {
        fit.flags[i] = flags[i]->index;
        sum += (flags[i]->known_S - fit.X_ST.p).stableNormalized() *
               flags[i]->seen_T.stableNormalized().transpose();
    }
    const auto R_ST = bestRotation(sum);
    if (!R_ST) {
        return std::nullopt;
    }
    fit.X_ST.R = *R_ST;
    return fit;
}

} // namespace sideline::localization
