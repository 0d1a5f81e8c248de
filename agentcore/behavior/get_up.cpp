#include "agentcore/behavior/get_up.h"

#include <array>
#include <cmath>

#include "agentcore/game/constants.h"

namespace sideline::behavior {

std::span<const base::NumberInfo<GetUpSettings>> GetUpSettings::numbers() {
    using S = GetUpSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"still", "turn rate below which a robot on the ground counts as still", "rad/s", 0.05,
         10.0, &S::stillRadPerS},
        {"still-time", "minimum time on the ground before it gets up", "s", 0.0, 5.0, &S::stillS},
        {"max-wait", "maximum time it waits to become still, since other robots may be rolling it",
         "s", 0.0, 20.0, &S::maxWaitS},
        {"confirm", "time for which a robot must be upright before it no longer counts as fallen",
         "s", 0.0, 5.0, &S::confirmS},
        {"side", "lateral component of the up direction above which it lies on its side", "", 0.0,
         1.0, &S::sideRatio},
    });
    return kRows;
}

void GetUp::enter(const Context& context) {
    static_cast<void>(context);
    m_player.stop();
    m_stage = Stage::Lying;
    m_lyingS = 0.0;
    m_attempts = 0;
}

// Every second attempt from the back uses the motion for back and sides.
GetUp::TrajectoryPtr GetUp::choose(const Eigen::Vector3d& up_T) const {
    const bool isOnSide = std::abs(up_T.x()) > m_settings.sideRatio;
    const bool isSecond = m_attempts % 2 == 1;
    if (!isOnSide && up_T.y() < 0.0 && m_motions.front) {
        return m_motions.front; // the robot lies on its chest
    }
    if (m_motions.side && (isOnSide || isSecond || !m_motions.back)) {
        return m_motions.side;
    }
    return m_motions.back ? m_motions.back : m_motions.front;
}

Status GetUp::update(const Context& context, ActionRequest& request) {
    const world::BodyBelief& body = context.frame.body;
    const Eigen::Vector3d up_T = world::upOf(body);
    if (m_stage == Stage::Rising) {
        const Status status = m_player.update(context, request);
        if (status == Status::Running) {
            return Status::Running;
        }
        m_stage = Stage::Lying;
        m_lyingS = 0.0;
    }
    if (game::isUpright(up_T.z()) && !body.isFallen) {
        request.decision.reason = "standing";
        return Status::Done;
    }
    if (game::isUpright(up_T.z()) && m_lyingS < m_settings.confirmS) {
        request.decision.reason = "standing: waiting for confirmation";
        m_lyingS += context.stepS;
        return Status::Running;
    }
    request.decision.reason = "lying: waiting until the robot is still";
    m_lyingS += context.stepS;
    const bool isStill =
        body.gyro_TRadPerS.norm() < m_settings.stillRadPerS && m_lyingS >= m_settings.stillS;
    if (isStill || m_lyingS >= m_settings.maxWaitS) {
        const TrajectoryPtr motion = choose(up_T);
        if (!motion) {
            request.decision.reason = "fallen: no get-up motion fits this robot";
            return Status::Failed;
        }
        m_player.play(motion, "get up");
        m_stage = Stage::Rising;
        ++m_attempts;
        return m_player.update(context, request) == Status::Failed ? Status::Failed
                                                                   : Status::Running;
    }
    for (std::size_t i = 0; i < request.targetRad.size(); ++i) {
        request.targetRad[i] = body.joints[i].measuredRad;
    }
    return Status::Running;
}

std::optional<Status> UpFirst::update(const Context& context, ActionRequest& request) {
    m_hasJustRisen = false;
    if (context.frame.body.isFallen && !m_isRising) {
        m_isRising = true;
        m_getUp.enter(context);
    }
    if (!m_isRising) {
        return {};
    }
    const Status status = m_getUp.update(context, request);
    if (status != Status::Done) {
        return status;
    }
    m_getUp.leave();
    m_isRising = false;
    m_hasJustRisen = true;
    return {};
}

} // namespace sideline::behavior
