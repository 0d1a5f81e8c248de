#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::keyframe {

/// A motion file in a folder of motions.
struct LibraryFile {
    std::filesystem::path path;
    std::string folder; ///< below the library's own, with `/`, such as `GetUp`; empty for none
    std::string name;   ///< of the file, without extension: `getup-front-1`
    [[nodiscard]] bool operator==(const LibraryFile&) const = default;
};

/// The folder of the motions that come with the program: `../share/sideline/motions` beside it
/// where it is installed, else the one in the source tree that it was built from.
/// @param programFolder where the running program is; empty: the source tree's
[[nodiscard]] std::filesystem::path shippedMotionsFolder(
    const std::filesystem::path& programFolder = {});

/// The same for the program that is running.
[[nodiscard]] std::filesystem::path ownMotionsFolder();

/// All motion files of a folder and the folders in it, sorted by folder, then by name. A user's
/// own library is nothing but such a folder.
/// @param anyFormat also the files of other teams, by their extensions; else `.motion` files only
/// Errors: NotFound, PermissionDenied or Io for the folder itself; what cannot be read inside of it
/// is omitted. Any thread.
[[nodiscard]] base::Expected<std::vector<LibraryFile>> listMotions(
    const std::filesystem::path& folder, bool anyFormat = false);

/// The file of a motion by its name, such as `getup-front`; case counts.
///
/// Where there is one file for each robot type, `getup-front` with type 3 finds `getup-front-3`.
/// @param robotType as of the Naos, 0 to 4; nothing: only a file of just that name is found, or
///     the one for type 0
/// Errors: NotFound with the names that there are; those of `listMotions`.
[[nodiscard]] base::Expected<LibraryFile> findMotion(const std::filesystem::path& folder,
                                                     std::string_view name,
                                                     std::optional<int> robotType = {});

} // namespace sideline::keyframe
