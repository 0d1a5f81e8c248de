#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include <sys/types.h>

#include "agentcore/base/error.h"

namespace sideline::logs {

/// A plain text file that whole lines are appended to, and that only its owner may read.
///
/// Every line is handed to the operating system at once, so that nothing is lost when the program
/// is killed. A line that could not be written completely is taken back. One thread at a time.
class LineFile {
public:
    /// How bytes are written, like `pwrite(2)`; tests put in one that fails.
    using Write = std::function<ssize_t(int file, const char* bytes, std::size_t count, off_t at)>;

    enum class Mode : std::uint8_t {
        Replace,      ///< what is there is lost
        CreateLocked, ///< refuses a file that is there; other programs see that it is in use
    };

    /// Errors: NotFound (folder), PermissionDenied, Io (there already), each with the path.
    [[nodiscard]] static base::Expected<LineFile> create(const std::filesystem::path& path,
                                                         Mode mode, Write write = {});

    /// Appends bytes that end with a line break.
    /// Errors: LimitExceeded (disk full, file too large), Io, each with the path. The file is then
    /// as before, and the next call tries again.
    base::Expected<void> append(std::string_view lines);

    /// Gives the disk space of a segment back; its bytes read as zeros.
    /// @return false if the file system cannot do that
    bool punch(std::uint64_t begin, std::uint64_t end);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] std::uint64_t size() const { return m_size; }

private:
    struct Descriptor {
        explicit Descriptor(int number) : value(number) {}
        ~Descriptor();
        Descriptor(const Descriptor&) = delete;
        Descriptor& operator=(const Descriptor&) = delete;
        int value;
    };
    LineFile(std::filesystem::path path, std::unique_ptr<Descriptor> file, Write write);

    std::filesystem::path m_path;
    std::unique_ptr<Descriptor> m_file;
    Write m_write;
    std::uint64_t m_size = 0;
};

/// Removes files that a program which is gone has left behind: those of `CreateLocked` that nobody
/// has locked.
/// @param prefix beginning of the names to look at
/// @return how many were removed
int removeLeftovers(const std::filesystem::path& directory, std::string_view prefix);

} // namespace sideline::logs
