#include "agentcore/motion/trajectory_player.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::motion {

namespace {

constexpr double kSameTimeS = 1e-9;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A robot is still if its gyro reading is low for several cycles; while it rocks, isolated low
// readings occur.
constexpr double kStillRadPerS = math::radFromDeg(10.0);
constexpr int kStillCycles = 4;

} // namespace

TrajectoryPlayer::TrajectoryPlayer(const robot::RobotModel& model, double stepS)
    : m_model(model.shared()),
      m_stepS(stepS),
      m_startRad(model.joints().size(), 0.0),
      m_motionTargetRad(model.joints().size(), 0.0),
      m_lastTargetRad(model.joints().size(), 0.0),
      m_previousTargetRad(model.joints().size(), 0.0),
      m_lastErrorRad(model.joints().size(), kNan) {
    SIDELINE_ASSERT(stepS > 0.0);
}

void TrajectoryPlayer::start(std::shared_ptr<const JointTrajectory> trajectory,
                             std::span<const double> expectedRad) {
    SIDELINE_ASSERT(trajectory != nullptr);
    SIDELINE_ASSERT(trajectory->jointCount() == m_model->joints().size());
    SIDELINE_ASSERT(expectedRad.size() == m_startRad.size());
    SIDELINE_ASSERT(trajectory->targets == nullptr || !trajectory->targets->motions.empty());
    m_first = trajectory;
    m_target = 0;
    m_followedCount = 0;
    m_isChainCut = false;
    std::ranges::copy(expectedRad, m_motionTargetRad.begin());
    std::ranges::copy(expectedRad, m_lastTargetRad.begin());
    begin(std::move(trajectory), expectedRad);
}

std::string_view TrajectoryPlayer::targetName() const {
    return m_target > 0 ? std::string_view(m_first->targets->motions[m_target].name)
                        : std::string_view();
}

void TrajectoryPlayer::begin(std::shared_ptr<const JointTrajectory> trajectory,
                             std::span<const double> expectedRad) {
    m_trajectory = std::move(trajectory);
    std::ranges::copy(expectedRad, m_startRad.begin());
    std::ranges::copy(expectedRad, m_motionTargetRad.begin());
    std::ranges::fill(m_lastErrorRad, kNan);
    m_leavesLoop = false;
    m_loopsLeft = m_trajectory->loop ? m_trajectory->loop->count - 1 : 0;
    m_waitedS = 0.0;
    m_nextWait = 0;
    m_nextBranch = 0;
    m_stillCycles = 0;
    const bool enters = !m_trajectory->entryRad.empty();
    m_timeS = enters ? -std::max(m_trajectory->entryDurationS, m_stepS) : 0.0;
    m_state = enters ? State::Entering : State::Playing;
}

TrajectoryPlayer::State TrajectoryPlayer::step(const PlayerSenses& senses,
                                               std::span<const double> expectedRad,
                                               std::span<double> targetRad,
                                               std::span<const double> measuredRad) {
    SIDELINE_ASSERT(expectedRad.size() == m_startRad.size());
    SIDELINE_ASSERT(targetRad.size() == m_startRad.size());
    if (m_state == State::Idle || m_state == State::StoppedByFall) {
        return m_state;
    }
    SIDELINE_ASSERT(measuredRad.empty() || measuredRad.size() == m_startRad.size());
    m_nowRad = expectedRad;
    m_measuredRad = measuredRad.empty() ? expectedRad : measuredRad;
    std::swap(m_previousTargetRad, m_lastTargetRad);
    std::ranges::copy(m_motionTargetRad, m_lastTargetRad.begin());
    m_mayFollow = true;
    if (m_trajectory->stopsWhenFallen && senses.isFallen && m_state != State::Done) {
        const auto atEnd =
            std::ranges::lower_bound(m_trajectory->branches, m_trajectory->lengthS - kSameTimeS, {},
                                     &TrajectoryBranch::timeS);
        m_nextBranch = static_cast<std::size_t>(atEnd - m_trajectory->branches.begin());
        if (!takeBranch(senses, m_trajectory->lengthS)) {
            return m_state = State::StoppedByFall;
        }
    }
    m_stillCycles = senses.turningRadPerS < kStillRadPerS ? m_stillCycles + 1 : 0;
    if (m_state == State::Entering) {
        enter();
    } else if (m_state != State::Done) {
        advance(senses);
    }
    if (m_state != State::Entering) {
        m_trajectory->sample(std::max(m_timeS, 0.0), m_startRad, m_motionTargetRad);
    }
    drive(expectedRad, targetRad);
    return m_state;
}

