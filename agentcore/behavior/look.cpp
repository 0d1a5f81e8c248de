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

std::span<const base::NumberInfo<LookSettings>> LookSettings::numbers() {
    using S = LookSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"search-speed", "head speed while searching for the ball", "rad/s", 0.05, 7.0,
         &S::searchRadPerS},
        {"search-pan", "pan angle at which the search turns back", "rad", 0.1, 2.1,
         &S::searchPanRad},
        {"search-tilt", "tilt angle while searching, positive upward", "rad", -0.7, 0.7,
         &S::searchTiltRad},
        {"max-speed", "maximum speed of the head joints", "rad/s", 0.1, 7.0, &S::maxRadPerS},
        {"smoothing", "time constant with which the head follows its target", "s", 0.001, 1.0,
         &S::smoothingS},
        {"glance", "angle of a glance away from the ball, which stays in view", "rad", 0.0, 2.0,
         &S::glanceRad},
        {"glance-time", "duration of a glance", "s", 0.0, 5.0, &S::glanceS},
        {"glance-every", "minimum time between glances", "s", 0.0, 60.0, &S::glanceEveryS},
        {"glance-after", "cycles without a landmark after which it glances", "cycles", 0.0, 1000.0,
         &S::glanceAfterCycles},
        {"half-view",
         "half the field of view in which it expects landmarks: 60 degrees minus the head's error",
         "rad", 0.1, 1.05, &S::halfViewRad},
        {"choose-every", "learn: time between choices of a view", "s", 0.02, 5.0, &S::chooseEveryS},
        {"max-pan", "learn: maximum pan angle of a view away from the ball", "rad", 0.1, 2.1,
         &S::maxPanRad},
        {"pan-step", "learn: angle between the views it compares", "rad", 0.02, 1.0,
         &S::panStepRad},
        {"ball-within",
         "learn: angle from the view's center within which a ball stays in view during turns",
         "rad", 0.1, 1.05, &S::ballWithinRad},
        {"turn-cost", "learn: cost of turning the head, which delays the next view", "1/rad", 0.0,
         10.0, &S::turnCostPerRad},
        {"ball-age-cost", "learn: cost of the time in which the ball is out of view", "1/s", 0.0,
         1000.0, &S::ballAgeCostPerS},
        {"ball-edge-cost", "learn: cost of a ball at the edge of the view", "", 0.0, 10.0,
         &S::ballEdgeCost},
        {"beyond-tilt", "learn: tilt angle of a view without the ball, positive upward", "rad",
         -0.7, 0.7, &S::beyondTiltRad},
    });
    return kRows;
}

namespace {

using robot::AxisRole;

// Returns the commanded angle of a head joint, positive to the left or upward.
double gazeRad(const robot::AxisJoint& joint, const ActionRequest& request) {
    return joint.sign * request.targetRad[joint.id.index()];
}

} // namespace

