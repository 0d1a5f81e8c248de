#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Geometry>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/vision_noise.h"
#include "agentcore/math/angles.h"
#include "widgets/localization/localize_view.h"

namespace sideline::tests {

/// The field that the fixture plays on: 30 m x 20 m.
[[nodiscard]] inline field::FieldModel localizeField() {
    return field::FieldModel(field::newestField().dimensions);
}

/// A camera at a place, looking along a heading and so much downwards.
[[nodiscard]] inline math::Pose cameraAt(const Eigen::Vector3d& p_S, double headingDeg,
                                         double downDeg) {
    const Eigen::Matrix3d R =
        (Eigen::AngleAxisd(math::radFromDeg(headingDeg - 90.0), Eigen::Vector3d::UnitZ()) *
         Eigen::AngleAxisd(math::radFromDeg(-downDeg), Eigen::Vector3d::UnitX()))
            .toRotationMatrix();
    return {R, p_S};
}

/// How a camera perceives a point, with the constant offset that is added to all it sees.
[[nodiscard]] inline protocol::Polar polarSeen(const math::Pose& X_SC, const Eigen::Vector3d& p_S,
                                               const Eigen::Vector3d& offset_CM) {
    const Eigen::Vector3d p_C = X_SC.inverse() * p_S + offset_CM;
    return {p_C.norm(), math::degFromRad(std::atan2(-p_C.x(), p_C.y())),
            math::degFromRad(std::atan2(p_C.z(), std::hypot(p_C.x(), p_C.y())))};
}

/// Where the observations of `localizeInstant` stand in its vision frame.
enum LocalizeObservation : int {
    kSeenF1L = 0,
    kSeenF2L = 1,
    kSeenF1R = 2,
    kSeenG1L = 3, ///< 2.6 sigmas off
    kSeenG2L = 4,
    kSeenMiddle = 5,
    kSeenLeftGoalLine = 6,
    kSeenUpperSide = 7,
    kSeenLowerSide = 8, ///< cut
    kSeenPenaltyFront = 9,
    kSeenPenaltyUpper = 10, ///< refused
    kSeenCircle = 11,       ///< chord 3
    kSeenUnmatched = 12,    ///< a line without a partner
    kLocalizeObservationCount = 13,
};

namespace localize_fixture {

[[nodiscard]] inline double sigmasSquared(const protocol::Polar& a, const protocol::Polar& b) {
    const localization::VisionNoise noise;
    const double d = (a.distanceM - b.distanceM) / (noise.distanceRatio * b.distanceM + 0.004);
    const double theta = math::radFromDeg(a.thetaDeg - b.thetaDeg) / noise.sidewaysRad;
    const double phi = math::radFromDeg(a.phiDeg - b.phiDeg) / noise.upwardsRad;
    return d * d + theta * theta + phi * phi;
}

[[nodiscard]] inline bool isInView(const math::Pose& X_SC, const Eigen::Vector3d& p_S) {
    const protocol::Polar polar = polarSeen(X_SC, p_S, Eigen::Vector3d::Zero());
    return std::abs(polar.thetaDeg) < 60.0 && std::abs(polar.phiDeg) < 60.0;
}

/// Errors that look like noise and are the same in every run, as shares of a standard deviation.
[[nodiscard]] inline protocol::Polar falsified(protocol::Polar polar, int seed) {
    const localization::VisionNoise noise;
    polar.distanceM *= 1.0 + noise.distanceRatio * std::sin(3.1 * seed + 0.4);
    polar.thetaDeg += math::degFromRad(noise.sidewaysRad) * std::sin(2.3 * seed + 1.9);
    polar.phiDeg += math::degFromRad(noise.upwardsRad) * std::cos(1.7 * seed + 0.2);
    return polar;
}

struct Cameras {
    math::Pose truth;
    math::Pose belief;
    Eigen::Vector3d offset_CM;
};

[[nodiscard]] inline localization::ObservationReport landmark(const Cameras& cameras,
                                                              const field::FieldModel& field,
                                                              int index, double more = 0.0) {
    const field::Landmark& mark = field.landmarks()[static_cast<std::size_t>(index)];
    localization::ObservationReport report;
    report.kind = mark.kind == field::LandmarkKind::CornerFlag
                      ? localization::ObservationKind::CornerFlag
                      : localization::ObservationKind::GoalPost;
    report.verdict = localization::Verdict::Used;
    report.index = index;
    report.pointCount = 1;
    report.known_S[0] = mark.p_S;
    report.measured[0] = falsified(polarSeen(cameras.truth, mark.p_S, cameras.offset_CM), index);
    report.measured[0].thetaDeg += more;
    report.predicted[0] = polarSeen(cameras.belief, mark.p_S, cameras.offset_CM);
    report.hasPrediction = true;
    report.squaredSigmas = sigmasSquared(report.measured[0], report.predicted[0]);
    report.dimension = 3;
    report.gate = 30.0;
    return report;
}

/// A line of the field as far as it is in view.
[[nodiscard]] inline localization::ObservationReport line(const Cameras& cameras,
                                                          const field::FieldModel& field,
                                                          int fieldLine, int seenIndex) {
    const field::LineSegment& whole = field.lines()[static_cast<std::size_t>(fieldLine)];
    constexpr int kParts = 2000;
    int first = -1;
    int last = 0;
    const auto at = [&](int part) {
        const Eigen::Vector2d p =
            whole.from_S + (whole.to_S - whole.from_S) * (static_cast<double>(part) / kParts);
        return Eigen::Vector3d(p.x(), p.y(), 0.0);
    };
    for (int part = 0; part <= kParts; ++part) {
        if (isInView(cameras.truth, at(part))) {
            first = first < 0 ? part : first;
            last = part;
        }
    }
    localization::ObservationReport report;
    report.kind = localization::ObservationKind::Line;
    report.verdict = localization::Verdict::Used;
    report.index = seenIndex;
    report.fieldLine = fieldLine;
    report.pointCount = 2;
    report.known_S = {at(std::max(first, 0)), at(last)};
    report.isCut = {first > 0, last < kParts};
    report.hasPrediction = true;
    for (std::size_t end = 0; end < 2; ++end) {
        report.measured[end] =
            falsified(polarSeen(cameras.truth, report.known_S[end], cameras.offset_CM),
                      20 + 2 * seenIndex + static_cast<int>(end));
        report.predicted[end] = polarSeen(cameras.belief, report.known_S[end], cameras.offset_CM);
        report.squaredSigmas += sigmasSquared(report.measured[end], report.predicted[end]);
    }
    report.dimension = 6 - (report.isCut[0] ? 1 : 0) - (report.isCut[1] ? 1 : 0);
    report.gate = 40.0;
    return report;
}

[[nodiscard]] inline localization::PoseDiagnostics vision(const Cameras& cameras) {
    using localization::Verdict;
    const field::FieldModel field = localizeField();
    localization::PoseDiagnostics reported;
    reported.stage = localization::PoseStage::Tracking;
    reported.note = "five landmarks and seven lines";
    for (const int index : {0, 1, 2}) {
        reported.observations.push_back(landmark(cameras, field, index));
    }
    reported.observations.push_back(landmark(cameras, field, 4, 0.8));
    reported.observations.push_back(landmark(cameras, field, 5));
    int seen = 0;
    for (const int index : {0, 2, 3, 4, 8, 9, 13}) {
        reported.observations.push_back(line(cameras, field, index, seen++));
    }
    localization::ObservationReport& refused = reported.observations[kSeenPenaltyUpper];
    refused.measured[1].distanceM += 0.6;
    refused.measured[1].thetaDeg -= 1.1;
    refused.squaredSigmas = sigmasSquared(refused.measured[0], refused.predicted[0]) +
                            sigmasSquared(refused.measured[1], refused.predicted[1]);
    refused.verdict = Verdict::Refused;

    localization::ObservationReport unmatched;
    unmatched.kind = localization::ObservationKind::Line;
    unmatched.verdict = Verdict::Unmatched;
    unmatched.index = seen;
    unmatched.pointCount = 2;
    unmatched.measured = {polarSeen(cameras.truth, {4.5, 2.0, 0.0}, cameras.offset_CM),
                          polarSeen(cameras.truth, {5.5, 3.2, 0.0}, cameras.offset_CM)};
    reported.observations.push_back(unmatched);
    for (const auto& report : reported.observations) {
        if (report.verdict == Verdict::Used) {
            reported.squaredSigmas += report.squaredSigmas;
            reported.dimension += report.dimension;
        }
    }
    for (int i = 0; i < 16; ++i) {
        const double turnRad = 0.9 * i;
        math::Pose X_ST = cameras.belief;
        X_ST.p += Eigen::Vector3d(0.05 * i * std::cos(turnRad), 0.05 * i * std::sin(turnRad), -0.1);
        reported.candidates_ST.push_back(X_ST);
    }
    return reported;
}

/// Half a meter per second for the last five seconds.
[[nodiscard]] inline std::vector<QPointF> trail(const Eigen::Vector3d& p_S, double wobbleM) {
    std::vector<QPointF> points;
    for (int i = 100; i >= 0; --i) {
        const double back = 0.025 * i;
        points.emplace_back(p_S.x() + back + wobbleM * std::sin(0.9 * i),
                            p_S.y() - 0.6 * back + wobbleM * std::cos(1.3 * i));
    }
    return points;
}

/// @param offM how far it is from the truth on the ground
[[nodiscard]] inline widgets::BeliefMark belief(int id, const QString& name, const QColor& color,
                                                const math::Pose& X_SC, const Eigen::Vector2d& offM,
                                                double turnedDeg, double sigmaM) {
    widgets::BeliefMark mark;
    mark.id = id;
    mark.name = name;
    mark.color = color;
    mark.X_SC = X_SC;
    mark.estimate.isValid = true;
    mark.estimate.X_ST = math::Pose{cameraAt(X_SC.p, 128.0 + turnedDeg, 0.0).R,
                                    X_SC.p - Eigen::Vector3d(0.0, 0.0, 0.16)};
    mark.estimate.positionSigmaM = sigmaM;
    mark.estimate.headingSigmaRad = 0.2 * sigmaM;
    mark.estimate.hasCovariance = true;
    Eigen::Matrix3d shift = Eigen::Matrix3d::Identity() * sigmaM * sigmaM;
    shift(0, 0) *= 2.5;
    shift(0, 1) = shift(1, 0) = 0.7 * sigmaM * sigmaM;
    mark.estimate.covariance.bottomRightCorner<3, 3>() = shift;
    mark.estimate.covariance.topLeftCorner<3, 3>() =
        Eigen::Matrix3d::Identity() * 0.04 * sigmaM * sigmaM;
    mark.error = widgets::BeliefError{offM.norm(), math::radFromDeg(turnedDeg)};
    mark.trail_S = trail(X_SC.p, 0.7 * offM.norm());
    return mark;
}

[[nodiscard]] inline widgets::ObjectMark player(const QString& name, const QColor& color,
                                                const Eigen::Vector3d& p_S, double headingDeg,
                                                bool isFallen) {
    widgets::ObjectMark mark;
    mark.name = name;
    mark.color = color;
    mark.p_S = p_S;
    mark.covariance_S = Eigen::Matrix2d{{0.02, 0.008}, {0.008, 0.012}};
    mark.truth_S = p_S + Eigen::Vector3d(0.21, -0.14, 0.0);
    mark.headingRad = math::radFromDeg(headingDeg);
    mark.isFallen = isFallen;
    mark.ageS = isFallen ? 1.4 : 0.04;
    return mark;
}

[[nodiscard]] inline widgets::ObjectMark ball() {
    widgets::ObjectMark mark;
    mark.name = QStringLiteral("Ball");
    mark.color = QColor(0xff, 0xa8, 0x2e);
    mark.isBall = true;
    mark.p_S = {3.1, -1.2, 0.042};
    mark.covariance_S = Eigen::Matrix2d{{0.03, -0.012}, {-0.012, 0.02}};
    mark.velocity_SMps = {-1.5, 0.6, 0.0};
    for (int i = 0; i <= 20; ++i) {
        const double part = i / 20.0;
        mark.path_S.emplace_back(3.1 - 2.5 * part * (2.0 - part), -1.2 + 1.0 * part * (2.0 - part));
    }
    mark.truth_S = Eigen::Vector3d(2.85, -1.02, 0.042);
    mark.ageS = 0.02;
    return mark;
}

} // namespace localize_fixture

/// A robot near the lower right corner that looks across the field (heading 128 degrees): five
/// landmarks, eight lines, three beliefs (Fusion, the chosen one, is 6 mm off, Gyro 0.17 m, Three
/// flags 0.7 m), the truth, ball and three players.
[[nodiscard]] inline std::shared_ptr<widgets::LocalizeInstant> localizeInstant() {
    using namespace localize_fixture;
    auto instant = std::make_shared<widgets::LocalizeInstant>();
    const Eigen::Vector3d p_S(9.0, -7.5, 0.54);
    Cameras cameras;
    cameras.truth = cameraAt(p_S, 128.0, 4.0);
    cameras.belief = cameraAt(p_S + Eigen::Vector3d(0.005, -0.003, 0.002), 128.03, 4.02);
    cameras.offset_CM = {0.003, -0.002, 0.004};
    const auto add = [&](const char* name, const QColor& color, const Eigen::Vector2d& offM,
                         double turnedDeg, double sigmaM) {
        const math::Pose X_SC =
            cameraAt(p_S + Eigen::Vector3d(offM.x(), offM.y(), 0.002), 128.0 + turnedDeg, 4.02);
        const int id = static_cast<int>(instant->beliefs.size());
        instant->beliefs.push_back(
            belief(id, QString::fromLatin1(name), color, X_SC, offM, turnedDeg, sigmaM));
    };
    add("Fusion", QColor(0x2f, 0xb5, 0xff), {0.005, -0.003}, 0.03, 0.004);
    add("Gyro", QColor(0xff, 0x9d, 0x2e), {-0.14, 0.10}, 1.2, 0.05);
    add("Three flags", QColor(0xd9, 0x6b, 0xff), {0.55, 0.43}, -4.0, 0.2);
    instant->beliefs.front().estimate.cameraOffset_CM = cameras.offset_CM;
    instant->beliefs.front().estimate.cameraOffsetSigmaM = 0.0006;
    instant->timeS = 24.68;
    instant->cycle = 1234;
    instant->chosen = 0;
    instant->truth = widgets::TruthMark{p_S, math::radFromDeg(128.0), trail(p_S, 0.0)};
    instant->vision = vision(cameras);
    instant->X_SCAtVision = cameras.belief;
    instant->truth_SCAtVision = cameras.truth;
    instant->cameraOffset_CM = cameras.offset_CM;
    instant->visionAgeS = 0.02;
    instant->hasVision = true;
    instant->things = {
        ball(),
        player(QStringLiteral("Sideline 4"), QColor(0x26, 0x56, 0xff), {5.2, -4.1, 0.4}, 150.0,
               false),
        player(QStringLiteral("Others 2"), QColor(0xe8, 0x2a, 0x2a), {-2.4, 1.9, 0.4}, -40.0,
               false),
        player(QStringLiteral("Others 9"), QColor(0xe8, 0x2a, 0x2a), {-6.8, 4.6, 0.1}, 10.0, true),
    };
    return instant;
}

} // namespace sideline::tests