// Moves one cycle toward the entry pose; the last such cycle starts the motion at time 0.
void TrajectoryPlayer::enter() {
    const double durationS = std::max(m_trajectory->entryDurationS, m_stepS);
    m_timeS += m_stepS;
    if (m_timeS < -kSameTimeS) {
        const double fraction = 1.0 + m_timeS / durationS;
        for (std::size_t i = 0; i < m_startRad.size(); ++i) {
            const double entryRad = m_trajectory->entryRadOr(robot::JointId(i), m_startRad[i]);
            m_motionTargetRad[i] = m_startRad[i] + fraction * (entryRad - m_startRad[i]);
        }
        return;
    }
    for (std::size_t i = 0; i < m_startRad.size(); ++i) {
        m_startRad[i] = m_trajectory->entryRadOr(robot::JointId(i), m_startRad[i]);
    }
    m_timeS = 0.0;
    m_state = State::Playing;
}

bool TrajectoryPlayer::canContinue(const PlayerSenses& senses) {
    const TrajectoryWait& wait = m_trajectory->waits[m_nextWait];
    m_waitedS += m_stepS;
    if (m_waitedS >= wait.timeoutS - kSameTimeS) {
        return true;
    }
    switch (wait.kind) {
    case WaitKind::LeftFootContact:
        return senses.leftFootTouches;
    case WaitKind::RightFootContact:
        return senses.rightFootTouches;
    case WaitKind::BothFeetContact:
        return senses.leftFootTouches && senses.rightFootTouches;
    case WaitKind::Still:
        return m_stillCycles >= kStillCycles;
    }
    return true;
}

// Whether any branch up to a time has not been evaluated yet.
bool TrajectoryPlayer::hasBranchUntil(double untilS) const {
    return m_first->targets != nullptr && m_nextBranch < m_trajectory->branches.size() &&
           m_trajectory->branches[m_nextBranch].timeS <= untilS + kSameTimeS;
}

// Evaluates the branches up to a time; starts the motion of the first branch whose condition holds.
bool TrajectoryPlayer::takeBranch(const PlayerSenses& senses, double untilS) {
    while (m_mayFollow && hasBranchUntil(untilS)) {
        const BranchTargets& all = *m_first->targets;
        const std::vector<int>& successors = all.motions[m_target].next;
        const TrajectoryBranch& branch = m_trajectory->branches[m_nextBranch];
        const int next = m_nextBranch < successors.size() ? successors[m_nextBranch] : -1;
        ++m_nextBranch;
        const robot::JointId joint = branch.condition.joint;
        const double offRad =
            joint.isValid()
                ? std::abs(m_measuredRad[joint.index()] - m_previousTargetRad[joint.index()])
                : 0.0;
        if (next < 0 || !holds(branch.condition, senses, offRad)) {
            continue;
        }
        if (m_followedCount >= kMaxMotionsInARow) {
            m_isChainCut = true;
            continue;
        }
        ++m_followedCount;
        m_mayFollow = false;
        m_target = static_cast<std::size_t>(next);
        begin(next == 0 ? m_first : all.motions[m_target].trajectory, m_nowRad);
        return true;
    }
    return false;
}

