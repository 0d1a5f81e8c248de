#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agents/parameters.h"
#include "training/task/task.h"

namespace sideline::training {

/// A kind of task, and what can be set about it.
struct TaskInfo {
    std::string name;    ///< for files and command lines, such as `get-up`
    std::string summary; ///< one line
    std::vector<agents::ParameterInfo> parameters;
    std::function<base::Expected<TaskPtr>(const agents::Parameters&)> make;
};

/// All tasks that there are, in the order in which they are listed. Any thread.
[[nodiscard]] std::span<const TaskInfo> taskInfos();

/// Makes a task.
/// @param settings as a user wrote them
/// Errors: NotFound with the names that there are; InvalidArgument with everything that is wrong
/// with the settings.
[[nodiscard]] base::Expected<TaskPtr> makeTask(std::string_view name,
                                               const agents::ParameterTexts& settings);

} // namespace sideline::training
