#include "logs/match/drawings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "agentcore/base/input_file.h"
#include "agentcore/drawing/datagram.h"

namespace sideline::logs {

namespace {

constexpr std::size_t kMaxDatagram = 65'535; // maximum size of a UDP datagram

// Parses `[1, -2, 3]` at `at`, and moves `at` past it.
base::Expected<std::string> readDatagram(std::string_view line, std::size_t& at) {
    const auto fail = [&](base::ErrorCode code, const char* message, const char* expected) {
        auto error = base::failure(code, message, expected);
        error.value().byteOffset = at;
        return error;
    };
    const auto skipBlanks = [&] {
        while (at < line.size() && line[at] == ' ') {
            ++at;
        }
    };
    std::string datagram;
    ++at; // the bracket
    skipBlanks();
    if (at < line.size() && line[at] == ']') {
        ++at;
        return datagram;
    }
    while (true) {
        skipBlanks();
        int value = 0;
        const auto [end, code] =
            std::from_chars(line.data() + at, line.data() + line.size(), value);
        if (code != std::errc{} || value < -128 || value > 255) {
            return at >= line.size()
                       ? fail(base::ErrorCode::Truncated, "a draw datagram does not end", "']'")
                       : fail(base::ErrorCode::Malformed, "invalid byte in a draw datagram",
                              "a number from -128 to 127");
        }
        if (datagram.size() >= kMaxDatagram) {
            return fail(base::ErrorCode::LimitExceeded, "a draw datagram is too long",
                        "at most 65535 bytes");
        }
        datagram.push_back(static_cast<char>(static_cast<unsigned char>(value & 0xff)));
        at = static_cast<std::size_t>(end - line.data());
        skipBlanks();
        const char next = at < line.size() ? line[at] : '\0';
        if (next == ']') {
            ++at;
            return datagram;
        }
        if (next != ',') {
            return at >= line.size()
                       ? fail(base::ErrorCode::Truncated, "a draw datagram does not end", "']'")
                       : fail(base::ErrorCode::Malformed, "a draw datagram is damaged",
                              "',' or ']' after a number");
        }
        ++at;
    }
}

} // namespace

void appendDrawingPrefix(std::string& line, std::string_view datagram) {
    line.push_back('[');
    for (std::size_t i = 0; i < datagram.size(); ++i) {
        if (i > 0) {
            line += ", ";
        }
        std::array<char, 8> text{};
        const int value = static_cast<signed char>(datagram[i]);
        const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
        line.append(text.data(), end);
    }
    line.push_back(']');
}

DrawingPrefix readDrawingPrefix(std::string_view line) {
    DrawingPrefix prefix;
    std::size_t at = line.size() - base::withoutByteOrderMark(line).size();
    while (at < line.size() && line[at] == '[') {
        auto datagram = readDatagram(line, at);
        if (!datagram) {
            prefix.error = std::move(datagram.error());
            break;
        }
        prefix.datagrams.push_back(std::move(*datagram));
        while (at < line.size() && line[at] == ' ') {
            ++at;
        }
    }
    return prefix;
}

DrawingReader::DrawingReader(LogParts parts, std::size_t maxBytes)
    : m_fold([this](std::uint64_t step,
                    drawing::DrawingBuilder& builder) { applyLine(step, builder); },
             maxBytes) {
    setParts(std::move(parts));
}

void DrawingReader::setParts(LogParts parts) {
    m_parts = std::move(parts);
    const LogIndex& index = *m_parts.index;
    if (m_scanned > 0 && m_frames.size() == index.drawingLineCount()) {
        m_scanned = index.frameCount(); // no new frames with drawings
    }
    for (; m_scanned < index.frameCount(); ++m_scanned) {
        if (index.hasDrawings(m_scanned)) {
            m_frames.push_back(m_scanned);
        }
    }
}

base::Expected<bool> DrawingReader::seek(FrameNumber frame, std::uint64_t maxLines) {
    m_frame = frame;
    const auto behind = std::ranges::upper_bound(m_frames, frame);
    m_readError.reset();
    const bool reached =
        m_fold.seek(static_cast<std::uint64_t>(behind - m_frames.begin()), maxLines);
    // Checked after reading: data from another file must not be drawn.
    if (m_readError) {
        return tl::unexpected(*m_readError);
    }
    if (auto checked = m_parts.bytes->check(); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    return reached;
}

std::string DrawingReader::prefix() const {
    std::string prefix;
    const auto commands = m_fold.builder().commands();
    for (const std::string& datagram : drawing::encodeDatagrams(commands).datagrams) {
        appendDrawingPrefix(prefix, datagram);
    }
    return prefix;
}

drawing::DrawingStats DrawingReader::stats() const {
    return m_fold.builder().stats(timeOf(m_frame));
}

std::chrono::nanoseconds DrawingReader::timeOf(FrameNumber frame) const {
    const LogIndex& index = *m_parts.index;
    const double timeS = frame < index.frameCount() ? index.recordTimeS(frame) : index.durationS();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(timeS));
}

void DrawingReader::applyLine(std::uint64_t step, drawing::DrawingBuilder& builder) {
    const FrameNumber frame = m_frames[step];
    const LogIndex& index = *m_parts.index;
    if (frame < index.firstFrame()) {
        return; // the frame is no longer kept
    }
    const auto line =
        m_parts.bytes->read(index.lineStart(frame), index.lineLength(frame), m_buffer);
    if (!line) {
        m_readError = line.error();
        return;
    }
    DrawingPrefix prefix = readDrawingPrefix(*line);
    for (const std::string& datagram : prefix.datagrams) {
        builder.apply(kSender, datagram, timeOf(frame));
    }
    if (prefix.error) {
        prefix.error->line = index.lineNumber(frame);
        builder.addError(kSender, std::move(*prefix.error).inFile(m_parts.fileName), timeOf(frame));
    }
}

} // namespace sideline::logs
