#include "agentcore/localization/line_matcher.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

#include "agentcore/math/angles.h"

namespace sideline::localization {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using math::radFromDeg;

constexpr std::size_t kMaxFieldLines = 32;
constexpr double kImageDistanceM = 0.1;
// Only ends farther inside the view than this margin count as ends of the line; the belief's
// uncertainty increases the margin.
constexpr double kRimRad = radFromDeg(0.8);
constexpr double kRimSigmas = 4.0;
constexpr double kMaxRimRad = radFromDeg(20.0);
constexpr double kNearestRimM = 0.1; // minimum distance assumed for the effect of a shift
// Tolerance of a cut end along the line, and its cost.
constexpr double kCutSigmaM = 0.15;
constexpr double kCutSigmaRatio = 0.02;
constexpr double kMaxCutCost = 16.0;
// Minimum ratio of the second-best match's cost to that of the best.
constexpr double kClearly = 9.0;
constexpr double kNever = std::numeric_limits<double>::infinity();

// The part of a field line that can be in view according to the belief.
struct View {
    bool isPossible = false;
    LineFrame frame;
    Vector3d from_C = Vector3d::Zero();
    Vector3d along_C = Vector3d::Zero();
    double firstM = 0.0; ///< where the view begins on the line
    double lastM = 0.0;
    bool hasFrom = false; ///< whether the line's first end is certainly in view
    bool hasTo = false;
};

// Clips `first` and `last` to `a + b s >= 0`; returns false if the interval is empty.
bool cut(double a, double b, double& first, double& last) {
    if (std::abs(b) < 1e-12) {
        return a >= 0.0;
    }
    const double at = -a / b;
    (b > 0.0 ? first : last) = b > 0.0 ? std::max(first, at) : std::min(last, at);
    return first <= last;
}

bool isWithin(const Vector3d& p_C, double wide, double high) {
    return p_C.y() >= kImageDistanceM && std::abs(p_C.x()) <= wide * p_C.y() &&
           std::abs(p_C.z()) <= high * p_C.y();
}

class Matcher {
public:
    Matcher(const VisionPoints& vision, const CameraBelief& camera, const field::FieldModel& field,
            const std::optional<robot::VisionSettings::Cone>& cone)
        : m_vision(vision), m_camera(camera), m_cone(cone) {
        const auto spread = camera.covariance.diagonal();
        m_turnSigmaRad = std::sqrt(spread.head<3>().maxCoeff());
        m_shiftSigmaM = std::sqrt(spread.tail<3>().maxCoeff());
        if (cone) {
            setRims();
        }
        m_viewCount = std::min(field.lines().size(), kMaxFieldLines);
        for (std::size_t i = 0; i < m_viewCount; ++i) {
            m_views[i] = viewOf(field.lines()[i]);
        }
    }

    void match(std::span<LineMatch> matches) const {
        for (std::size_t i = 0; i < matches.size(); ++i) {
            matches[i] = bestFor(m_vision.lines()[i]);
        }
        // A field line is matched only once: the best match keeps it.
        for (std::size_t i = 0; i < matches.size(); ++i) {
            for (std::size_t j = 0; j < matches.size(); ++j) {
                if (i != j && matches[i].verdict == Verdict::Used &&
                    matches[j].fieldLine == matches[i].fieldLine &&
                    matches[j].verdict == Verdict::Used &&
                    matches[j].squaredSigmas / matches[j].dimension <
                        matches[i].squaredSigmas / matches[i].dimension) {
                    matches[i].verdict = Verdict::Unmatched;
                }
            }
        }
    }

private:
    // Computes values common to all field lines.
    void setRims() {
        const auto tangent = [](double rad) { return std::tan(std::min(rad, radFromDeg(88.0))); };
        m_rimRad = std::min(kRimRad + kRimSigmas * m_turnSigmaRad, kMaxRimRad);
        m_slackM = kRimSigmas * m_shiftSigmaM;
        m_wide = tangent(m_cone->halfWidthRad + m_rimRad);
        m_high = tangent(m_cone->halfHeightRad + m_rimRad);
        m_wideIn = std::tan(m_cone->halfWidthRad - m_rimRad);
        m_highIn = std::tan(m_cone->halfHeightRad - m_rimRad);
        constexpr double kCertainlyAheadRad = radFromDeg(89.0);
        m_seesAheadOnly =
            m_cone->halfWidthRad + m_rimRad + m_slackM / kNearestRimM < kCertainlyAheadRad;
    }

