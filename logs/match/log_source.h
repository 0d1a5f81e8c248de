#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/match/byte_stream.h"
#include "logs/match/log_bytes.h"
#include "logs/match/log_index.h"
#include "logs/match/log_state.h"

namespace sideline::logs {

/// Default folder for unpacked logs: `$XDG_CACHE_HOME/sideline`, otherwise `$HOME/.cache/sideline`,
/// otherwise the system's folder for temporary files.
[[nodiscard]] std::filesystem::path defaultSpoolDirectory();

/// How a match log is opened.
struct LogOptions {
    std::filesystem::path spoolDirectory = defaultSpoolDirectory(); ///< folder for unpacked logs
    std::string entry; ///< file inside an archive; empty: the first log
    /// Memory for checkpoints and decoded frames together; the log's own bytes stay in the file.
    std::size_t memoryBytes = std::size_t{256} << 20U;
    bool analyze = true; ///< whether to detect events and damage after indexing
    /// Limit for unpacking a compressed log. Unpacking also stops when the free disk space has
    /// fallen to a tenth of its initial amount (512 MiB at most). The part unpacked until then
    /// stays readable.
    std::uint64_t maxUnpackedBytes = kDefaultMaxUnpackedBytes;
    static constexpr std::uint64_t kDefaultMaxUnpackedBytes = std::uint64_t{16} << 30U;
    std::function<base::Expected<std::uint64_t>()>
        freeBytes{}; ///< free bytes of the disk; replaced in tests
    /// Follows a growing plain file until `finishGrowing`.
    bool isGrowing = false;
    /// Robots that may appear in addition to the built-in ones; may be null.
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots{};
    RecordTimes times; ///< record times of a growing log, from its writer
};

/// The bytes of a log that was opened, before any of them is indexed.
struct LogSource {
    std::shared_ptr<LogBytes> bytes; ///< the file, or a spool that a packed log is unpacked into
    std::unique_ptr<PackedStream> packed; ///< null for a plain file
    std::uint64_t fileSize = 0;           ///< size of the file on disk, packed or not
};

/// Opens a file that looks like a monitor log, or is a packed one.
/// Errors: NotFound, PermissionDenied, Io, Truncated (an empty file), InvalidArgument (an entry of
/// a file that is not an archive), UnsupportedFormat (not a log).
[[nodiscard]] base::Expected<LogSource> openLogSource(const std::filesystem::path& path,
                                                      const LogOptions& options);

} // namespace sideline::logs
