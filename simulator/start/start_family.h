#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "agentcore/game/server_kind.h"
#include "simulator/start/start_situation.h"

namespace sideline::simulator {

/// The server family of a situation's robots; nullopt if it has none, so that any family can start
/// from it. Errors: InvalidArgument for robots of both families, naming the first one of the second
/// family.
[[nodiscard]] base::Expected<std::optional<game::ServerKind>> familyOf(const StartSituation& start);

/// Like `parseStart`, for a field of any size, and also with the robots of rcssservermj.
/// Errors: those of `parseStart`, and InvalidArgument for robots of both families.
[[nodiscard]] tl::expected<StartSituation, StartErrors> parseStartOfAnyFamily(
    std::string_view text, const std::filesystem::path& file, robot::RobotCatalog& robots);
/// Errors: also those of `readStart`.
[[nodiscard]] tl::expected<StartSituation, StartErrors> readStartOfAnyFamily(
    const std::filesystem::path& file, robot::RobotCatalog& robots);

} // namespace sideline::simulator
