#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::keyframe {

/// A motion file in a library folder.
struct LibraryFile {
    std::filesystem::path path;
    std::string folder; ///< relative to the library, with `/`, such as `GetUp`; empty for the
                        ///< library itself
    std::string name;   ///< file name without extension: `getup-front-1`
    [[nodiscard]] bool operator==(const LibraryFile&) const = default;
};

/// Returns the folder of the motions shipped with the program: `../share/sideline/motions` relative
/// to the program if installed, otherwise the one in the source tree.
/// @param programFolder folder of the running program; empty: uses the source tree's
[[nodiscard]] std::filesystem::path shippedMotionsFolder(
    const std::filesystem::path& programFolder = {});

/// Returns the folder of the motions shipped with the running program.
[[nodiscard]] std::filesystem::path ownMotionsFolder();

/// Lists all motion files of a folder recursively, sorted by folder, then by name. A user's own
/// library is such a folder.
/// @param anyFormat includes other teams' files, by their extensions; otherwise `.motion` files
///     only
/// Errors: NotFound, PermissionDenied or Io for the folder itself; unreadable entries inside are
/// skipped. Any thread.
[[nodiscard]] base::Expected<std::vector<LibraryFile>> listMotions(
    const std::filesystem::path& folder, bool anyFormat = false);

/// Finds the file of a motion by its name, such as `getup-front`; case-sensitive.
///
/// With one file for each robot type, `getup-front` with type 3 finds `getup-front-3`.
/// @param robotType Nao type, 0 to 4; if not set, finds a file of exactly that name, or the one
///     for type 0
/// Errors: NotFound with the available names; those of `listMotions`.
[[nodiscard]] base::Expected<LibraryFile> findMotion(const std::filesystem::path& folder,
                                                     std::string_view name,
                                                     std::optional<int> robotType = {});

} // namespace sideline::keyframe
