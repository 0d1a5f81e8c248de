#include "logs/match/log_index.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/monitor/monitor_decoder.h"

namespace sideline::logs {

namespace {

constexpr std::size_t kMaxIndexIssues = 1000;
constexpr double kMaxStepS = 1.0; // a larger advance of the game clock is a jump, not a step
constexpr double kServerLogStepS = 0.2;
constexpr double kRoboVizLogStepS = 0.04;
constexpr double kHundredthsPerS = 100.0;

bool isBlank(std::string_view line) {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

} // namespace

std::size_t messageOffset(std::string_view line) {
    const std::size_t begin = line.size() - base::withoutByteOrderMark(line).size();
    if (line.size() == begin || line[begin] != '[') {
        return begin;
    }
    const std::size_t offset = line.find('(', begin);
    return offset == std::string_view::npos ? line.size() : offset;
}

std::uint64_t LogIndex::lineNumber(FrameNumber frame) const {
    const auto behind = std::ranges::upper_bound(m_blankLines, frame, {},
                                                 &std::pair<FrameNumber, std::uint64_t>::first);
    const std::uint64_t blank = behind == m_blankLines.begin() ? 0 : std::prev(behind)->second;
    return std::uint64_t{frame} + 1 + blank;
}

FrameNumber LogIndex::frameAtRecordTime(double recordTimeS) const {
    const std::size_t behind = m_recordTimeS.upperBound(recordTimeS);
    return behind == 0 ? 0 : static_cast<FrameNumber>(behind - 1);
}

FrameNumber LogIndex::frameAtGameTime(double gameTimeS) const {
    constexpr float kToleranceS = 1e-4F; // numbers in the stream have six digits
    for (FrameNumber frame = 0; frame < frameCount(); ++frame) {
        if (m_gameTimeS[frame] + kToleranceS >= static_cast<float>(gameTimeS)) {
            return frame;
        }
    }
    return frameCount() == 0 ? 0 : frameCount() - 1;
}

std::optional<FrameNumber> LogIndex::fullFrameBefore(FrameNumber frame) const {
    const auto behind = std::ranges::upper_bound(m_fullFrames, frame);
    return behind == m_fullFrames.begin() ? std::nullopt : std::optional(*std::prev(behind));
}

std::optional<FrameNumber> LogIndex::firstActiveFrame() const {
    if (m_fullFrames.empty()) {
        return std::nullopt;
    }
    constexpr std::uint32_t kRobotBytes = 2500; // a robot adds about 5,850 bytes to a full scene
    const std::uint32_t empty = std::min(m_length[m_fullFrames.front()], std::uint32_t{5000});
    const auto it = std::ranges::find_if(m_fullFrames, [&](FrameNumber frame) {
        return (m_flags[frame] & kRsmp) != 0 ? (m_flags[frame] & kRobots) != 0
                                             : m_length[frame] > empty + kRobotBytes;
    });
    return it == m_fullFrames.end() ? std::nullopt : std::optional(*it);
}

void IndexBuilder::addIssue(const base::Error& error) {
    if (m_index.m_issues.size() < kMaxIndexIssues) {
        m_index.m_issues.push_back({LogIssue::Severity::Damage,
                                    m_index.frameCount() == 0 ? 0 : m_index.frameCount() - 1,
                                    error.inFile(m_fileName)});
    }
}

void IndexBuilder::feed(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto* const end =
            static_cast<const char*>(std::memchr(bytes.data(), '\n', bytes.size()));
        if (end == nullptr) {
            m_index.m_byteCount += m_isSkipping ? bytes.size() : 0;
            return;
        }
        const auto length = static_cast<std::size_t>(end - bytes.data());
        if (m_isSkipping) {
            m_isSkipping = false;
            addLineWithoutFrame();
        } else {
            addLine(bytes.substr(0, length));
        }
        m_index.m_byteCount += length + 1;
        bytes.remove_prefix(length + 1);
    }
}

void IndexBuilder::skipLine() {
    auto error =
        base::failure(base::ErrorCode::LimitExceeded,
                      fmt::format("a line of more than {} bytes was skipped", kMaxLineBytes),
                      fmt::format("lines of at most {} bytes", kMaxLineBytes));
    error.value().byteOffset = m_index.m_byteCount;
    addIssue(error.value());
    m_isSkipping = true;
}

void IndexBuilder::addLineWithoutFrame() {
    ++m_line;
    ++m_blank;
    auto& blankLines = m_index.m_blankLines;
    if (!blankLines.empty() && blankLines.back().first == m_index.frameCount()) {
        blankLines.back().second = m_blank;
    } else {
        blankLines.emplace_back(m_index.frameCount(), m_blank);
    }
}

void IndexBuilder::finish(std::string_view rest) {
    if (m_isSkipping) {
        m_index.m_byteCount += rest.size();
    } else if (!isBlank(rest)) {
        // Only this line is decoded completely: its end shows whether it is truncated.
        const std::string_view message = rest.substr(messageOffset(rest));
        monitor::MonitorDecoder decoder;
        if (auto decoded = decoder.decode(message, 0); decoded) {
            addLine(rest);
        } else {
            base::Error error = decoded.error();
            error.line = m_line + 1;
            if (error.code == base::ErrorCode::Truncated) {
                error.message = "the log ends within a message: " + error.message;
            }
            error.byteOffset = error.byteOffset.value_or(0) + messageOffset(rest);
            addIssue(error);
        }
        m_index.m_byteCount += rest.size();
    }
    m_index.m_complete = true;
}

void IndexBuilder::addLine(std::string_view line) {
    if (isBlank(line)) {
        return addLineWithoutFrame();
    }
    ++m_line;
    const std::size_t offset = messageOffset(line);
    const bool drawings = base::withoutByteOrderMark(line).size() > line.size() - offset;
    std::uint8_t flags = drawings ? LogIndex::kDrawings : 0;
    const float lastTimeS = m_index.m_gameTimeS.empty() ? 0.0F : m_index.m_gameTimeS.back();
    float timeS = lastTimeS;
    const float lastClockS = m_clockS.empty() ? 0.0F : m_clockS.back();
    float clockS = lastClockS;
    const auto header = monitor::readMessageHeader(line.substr(offset));
    if (header) {
        timeS =
            static_cast<float>(header->predicates.timeS.value_or(static_cast<double>(lastTimeS)));
        clockS = static_cast<float>(header->serverTimeS.value_or(static_cast<double>(timeS)));
        const bool isRsmp = header->format == monitor::StreamFormat::Rsmp;
        flags |= isRsmp ? LogIndex::kRsmp : 0;
        if (header->kind == monitor::MessageKind::Full) {
            flags |= LogIndex::kFull;
            const bool hasRobots = isRsmp && line.find("(agent ") != std::string_view::npos;
            flags |= hasRobots ? LogIndex::kRobots : 0;
            m_index.m_fullFrames.push_back(m_index.frameCount());
        }
    } else {
        flags |= LogIndex::kNoHeader;
    }
    const auto stepS = static_cast<double>(clockS) - static_cast<double>(lastClockS);
    if (stepS > 0.0 && stepS < kMaxStepS) {
        ++m_stepCounts[static_cast<int>(std::lround(stepS * kHundredthsPerS))];
    }
    m_index.m_drawingLines += drawings ? 1 : 0;
    m_index.m_start.push_back(m_index.m_byteCount);
    m_index.m_length.push_back(static_cast<std::uint32_t>(line.size()));
    m_index.m_gameTimeS.push_back(timeS);
    m_clockS.push_back(clockS);
    m_index.m_flags.push_back(flags);
    if (m_times.timeS) {
        m_index.m_recordTimeS.push_back(m_times.timeS(m_index.frameCount() - 1));
    }
}

void IndexBuilder::estimateStep() {
    if (m_stepCounts.empty()) {
        m_index.m_stepS =
            m_times.stepS.value_or(m_index.m_drawingLines > 0 ? kRoboVizLogStepS : kServerLogStepS);
        return;
    }
    const auto most =
        std::ranges::max_element(m_stepCounts, {}, [](const auto& entry) { return entry.second; });
    m_index.m_stepS = std::max(most->first, 1) / kHundredthsPerS;
}

void IndexBuilder::estimateTimes() {
    auto& recordTimeS = m_index.m_recordTimeS;
    if (m_estimatedWithS != m_index.m_stepS) {
        recordTimeS.clear(); // published snapshots keep theirs
        m_estimatedWithS = m_index.m_stepS;
    }
    double nowS = recordTimeS.empty() ? 0.0 : recordTimeS.back();
    for (std::size_t i = recordTimeS.size(); i < m_index.m_start.size(); ++i) {
        if (i > 0) {
            // The clock may advance by more than a step when frames are missing; while it is
            // stopped or set, the recording continues.
            const double clockS =
                static_cast<double>(m_clockS[i]) - static_cast<double>(m_clockS[i - 1]);
            const bool gap = clockS > 1.5 * m_index.m_stepS && clockS < kMaxStepS;
            nowS += gap ? clockS : m_index.m_stepS;
        }
        recordTimeS.push_back(nowS);
    }
}

std::shared_ptr<const LogIndex> IndexBuilder::snapshot() {
    if (m_times.timeS) {
        m_index.m_stepS = m_times.stepS.value_or(kRoboVizLogStepS);
    } else {
        estimateStep();
        estimateTimes();
    }
    return std::make_shared<const LogIndex>(m_index);
}

} // namespace sideline::logs
