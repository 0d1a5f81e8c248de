#include "agentcore/behavior/look.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "agentcore/localization/camera.h"
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

} // namespace

Look::Look(const robot::RobotModel& model, double searchRadPerS)
    : m_searchRadPerS(searchRadPerS),
      m_model(model.shared()),
      m_camera(model.cameraBody()),
      m_pan(model.findJoint("hj1")),
      m_tilt(model.findJoint("hj2")) {}

void Look::update(const world::AgentFrame& frame, ActionRequest& request, double stepS) {
    if (!m_pan.isValid() || !m_tilt.isValid() || !m_camera.isValid()) {
        request.decision.reason = "no head to look with";
        return;
    }
    const world::BallBelief& ball = frame.world.ball;
    if (!ball.isKnown) {
        m_mode = Mode::Search;
        turnHead(searchGaze(request.wantedRad[m_pan.index()], stepS), request, stepS);
        request.decision.reason = "searching for the ball";
        return;
    }
    std::array<double, robot::kMaxJoints> anglesRad{};
    for (std::size_t i = 0; i < request.wantedRad.size(); ++i) {
        anglesRad[i] = frame.body.joints[i].measuredRad;
    }
    const math::Pose X_TC = localization::poseInTorso(
        *m_model, m_camera, std::span(anglesRad).first(request.wantedRad.size()));
    const Eigen::Vector3d toBall_T = ball.p_T - X_TC.p;
    const double distanceM = toBall_T.norm();
    if (!(distanceM > 1e-6)) {
        return;
    }
    const Gaze gaze{std::atan2(-toBall_T.x(), toBall_T.y()),
                    std::atan2(toBall_T.z(), toBall_T.head<2>().norm())};
    m_searchSide = gaze.panRad < 0.0 ? -1.0 : 1.0;
    turnHead(followGaze(gaze, frame, stepS), request, stepS);
    const double off = X_TC.R.col(1).dot(toBall_T) / distanceM;
    request.addValue("head.errorRad", std::acos(std::clamp(off, -1.0, 1.0)));
    request.addValue("ball.distanceM", distanceM);
    request.addValue("ball.ageS", ball.ageS);
    request.decision.reason =
        m_mode == Mode::Glance ? "looking for landmarks near the ball" : "tracking the ball";
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
