#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace sideline::launcher {

/// Whether a path is a file that this user may execute.
[[nodiscard]] bool isProgram(const std::filesystem::path& file);
/// The folders of a PATH in order; empty entries are omitted.
[[nodiscard]] std::vector<std::filesystem::path> foldersOf(std::string_view path);

} // namespace sideline::launcher
