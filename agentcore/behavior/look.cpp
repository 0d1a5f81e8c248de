#include "agentcore/behavior/look.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Core>
#include <Eigen/LU>

#include "agentcore/localization/camera.h"
#include "agentcore/localization/vision_noise.h"
#include "agentcore/math/angles.h"

namespace sideline::behavior {

namespace {

using math::radFromDeg;

constexpr double kSearchPanRad = radFromDeg(110.0);
constexpr double kSearchTiltRad = radFromDeg(-10.0);
constexpr double kHeadRadPerS = 4.0;
constexpr double kHeadFollowsS = 0.06; // how slowly the head goes to where it should look

// A look aside: not so far that the ball leaves the view of 60 degrees to each side.
constexpr double kGlanceRad = radFromDeg(45.0);
constexpr double kGlanceS = 0.8;
constexpr double kGlanceEveryS = 3.0;
constexpr int kGlanceAfterCycles = 60; // without a landmark

// Where it learns most.
constexpr double kHalfViewRad = radFromDeg(58.0); // of the server's 60, less what a head misses
constexpr double kChooseEveryS = 0.3;
constexpr double kMostPanRad = radFromDeg(110.0);
constexpr double kPanStepRad = radFromDeg(15.0);
constexpr double kSureOfBallRad = radFromDeg(46.0); // beside it: it stays in view while robots turn
constexpr double kTurnPrice = 0.05;                 // of a rad: the picture is a later one
constexpr double kBallAgePrice = 30.0;              // of a second in which the ball is not seen
constexpr double kBallEdgePrice = 0.1;              // of a ball at the edge of the view
constexpr double kBeyondTiltRad = radFromDeg(-15.0); // of a view without the ball

} // namespace

double expectedGain(const localization::PoseEstimate& pose, const field::FieldModel& field,
                    double headingRad) {
    constexpr localization::VisionNoise kNoise;
    const Eigen::Vector2d at = pose.X_ST.p.head<2>();
    // Of heading, x and y, as in the estimate's covariance.
    Eigen::Matrix3d covariance = Eigen::Vector3d(pose.headingSigmaRad * pose.headingSigmaRad,
                                                 0.5 * pose.positionSigmaM * pose.positionSigmaM,
                                                 0.5 * pose.positionSigmaM * pose.positionSigmaM)
                                     .asDiagonal();
    if (pose.hasCovariance) {
        covariance = pose.covariance.block<3, 3>(2, 2);
    }
    Eigen::Matrix3d information = Eigen::Matrix3d::Zero();
    for (const field::Landmark& landmark : field.landmarks()) {
        const Eigen::Vector2d way = landmark.p_S.head<2>() - at;
        const double distanceM = way.norm();
        const double bearingRad = std::atan2(way.y(), way.x());
        if (!(distanceM > 0.1) || std::abs(math::wrapRad(bearingRad - headingRad)) > kHalfViewRad) {
            continue;
        }
        const Eigen::Vector3d variance = kNoise.polarVariance(distanceM);
        const Eigen::Vector2d along = way / distanceM;
        const Eigen::Vector3d range(0.0, -along.x(), -along.y());
        const Eigen::Vector3d bearing(-1.0, along.y() / distanceM, -along.x() / distanceM);
        information += range * range.transpose() / variance.x();
        information += bearing * bearing.transpose() / variance.y();
    }
    const double shrinks = (Eigen::Matrix3d::Identity() + covariance * information).determinant();
    return shrinks > 1.0 ? 0.5 * std::log(shrinks) : 0.0;
}

Look::Look(const robot::RobotModel& model, Aim aim, double searchRadPerS)
    : m_aim(aim),
      m_searchRadPerS(searchRadPerS),
      m_model(model.shared()),
      m_camera(model.cameraBody()),
      m_pan(model.findJoint("hj1")),
      m_tilt(model.findJoint("hj2")) {}

std::string_view Look::update(const Context& context, ActionRequest& request) {
    constexpr std::string_view kSearches = "searching for the ball";
    const world::AgentFrame& frame = context.frame;
    const double stepS = context.stepS;
    if (!m_pan.isValid() || !m_tilt.isValid() || !m_camera.isValid()) {
        return "no head to look with";
    }
    const world::BallBelief& ball = frame.world.ball;
    if (!ball.isKnown) {
        m_mode = Mode::Search;
        turnHead(searchGaze(request.wantedRad[m_pan.index()], stepS), request, stepS);
        return kSearches;
    }
    std::array<double, robot::kMaxJoints> anglesRad{};
    for (std::size_t i = 0; i < request.wantedRad.size(); ++i) {
        anglesRad[i] = frame.body.joints[i].measuredRad;
    }
    const math::Pose X_TC = localization::cameraInTorso(
        *m_model, m_camera, std::span(anglesRad).first(request.wantedRad.size()));
    const Eigen::Vector3d toBall_T = ball.p_T - X_TC.p;
    const double distanceM = toBall_T.norm();
    if (!(distanceM > 1e-6)) {
        return kSearches;
    }
    const Gaze gaze{std::atan2(-toBall_T.x(), toBall_T.y()),
                    std::atan2(toBall_T.z(), toBall_T.head<2>().norm())};
    m_searchSide = gaze.panRad < 0.0 ? -1.0 : 1.0;
    const bool learns = m_aim == Aim::Learn && frame.body.pose.isValid;
    turnHead(learns ? learnGaze(gaze, context, request.wantedRad[m_pan.index()])
                    : followGaze(gaze, frame, stepS),
             request, stepS);
    const double off = X_TC.R.col(1).dot(toBall_T) / distanceM;
    request.addValue("head.errorRad", std::acos(std::clamp(off, -1.0, 1.0)));
    request.addValue("ball.distanceM", distanceM);
    request.addValue("ball.ageS", ball.ageS);
    return m_mode == Mode::Glance
               ? (learns ? "looking where it learns most" : "looking for landmarks near the ball")
               : "tracking the ball";
}

// To and fro, from where the head is.
Look::Gaze Look::searchGaze(double panNowRad, double stepS) {
    if (std::abs(panNowRad) >= kSearchPanRad - 0.02) {
        m_searchSide = panNowRad > 0.0 ? -1.0 : 1.0;
    }
    // As far ahead as the head lags behind, so that it turns with the speed that is meant.
    const double aheadRad = m_searchRadPerS * std::max(kHeadFollowsS, stepS);
    return {std::clamp(panNowRad + m_searchSide * aheadRad, -kSearchPanRad, kSearchPanRad),
            kSearchTiltRad};
}

Look::Gaze Look::followGaze(const Gaze& ball, const world::AgentFrame& frame, double stepS) {
    m_sinceGlanceS += stepS;
    m_glanceS = std::max(m_glanceS - stepS, 0.0);
    if (m_glanceS <= 0.0 && m_sinceGlanceS > kGlanceEveryS &&
        frame.body.pose.cyclesSinceVision > kGlanceAfterCycles) {
        m_glanceS = kGlanceS;
        m_sinceGlanceS = 0.0;
        m_glanceSide = -m_glanceSide;
    }
    m_mode = m_glanceS > 0.0 ? Mode::Glance : Mode::Follow;
    // Half-way between the ball and the horizon both are seen.
    Gaze gaze{ball.panRad, 0.5 * ball.tiltRad};
    if (m_mode == Mode::Glance) {
        gaze.panRad += m_glanceSide * kGlanceRad;
    }
    return gaze;
}

Look::Gaze Look::learnGaze(const Gaze& ball, const Context& context, double panNowRad) {
    m_choiceS -= context.stepS;
    if (m_choiceS <= 0.0) {
        m_choiceS = kChooseEveryS;
        const localization::PoseEstimate& pose = context.frame.body.pose;
        const Eigen::Vector3d ahead = pose.X_ST.R.col(1);
        const double torsoRad = std::atan2(ahead.y(), ahead.x());
        const double ballAgeS = context.frame.world.ball.ageS;
        double best = -1e9;
        const auto consider = [&](double besideRad) {
            const double panRad = ball.panRad + besideRad;
            if (std::abs(panRad) > kMostPanRad && besideRad != 0.0) {
                return;
            }
            const double offRad = std::abs(besideRad);
            const double value =
                expectedGain(pose, context.field, torsoRad + panRad) -
                kTurnPrice * std::abs(panRad - panNowRad) -
                (offRad < kSureOfBallRad ? kBallEdgePrice * offRad / kSureOfBallRad
                                         : kBallAgePrice * (ballAgeS + kChooseEveryS));
            if (value > best) {
                best = value;
                m_besideBallRad = besideRad;
            }
        };
        consider(0.0);
        for (double offRad = kPanStepRad; offRad < math::kPi; offRad += kPanStepRad) {
            consider(offRad);
            consider(-offRad);
        }
    }
    m_mode = m_besideBallRad == 0.0 ? Mode::Follow : Mode::Glance;
    return {ball.panRad + m_besideBallRad,
            std::abs(m_besideBallRad) < kSureOfBallRad ? 0.5 * ball.tiltRad : kBeyondTiltRad};
}

void Look::turnHead(const Gaze& gaze, ActionRequest& request, double stepS) const {
    const auto turn = [&](robot::JointId id, double goalRad) {
        const robot::Joint& joint = m_model->joint(id);
        double& wantedRad = request.wantedRad[id.index()];
        const double wayRad = std::clamp(goalRad, joint.minRad, joint.maxRad) - wantedRad;
        const double mostRad = kHeadRadPerS * stepS;
        wantedRad += std::clamp(wayRad * std::min(stepS / kHeadFollowsS, 1.0), -mostRad, mostRad);
    };
    turn(m_pan, gaze.panRad);
    turn(m_tilt, gaze.tiltRad);
    request.addValue("head.panRad", request.wantedRad[m_pan.index()]);
    request.addValue("head.tiltRad", request.wantedRad[m_tilt.index()]);
}

} // namespace sideline::behavior
