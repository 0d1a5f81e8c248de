#include "launcher/program_path.h"

#include <algorithm>
#include <system_error>

#include <unistd.h>

namespace sideline::launcher {

bool isProgram(const std::filesystem::path& file) {
    std::error_code failed;
    return std::filesystem::is_regular_file(file, failed) && ::access(file.c_str(), X_OK) == 0;
}

std::vector<std::filesystem::path> foldersOf(std::string_view path) {
    std::vector<std::filesystem::path> folders;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find(':'), path.size());
        if (end > 0) {
            folders.emplace_back(path.substr(0, end));
        }
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return folders;
}

} // namespace sideline::launcher
