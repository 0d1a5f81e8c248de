#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "proxy/recording_place.h"

namespace sideline::cli {

/// Records proxied agents to a folder; for `proxy::AgentProxySettings::makePlace`.
/// @param command name of the recording command, such as `proxy`
[[nodiscard]] std::function<std::unique_ptr<proxy::RecordingPlace>()> recordingsIn(
    std::filesystem::path folder, std::string command);

} // namespace sideline::cli
