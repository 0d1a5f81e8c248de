#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "proxy/recording_place.h"

namespace sideline::cli {

/// Makes recordings of proxied agents in this folder; for `proxy::AgentProxySettings::makePlace`.
/// @param command that records, as `proxy`
[[nodiscard]] std::function<std::unique_ptr<proxy::RecordingPlace>()> recordingsIn(
    std::filesystem::path folder, std::string command);

} // namespace sideline::cli
