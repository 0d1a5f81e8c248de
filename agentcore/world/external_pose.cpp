#include "agentcore/world/external_pose.h"

#include <algorithm>

namespace sideline::world {

namespace {

constexpr std::chrono::nanoseconds kSameMoment = std::chrono::milliseconds(60);

} // namespace

void ExternalPoses::set(const std::optional<ExternalPose>& pose) {
    const bool isPose = pose && pose->X_ST.p.allFinite() && pose->X_ST.R.allFinite();
    m_pose = isPose ? pose : std::nullopt;
}

const ExternalPoses::Moment* ExternalPoses::estimatedAt(std::chrono::nanoseconds at) const {
    const auto awayFrom = [at](const Moment& moment) {
        return moment.at > at ? moment.at - at : at - moment.at;
    };
    const auto nearest = std::ranges::min_element(m_estimates, {}, awayFrom);
    return nearest->isValid && awayFrom(*nearest) < kSameMoment ? &*nearest : nullptr;
}

bool ExternalPoses::apply(std::chrono::nanoseconds now, localization::PoseEstimate& estimate) {
    m_estimates[m_next] = {now, estimate.X_ST, estimate.isValid};
    m_next = (m_next + 1) % m_estimates.size();
    if (!m_pose || now - m_pose->at > kMaxAge) {
        return false;
    }
    math::Pose X_ST = m_pose->X_ST;
    if (const Moment* then = estimatedAt(m_pose->at); then != nullptr && estimate.isValid) {
        X_ST = X_ST * (then->X_ST.inverse() * estimate.X_ST);
    }
    estimate.isValid = true;
    estimate.X_ST = X_ST;
    estimate.positionSigmaM = 0.0;
    estimate.headingSigmaRad = 0.0;
    estimate.hasCovariance = false;
    return true;
}

} // namespace sideline::world
