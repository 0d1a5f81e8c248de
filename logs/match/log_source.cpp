#include "logs/match/log_source.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "logs/match/monitor_recording.h"

namespace sideline::logs {

namespace {

using base::ErrorCode;
using base::Expected;

constexpr std::size_t kFormatBytes = 4096;

tl::unexpected<base::Error> notALog(std::string_view beginning) {
    std::string shown;
    for (const char byte : beginning.substr(0, 16)) {
        const auto value = static_cast<unsigned char>(byte);
        shown +=
            value >= 0x20 && value < 0x7f ? std::string(1, byte) : fmt::format("\\x{:02x}", value);
    }
    auto error = base::failure(
        ErrorCode::UnsupportedFormat,
        fmt::format("not a monitor log: it starts with \"{}\"", shown),
        "a log of rcssserver3d, rcssservermj or RoboViz (starting "
        "with '((time', '((RSMP' or '['), a monitor's recording (.rec), or one compressed as gz, "
        "bz2, xz, zst, zip or tar");
    error.value().byteOffset = 0;
    return error;
}

} // namespace

std::filesystem::path defaultSpoolDirectory() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0') {
        return std::filesystem::path(cache) / "sideline";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        return std::filesystem::path(home) / ".cache" / "sideline";
    }
    std::error_code ignored;
    const auto directory = std::filesystem::temp_directory_path(ignored);
    return ignored ? std::filesystem::path("/tmp") : directory;
}

Expected<LogSource> openLogSource(const std::filesystem::path& path, const LogOptions& options) {
    auto file = options.isGrowing ? LogBytes::openGrowing(path) : LogBytes::openFile(path);
    if (!file) {
        return tl::unexpected(std::move(file.error()));
    }
    LogSource source;
    source.fileSize = (*file)->size();
    if (source.fileSize == 0) {
        return base::failure(ErrorCode::Truncated, "the file is empty", "a monitor log");
    }
    ReadBuffer buffer;
    const auto sniffed =
        (*file)->read(0, std::min<std::uint64_t>(source.fileSize, kFormatBytes), buffer);
    if (!sniffed) {
        return tl::unexpected(sniffed.error());
    }
    const std::string_view beginning = *sniffed;
    if (!looksPacked(beginning) && !looksLikeMonitorRecording(beginning) &&
        looksLikeMonitorLog(beginning)) {
        if (!options.entry.empty()) {
            return base::failure(
                ErrorCode::InvalidArgument,
                fmt::format("not an archive, so there is no file '{}'", options.entry));
        }
        source.bytes = std::move(*file);
        return source;
    }
    if (options.isGrowing) {
        return base::failure(ErrorCode::UnsupportedFormat, "not a log that can grow",
                             "a plain monitor log");
    }
    auto packed = PackedStream::open(path, options.entry, options.maxUnpackedBytes);
    if (!packed) {
        if (looksPacked(beginning)) {
            return tl::unexpected(std::move(packed.error()));
        }
        return notALog(beginning);
    }
    auto spool = LogBytes::createSpool(options.spoolDirectory);
    if (!spool) {
        return tl::unexpected(std::move(spool.error()));
    }
    source.packed = std::move(*packed);
    source.bytes = std::move(*spool);
    return source;
}

} // namespace sideline::logs
