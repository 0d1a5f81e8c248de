#include "logs/session/agent_recording.h"

#include <array>
#include <memory>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "agentcore/base/input_file.h"

namespace sideline::logs {

namespace {

using base::ErrorCode;

struct ArchiveDeleter {
    void operator()(archive* a) const { archive_read_free(a); }
};

base::Error fileError(ErrorCode code, std::string message, const std::string& file) {
    return {.code = code,
            .message = std::move(message),
            .expected = {},
            .file = file,
            .line = {},
            .byteOffset = {}};
}

} // namespace

base::Expected<std::string> readUnpacked(const std::filesystem::path& path, std::uint64_t maxBytes,
                                         std::string_view expected) {
    const auto file = base::InputFile::open(path, expected);
    if (!file) {
        return tl::unexpected(file.error());
    }
    const std::unique_ptr<archive, ArchiveDeleter> reader(archive_read_new());
    archive_read_support_filter_all(reader.get());
    archive_read_support_format_raw(reader.get());
    archive_read_support_format_empty(reader.get());
    const auto failed = [&] {
        const char* why = archive_error_string(reader.get());
        return tl::unexpected(
            fileError(ErrorCode::Io, why == nullptr ? "cannot be read" : why, path.string()));
    };
    constexpr std::size_t kBlockBytes = 1U << 16U;
    if (archive_read_open_fd(reader.get(), file->descriptor(), kBlockBytes) != ARCHIVE_OK) {
        return failed();
    }
    std::string bytes;
    archive_entry* entry = nullptr;
    const int status0 = archive_read_next_header(reader.get(), &entry);
    if (status0 == ARCHIVE_EOF) {
        return bytes;
    }
    if (status0 != ARCHIVE_OK) {
        return failed();
    }
    std::array<char, kBlockBytes> block; // NOLINT: filled by libarchive
    while (true) {
        const la_ssize_t count = archive_read_data(reader.get(), block.data(), block.size());
        if (count == 0) {
            return bytes;
        }
        if (count < 0) { // earlier data is valid; the records show the truncation
            return bytes.empty() ? base::Expected<std::string>(failed()) : bytes;
        }
        bytes.append(block.data(), static_cast<std::size_t>(count));
        if (bytes.size() > maxBytes) {
            return tl::unexpected(fileError(ErrorCode::LimitExceeded,
                                            fmt::format("is larger than {} bytes", maxBytes),
                                            path.string()));
        }
    }
}

base::Expected<AgentRecording> AgentRecording::read(const std::filesystem::path& path,
                                                    std::uint64_t maxBytes) {
    auto bytes = readUnpacked(path, maxBytes, "the recording of an agent's stream");
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    return parse(std::move(*bytes), path.string());
}

base::Expected<AgentRecording> AgentRecording::parse(std::string bytes, const std::string& name) {
    AgentRecording recording;
    recording.m_bytes = std::make_unique<const std::string>(std::move(bytes));
    const std::string_view all = *recording.m_bytes;
    std::size_t at = 0;
    const auto damaged = [&](ErrorCode code, std::string message, std::string expected) {
        recording.m_damage = base::Error{.code = code,
                                         .message = std::move(message),
                                         .expected = std::move(expected),
                                         .file = name,
                                         .line = {},
                                         .byteOffset = at};
    };
    while (at < all.size() && !recording.m_damage) {
        const auto speaker = speakerOf(all[at]);
        if (!speaker) {
            damaged(ErrorCode::Malformed,
                    fmt::format("a record starts with byte {:#04x}",
                                static_cast<unsigned char>(all[at])),
                    "'<', '>' or 'M'");
            break;
        }
        if (all.size() - at < kRecordHeadBytes) {
            damaged(ErrorCode::Truncated, "the file ends inside a record's length", "4 bytes");
            break;
        }
        const std::size_t length = textBytesIn(all.substr(at));
        if (all.size() - at - kRecordHeadBytes < length) {
            damaged(ErrorCode::Truncated, "the file ends inside a record",
                    fmt::format("{} more bytes", length - (all.size() - at - kRecordHeadBytes)));
            break;
        }
        recording.m_messages.push_back({*speaker, all.substr(at + kRecordHeadBytes, length), at});
        at += kRecordHeadBytes + length;
    }
    if (recording.m_messages.empty()) {
        base::Error error = recording.m_damage.value_or(
            base::Error{.code = ErrorCode::UnsupportedFormat,
                        .message = "the file is empty",
                        .expected = "the recording of an agent's stream",
                        .file = name,
                        .line = {},
                        .byteOffset = {}});
        error.code = ErrorCode::UnsupportedFormat;
        return tl::unexpected(error);
    }
    return recording;
}

} // namespace sideline::logs
