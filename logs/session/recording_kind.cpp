#include "logs/session/recording_kind.h"

#include <array>
#include <memory>

#include <archive.h>
#include <archive_entry.h>

#include "agentcore/base/input_file.h"
#include "logs/match/monitor_recording.h"
#include "logs/match/record_head.h"
#include "logs/session/session_types.h"

namespace sideline::logs {

namespace {

constexpr std::size_t kBeginningBytes = 1024;

} // namespace

RecordingKind recordingKindOf(std::string_view firstBytes) {
    if (firstBytes.substr(0, kSessionMagic.size()) == kSessionMagic) {
        return RecordingKind::Session;
    }
    // The stream begins with a sender and a length below 16 MiB; text never contains a zero there.
    const bool isStream =
        firstBytes.size() >= 2 && speakerOf(firstBytes[0]) && firstBytes[1] == '\0';
    // The name of a file in a tar archive can be a single letter followed by zeros.
    const bool isArchive =
        firstBytes.size() >= 5 && firstBytes.substr(1, 4) == std::string_view("\0\0\0\0", 4);
    return isStream && !isArchive && !looksLikeMonitorRecording(firstBytes)
               ? RecordingKind::AgentStream
               : RecordingKind::MatchLog;
}

RecordingKind recordingKind(const std::filesystem::path& path) {
    const auto file = base::InputFile::open(path);
    if (!file) {
        return RecordingKind::MatchLog;
    }
    const std::unique_ptr<archive, decltype(&archive_read_free)> reader(archive_read_new(),
                                                                        &archive_read_free);
    archive_read_support_filter_all(reader.get());
    archive_read_support_format_raw(reader.get());
    constexpr std::size_t kBlockBytes = 1U << 14U;
    archive_entry* entry = nullptr;
    std::array<char, kBeginningBytes> bytes{};
    std::size_t count = 0;
    if (archive_read_open_fd(reader.get(), file->descriptor(), kBlockBytes) == ARCHIVE_OK &&
        archive_read_next_header(reader.get(), &entry) == ARCHIVE_OK) {
        while (count < bytes.size()) {
            const la_ssize_t got =
                archive_read_data(reader.get(), bytes.data() + count, bytes.size() - count);
            if (got <= 0) {
                break;
            }
            count += static_cast<std::size_t>(got);
        }
    }
    return recordingKindOf({bytes.data(), count});
}

RecordingKind plainRecordingKind(const std::filesystem::path& path) {
    const auto file = base::InputFile::open(path);
    std::array<char, kBeginningBytes> bytes{};
    const auto count = file ? file->readAt(0, bytes) : base::Expected<std::size_t>(0);
    return recordingKindOf({bytes.data(), count.value_or(0)});
}

bool isSession(const std::filesystem::path& path) {
    return path.extension() == kSessionEnding || plainRecordingKind(path) == RecordingKind::Session;
}

} // namespace sideline::logs
