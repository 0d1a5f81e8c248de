#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::logs {

/// Whether bytes look like the beginning of a monitor log: a message, or draw datagrams before one
/// as RoboViz records them.
[[nodiscard]] bool looksLikeMonitorLog(std::string_view beginning);

/// Whether bytes are the beginning of a compressed file or archive.
[[nodiscard]] bool looksPacked(std::string_view beginning);

/// Reads the unpacked bytes of a log inside a compressed file or archive sequentially.
///
/// Supports the formats gz, bz2, xz, zst, zip and tar, including nested ones, through libarchive.
/// In an archive with several files, reads the first that is a monitor log. A recording (`.rec`) of
/// a monitor's connection, compressed or not, yields the server's messages as lines. One thread per
/// stream.
class PackedStream {
public:
    /// Opens a compressed file and finds the log in it.
    /// @param entry name (or end of the name) of the archive's file to read; empty for the first
    ///     log
    /// @param maxSkippedBytes limit for unpacked bytes of other files
    /// Errors: those of `InputFile::open`; NotFound (no such entry), UnsupportedFormat (not a
    /// packed file, or no log in it), Malformed (damaged archive), LimitExceeded.
    [[nodiscard]] static base::Expected<std::unique_ptr<PackedStream>> open(
        const std::filesystem::path& path, std::string_view entry,
        std::uint64_t maxSkippedBytes = UINT64_MAX);

    ~PackedStream();
    PackedStream(const PackedStream&) = delete;
    PackedStream& operator=(const PackedStream&) = delete;

    /// Returns the next unpacked bytes, valid until the next call; empty at the end.
    /// Errors: Malformed or Truncated with the offset in the compressed file, or in a recording;
    /// bytes returned earlier are correct.
    [[nodiscard]] base::Expected<std::string_view> read();

    /// Whether the log is a recording of a monitor's connection.
    [[nodiscard]] bool isRecording() const;
    /// Name of the file inside the archive; empty for a file that is only compressed.
    [[nodiscard]] const std::string& entryName() const;
    /// Compression and archive formats for display, such as `tar, bzip2`.
    [[nodiscard]] std::string packing() const;
    /// Number of compressed bytes read, for progress.
    [[nodiscard]] std::uint64_t packedOffset() const;
    /// Names of the archive's files after this one. Call at the end of the stream.
    [[nodiscard]] std::vector<std::string> remainingEntries();

private:
    struct Layers;
    explicit PackedStream(std::unique_ptr<Layers> layers);
    std::unique_ptr<Layers> m_layers;
};

} // namespace sideline::logs
