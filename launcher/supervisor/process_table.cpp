#include "launcher/supervisor/process_table.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace sideline::launcher {

namespace {

// Reads `/proc/PID/stat`. The name is in parentheses and may contain any character, even blanks and
// parentheses, so fields are counted from the last parenthesis.
bool readEntry(int procFd, const char* pidText, ProcessEntry& entry) {
    std::array<char, 64> path{};
    std::snprintf(path.data(), path.size(), "%s/stat", pidText);
    const int file = ::openat(procFd, path.data(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return false;
    }
    std::array<char, 1024> text{};
    const ssize_t size = ::read(file, text.data(), text.size() - 1);
    ::close(file);
    if (size <= 0) {
        return false;
    }
    const char* fields = std::strrchr(text.data(), ')');
    if (fields == nullptr) {
        return false;
    }
    unsigned long long user = 0;
    unsigned long long system = 0;
    long long resident = 0;
    int parent = 0;
    const int count =
        std::sscanf(fields + 1,
                    " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %*d %*d "
                    "%*d %*d %*d %*d %llu %*u %lld",
                    &entry.state, &parent, &user, &system, &entry.startTicks, &resident);
    entry.pid = static_cast<pid_t>(std::strtol(pidText, nullptr, 10));
    entry.parent = static_cast<pid_t>(parent);
    entry.cpuTicks = user + system;
    entry.residentPages = resident > 0 ? static_cast<unsigned long long>(resident) : 0;
    return count == 6;
}

} // namespace

std::vector<ProcessEntry> readProcessTable() {
    std::vector<ProcessEntry> table;
    DIR* folder = ::opendir("/proc");
    if (folder == nullptr) {
        return table;
    }
    while (const dirent* item = ::readdir(folder)) {
        ProcessEntry entry;
        if (item->d_name[0] >= '1' && item->d_name[0] <= '9' &&
            readEntry(::dirfd(folder), item->d_name, entry)) {
            table.push_back(entry);
        }
    }
    ::closedir(folder);
    return table;
}

std::vector<ProcessEntry> descendantsOf(pid_t root, const std::vector<ProcessEntry>& table) {
    std::vector<ProcessEntry> byParent = table;
    const auto earlier = [](const ProcessEntry& a, const ProcessEntry& b) {
        return a.parent < b.parent;
    };
    std::sort(byParent.begin(), byParent.end(), earlier);
    std::vector<pid_t> parents = {root};
    std::vector<ProcessEntry> found;
    // A table read while processes start and end may contain a cycle; each process is visited once.
    for (std::size_t i = 0; i < parents.size() && parents.size() <= table.size() + 1; ++i) {
        ProcessEntry key;
        key.parent = parents[i];
        const auto range = std::equal_range(byParent.begin(), byParent.end(), key, earlier);
        for (auto it = range.first; it != range.second; ++it) {
            parents.push_back(it->pid);
            if (it->state != 'Z') {
                found.push_back(*it);
            }
        }
    }
    return found;
}

} // namespace sideline::launcher
