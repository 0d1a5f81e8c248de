#include "agentcore/behavior/computed_drive.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

namespace sideline::behavior {

namespace {

constexpr double kRadiusM = 1.0;
// How far ahead on the circle the next goal lies: far enough that the robot does not brake for it.
constexpr double kAheadRad = 0.8;
// The last centimeters take longer than their distance suggests.
constexpr double kArrivalMarginS = 0.4;
constexpr double kMinRemainingS = 0.1;

argument::Beliefs beliefsOf(const Context& context) {
    return {context.frame, context.field};
}

void describeArgument(std::string_view name, const argument::Argument& argument,
                      const argument::Beliefs& beliefs, std::string& text) {
    fmt::format_to(std::back_inserter(text), "{}{} {} ", text.empty() ? "" : ", ", name,
                   argument.text());
    argument.appendValue(beliefs, text);
}

} // namespace

void ComputedDrive::start(const Context& context) {
    m_drive.go(motion::WalkCommand{});
    m_hasKicked = false;
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
    case DriveAct::KickTo:
        return KickTo{place_F};
    case DriveAct::GoAround: {
        const double radiusM =
            m_goal.radiusM ? m_goal.radiusM->number(beliefs).value_or(kRadiusM) : kRadiusM;
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
    if (m_goal.facing) {
        if (const auto facing_F = m_goal.facing->place_F(beliefs)) {
            const Eigen::Vector2d way_F = *facing_F - place_F;
            goal.headingRad = std::atan2(way_F.y(), way_F.x());
        }
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
    for (const auto& [name, argument] :
         {std::pair("at", &m_goal.place), std::pair("facing", &m_goal.facing),
          std::pair("radius", &m_goal.radiusM), std::pair("looking at", &m_goal.lookAt)}) {
        if (*argument) {
            describeArgument(name, **argument, beliefs, reason);
        }
    }
}

void ComputedDrive::turnHead(const argument::Beliefs& beliefs) {
    std::optional<Eigen::Vector3d> at_F;
    if (m_goal.lookAt) {
        if (const auto place_F = m_goal.lookAt->place_F(beliefs)) {
            at_F = Eigen::Vector3d(place_F->x(), place_F->y(), m_goal.lookHeightM);
        }
    }
    m_drive.lookAt(at_F);
}

Status ComputedDrive::update(const Context& context, ActionRequest& request) {
    const argument::Beliefs beliefs = beliefsOf(context);
    const auto place_F = m_goal.place ? m_goal.place->place_F(beliefs) : std::nullopt;
    if (!m_hasKicked) {
        m_drive.aim(place_F ? goalFor(context, *place_F) : DriveGoal(motion::WalkCommand{}));
    }
    limitSpeed(context);
    turnHead(beliefs);
    if (m_goal.act == DriveAct::KickTo && !m_hasKicked && place_F) {
        request.goesToBall = true;
        request.kicksTo_F = place_F;
    }
    const Status status = m_drive.update(context, request);
    if (status != Status::Running) {
        return status;
    }
    m_hasKicked |= m_goal.act == DriveAct::KickTo && m_drive.hasKicked();
    if (m_drive.isOnFeet()) {
        explain(beliefs, request);
    }
    switch (m_goal.act) {
    case DriveAct::Stop:
        return m_drive.isStanding() ? Status::Done : Status::Running;
    case DriveAct::KickTo:
        return m_hasKicked ? Status::Done : Status::Running;
    case DriveAct::GoAround:
        return Status::Running;
    default:
        return place_F && m_drive.hasArrived() ? Status::Done : Status::Running;
    }
}

} // namespace sideline::behavior
