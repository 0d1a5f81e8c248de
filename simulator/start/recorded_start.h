#pragma once

#include <memory>

#include "simulator/start/start_situation.h"

namespace sideline::simulator {

/// Returns the start situation in the settings of a recorded run.
/// @param read the result of reading its text
/// Errors: the first one, without a line, since lines of that text mean nothing to users.
[[nodiscard]] base::Expected<std::shared_ptr<const StartSituation>> recordedStart(
    tl::expected<StartSituation, StartErrors> read);

} // namespace sideline::simulator
