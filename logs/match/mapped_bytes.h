#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "agentcore/base/error.h"

namespace sideline::logs {

/// Bytes of a log, mapped into memory at one address: a file as it is, a file that somebody appends
/// to, or a spool that grows while a compressed file is unpacked into it.
///
/// The operating system keeps only the pages in memory that are in use, so a log may be larger
/// than memory. One thread may append or follow; any thread may read what `size()` tells.
class MappedBytes {
public:
    /// Maps a whole file. Errors: NotFound, PermissionDenied, Io.
    [[nodiscard]] static base::Expected<std::unique_ptr<MappedBytes>> openFile(
        const std::filesystem::path& path);

    /// Maps a file that grows; `follow` finds out by how much. Errors: as above.
    [[nodiscard]] static base::Expected<std::unique_ptr<MappedBytes>> openGrowing(
        const std::filesystem::path& path);

    /// Makes an empty spool: a nameless file in `directory`, which vanishes with this object.
    /// Errors: PermissionDenied, Io (naming the directory).
    [[nodiscard]] static base::Expected<std::unique_ptr<MappedBytes>> createSpool(
        const std::filesystem::path& directory);

    ~MappedBytes();
    MappedBytes(const MappedBytes&) = delete;
    MappedBytes& operator=(const MappedBytes&) = delete;

    /// Bytes that can be read now.
    [[nodiscard]] std::uint64_t size() const { return m_size.load(std::memory_order_acquire); }

    /// A stretch of the bytes; must lie within `size()`. Valid as long as this object lives.
    [[nodiscard]] std::string_view view(std::uint64_t offset, std::uint64_t length) const;

    /// Adds bytes to a spool. Errors: LimitExceeded if the disk is full, Io.
    [[nodiscard]] base::Expected<void> append(std::string_view bytes);

    /// Takes in what was appended to a growing file.
    ///
    /// @param keptBytes how much of the file is in use; behind it whoever writes may take back what
    /// is not complete
    /// Errors: Truncated if the file was cut below that; LimitExceeded, Io.
    [[nodiscard]] base::Expected<void> follow(std::uint64_t keptBytes);

    /// False if somebody cut the mapped file short meanwhile; then its bytes must not be read.
    [[nodiscard]] bool isIntact() const;

    /// Tells the operating system that a stretch will not be needed soon, to keep memory low.
    void release(std::uint64_t offset, std::uint64_t length) const;

private:
    enum class Kind : std::uint8_t { File, Growing, Spool };
    MappedBytes(int file, char* address, std::uint64_t reserved, std::uint64_t size, Kind kind,
                std::filesystem::path name);
    base::Expected<void> mapUpTo(std::uint64_t size);

    int m_file;
    char* m_address;
    std::uint64_t m_reserved; // addresses set aside
    std::uint64_t m_mapped;   // of them, backed by the file
    std::atomic<std::uint64_t> m_size;
    std::atomic<std::uint64_t> m_kept; // what must stay in the file
    Kind m_kind;
    std::filesystem::path m_name;
};

} // namespace sideline::logs
