#pragma once

#include <string_view>

namespace sideline::tests {

/// A small motion of the project's own format.
inline constexpr std::string_view kNod = R"(sideline-motion 1

motion "nod"
description "Nods once."
tags head
parameter deep = 20
keyframe 0.3 "down"
  he2 = $deep; smooth
  lae1 = -90
keyframe 0.6
  he2 = 0; smooth
)";

} // namespace sideline::tests
