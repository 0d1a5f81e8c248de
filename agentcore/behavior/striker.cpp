#include "agentcore/behavior/striker.h"

#include <algorithm>
#include <cmath>

#include "agentcore/base/assert.h"

namespace sideline::behavior {

namespace {

constexpr double kWalkMps = 0.8;     // after it
constexpr double kReachShare = 0.9;  // of a kick's distance: from there it scores
constexpr double kLeastKickM = 0.5;  // no kick is counted as shorter
constexpr int kMostKicks = 6;        // to look ahead
constexpr double kChangeMindS = 0.5; // sooner by so much, or the choice stays
constexpr double kHalfGoalM = 1.0;   // beside its middle a shot still goes in
constexpr double kWideS = 15.0;      // what a shot costs that goes wide

// How many of the shots of a kick go in.
double goalShare(const motion::KickFigures& kick, double distanceM) {
    constexpr double kSigmasToHalf = 0.6745; // half of a normal distribution is within that
    const double halfRad = std::atan2(kHalfGoalM, distanceM);
    const double sigmas = halfRad * kSigmasToHalf / std::max(kick.spreadRad, 1e-3);
    return kick.standsShare * std::erf(sigmas / std::sqrt(2.0));
}

double timeToGoalS(double distanceM, const std::vector<KnownKick>& kicks, std::size_t first,
                   int depth) {
    const motion::KickFigures& kick = kicks[first].figures;
    const double reachM = std::max(kick.distanceM, kLeastKickM);
    const double atBallS = kick.aimS + kick.contactS;
    const double restM = distanceM - reachM;
    if (distanceM <= kReachShare * reachM) {
        return atBallS + (1.0 - goalShare(kick, distanceM)) * kWideS;
    }
    if (depth == 0) {
        return atBallS + distanceM / kWalkMps;
    }
    double bestS = timeToGoalS(restM, kicks, 0, depth - 1);
    for (std::size_t i = 1; i < kicks.size(); ++i) {
        bestS = std::min(bestS, timeToGoalS(restM, kicks, i, depth - 1));
    }
    return atBallS + reachM / kWalkMps + bestS;
}

} // namespace

double timeToGoalS(double distanceM, const std::vector<KnownKick>& kicks, std::size_t first) {
    return timeToGoalS(distanceM, kicks, first, kMostKicks);
}

Striker::Striker(Walk walk, GetUp getUp, std::vector<KnownKick> kicks, Look::Aim aim)
    : m_kick(std::move(walk), kicks.empty() ? KnownKick() : kicks.front()),
      m_upFirst(std::move(getUp)),
      m_aim(aim),
      m_kicks(std::move(kicks)) {
    SIDELINE_ASSERT(!m_kicks.empty());
}

void Striker::enter(const Context& context) {
    m_model = context.model().shared();
    m_look = Look(*m_model, m_aim);
    m_kick.enter(context);
    m_upFirst.enter();
}

void Striker::takeOver(const Context& context, const Walk& walk) {
    enter(context);
    m_kick.takeOver(walk);
}

Status Striker::update(const Context& context, ActionRequest& request) {
    if (m_model.get() != &context.model()) {
        enter(context);
    }
    if (const auto rising = m_upFirst.update(context, request)) {
        m_look.forget();
        return *rising;
    }
    if (m_upFirst.hasJustRisen()) {
        m_kick.enter(context);
    }
    if (m_kick.stage() == Kick::Stage::Approach || m_kick.stage() == Kick::Stage::Halt) {
        chooseKick(context, request);
    }
    const Status status = m_kick.update(context, request);
    if (status == Status::Failed) {
        return status;
    }
    if (m_kick.mayGoOn()) {
        m_kick.goOn();
    }
    m_look.update(context, request);
    return Status::Running;
}

void Striker::chooseKick(const Context& context, ActionRequest& request) {
    const Eigen::Vector2d goal_F(0.5 * context.field.dimensions().lengthM, 0.0);
    if (!context.frame.situation.mayTouchBall) {
        m_kick.setTarget(std::nullopt);
        return;
    }
    m_kick.setTarget(KickTarget{goal_F});
    const double wayM = (goal_F - context.frame.world.ball.p_F.head<2>()).norm();
    double chosenS = timeToGoalS(wayM, m_kicks, m_chosen);
    const std::size_t before = m_chosen;
    for (std::size_t i = 0; i < m_kicks.size(); ++i) {
        if (const double timeS = timeToGoalS(wayM, m_kicks, i); timeS < chosenS - kChangeMindS) {
            m_chosen = i;
            chosenS = timeS;
        }
    }
    if (m_chosen != before) {
        m_kick.setKick(m_kicks[m_chosen]);
    }
    request.addValue("striker.kick", static_cast<double>(m_chosen));
    request.addValue("striker.goalS", chosenS);
}

} // namespace sideline::behavior
