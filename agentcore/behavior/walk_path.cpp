#include "agentcore/behavior/walk_path.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/behavior/walk_along.h"
#include "agentcore/math/angles.h"
#include "agentcore/motion/walk/walk_to.h"

namespace sideline::behavior {

namespace {

constexpr double kMaxBackMps = 0.5;
constexpr drawing::Color kWayColor{255, 210, 60, 255};

} // namespace

std::span<const base::NumberInfo<WalkPathSettings>> WalkPathSettings::numbers() {
    using S = WalkPathSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"back", "speed toward the path per meter of distance from it", "1/s", 0.0, 10.0,
         &S::backPerS},
        {"turn-back", "turn rate per rad of heading error", "1/s", 0.0, 10.0, &S::turnBackPerS},
        {"lag", "distance by which the robot may fall behind before the path waits for it", "m",
         0.05, 10.0, &S::lagM},
    });
    return kRows;
}

void WalkPath::restart() {
    m_start.reset();
    m_atS = 0.0;
    m_rounds = 0;
}

void WalkPath::enter(const Context& context) {
    m_feet.enter(context);
    restart();
}

void WalkPath::enterWalking(const Context& context, const Walk& walk) {
    m_feet.takeOver(context, walk);
    restart();
}

motion::WalkCommand WalkPath::follow(const Context& context, ActionRequest& request) {
    const math::Pose& X_FT = context.frame.body.X_FT;
    const Eigen::Vector2d ahead = X_FT.R.col(1).head<2>();
    const double headingRad = std::atan2(ahead.y(), ahead.x());
    if (!m_start) {
        m_start = Start{X_FT.p.head<2>(), headingRad};
    }
    const planning::PathState state = m_path.at(m_atS);
    const Eigen::Rotation2Dd turned(m_start->headingRad);
    const Eigen::Vector2d off_F = m_start->p_F + turned * state.p - X_FT.p.head<2>();
    const double offRad = math::wrapRad(m_start->headingRad + state.headingRad - headingRad);
    request.addValue("path.errorM", off_F.norm());
    draw(context, request);
    m_atS += context.stepS * std::clamp(1.0 - off_F.norm() / m_settings.lagM, 0.0, 1.0);
    if (m_atS >= m_path.durationS() && (m_times == 0 || m_rounds + 1 < m_times)) {
        const planning::PathState end = m_path.at(m_path.durationS());
        m_start = Start{m_start->p_F + turned * end.p, m_start->headingRad + end.headingRad};
        m_atS = 0.0;
        ++m_rounds;
    }
    if (m_atS >= m_path.durationS()) {
        return motion::walkTo(Eigen::Rotation2Dd(-headingRad) * off_F, offRad,
                              m_feet.moving().goTo);
    }
    Eigen::Vector2d back_FMps = m_settings.backPerS * off_F;
    back_FMps *= std::min(1.0, kMaxBackMps / std::max(back_FMps.norm(), 1e-9));
    const Eigen::Vector2d speed =
        Eigen::Rotation2Dd(-headingRad) * (turned * state.velocityMps + back_FMps);
    return {speed.x(), speed.y(), state.turnRadPerS + m_settings.turnBackPerS * offRad};
}

// The remaining path.
void WalkPath::draw(const Context& context, ActionRequest& request) const {
    constexpr int kPieces = 24;
    const Eigen::Rotation2Dd turned(m_start->headingRad);
    const auto place_S = [&](int i) {
        const double timeS = m_atS + (m_path.durationS() - m_atS) * i / kPieces;
        return onGround_S(context.frame, m_start->p_F + turned * m_path.at(timeS).p);
    };
    for (int i = 0; i < kPieces && m_atS < m_path.durationS(); ++i) {
        request.addShape("path.way", drawing::Line{place_S(i), place_S(i + 1), 2.0, kWayColor});
    }
}

Status WalkPath::update(const Context& context, ActionRequest& request) {
    if (const auto rising = m_feet.rise(context, request)) {
        return *rising;
    }
    m_besides.speaker.update(context, request);
    m_feet.lookAt(m_besides.look.place_F(beliefsOf(context)));
    const bool isKnown = context.frame.body.pose.isValid;
    const motion::WalkCommand command = isKnown ? follow(context, request) : motion::WalkCommand{};
    const Status status = m_feet.walk(context, command, request);
    if (status != Status::Running) {
        return status;
    }
    const bool isOver = m_start && m_atS >= m_path.durationS() && command.isZero();
    request.decision.reason = !isKnown ? "its pose is unknown"
                              : isOver ? "at the end of the path"
                                       : "walking along its path";
    return isOver && m_feet.isStanding() ? Status::Done : Status::Running;
}

} // namespace sideline::behavior
