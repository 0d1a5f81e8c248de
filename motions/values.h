#pragma once

#include <functional>
#include <map>
#include <string>

#include "motions/motion.h"

namespace sideline::keyframe {

/// Visits every value of a keyframe: angles of keys, positions and angles of limb targets.
void visitValues(const Keyframe& keyframe, const std::function<void(const Value&)>& visit);
/// Visits every value of all keyframes of a motion and of its entry pose.
void visitValues(const Motion& motion, const std::function<void(const Value&)>& visit);
/// Visits every value of a keyframe for modification.
void changeValues(Keyframe& keyframe, const std::function<void(Value&)>& change);

/// Counts the uses of each parameter among a motion's values.
[[nodiscard]] std::map<std::string, int> parameterUses(const Motion& motion);

} // namespace sideline::keyframe
