#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "training/experiment/experiment_folder.h"

namespace sideline::training {

/// Serializes a checkpoint: a line with the version, then MessagePack.
[[nodiscard]] std::string checkpointText(const Checkpoint& checkpoint);
/// Errors: UnsupportedFormat for another version; Malformed.
[[nodiscard]] base::Expected<Checkpoint> checkpointFrom(std::string_view text);

} // namespace sideline::training
