#include "agentcore/behavior/computed_drive.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace sideline::behavior {

namespace {

constexpr double kRadiusM = 1.0;
// How far ahead on the circle the next goal lies: far enough that the robot does not brake for it.
constexpr double kAheadRad = 0.8;
// The last centimeters take longer than their distance suggests.
constexpr double kArrivalMarginS = 0.4;
constexpr double kMinRemainingS = 0.1;

} // namespace

void ComputedDrive::start(const Context& context) {
    m_drive.go(motion::WalkCommand{});
    m_arrivalS.reset();
    if (m_goal.durationS) {
        if (const auto durationS = m_goal.durationS->number(beliefsOf(context))) {
            m_arrivalS = context.timeS + *durationS;
        }
    }
}

void ComputedDrive::enter(const Context& context) {
    m_drive.enter(context);
    start(context);
}

void ComputedDrive::enterWalking(const Context& context, const Walk& walk) {
    m_drive.enterWalking(context, walk);
    start(context);
}

DriveGoal ComputedDrive::goalFor(const Context& context, const Eigen::Vector2d& place_F) const {
    const argument::Beliefs beliefs = beliefsOf(context);
    switch (m_goal.act) {
    case DriveAct::Face:
        return FaceTo{place_F};
    case DriveAct::GoAround: {
        const double radiusM = numberOr(m_goal.radiusM, kRadiusM, beliefs);
        const Eigen::Vector2d out_F = context.frame.body.X_FT.p.head<2>() - place_F;
        const double outM = std::max(out_F.norm(), 1e-6);
        const Eigen::Rotation2Dd turn(m_goal.isClockwise ? -kAheadRad : kAheadRad);
        const Eigen::Vector2d next_F = place_F + turn * (out_F * (radiusM / outM));
        const Eigen::Vector2d in_F = place_F - context.frame.body.X_FT.p.head<2>();
        return GoToPlace{next_F, std::atan2(in_F.y(), in_F.x())};
    }
    default:
        break;
    }
    GoToPlace goal{place_F, {}};
    if (const auto facing_F = placeOf_F(m_goal.facing, beliefs)) {
        const Eigen::Vector2d way_F = *facing_F - place_F;
        goal.headingRad = std::atan2(way_F.y(), way_F.x());
    }
    return goal;
}

// Walks so fast that it arrives in time.
void ComputedDrive::limitSpeed(const Context& context) {
    double limitMps = std::numeric_limits<double>::infinity();
    if (m_arrivalS) {
        const double remainingS =
            std::max(*m_arrivalS - context.timeS - kArrivalMarginS, kMinRemainingS);
        limitMps = m_drive.toGoM() / remainingS;
    }
    m_drive.setMaxSpeed(limitMps);
}

// The reason names the arguments with their values.
void ComputedDrive::explain(const argument::Beliefs& beliefs, ActionRequest& request) const {
    std::string& reason = request.decision.reason;
    reason = m_drive.hasArrived() ? "arrived" : "";
    describe("at", m_goal.place, beliefs, reason);
    describe("facing", m_goal.facing, beliefs, reason);
    describe("radius", m_goal.radiusM, beliefs, reason);
    describe("looking at", m_goal.besides.look.place, beliefs, reason);
}

Status ComputedDrive::update(const Context& context, ActionRequest& request) {
    const argument::Beliefs beliefs = beliefsOf(context);
    const auto place_F = placeOf_F(m_goal.place, beliefs);
    m_drive.aim(place_F ? goalFor(context, *place_F) : DriveGoal(motion::WalkCommand{}));
    limitSpeed(context);
    m_goal.besides.speaker.update(context, request);
    m_drive.lookAt(m_goal.besides.look.place_F(beliefs));
    const Status status = m_drive.update(context, request);
    if (status != Status::Running) {
        return status;
    }
    if (m_drive.isOnFeet()) {
        explain(beliefs, request);
    }
    switch (m_goal.act) {
    case DriveAct::Stop:
        return m_drive.isStanding() ? Status::Done : Status::Running;
    case DriveAct::GoAround:
        return Status::Running;
    default:
        return place_F && m_drive.hasArrived() ? Status::Done : Status::Running;
    }
}

} // namespace sideline::behavior