    [[nodiscard]] View viewOf(const field::LineSegment& line) const {
        View view;
        view.frame = frameOf(line);
        view.from_C = m_camera.see(view.frame.from_S);
        view.along_C = m_camera.X_SC.R.transpose() * view.frame.along_S;
        view.lastM = view.frame.lengthM;
        view.isPossible = view.frame.lengthM > 0.0;
        if (!m_cone || !view.isPossible) {
            view.hasFrom = true;
            view.hasTo = true;
            return view;
        }
        const Vector3d& f = view.from_C;
        const Vector3d& a = view.along_C;
        const Vector3d to_C = f + view.frame.lengthM * a;
        const std::optional<PolarVector> from = polarAhead(f);
        const std::optional<PolarVector> to = polarAhead(to_C);
        const bool isWhole =
            isWithinCone(from, m_rimRad, m_slackM) && isWithinCone(to, m_rimRad, m_slackM);
        // The server first checks whether ends are within the angles of its cone. It cuts only
        // lines with other ends, at the rectangle of its image, which is smaller in the corners.
        double firstM = view.firstM;
        double lastM = view.lastM;
        const bool isPartly =
            cut(f.y() - kImageDistanceM + m_slackM, a.y(), firstM, lastM) &&
            cut(m_wide * f.y() + f.x() + m_slackM, m_wide * a.y() + a.x(), firstM, lastM) &&
            cut(m_wide * f.y() - f.x() + m_slackM, m_wide * a.y() - a.x(), firstM, lastM) &&
            cut(m_high * f.y() + f.z() + m_slackM, m_high * a.y() + a.z(), firstM, lastM) &&
            cut(m_high * f.y() - f.z() + m_slackM, m_high * a.y() - a.z(), firstM, lastM);
        view.isPossible = isWhole || isPartly;
        if (!isWhole) {
            view.firstM = firstM;
            view.lastM = lastM;
        }
        // A small shift of the camera moves nearby ends far across the view.
        const auto isInside = [&](const Vector3d& p) {
            return isWithin(p - Vector3d(0.0, m_slackM, 0.0), m_wideIn, m_highIn);
        };
        const bool isSurelyWhole =
            isWithinCone(from, -m_rimRad, -m_slackM) && isWithinCone(to, -m_rimRad, -m_slackM);
        view.hasFrom = isSurelyWhole || isInside(f);
        view.hasTo = isSurelyWhole || isInside(to_C);
        return view;
    }

    // Projects a point; not set for a point behind a camera with a limited view.
    [[nodiscard]] std::optional<PolarVector> polarAhead(const Vector3d& p_C) const {
        return p_C.y() < 0.0 && m_seesAheadOnly ? std::nullopt : std::optional(polarOf(p_C));
    }

    // Whether a point is within the view's angles, widened by a margin and by a shift of the point.
    [[nodiscard]] bool isWithinCone(const std::optional<PolarVector>& seen, double rimRad,
                                    double slackM) const {
        if (!seen) {
            return false;
        }
        const PolarVector& z = *seen;
        const double rim = rimRad + slackM / std::max(z(0), kNearestRimM);
        return z(0) > kImageDistanceM && std::abs(z(1)) <= m_cone->halfWidthRad + rim &&
               std::abs(z(2)) <= m_cone->halfHeightRad + rim;
    }

    // Cost of matching an observed end to a field line's end, or to the line if the end was cut.
    struct EndCost {
        double squaredSigmas = kNever;
        double cost = kNever;
        double alongM = 0.0;
        bool isCut = false;
        int dimension = 0;
    };

    [[nodiscard]] EndCost costOf(const SeenPoint& end, const View& view, bool isTo) const {
        EndCost result;
        const double tailM = isTo ? view.frame.lengthM : 0.0;
        if (isTo ? view.hasTo : view.hasFrom) {
            const Vector3d known_S = view.frame.from_S + tailM * view.frame.along_S;
            const PointComparison point = comparePoint(end, known_S, m_camera, true);
            result.squaredSigmas = point.residual.dot(point.spread.inverse() * point.residual);
            result.cost = result.squaredSigmas;
            result.alongM = tailM;
            result.dimension = 3;
            return result;
        }
        const LineComparison line =
            compareWithLine(end, view.frame.from_S, view.frame.along_S, m_camera);
        const double expectedM = isTo ? view.lastM : view.firstM;
        const double sigmaM = kCutSigmaM + kCutSigmaRatio * end.z(0) + 2.0 * m_shiftSigmaM +
                              2.0 * m_turnSigmaRad * end.z(0);
        result.squaredSigmas = line.squaredSigmas;
        result.cost = line.squaredSigmas +
                      std::min(math::square((line.alongM - expectedM) / sigmaM), kMaxCutCost);
        result.alongM = line.alongM;
        result.isCut = true;
        result.dimension = 2;
        const double slackM = 4.0 * sigmaM;
        if (line.alongM < view.firstM - slackM || line.alongM > view.lastM + slackM) {
            result.cost = kNever;
        }
        return result;
    }

