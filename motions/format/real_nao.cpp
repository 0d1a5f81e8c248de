#include "motions/format/real_nao.h"

#include <algorithm>

namespace sideline::keyframe {

const RealNaoJoint* realNaoJoint(std::string_view name) {
    const auto* const found = std::ranges::find(kRealNaoJoints, name, &RealNaoJoint::name);
    return found != kRealNaoJoints.end() ? found : nullptr;
}

const RealNaoJoint* realNaoJointOf(std::string_view joint) {
    const auto* const found = std::ranges::find(kRealNaoJoints, joint, &RealNaoJoint::joint);
    return found != kRealNaoJoints.end() ? found : nullptr;
}

bool isHandOfRealNao(std::string_view name) {
    const std::string_view part = name.substr(std::min<std::size_t>(name.size(), 1));
    return (name.starts_with('L') || name.starts_with('R')) &&
           (part == "WristYaw" || part.starts_with("Hand") || part.starts_with("Phalanx"));
}

} // namespace sideline::keyframe
