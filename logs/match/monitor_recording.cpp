#include "logs/match/monitor_recording.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "logs/match/byte_stream.h"
#include "logs/match/record_head.h"

namespace sideline::logs {

namespace {

using base::Expected;

constexpr std::size_t kMaxRecordBytes = std::size_t{1} << 24U;
constexpr std::string_view kMonitorMessageStart = "((";

// Returns the number of payload bytes of the record that begins here; none if no record begins
// here.
std::optional<std::size_t> payloadSizeOf(std::string_view head) {
    const std::size_t size = textBytesIn(head);
    return speakerOf(head[0]) && size < kMaxRecordBytes ? std::optional(size) : std::nullopt;
}

tl::unexpected<base::Error> noRecordAt(std::uint64_t offset) {
    auto error = base::failure(base::ErrorCode::Malformed,
                               "no record of the monitor's connection begins here",
                               "<, > or M, and the length of the message");
    error.value().byteOffset = offset;
    return error;
}

} // namespace

bool looksLikeMonitorRecording(std::string_view beginning) {
    // Monitors may send commands before the first message.
    while (beginning.size() > kRecordHeadBytes) {
        const auto size = payloadSizeOf(beginning);
        if (!size) {
            return false;
        }
        const bool isFromServer = beginning[0] == '<';
        beginning.remove_prefix(kRecordHeadBytes);
        if (isFromServer) {
            return *size > 0 && beginning.starts_with(kMonitorMessageStart);
        }
        beginning.remove_prefix(std::min(*size, beginning.size()));
    }
    return false;
}

bool isMonitorRecording(const std::filesystem::path& path) {
    const auto stream = PackedStream::open(path, {}, 0);
    return stream && (*stream)->isRecording();
}

Expected<std::string_view> MonitorRecordingLines::feed(std::string_view bytes) {
    m_record.append(bytes);
    m_lines.clear();
    std::string_view rest = m_record;
    while (rest.size() >= kRecordHeadBytes) {
        const auto size = payloadSizeOf(rest);
        if (!size && m_lines.empty()) {
            return noRecordAt(m_offset);
        }
        if (!size) {
            break; // the next call reports the error
        }
        if (rest.size() - kRecordHeadBytes < *size) {
            break;
        }
        if (rest[0] == '<' && *size > 0) {
            const std::size_t begin = m_lines.size();
            m_lines.append(rest.substr(kRecordHeadBytes, *size));
            std::replace(m_lines.begin() + static_cast<std::ptrdiff_t>(begin), m_lines.end(), '\n',
                         ' ');
            m_lines += '\n';
        }
        rest.remove_prefix(kRecordHeadBytes + *size);
        m_offset += kRecordHeadBytes + *size;
    }
    m_record.erase(0, m_record.size() - rest.size());
    return m_lines;
}

Expected<void> MonitorRecordingLines::finish() const {
    if (m_record.empty()) {
        return {};
    }
    if (m_record.size() >= kRecordHeadBytes && !payloadSizeOf(m_record)) {
        return noRecordAt(m_offset);
    }
    auto error = base::failure(base::ErrorCode::Truncated,
                               "the monitor's recording ends within a record", "a complete one");
    error.value().byteOffset = m_offset;
    return error;
}

} // namespace sideline::logs