    // Returns the maximum distance of an end from its line in space.
    [[nodiscard]] double reachM(const SeenPoint& end) const {
        const double distanceM = end.z(0);
        return 5.0 *
               (distanceM * (std::sqrt(end.variance.tail<2>().maxCoeff()) + 1.7 * m_turnSigmaRad) +
                std::sqrt(end.variance(0)) + 1.7 * m_shiftSigmaM);
    }

    // Quick check whether both ends are near the line in space.
    [[nodiscard]] static bool isNear(const VisionPoints::SeenLine& seen,
                                     const std::array<double, 2>& reachesM, const View& view) {
        for (std::size_t i = 0; i < 2; ++i) {
            const Vector3d fromLine = seen.ends[i].p_C - view.from_C;
            const double alongM = fromLine.dot(view.along_C);
            const double squareM = fromLine.squaredNorm() - alongM * alongM;
            const double limitM = reachesM[i];
            if (squareM > limitM * limitM || alongM < -limitM - 0.5 ||
                alongM > view.frame.lengthM + limitM + 0.5) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] LineMatch bestFor(const VisionPoints::SeenLine& seen) const {
        LineMatch best;
        double bestCost = kNever;
        double secondCost = kNever;
        const std::array<double, 2> reachesM = {reachM(seen.ends[0]), reachM(seen.ends[1])};
        for (std::size_t i = 0; i < m_viewCount; ++i) {
            const View& view = m_views[i];
            if (!view.isPossible || !isNear(seen, reachesM, view)) {
                continue;
            }
            const bool isTurned = view.along_C.dot(seen.ends[1].p_C - seen.ends[0].p_C) < 0.0;
            const std::array<bool, 2> isTo = {isTurned, !isTurned};
            const EndCost a = costOf(seen.ends[0], view, isTo[0]);
            const EndCost b = costOf(seen.ends[1], view, isTo[1]);
            const double cost = a.cost + b.cost;
            if (cost < bestCost) {
                secondCost = bestCost;
                bestCost = cost;
                best.fieldLine = static_cast<int>(i);
                best.isCut = {a.isCut, b.isCut};
                best.isTo = isTo;
                best.alongM = {a.alongM, b.alongM};
                best.squaredSigmas = a.squaredSigmas + b.squaredSigmas;
                best.dimension = a.dimension + b.dimension;
            } else if (cost < secondCost) {
                secondCost = cost;
            }
        }
        if (best.fieldLine >= 0 && best.squaredSigmas < gateFor(best.dimension)) {
            best.verdict = secondCost > bestCost + kClearly ? Verdict::Used : Verdict::Unmatched;
        } else if (best.fieldLine >= 0) {
            best.verdict = Verdict::Refused;
        }
        return best;
    }

    const VisionPoints& m_vision;
    const CameraBelief& m_camera;
    const std::optional<robot::VisionSettings::Cone>& m_cone;
    std::array<View, kMaxFieldLines> m_views;
    std::size_t m_viewCount = 0;
    double m_turnSigmaRad = 0.0;
    double m_shiftSigmaM = 0.0;
    double m_rimRad = 0.0; ///< set only with a cone, like the following members
    double m_slackM = 0.0;
    double m_wide = 0.0; ///< tangents of the view, with and without the margin
    double m_high = 0.0;
    double m_wideIn = 0.0;
    double m_highIn = 0.0;
    bool m_seesAheadOnly = false;
};

} // namespace

LineFrame frameOf(const field::LineSegment& line) {
    const Eigen::Vector2d along = line.to_S - line.from_S;
    const double lengthM = along.norm();
    const Eigen::Vector2d unit = lengthM > 0.0 ? Eigen::Vector2d(along / lengthM)
                                               : Eigen::Vector2d(Eigen::Vector2d::UnitX());
    return {{line.from_S.x(), line.from_S.y(), 0.0}, {unit.x(), unit.y(), 0.0}, lengthM};
}

void matchLines(const VisionPoints& vision, const CameraBelief& camera,
                const field::FieldModel& field,
                const std::optional<robot::VisionSettings::Cone>& cone,
                std::span<LineMatch> matches) {
    Matcher(vision, camera, field, cone).match(matches);
}

std::array<Vector3d, 2> knownEnds(const LineMatch& match, const field::FieldModel& field) {
    if (match.fieldLine < 0) {
        return {Vector3d::Zero(), Vector3d::Zero()};
    }
    const LineFrame frame = frameOf(field.lines()[static_cast<std::size_t>(match.fieldLine)]);
    return {frame.from_S + match.alongM[0] * frame.along_S,
            frame.from_S + match.alongM[1] * frame.along_S};
}

} // namespace sideline::localization
