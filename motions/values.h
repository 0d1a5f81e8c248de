#pragma once

#include <functional>
#include <map>
#include <string>

#include "motions/motion.h"

namespace sideline::keyframe {

/// Shows every value of a keyframe: angles of keys, places and directions of limb targets.
void visitValues(const Keyframe& keyframe, const std::function<void(const Value&)>& visit);
/// The same for all keyframes of a motion, and for its entry pose.
void visitValues(const Motion& motion, const std::function<void(const Value&)>& visit);
/// Shows every value of a keyframe so that it can be changed.
void changeValues(Keyframe& keyframe, const std::function<void(Value&)>& change);

/// How many values of a motion use each parameter that is used at all.
[[nodiscard]] std::map<std::string, int> parameterUses(const Motion& motion);

} // namespace sideline::keyframe
