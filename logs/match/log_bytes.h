#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/base/input_file.h"

namespace sideline::logs {

/// Read buffer of one thread; as large as its longest read.
class ReadBuffer {
public:
    /// Returns room for `size` bytes; discards the old contents.
    [[nodiscard]] char* room(std::size_t size);

private:
    std::unique_ptr<char[]> m_bytes;
    std::size_t m_size = 0;
};

/// Bytes of a log: a static file, a growing file, or a spool that grows while a compressed file is
/// unpacked into it.
///
/// The bytes stay in the file and are read into the caller's memory. Thus a log may be larger than
/// memory, and truncation of the file during reading causes an error; with a memory-mapped file it
/// would end the program (SIGBUS). After a truncation or rewrite, all reads fail: the rest may
/// belong to a different match. One thread may append or follow; any thread may read the bytes
/// below `size()`.
class LogBytes {
public:
    /// Opens a complete file. Errors: those of `InputFile::open`.
    [[nodiscard]] static base::Expected<std::unique_ptr<LogBytes>> openFile(
        const std::filesystem::path& path);

    /// Opens a growing file; `follow` updates its size. Errors: as above.
    [[nodiscard]] static base::Expected<std::unique_ptr<LogBytes>> openGrowing(
        const std::filesystem::path& path);

    /// Creates an empty spool: an unnamed file in `directory`, deleted with this object.
    /// Errors: NotFound, PermissionDenied, Io (naming the directory).
    [[nodiscard]] static base::Expected<std::unique_ptr<LogBytes>> createSpool(
        const std::filesystem::path& directory);

    ~LogBytes();
    LogBytes(const LogBytes&) = delete;
    LogBytes& operator=(const LogBytes&) = delete;

    /// Number of readable bytes.
    [[nodiscard]] std::uint64_t size() const { return m_size.load(std::memory_order_acquire); }

    /// Reads an interval of the bytes, which must lie within `size()`. Valid until the buffer is
    /// used again.
    /// Errors: Truncated, naming the byte, if the file was truncated meanwhile; Io.
    [[nodiscard]] base::Expected<std::string_view> read(std::uint64_t offset, std::uint64_t length,
                                                        ReadBuffer& buffer) const;

    /// Checks by size and modification time whether the file is unchanged.
    /// Errors: Truncated, naming the byte, if it was truncated; Io if another log was written into
    /// it. After an error, all later calls fail too.
    [[nodiscard]] base::Expected<void> check() const;

    /// Appends bytes to a spool. Errors: LimitExceeded if the disk is full, Io.
    [[nodiscard]] base::Expected<void> append(std::string_view bytes);

    /// Free disk space for a spool, in bytes. Errors: Io.
    [[nodiscard]] base::Expected<std::uint64_t> freeBytes() const;

    /// Updates the size of a growing file.
    /// @param keptBytes bytes in use; the writer may still remove incomplete lines after them
    /// Errors: those of `check`.
    [[nodiscard]] base::Expected<void> follow(std::uint64_t keptBytes);

private:
    enum class Kind : std::uint8_t { File, Growing, Spool };
    struct Status {
        std::uint64_t size = 0;
        std::int64_t changedNs = 0;
    };
    LogBytes(base::InputFile file, Kind kind);
    LogBytes(int spool, std::filesystem::path directory);
    [[nodiscard]] int descriptor() const;
    [[nodiscard]] base::Expected<Status> status() const;
    [[nodiscard]] base::Expected<std::string> tail(std::uint64_t end) const;
    [[nodiscard]] base::Expected<void> keep(std::uint64_t keptBytes);
    [[nodiscard]] base::Expected<void> checkLocked(const Status& status) const;
    [[nodiscard]] tl::unexpected<base::Error> lost(base::Error error) const;

    std::filesystem::path m_name; ///< name of the file or of the spool's directory
    Kind m_kind;
    std::optional<base::InputFile> m_file;
    int m_spool = -1;
    std::atomic<std::uint64_t> m_size{0};

    mutable std::mutex m_mutex; // guards the members below
    std::uint64_t m_kept = 0;   ///< bytes that must not change
    std::string m_tail;         ///< last of those bytes, to detect another log
    mutable std::int64_t m_seenChangeNs = 0;
    mutable std::optional<base::Error> m_lost;
};

} // namespace sideline::logs
