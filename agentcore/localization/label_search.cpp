#include "agentcore/localization/label_search.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"

namespace sideline::localization {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr std::size_t kMaxBases = 8; // nearest points from which pairs are formed
constexpr double kMinBaseM = 2.0;    // minimum distance between the points of a pair
constexpr double kBaseMissM = 0.4;
constexpr double kBaseMissRatio = 0.04; // further tolerance, as a fraction of the distance
// Typical residual of a correct pose, and the cost of an unexplained point.
constexpr double kDefaultMissM = 0.15;
constexpr double kDefaultMissRatio = 0.03;
constexpr double kUnexplained = 9.0;
constexpr int kRefinements = 3;
// Poses within these limits are considered equal.
constexpr double kSamePlaceM = 1.0;
constexpr double kSameCos = 0.97;
// Margin of the best pose over any other, and the minimum number and fraction of explained points.
constexpr double kRunnerUpMisfit = 12.0;
constexpr int kMinExplained = 4;
constexpr double kMinExplainedRatio = 0.6;
constexpr double kHalfMarginM = 1.0;
constexpr double kNearLastM = 4.0;
constexpr double kBesideM = 5.0;
constexpr double kLowestTorsoM = -0.2;
constexpr double kAboveLegsM = 1.0; // maximum height of the torso above its height on straight legs

// Heading and position; the height is computed from a mean.
struct Placement {
    double headingRad = 0.0;
    Vector2d p_S = Vector2d::Zero();
    double heightM = 0.0; // height of the torso
    double misfit = 0.0;
    int explained = 0;

    [[nodiscard]] Vector2d place(const Vector3d& p_Level) const {
        return p_S + Eigen::Rotation2Dd(headingRad) * p_Level.head<2>();
    }
};

class LabelSearch {
public:
    LabelSearch(const LabelSearchInput& input, const Matrix3d& R_LevelT)
        : m_input(input), m_R_LevelT(R_LevelT) {
        for (const auto& seen : input.vision.landmarks()) {
            m_points_Level[m_count++] = R_LevelT * (input.X_TC * seen.point.p_C);
        }
        for (std::size_t i = 0; i < m_count; ++i) {
            m_nearest[i] = i;
        }
        std::sort(m_nearest.begin(), m_nearest.begin() + static_cast<std::ptrdiff_t>(m_count),
                  [this](std::size_t a, std::size_t b) {
                      return m_points_Level[a].squaredNorm() < m_points_Level[b].squaredNorm();
                  });
    }

    // Returns the best placement if it is certain.
    std::optional<Placement> run() {
        const std::size_t bases = std::min(m_count, kMaxBases);
        for (std::size_t i = 0; i < bases; ++i) {
            for (std::size_t j = i + 1; j < bases; ++j) {
                tryPair(m_nearest[i], m_nearest[j]);
            }
        }
        const bool explainsEnough =
            m_best && m_best->explained >= kMinExplained &&
            m_best->explained >= kMinExplainedRatio * static_cast<double>(m_count);
        const bool isAlone = !m_second || m_second->misfit > m_best->misfit + kRunnerUpMisfit;
        return explainsEnough && isAlone ? m_best : std::nullopt;
    }

private:
    [[nodiscard]] bool stands(std::size_t point, const field::Landmark& landmark) const {
        const auto& seen = m_input.vision.landmarks()[point];
        return seen.label == 0
                   ? &landmark ==
                         &m_input.field.landmarks()[static_cast<std::size_t>(seen.landmark)]
                   : field::landmarkLabel(landmark.kind) == seen.label;
    }

    void tryPair(std::size_t i, std::size_t j) {
        const Vector2d base = (m_points_Level[j] - m_points_Level[i]).head<2>();
        const double lengthM = base.norm();
        if (lengthM < kMinBaseM) {
            return;
        }
        const double missM =
            kBaseMissM + kBaseMissRatio * (m_points_Level[i].norm() + m_points_Level[j].norm());
        for (const field::Landmark& a : m_input.field.landmarks()) {
            if (!stands(i, a)) {
                continue;
            }
            for (const field::Landmark& b : m_input.field.landmarks()) {
                const Vector2d known = (b.p_S - a.p_S).head<2>();
                if (&a == &b || !stands(j, b) || std::abs(known.norm() - lengthM) > missM) {
                    continue;
                }
                Placement placement;
                placement.headingRad =
                    std::atan2(known.y(), known.x()) - std::atan2(base.y(), base.x());
                placement.p_S = a.p_S.head<2>() - Eigen::Rotation2Dd(placement.headingRad) *
                                                      m_points_Level[i].head<2>();
                if (isAllowed(placement)) {
                    consider(placement);
                }
            }
        }
    }

