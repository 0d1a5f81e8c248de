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

/// A kind of task and its settings.
struct TaskInfo {
    std::string name;    ///< for files and command lines, such as `get-up`
    std::string summary; ///< one line
    std::vector<agents::ParameterInfo> parameters;
    std::function<base::Expected<TaskPtr>(const agents::Parameters&)> make;
};

/// All tasks, in order of display. Any thread.
[[nodiscard]] std::span<const TaskInfo> taskInfos();

/// Creates a task.
/// @param settings as written by the user
/// Errors: NotFound with the available names; InvalidArgument listing all invalid settings.
[[nodiscard]] base::Expected<TaskPtr> makeTask(std::string_view name,
                                               const agents::ParameterTexts& settings);

} // namespace sideline::training
