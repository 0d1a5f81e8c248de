#include "agentcore/behavior/walk_debug.h"

#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/tilt_filter.h"

namespace sideline::behavior {

namespace {

using Eigen::Vector2d;
using motion::Foot;

constexpr drawing::Color kPlannedColor{120, 220, 120, 255};
constexpr drawing::Color kMeasuredColor{240, 240, 240, 255};
constexpr drawing::Color kSupportColor{60, 200, 255, 255};
constexpr drawing::Color kZmpColor{255, 90, 90, 255};
constexpr drawing::Color kCaptureColor{255, 170, 40, 255};
constexpr drawing::Color kCenterColor{200, 160, 255, 255};

// Draws values from the walk's level frame L on the ground.
class GroundPainter {
public:
    GroundPainter(const motion::WalkMeasure& measure, const math::Pose& X_ST,
                  ActionRequest& request)
        : m_turn(std::atan2(X_ST.R(1, 1), X_ST.R(0, 1))), // heading of the torso's y axis
          m_request(request) {
        m_origin_S = X_ST.p.head<2>() - m_turn * measure.X_LT.p.head<2>();
    }

    void sole(std::string_view set, const motion::FootPlace& place, double widthPx,
              const drawing::Color& color) {
        constexpr double kHalfLengthM = 0.08;
        constexpr double kHalfWidthM = 0.04;
        const Eigen::Rotation2Dd turn(place.yawRad);
        const Vector2d middle(place.forwardM, place.leftM);
        const std::array corners = {Vector2d(middle + turn * Vector2d(kHalfLengthM, kHalfWidthM)),
                                    Vector2d(middle + turn * Vector2d(kHalfLengthM, -kHalfWidthM)),
                                    Vector2d(middle + turn * Vector2d(-kHalfLengthM, -kHalfWidthM)),
                                    Vector2d(middle + turn * Vector2d(-kHalfLengthM, kHalfWidthM))};
        outline(set, corners, widthPx, color);
    }
    void outline(std::string_view set, std::span<const Vector2d> corners_L, double widthPx,
                 const drawing::Color& color) {
        for (std::size_t i = 0; i < corners_L.size(); ++i) {
            m_request.addShape(set, drawing::Line{onGround_S(corners_L[i]),
                                                  onGround_S(corners_L[(i + 1) % corners_L.size()]),
                                                  widthPx, color});
        }
    }
    void point(std::string_view set, const Vector2d& p_L, const drawing::Color& color) {
        constexpr double kSizePx = 8.0;
        m_request.addShape(set, drawing::Point{onGround_S(p_L), kSizePx, color});
    }

private:
    [[nodiscard]] Eigen::Vector3d onGround_S(const Vector2d& p_L) const {
        const Vector2d p_S = m_origin_S + m_turn * p_L;
        return {p_S.x(), p_S.y(), 0.01};
    }

    Eigen::Rotation2Dd m_turn;
    Vector2d m_origin_S;
    ActionRequest& m_request;
};

constexpr double kThinPx = 1.0;

void drawPlan(const motion::WalkEngine& engine, GroundPainter painter) {
    constexpr double kBoldPx = 3.0;
    for (const Foot foot : motion::kFeet) {
        const bool stands = foot == engine.planner().support();
        painter.sole("walk.feet", engine.footPlace(foot), stands ? kBoldPx : kThinPx,
                     kPlannedColor);
    }
    if (!engine.isStanding()) {
        painter.sole("walk.landing", engine.landing(), kThinPx, kCaptureColor);
    }
}

void drawMeasured(const motion::WalkMeasure& measure, GroundPainter painter) {
    for (const Foot foot : motion::kFeet) {
        painter.sole("walk.soles", measure.soles[motion::indexOf(foot)], kThinPx, kMeasuredColor);
    }
    painter.outline("walk.support", measure.balance.support_A.corners_A(), 2.0, kSupportColor);
    painter.point("walk.com", measure.balance.centerOfMass_A.head<2>(), kCenterColor);
    painter.point("walk.capture", measure.capturePoint_L, kCaptureColor);
    if (measure.balance.zmp_A) {
        painter.point("walk.zmp", *measure.balance.zmp_A, kZmpColor);
    }
}

} // namespace

// Names of up to 15 characters allocate no memory.
void publishPlan(const motion::WalkEngine& engine, const motion::WalkMeasure& measure,
                 const world::AgentFrame& frame, ActionRequest& request) {
    const motion::StepPlanner& planner = engine.planner();
    const motion::WalkCommand& velocity = planner.velocity();
    request.addValue("walk.phase", engine.phase());
    request.addValue("walk.support", planner.support() == Foot::Left ? 1.0 : -1.0);
    request.addValue("walk.stepS", planner.stepS());
    request.addValue("walk.forwardMps", velocity.forwardMps);
    request.addValue("walk.sprint", engine.gaits().fraction(motion::FastGait::Sprint));
    request.addValue("walk.retreat", engine.gaits().fraction(motion::FastGait::Retreat));
    request.addValue("walk.sidestep", engine.gaits().fraction(motion::FastGait::Sidestep));
    request.addValue("walk.pivot", engine.gaits().fraction(motion::FastGait::Pivot));
    request.addValue("walk.leftMps", velocity.leftMps);
    request.addValue("walk.turnDps", math::degFromRad(velocity.turnRadPerS));
    if (frame.body.pose.isValid) {
        drawPlan(engine, GroundPainter(measure, frame.body.pose.X_ST, request));
    }
}

void publishMeasured(const motion::WalkMeasure& measure, const world::AgentFrame& frame,
                     ActionRequest& request) {
    request.addValue("walk.leanDeg", math::degFromRad(world::tiltForwardRad(frame.body.up_T)));
    request.addValue("walk.rollDeg", math::degFromRad(world::tiltLeftRad(frame.body.up_T)));
    request.addValue("walk.comMps", measure.velocity_LMps.norm());
    request.addValue("walk.comXM", measure.balance.centerOfMass_A.x());
    request.addValue("walk.comYM", measure.balance.centerOfMass_A.y());
    request.addValue("walk.captureXM", measure.capturePoint_L.x());
    request.addValue("walk.captureYM", measure.capturePoint_L.y());
    if (const auto& zmp = measure.balance.zmp_A) {
        request.addValue("walk.zmpXM", zmp->x());
        request.addValue("walk.zmpYM", zmp->y());
    }
    request.addValue("walk.marginM", measure.balance.marginM);
    if (frame.body.pose.isValid) {
        drawMeasured(measure, GroundPainter(measure, frame.body.pose.X_ST, request));
    }
}

} // namespace sideline::behavior