    [[nodiscard]] bool isAllowed(const Placement& placement) const {
        const auto& size = m_input.field.dimensions();
        const Vector2d& p = placement.p_S;
        if (!p.allFinite() || std::abs(p.x()) > 0.5 * size.lengthM + kBesideM ||
            std::abs(p.y()) > 0.5 * size.widthM + kBesideM) {
            return false;
        }
        if (m_input.last_ST) {
            return (p - m_input.last_ST->p.head<2>()).norm() < kNearLastM;
        }
        return m_input.side == game::Side::None ||
               (m_input.side == game::Side::Left ? p.x() < kHalfMarginM : p.x() > -kHalfMarginM);
    }

    // Scores a placement; stores the best one, and the best one that differs from it.
    void consider(Placement placement) {
        score(placement);
        for (int i = 0; i < kRefinements && placement.explained >= 2; ++i) {
            refine(placement);
            score(placement);
        }
        if (placement.heightM < kLowestTorsoM ||
            placement.heightM > m_input.standingTorsoM + kAboveLegsM) {
            return;
        }
        if (!m_best || placement.misfit < m_best->misfit) {
            if (m_best && !isSame(*m_best, placement)) {
                m_second = m_best;
            }
            m_best = placement;
        } else if (!isSame(*m_best, placement) &&
                   (!m_second || placement.misfit < m_second->misfit)) {
            m_second = placement;
        }
    }

    static bool isSame(const Placement& a, const Placement& b) {
        return (a.p_S - b.p_S).norm() < kSamePlaceM &&
               std::cos(a.headingRad - b.headingRad) > kSameCos;
    }

    // Returns the nearest landmark that a point may represent; null if it is too far away.
    const field::Landmark* nearest(const Placement& placement, std::size_t point,
                                   double& misfit) const {
        const Vector2d p = placement.place(m_points_Level[point]);
        const double typicalM = kDefaultMissM + kDefaultMissRatio * m_points_Level[point].norm();
        const field::Landmark* best = nullptr;
        misfit = kUnexplained;
        for (const field::Landmark& landmark : m_input.field.landmarks()) {
            const double at = (landmark.p_S.head<2>() - p).squaredNorm() / (typicalM * typicalM);
            if (at < misfit && stands(point, landmark)) {
                misfit = at;
                best = &landmark;
            }
        }
        return best;
    }

    void score(Placement& placement) const {
        placement.misfit = 0.0;
        placement.explained = 0;
        double height = 0.0;
        for (std::size_t i = 0; i < m_count; ++i) {
            double misfit = 0.0;
            const field::Landmark* landmark = nearest(placement, i, misfit);
            placement.misfit += misfit;
            if (landmark != nullptr) {
                ++placement.explained;
                height += landmark->p_S.z() - m_points_Level[i].z();
            }
        }
        placement.heightM = height / std::max(placement.explained, 1);
    }

    // Applies the weighted fit of Umeyama (1991) in the plane to the explained points.
    void refine(Placement& placement) const {
        Vector2d meanSeen = Vector2d::Zero();
        Vector2d meanKnown = Vector2d::Zero();
        double sum = 0.0;
        std::array<const field::Landmark*, VisionPoints::kMaxLandmarks> known{};
        const auto weightOf = [&](std::size_t i) {
            return 1.0 / std::max(m_points_Level[i].squaredNorm(), 1.0);
        };
        for (std::size_t i = 0; i < m_count; ++i) {
            double misfit = 0.0;
            known[i] = nearest(placement, i, misfit);
            if (known[i] != nullptr) {
                meanSeen += weightOf(i) * m_points_Level[i].head<2>();
                meanKnown += weightOf(i) * known[i]->p_S.head<2>();
                sum += weightOf(i);
            }
        }
        meanSeen /= sum;
        meanKnown /= sum;
        double along = 0.0;
        double across = 0.0;
        for (std::size_t i = 0; i < m_count; ++i) {
            if (known[i] != nullptr) {
                const Vector2d a = m_points_Level[i].head<2>() - meanSeen;
                const Vector2d b = known[i]->p_S.head<2>() - meanKnown;
                along += weightOf(i) * a.dot(b);
                across += weightOf(i) * (a.x() * b.y() - a.y() * b.x());
            }
        }
        placement.headingRad = std::atan2(across, along);
        placement.p_S = meanKnown - Eigen::Rotation2Dd(placement.headingRad) * meanSeen;
    }

    const LabelSearchInput& m_input;
    Matrix3d m_R_LevelT;
    std::array<Vector3d, VisionPoints::kMaxLandmarks> m_points_Level;
    std::array<std::size_t, VisionPoints::kMaxLandmarks> m_nearest{};
    std::size_t m_count = 0;
    std::optional<Placement> m_best;
    std::optional<Placement> m_second;
};

} // namespace

std::optional<math::Pose> findByLabels(const LabelSearchInput& input) {
    for (const Matrix3d& tilt : input.tilts) {
        if (const auto found = LabelSearch(input, tilt).run()) {
            const Matrix3d turn =
                Eigen::AngleAxisd(found->headingRad, Vector3d::UnitZ()).toRotationMatrix();
            return math::Pose{turn * tilt,
                              Vector3d(found->p_S.x(), found->p_S.y(), found->heightM)};
        }
    }
    return std::nullopt;
}

} // namespace sideline::localization
