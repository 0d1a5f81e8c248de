#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace sideline::launcher {

/// Whether this is a file that this user may run.
[[nodiscard]] bool isProgram(const std::filesystem::path& file);
/// The folders of a PATH, in order; empty ones are left out.
[[nodiscard]] std::vector<std::filesystem::path> foldersOf(std::string_view path);

} // namespace sideline::launcher
