#include "motions/library/library.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "motions/format/format.h"

namespace sideline::keyframe {

namespace {

namespace fs = std::filesystem;

constexpr int kMaxFolders = 8;            // nesting depth; links may form cycles
constexpr std::size_t kMaxFiles = 20'000; // stops a search from the root of a disk

base::ErrorCode codeOf(const std::error_code& error) {
    return error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory
               ? base::ErrorCode::NotFound
           : error == std::errc::permission_denied ? base::ErrorCode::PermissionDenied
                                                   : base::ErrorCode::Io;
}

bool isMotionFile(const fs::path& file, bool anyFormat) {
    const std::string extension = file.extension().string();
    return anyFormat ? std::ranges::any_of(
                           formats(),
                           [&](const FormatInfo& format) { return extension == format.extension; })
                     : extension == formatInfo(Format::Sideline).extension;
}

void sortByFolder(std::vector<LibraryFile>& files) {
    std::ranges::sort(files, {}, [](const LibraryFile& file) {
        return std::tie(file.folder, file.name, file.path);
    });
}

} // namespace

fs::path shippedMotionsFolder(const fs::path& programFolder) {
    std::error_code ignored;
    const fs::path installed = programFolder / "../share/sideline/motions";
    if (!programFolder.empty() && fs::is_directory(installed, ignored)) {
        return fs::weakly_canonical(installed, ignored);
    }
    return SIDELINE_MOTIONS_PATH;
}

fs::path ownMotionsFolder() {
    std::error_code unknown;
    const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
    return shippedMotionsFolder(unknown ? fs::path() : program.parent_path());
}

base::Expected<std::vector<LibraryFile>> listMotions(const fs::path& folder, bool anyFormat) {
    std::error_code error;
    fs::recursive_directory_iterator each(folder, fs::directory_options::skip_permission_denied,
                                          error);
    if (error) {
        auto failed =
            base::failure(codeOf(error), fmt::format("cannot read the folder: {}", error.message()),
                          "a folder with motion files");
        failed.value().file = folder.string();
        return failed;
    }
    std::vector<LibraryFile> files;
    for (const fs::recursive_directory_iterator end; each != end && files.size() < kMaxFiles;
         each.increment(error)) {
        if (error) {
            break;
        }
        if (each.depth() >= kMaxFolders) {
            each.disable_recursion_pending();
        }
        std::error_code ignored;
        if (!each->is_regular_file(ignored) || !isMotionFile(each->path(), anyFormat)) {
            continue;
        }
        const fs::path below = each->path().parent_path().lexically_relative(folder);
        files.push_back({each->path(), below == "." ? std::string() : below.generic_string(),
                         each->path().stem().string()});
    }
    sortByFolder(files);
    return files;
}

base::Expected<LibraryFile> findMotion(const fs::path& folder, std::string_view name,
                                       std::optional<int> robotType) {
    const auto files = listMotions(folder);
    if (!files) {
        return tl::unexpected(files.error());
    }
    const std::string forType = fmt::format("{}-{}", name, robotType.value_or(0));
    const auto find = [&](std::string_view fileName) {
        return std::ranges::find(*files, fileName, &LibraryFile::name);
    };
    auto found = robotType ? find(forType) : find(name);
    if (found == files->end()) {
        found = robotType ? find(name) : find(forType);
    }
    if (found != files->end()) {
        return *found;
    }
    std::set<std::string> names;
    for (const LibraryFile& file : *files) {
        names.insert(file.name);
    }
    auto failed = base::failure(base::ErrorCode::NotFound, fmt::format("unknown motion '{}'", name),
                                fmt::format("one of {}", fmt::join(names, ", ")));
    failed.value().file = folder.string();
    return failed;
}

} // namespace sideline::keyframe
