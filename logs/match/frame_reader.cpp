#include "logs/match/frame_reader.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace sideline::logs {

using base::ErrorCode;
using base::Expected;

namespace {
// Number of frames held between two checks of the file: limits the memory that a distant seek uses.
constexpr std::size_t kUncheckedFrames = 64;
} // namespace

Expected<LineReport> LogStateReducer::apply(const LogParts& parts, FrameNumber frame) {
    const auto line =
        parts.bytes->read(parts.index->lineStart(frame), parts.index->lineLength(frame), m_buffer);
    if (!line) {
        return tl::unexpected(line.error());
    }
    m_line = *line;
    const std::size_t offset = messageOffset(m_line);
    LineReport report;
    const auto place = [&](base::Error error) {
        error.file = parts.fileName;
        error.line = parts.index->lineNumber(frame);
        if (error.byteOffset) {
            *error.byteOffset += offset;
        }
        return error;
    };
    m_decoder.setKnownRobots(parts.robots);
    auto decoded = m_decoder.decode(m_line.substr(offset), frame);
    m_damaged = !decoded;
    if (!decoded) {
        report.error = place(std::move(decoded.error()));
        return report;
    }
    report.decoded = std::move(*decoded);
    if (report.decoded.outOfSync) {
        report.decoded.outOfSync = place(std::move(*report.decoded.outOfSync));
    }
    return report;
}

LogState LogStateReducer::state() const {
    return {m_decoder.game(), std::make_shared<const monitor::SceneState>(m_decoder.scene()),
            m_damaged};
}

void LogStateReducer::restore(const LogState& state) {
    m_decoder.restore(state.game, *state.scene);
    m_damaged = state.damaged;
}

void LogStateReducer::reset() {
    m_decoder.restore({}, {});
    m_damaged = false;
}

FrameReader::FrameReader(LogParts parts, std::size_t cacheBytes)
    : m_parts(std::move(parts)), m_cacheLimit(cacheBytes) {}

Expected<LogState> FrameReader::state(FrameNumber frame) {
    if (frame >= m_parts.index->frameCount()) {
        return base::failure(
            ErrorCode::InvalidArgument, fmt::format("no frame {}", frame),
            fmt::format("0 to {}", static_cast<std::int64_t>(m_parts.index->frameCount()) - 1));
    }
    if (frame < m_parts.index->firstFrame()) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("frame {} is no longer available", frame),
                             fmt::format("{} or later", m_parts.index->firstFrame()));
    }
    if (const LogState* cached = recall(frame); cached != nullptr) {
        return *cached;
    }
    auto state = play(frame);
    if (!state) {
        m_at.reset(); // the reducer's state is undefined after an error
    }
    return state;
}

// Caches the intermediate states, since the next step may go backward; but only while the file is
// unchanged since it was indexed.
Expected<LogState> FrameReader::play(FrameNumber frame) {
    if (auto reached = seek(frame); !reached) {
        return tl::unexpected(std::move(reached.error()));
    }
    std::vector<std::pair<FrameNumber, LogState>> way;
    way.emplace_back(*m_at, m_folder.state());
    while (m_at != frame) {
        if (auto stepped = step(); !stepped) {
            return tl::unexpected(std::move(stepped.error()));
        }
        way.emplace_back(*m_at, m_folder.state());
        if (way.size() >= kUncheckedFrames && m_at != frame) {
            if (auto kept = rememberAll(way); !kept) {
                return tl::unexpected(std::move(kept.error()));
            }
        }
    }
    LogState state = way.back().second;
    if (auto kept = rememberAll(way); !kept) {
        return tl::unexpected(std::move(kept.error()));
    }
    return state;
}

Expected<void> FrameReader::rememberAll(std::vector<std::pair<FrameNumber, LogState>>& way) {
    if (auto checked = m_parts.bytes->check(); !checked) {
        return checked;
    }
    for (auto& [at, state] : way) {
        remember(at, std::move(state));
    }
    way.clear();
    return {};
}

Expected<monitor::MatchFramePtr> FrameReader::frame(FrameNumber frame) {
    auto result = state(frame);
    if (!result) {
        return tl::unexpected(std::move(result.error()));
    }
    return monitor::makeMatchFrame(frame, m_parts.index->recordTimeS(frame),
                                   std::move(result->game), std::move(result->scene),
                                   result->damaged);
}

// Moves the reducer to the best start at or before `frame`: its current position, a checkpoint, or
// a full scene.
Expected<void> FrameReader::seek(FrameNumber frame) {
    const FrameNumber first = m_parts.index->firstFrame();
    const auto isTooOld = [&](FrameNumber from) { return from + 1 < first; }; // lines were dropped
    if (m_at && (*m_at > frame || isTooOld(*m_at))) {
        m_at.reset();
    }
    const Checkpoints::Entry* checkpoint =
        m_parts.checkpoints ? m_parts.checkpoints->before(frame) : nullptr;
    if (checkpoint != nullptr && isTooOld(checkpoint->frame)) {
        checkpoint = nullptr;
    }
    if (checkpoint != nullptr && m_at && *m_at >= checkpoint->frame) {
        checkpoint = nullptr;
    }
    const auto isAfterOthers = [&](FrameNumber full) {
        return (!m_at || full > *m_at) && (checkpoint == nullptr || full > checkpoint->frame);
    };
    // A damaged full scene does not replace the state; tries the preceding one.
    auto full = m_parts.index->fullFrameBefore(frame);
    while (full && *full >= first && isAfterOthers(*full)) {
        const auto isGood = startAtFull(*full);
        if (!isGood) {
            return tl::unexpected(isGood.error());
        }
        if (*isGood) {
            return {};
        }
        full = *full == 0 ? std::nullopt : m_parts.index->fullFrameBefore(*full - 1);
    }
    if (checkpoint != nullptr) {
        m_folder.restore(checkpoint->state);
        m_at = checkpoint->frame;
    } else if (!m_at) {
        m_folder.reset();
        return step();
    }
    return {};
}

// @return whether the scene was readable
Expected<bool> FrameReader::startAtFull(FrameNumber frame) {
    const auto report = m_folder.apply(m_parts, frame);
    if (!report) {
        return tl::unexpected(report.error());
    }
    ++m_decodedLines;
    m_at = frame;
    if (report->error) {
        m_at.reset(); // the reducer's state is undefined after an error
        return false;
    }
    return true;
}

Expected<void> FrameReader::step() {
    const FrameNumber next = m_at ? *m_at + 1 : m_parts.index->firstFrame();
    if (auto applied = m_folder.apply(m_parts, next); !applied) {
        return tl::unexpected(std::move(applied.error()));
    }
    ++m_decodedLines;
    m_at = next;
    return {};
}

void FrameReader::remember(FrameNumber frame, LogState state) {
    if (m_byFrame.contains(frame)) {
        return;
    }
    m_cacheBytes += state.byteSize();
    m_recent.push_front({frame, std::move(state)});
    m_byFrame[frame] = m_recent.begin();
    while (m_cacheBytes > m_cacheLimit && m_recent.size() > 1) {
        m_cacheBytes -= m_recent.back().state.byteSize();
        m_byFrame.erase(m_recent.back().frame);
        m_recent.pop_back();
    }
}

const LogState* FrameReader::recall(FrameNumber frame) {
    const auto it = m_byFrame.find(frame);
    if (it == m_byFrame.end()) {
        return nullptr;
    }
    m_recent.splice(m_recent.begin(), m_recent, it->second);
    return &it->second->state;
}

} // namespace sideline::logs