double expectedGain(const localization::PoseEstimate& pose, const field::FieldModel& field,
                    double headingRad, double halfViewRad) {
    constexpr localization::VisionNoise kNoise;
    const Eigen::Vector2d at = pose.X_ST.p.head<2>();
    // Rows: heading, x and y, as in the estimate's covariance.
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
        if (!(distanceM > 0.1) || std::abs(math::wrapRad(bearingRad - headingRad)) > halfViewRad) {
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

Look::Look(const robot::RobotModel& model, const LookSettings& settings)
    : m_settings(settings),
      m_model(model.shared()),
      m_camera(model.cameraBody()),
      m_pan(robot::limbJoint(model, robot::LimbId::Head, AxisRole::Yaw)),
      m_tilt(robot::limbJoint(model, robot::LimbId::Head, AxisRole::Pitch)) {}

std::string_view Look::update(const Context& context, ActionRequest& request) {
    constexpr std::string_view kSearches = "searching for the ball";
    const world::AgentFrame& frame = context.frame;
    const double stepS = context.stepS;
    if (!m_pan.isValid() || !m_tilt.isValid() || !m_camera.isValid()) {
        return "the robot has no movable head";
    }
    const double panNowRad = gazeRad(m_pan, request);
    if (m_place_F && frame.body.pose.isValid) {
        m_mode = Mode::Search;
        const Eigen::Vector3d way_T =
            frame.body.X_FT.inverse() * *m_place_F - cameraInTorso(context, request).p;
        turnHead(gazeAlong(way_T), request, stepS);
        return "looking at a place";
    }
    const world::BallBelief& ball = frame.world.ball;
    const bool scans = m_settings.aim == Aim::Scan;
    if (scans || !ball.isKnown) {
        m_mode = Mode::Search;
        turnHead(searchGaze(panNowRad, stepS), request, stepS);
        return scans ? "scanning" : kSearches;
    }
    const math::Pose X_TC = cameraInTorso(context, request);
    const Eigen::Vector3d toBall_T = ball.p_T - X_TC.p;
    const double distanceM = toBall_T.norm();
    if (!(distanceM > 1e-6)) {
        return kSearches;
    }
    const Gaze gaze = gazeAlong(toBall_T);
    m_searchSide = gaze.panRad < 0.0 ? -1.0 : 1.0;
    const bool learns = m_settings.aim == Aim::Learn && frame.body.pose.isValid;
    turnHead(learns ? learnGaze(gaze, context, panNowRad) : followGaze(gaze, frame, stepS), request,
             stepS);
    const double off = X_TC.R.col(1).dot(toBall_T) / distanceM;
    request.addValue("head.errorRad", std::acos(std::clamp(off, -1.0, 1.0)));
    request.addValue("ball.distanceM", distanceM);
    request.addValue("ball.ageS", ball.ageS);
    return m_mode == Mode::Glance ? (learns ? "looking in the most informative direction"
                                            : "looking for landmarks near the ball")
                                  : "tracking the ball";
}

math::Pose Look::cameraInTorso(const Context& context, const ActionRequest& request) const {
    std::array<double, robot::kMaxJoints> anglesRad{};
    for (std::size_t i = 0; i < request.targetRad.size(); ++i) {
        anglesRad[i] = context.frame.body.joints[i].measuredRad;
    }
    return localization::cameraInTorso(*m_model, m_camera,
                                       std::span(anglesRad).first(request.targetRad.size()));
}

Look::Gaze Look::gazeAlong(const Eigen::Vector3d& way_T) {
    return {std::atan2(-way_T.x(), way_T.y()), std::atan2(way_T.z(), way_T.head<2>().norm())};
}

// Pans back and forth, starting from the current head angle.
Look::Gaze Look::searchGaze(double panNowRad, double stepS) {
    if (std::abs(panNowRad) >= m_settings.searchPanRad - 0.02) {
        m_searchSide = panNowRad > 0.0 ? -1.0 : 1.0;
    }
    // Aims ahead by the lag of the head, so that it turns at the intended speed.
    const double aheadRad = m_settings.searchRadPerS * std::max(m_settings.smoothingS, stepS);
    return {std::clamp(panNowRad + m_searchSide * aheadRad, -m_settings.searchPanRad,
                       m_settings.searchPanRad),
            m_settings.searchTiltRad};
}

Look::Gaze Look::followGaze(const Gaze& ball, const world::AgentFrame& frame, double stepS) {
    m_sinceGlanceS += stepS;
    m_glanceS = std::max(m_glanceS - stepS, 0.0);
    if (m_glanceS <= 0.0 && m_sinceGlanceS > m_settings.glanceEveryS &&
        static_cast<double>(frame.body.pose.cyclesSinceVision) > m_settings.glanceAfterCycles) {
        m_glanceS = m_settings.glanceS;
        m_sinceGlanceS = 0.0;
        m_glanceSide = -m_glanceSide;
    }
    m_mode = m_glanceS > 0.0 ? Mode::Glance : Mode::Follow;
    // Looking halfway between ball and horizon keeps both in view.
    Gaze gaze{ball.panRad, 0.5 * ball.tiltRad};
    if (m_mode == Mode::Glance) {
        gaze.panRad += m_glanceSide * m_settings.glanceRad;
    }
    return gaze;
}

Look::Gaze Look::learnGaze(const Gaze& ball, const Context& context, double panNowRad) {
    m_choiceS -= context.stepS;
    if (m_choiceS <= 0.0) {
        m_choiceS = m_settings.chooseEveryS;
        const localization::PoseEstimate& pose = context.frame.body.pose;
        const Eigen::Vector3d ahead = pose.X_ST.R.col(1);
        const double torsoRad = std::atan2(ahead.y(), ahead.x());
        const double ballAgeS = context.frame.world.ball.ageS;
        double best = -1e9;
        const auto consider = [&](double besideRad) {
            const double panRad = ball.panRad + besideRad;
            if (std::abs(panRad) > m_settings.maxPanRad && besideRad != 0.0) {
                return;
            }
            const double offRad = std::abs(besideRad);
            const double value =
                expectedGain(pose, context.field, torsoRad + panRad, m_settings.halfViewRad) -
                m_settings.turnCostPerRad * std::abs(panRad - panNowRad) -
                (offRad < m_settings.ballWithinRad
                     ? m_settings.ballEdgeCost * offRad / m_settings.ballWithinRad
                     : m_settings.ballAgeCostPerS * (ballAgeS + m_settings.chooseEveryS));
            if (value > best) {
                best = value;
                m_besideBallRad = besideRad;
            }
        };
        consider(0.0);
        for (double offRad = m_settings.panStepRad; offRad < math::kPi;
             offRad += m_settings.panStepRad) {
            consider(offRad);
            consider(-offRad);
        }
    }
    m_mode = m_besideBallRad == 0.0 ? Mode::Follow : Mode::Glance;
    return {ball.panRad + m_besideBallRad, std::abs(m_besideBallRad) < m_settings.ballWithinRad
                                               ? 0.5 * ball.tiltRad
                                               : m_settings.beyondTiltRad};
}

void Look::turnHead(const Gaze& gaze, ActionRequest& request, double stepS) const {
    const auto turn = [&](const robot::AxisJoint& joint, double goalGazeRad) {
        const robot::Joint& limits = m_model->joint(joint.id);
        double& targetRad = request.targetRad[joint.id.index()];
        const double wayRad =
            std::clamp(joint.sign * goalGazeRad, limits.minRad, limits.maxRad) - targetRad;
        const double maxRad = m_settings.maxRadPerS * stepS;
        targetRad +=
            std::clamp(wayRad * std::min(stepS / m_settings.smoothingS, 1.0), -maxRad, maxRad);
    };
    turn(m_pan, gaze.panRad);
    turn(m_tilt, gaze.tiltRad);
    request.addValue("head.panRad", gazeRad(m_pan, request));
    request.addValue("head.tiltRad", gazeRad(m_tilt, request));
}

} // namespace sideline::behavior
