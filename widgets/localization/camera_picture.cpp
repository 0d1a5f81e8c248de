#include "widgets/localization/camera_picture.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "widgets/localization/observation_text.h"

namespace sideline::widgets {

namespace {

using Eigen::Vector3d;
using localization::ObservationKind;
using localization::ObservationReport;

using Edges = std::vector<std::pair<Vector3d, Vector3d>>;

Edges linesOf(const field::FieldModel& field) {
    Edges edges;
    for (const field::LineSegment& line : field.lines()) {
        edges.emplace_back(Vector3d(line.from_S.x(), line.from_S.y(), 0.0),
                           Vector3d(line.to_S.x(), line.to_S.y(), 0.0));
    }
    return edges;
}

Edges goalsOf(const field::FieldDimensions& size) {
    Edges edges;
    for (const double side : {-1.0, 1.0}) {
        const double front = side * size.lengthM / 2;
        const double back = front + side * size.goalDepthM;
        for (const double y : {-size.goalWidthM / 2, size.goalWidthM / 2}) {
            edges.emplace_back(Vector3d(front, y, 0.0), Vector3d(front, y, size.goalHeightM));
            edges.emplace_back(Vector3d(front, y, 0.0), Vector3d(back, y, 0.0));
            edges.emplace_back(Vector3d(back, y, 0.0), Vector3d(front, y, size.goalHeightM));
        }
        const Vector3d along(0.0, size.goalWidthM, 0.0);
        const Vector3d right(0.0, -size.goalWidthM / 2, 0.0);
        for (const Vector3d& start :
             {Vector3d(front, 0.0, size.goalHeightM), Vector3d(back, 0.0, 0.0)}) {
            edges.emplace_back(start + right, start + right + along);
        }
    }
    return edges;
}

std::vector<QPolygonF> curvesOf(const Edges& edges, const math::Pose& X_SC,
                                const Vector3d& offset_C) {
    const math::Pose X_CS = X_SC.inverse();
    std::vector<QPolygonF> curves;
    for (const auto& [from_S, to_S] : edges) {
        for (QPolygonF& curve : seenCurve(X_CS * from_S + offset_C, X_CS * to_S + offset_C)) {
            curves.push_back(std::move(curve));
        }
    }
    return curves;
}

bool isPose(const math::Pose& X) {
    return X.R.allFinite() && X.p.allFinite() && !(X == math::Pose{});
}

QPointF pointOf(const protocol::Polar& polar) {
    return {polar.thetaDeg, polar.phiDeg};
}

// The component of a residual perpendicular to a curve.
QPointF across(const QPointF& residual, const QPointF& from, const QPointF& to) {
    const QPointF along = to - from;
    const double squared = QPointF::dotProduct(along, along);
    return squared > 1e-9 ? residual - along * (QPointF::dotProduct(residual, along) / squared)
                          : residual;
}

void addResidual(PictureMark& mark, const ObservationReport& report, std::size_t end) {
    const QPointF turned = mark.measured[end] - mark.predicted[end];
    mark.residual[end] = {std::remainder(turned.x(), 360.0), turned.y()};
    if (!report.isCut[end] || mark.predictedCurve.size() != 1) {
        return;
    }
    const QPolygonF& curve = mark.predictedCurve.front();
    const auto last = curve.size() - 1;
    mark.residual[end] = end == 0 ? across(mark.residual[end], curve[0], curve[1])
                                  : across(mark.residual[end], curve[last - 1], curve[last]);
}

std::optional<PictureMark> markOf(const ObservationReport& report, const field::FieldModel& field,
                                  const CameraPicture& picture) {
    PictureMark mark;
    mark.pointCount = static_cast<std::size_t>(std::clamp(report.pointCount, 0, 2));
    if (mark.pointCount == 0) {
        return std::nullopt;
    }
    mark.kind = report.kind;
    mark.verdict = report.verdict;
    mark.sigmas = sigmasOf(report);
    mark.name = observationTitle(report, field);
    mark.hasPrediction = report.hasPrediction;
    for (std::size_t end = 0; end < mark.pointCount; ++end) {
        if (!isFinite(report.measured[end])) {
            return std::nullopt;
        }
        mark.hasPrediction = mark.hasPrediction && isFinite(report.predicted[end]);
        mark.measured[end] = pointOf(report.measured[end]);
    }
    if (mark.pointCount == 2) {
        mark.measuredCurve =
            seenCurve(pointSeen(report.measured[0]), pointSeen(report.measured[1]));
        if (mark.hasPrediction) {
            mark.predictedCurve =
                seenCurve(pointSeen(report.predicted[0]), pointSeen(report.predicted[1]));
        }
    }
    for (std::size_t end = 0; mark.hasPrediction && end < mark.pointCount; ++end) {
        mark.predicted[end] = pointOf(report.predicted[end]);
        const PolarSigmas noise = noiseAt(report.predicted[end]);
        mark.sigma[end] = {noise.thetaDeg, noise.phiDeg};
        addResidual(mark, report, end);
    }
    if (report.kind == ObservationKind::GoalPost && picture.hasPose) {
        const Vector3d top_C = pointSeen(report.measured[0]);
        const Vector3d down_S(0.0, 0.0, -field.dimensions().goalHeightM);
        mark.foot = directionOf(top_C + picture.X_SC.R.transpose() * down_S) - mark.measured[0];
    }
    return mark;
}

std::optional<SeenObject> objectOf(const ObjectMark& thing, const CameraPicture& picture,
                                   const Vector3d& offset_C) {
    const math::Pose X_CS = picture.X_SC.inverse();
    const Vector3d p_C = X_CS * thing.p_S + offset_C;
    constexpr double kNearestM = 0.15;
    if (!p_C.allFinite() || p_C.norm() < kNearestM) {
        return std::nullopt;
    }
    constexpr double kPlayerRadiusM = 0.14;
    constexpr double kUprightM = 0.57;
    constexpr double kFallenM = 0.2;
    SeenObject seen;
    seen.name = thing.name;
    seen.color = thing.color;
    seen.isBall = thing.isBall;
    const double radiusM = thing.isBall ? game::kBallRadiusM : kPlayerRadiusM;
    seen.radiusDeg = math::degFromRad(std::atan2(radiusM, p_C.norm()));
    seen.low = seen.high = directionOf(p_C);
    if (!thing.isBall) {
        Vector3d ground_S = thing.p_S;
        ground_S.z() = 0.0;
        Vector3d top_S = ground_S;
        top_S.z() = thing.isFallen ? kFallenM : kUprightM;
        seen.low = directionOf(X_CS * ground_S + offset_C);
        seen.high = directionOf(X_CS * top_S + offset_C);
    }
    return seen;
}

} // namespace

QPointF directionOf(const Vector3d& p_C) {
    return {math::degFromRad(std::atan2(-p_C.x(), p_C.y())),
            math::degFromRad(std::atan2(p_C.z(), std::hypot(p_C.x(), p_C.y())))};
}

Vector3d pointSeen(const protocol::Polar& polar) {
    const double thetaRad = math::radFromDeg(polar.thetaDeg);
    const double phiRad = math::radFromDeg(polar.phiDeg);
    return polar.distanceM * Vector3d(-std::cos(phiRad) * std::sin(thetaRad),
                                      std::cos(phiRad) * std::cos(thetaRad), std::sin(phiRad));
}

std::vector<QPolygonF> seenCurve(const Vector3d& from_C, const Vector3d& to_C) {
    constexpr double kShortestM = 1e-6;
    if (!from_C.allFinite() || !to_C.allFinite() || from_C.norm() < kShortestM ||
        to_C.norm() < kShortestM) {
        return {};
    }
    // Directions of a straight line form a great circle; equal steps along it produce a smooth
    // curve.
    constexpr double kStepRad = 0.03;
    const Vector3d from = from_C.normalized();
    const Vector3d to = to_C.normalized();
    const double angleRad = std::atan2(from.cross(to).norm(), from.dot(to));
    const int steps = std::max(1, static_cast<int>(std::ceil(angleRad / kStepRad)));
    const double sine = std::sin(angleRad);
    std::vector<QPolygonF> curves(1);
    for (int i = 0; i <= steps; ++i) {
        const double fraction = static_cast<double>(i) / steps;
        const Vector3d direction = sine > 1e-9
                                       ? Vector3d((std::sin((1.0 - fraction) * angleRad) * from +
                                                   std::sin(fraction * angleRad) * to) /
                                                  sine)
                                       : Vector3d(from + fraction * (to - from));
        const QPointF point = directionOf(direction);
        QPolygonF& curve = curves.back();
        if (!curve.isEmpty() && std::abs(point.x() - curve.back().x()) > 180.0) {
            curves.push_back({point});
        } else {
            curve << point;
        }
    }
    std::erase_if(curves, [](const QPolygonF& curve) { return curve.size() < 2; });
    return curves;
}

CameraPicture makePicture(const LocalizeInstant& instant, const field::FieldModel& field) {
    CameraPicture picture;
    picture.hasPose = instant.hasVision && instant.chosen >= 0 && isPose(instant.X_SCAtVision);
    const Vector3d offset_C =
        instant.cameraOffset_CM.allFinite() ? instant.cameraOffset_CM : Vector3d::Zero();
    if (picture.hasPose) {
        picture.X_SC = instant.X_SCAtVision;
        picture.lines = curvesOf(linesOf(field), picture.X_SC, offset_C);
        picture.goals = curvesOf(goalsOf(field.dimensions()), picture.X_SC, offset_C);
        for (const ObjectMark& thing : instant.things) {
            if (const auto seen = objectOf(thing, picture, offset_C)) {
                picture.things.push_back(*seen);
            }
        }
    }
    if (instant.hasVision && instant.truth_SCAtVision && isPose(*instant.truth_SCAtVision)) {
        Edges edges = linesOf(field);
        const Edges goals = goalsOf(field.dimensions());
        edges.insert(edges.end(), goals.begin(), goals.end());
        picture.trueLines = curvesOf(edges, *instant.truth_SCAtVision, offset_C);
    }
    if (instant.hasVision) {
        for (std::size_t i = 0; i < instant.vision.observations.size(); ++i) {
            if (auto mark = markOf(instant.vision.observations[i], field, picture)) {
                mark->observation = static_cast<int>(i);
                picture.marks.push_back(std::move(*mark));
            }
        }
    }
    return picture;
}

} // namespace sideline::widgets