void TrajectoryPlayer::advance(const PlayerSenses& senses) {
    const JointTrajectory& motion = *m_trajectory;
    if (m_state == State::Waiting) {
        if (!canContinue(senses)) {
            return;
        }
        ++m_nextWait;
        m_state = State::Playing;
    }
    const bool waitsFirst =
        m_nextWait < motion.waits.size() && motion.waits[m_nextWait].timeS <= m_timeS + kSameTimeS;
    if (!waitsFirst && takeBranch(senses, m_timeS)) {
        // The first command of the new motion targets one step ahead, as after `start`.
        if (m_state == State::Entering) {
            enter();
        } else {
            advance(senses);
        }
        return;
    }
    const double nextS = m_timeS + m_stepS * std::max(motion.speed, 0.0);
    const bool repeats = motion.loop && motion.loop->endS - motion.loop->beginS > kSameTimeS &&
                         m_timeS <= motion.loop->endS + kSameTimeS && !m_leavesLoop &&
                         (motion.loop->count <= 0 || m_loopsLeft > 0);
    const bool jumps = repeats && nextS > motion.loop->endS + kSameTimeS;
    const double reachedS = jumps ? motion.loop->endS : nextS;
    if (m_nextWait < motion.waits.size() &&
        motion.waits[m_nextWait].timeS <= reachedS + kSameTimeS) {
        m_timeS = std::max(motion.waits[m_nextWait].timeS, m_timeS);
        m_waitedS = 0.0;
        m_state = State::Waiting;
        return;
    }
    if (jumps && hasBranchUntil(motion.loop->endS)) {
        m_timeS = motion.loop->endS; // evaluates branches at its end before looping back
        return;
    }
    advanceTo(nextS, repeats, jumps);
}

void TrajectoryPlayer::advanceTo(double nextS, bool repeats, bool jumps) {
    const JointTrajectory& motion = *m_trajectory;
    if (jumps) {
        const double lengthS = motion.loop->endS - motion.loop->beginS;
        nextS = motion.loop->beginS + std::fmod(nextS - motion.loop->endS, lengthS);
        m_loopsLeft = std::max(m_loopsLeft - 1, 0);
        const auto wait = std::ranges::lower_bound(motion.waits, motion.loop->beginS - kSameTimeS,
                                                   {}, &TrajectoryWait::timeS);
        m_nextWait = static_cast<std::size_t>(wait - motion.waits.begin());
        const auto branch = std::ranges::lower_bound(
            motion.branches, motion.loop->beginS - kSameTimeS, {}, &TrajectoryBranch::timeS);
        m_nextBranch = static_cast<std::size_t>(branch - motion.branches.begin());
    } else if (!repeats && nextS >= motion.lengthS - kSameTimeS) {
        nextS = motion.lengthS;
        m_state = hasBranchUntil(nextS) ? State::Playing : State::Done;
    }
    m_timeS = nextS;
}

void TrajectoryPlayer::drive(std::span<const double> expectedRad, std::span<double> targetRad) {
    const Drive& drive = m_trajectory->drive;
    for (std::size_t i = 0; i < m_model->joints().size(); ++i) {
        const robot::JointId joint(i);
        if (!m_trajectory->moves(joint) && !std::isfinite(m_trajectory->entryRadOr(joint, kNan))) {
            continue;
        }
        if (drive.gainPerS <= 0.0 || m_state == State::Entering) {
            targetRad[i] = m_motionTargetRad[i];
            continue;
        }
        const double errorRad = m_motionTargetRad[i] - expectedRad[i];
        const double changeRad =
            std::isfinite(m_lastErrorRad[i]) ? errorRad - m_lastErrorRad[i] : 0.0;
        m_lastErrorRad[i] = errorRad;
        const double scale = m_trajectory->speedScale(joint, m_timeS);
        targetRad[i] =
            expectedRad[i] +
            m_stepS * scale * (drive.gainPerS * errorRad + drive.derivativeGainPerS * changeRad);
    }
}

} // namespace sideline::motion
