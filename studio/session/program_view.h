#pragma once

#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "widgets/train/program_tree.h"

namespace sideline::studio {

/// Returns an evolved program as trees, in chronological order.
/// Errors: those of reading the program.
[[nodiscard]] base::Expected<std::vector<widgets::ProgramGene>> programView(
    std::string_view text, const robot::RobotModelPtr& model);

} // namespace sideline::studio
