#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include <sys/types.h>

#include "agentcore/base/error.h"

namespace sideline::logs {

/// A plain text file to which complete lines are appended; only its owner may read it.
///
/// Each line is passed to the operating system immediately, so that killing the program loses
/// nothing. A partially written line is removed again. One thread at a time.
class LineFile {
public:
    /// Writes bytes like `pwrite(2)`; tests inject one that fails.
    using Write = std::function<ssize_t(int file, const char* bytes, std::size_t count, off_t at)>;

    enum class Mode : std::uint8_t {
        Replace,      ///< existing content is lost
        CreateLocked, ///< fails if the file exists; the lock shows other programs that the file is
                      ///< in use
    };

    /// Errors: NotFound (folder), PermissionDenied, Io (file exists), each with the path.
    [[nodiscard]] static base::Expected<LineFile> create(const std::filesystem::path& path,
                                                         Mode mode, Write write = {});

    /// Appends complete lines, plain or packed.
    /// Errors: LimitExceeded (disk full, file too large), Io, each with the path. The file is then
    /// unchanged, and the next call may succeed.
    base::Expected<void> append(std::string_view lines);

    /// Deallocates the disk space of a segment; its bytes then read as zeros.
    /// @return false if the file system does not support holes
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

/// Removes `CreateLocked` files left over by programs that have exited: those without a lock.
/// @param prefix beginning of the names of the files
/// @return number of removed files
int removeLeftovers(const std::filesystem::path& directory, std::string_view prefix);

} // namespace sideline::logs
