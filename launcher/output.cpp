#include "launcher/output.h"
#include "agentcore/base/plural.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace sideline::launcher {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kCutMark = " \xE2\x80\xA6";
constexpr auto kSecond = std::chrono::seconds(1);

unsigned byteAt(std::string_view text, std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
}

// Length of the valid UTF-8 character at `at`; 0 if there is none.
std::size_t characterLength(std::string_view text, std::size_t at) {
    const unsigned first = byteAt(text, at);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xC2 ? 0
                               : first < 0xE0 ? 2
                               : first < 0xF0 ? 3
                               : first < 0xF5 ? 4
                                              : 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byteAt(text, at + i) & 0xC0U) != 0x80U) {
            return 0;
        }
    }
    const unsigned second = byteAt(text, at + 1);
    const bool isOverlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool isNoCharacter =
        (first == 0xED && second >= 0xA0) || (first == 0xF4 && second >= 0x90);
    return isOverlong || isNoCharacter ? 0 : length;
}

// Returns the index after the terminal sequence that begins with an escape at `at`.
std::size_t behindSequence(std::string_view text, std::size_t at) {
    ++at;
    if (byteAt(text, at) != '[') {
        return std::min(at + 1, text.size());
    }
    for (++at; at < text.size(); ++at) {
        const unsigned byte = byteAt(text, at);
        if (byte >= 0x40 && byte <= 0x7E) {
            return at + 1;
        }
    }
    return at;
}

} // namespace

std::string cleanText(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    for (std::size_t at = 0; at < bytes.size();) {
        const unsigned byte = byteAt(bytes, at);
        if (byte == 0x1B) {
            at = behindSequence(bytes, at);
        } else if ((byte < 0x20 && byte != '\t') || byte == 0x7F) {
            ++at;
        } else if (const std::size_t length = characterLength(bytes, at); length > 0) {
            text.append(bytes.substr(at, length));
            at += length;
        } else {
            text.append(kReplacement);
            ++at;
        }
    }
    return text;
}

std::string lineText(std::string_view bytes, bool isCut) {
    while (!bytes.empty() && bytes.back() == '\r') {
        bytes.remove_suffix(1);
    }
    const std::size_t begin = bytes.rfind('\r') + 1; // 0 if there is no carriage return
    std::string text = cleanText(bytes.substr(begin));
    return isCut ? text.append(kCutMark) : text;
}

void LineSplitter::feed(std::string_view bytes, const Take& take) {
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        const std::size_t room = kMaxLineBytes - m_rest.size();
        m_isCut = m_isCut || part.size() > room;
        if (end != std::string_view::npos && m_rest.empty()) {
            take(part.substr(0, room), m_isCut);
            m_isCut = false;
        } else {
            m_rest.append(part.substr(0, room));
            if (end != std::string_view::npos) {
                flush(take);
            }
        }
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    }
}

void LineSplitter::flush(const Take& take) {
    const std::string line = std::exchange(m_rest, {});
    if (!line.empty()) {
        take(line, m_isCut);
    }
    m_isCut = false;
}

void FloodGate::put(OutputLine line, const Take& take) {
    tick(line.at, take);
    if (line.at >= m_secondEnds) {
        m_secondEnds = line.at + kSecond;
        m_passed = 0;
    }
    if (m_passed < m_limits.linesPerSecond) {
        ++m_passed;
        take(std::move(line));
        return;
    }
    m_held.push_back(std::move(line));
    if (m_held.size() > m_limits.newestLines) {
        m_held.pop_front();
        ++m_skipped;
        ++m_skippedInAll;
    }
}

void FloodGate::tick(Clock::time_point now, const Take& take) {
    if (now >= m_secondEnds) {
        flush(now, take);
    }
}

void FloodGate::flush(Clock::time_point now, const Take& take) {
    if (m_skipped > 0) {
        take({.number = 0,
              .at = now,
              .stream = Stream::Note,
              .text = fmt::format("{} omitted: more than {} per second",
                                  base::plural(m_skipped, "line"), m_limits.linesPerSecond)});
    }
    m_skipped = 0;
    for (OutputLine& line : std::exchange(m_held, {})) {
        take(std::move(line));
    }
}

Clock::time_point FloodGate::nextTick() const {
    return m_held.empty() ? Clock::time_point::max() : m_secondEnds;
}

const OutputLine& OutputRing::add(OutputLine line) {
    line.number = ++m_count;
    m_lines.push_back(std::move(line));
    if (m_lines.size() > kKeptLines) {
        m_lines.pop_front();
    }
    return m_lines.back();
}

std::vector<OutputLine> OutputRing::after(std::uint64_t number) const {
    const std::uint64_t firstKept = m_count - m_lines.size();
    const std::uint64_t skipped = number <= firstKept ? 0 : std::min(number, m_count) - firstKept;
    return {m_lines.begin() + static_cast<std::ptrdiff_t>(skipped), m_lines.end()};
}

const OutputLine* OutputRing::newest() const {
    return m_lines.empty() ? nullptr : &m_lines.back();
}

} // namespace sideline::launcher
