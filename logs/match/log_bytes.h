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

/// Memory of one thread that reads a log; as large as the longest interval that was read with it.
class ReadBuffer {
public:
    /// Room for so many bytes; what was in it is gone.
    [[nodiscard]] char* room(std::size_t size);

private:
    std::unique_ptr<char[]> m_bytes;
    std::size_t m_size = 0;
};

/// Bytes of a log: a file as it is, a file that somebody appends to, or a spool that grows while a
/// compressed file is unpacked into it.
///
/// The bytes stay in the file and are read into the caller's memory. So a log may be larger than
/// memory, and a file that somebody shortens while it is read costs an error; mapped into memory,
/// it would end the program (SIGBUS). Once a file was truncated or rewritten, nothing more is
/// read from it: what is left may belong to another match.
/// One thread may append or follow; any thread may read what `size()` reports.
class LogBytes {
public:
    /// Opens a file that nobody is expected to shorten. Errors: those of `InputFile::open`.
    [[nodiscard]] static base::Expected<std::unique_ptr<LogBytes>> openFile(
        const std::filesystem::path& path);

    /// Opens a file that grows; `follow` finds out by how much. Errors: as above.
    [[nodiscard]] static base::Expected<std::unique_ptr<LogBytes>> openGrowing(
        const std::filesystem::path& path);

    /// Makes an empty spool: a nameless file in `directory`, which vanishes with this object.
    /// Errors: NotFound, PermissionDenied, Io (naming the directory).
    [[nodiscard]] static base::Expected<std::unique_ptr<LogBytes>> createSpool(
        const std::filesystem::path& directory);

    ~LogBytes();
    LogBytes(const LogBytes&) = delete;
    LogBytes& operator=(const LogBytes&) = delete;

    /// Bytes that can be read now.
    [[nodiscard]] std::uint64_t size() const { return m_size.load(std::memory_order_acquire); }

    /// An interval of the bytes; must lie within `size()`. Valid until the buffer is used again.
    /// Errors: Truncated, naming the byte, if the file was truncated meanwhile; Io.
    [[nodiscard]] base::Expected<std::string_view> read(std::uint64_t offset, std::uint64_t length,
                                                        ReadBuffer& buffer) const;

    /// Whether the file still is the one that was opened; costs one look at its size and time.
    /// Errors: Truncated, naming the byte, if it was truncated; Io if another log was written into
    /// it. From then on both come from every call.
    [[nodiscard]] base::Expected<void> check() const;

    /// Adds bytes to a spool. Errors: LimitExceeded if the disk is full, Io.
    [[nodiscard]] base::Expected<void> append(std::string_view bytes);

    /// Bytes that are free for a spool on its disk. Errors: Io.
    [[nodiscard]] base::Expected<std::uint64_t> freeBytes() const;

    /// Takes in what was appended to a growing file.
    ///
    /// @param keptBytes how much of the file is in use; behind it whoever writes may take back what
    /// is not complete
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

    std::filesystem::path m_name; ///< of the file, or of the spool's directory
    Kind m_kind;
    std::optional<base::InputFile> m_file;
    int m_spool = -1;
    std::atomic<std::uint64_t> m_size{0};

    mutable std::mutex m_mutex; // guards what follows
    std::uint64_t m_kept = 0;   ///< what must stay in the file
    std::string m_tail;         ///< the last of it, which another log would not have
    mutable std::int64_t m_seenChangeNs = 0;
    mutable std::optional<base::Error> m_lost;
};

} // namespace sideline::logs
