#include "logs/match/log_analyzer.h"

#include <algorithm>

#include <fmt/format.h>

namespace sideline::logs {

namespace {
using base::ErrorCode;
constexpr std::size_t kMaxIssues = 1000;
} // namespace

std::string LogAnalysis::robotName(const game::PlayerId& id) const {
    if (const auto player = players.find(id); player != players.end() && player->second >= 0) {
        return std::to_string(player->second);
    }
    const auto model = models.find(id);
    return model != models.end() ? model->second->name() : "unknown";
}

LogAnalyzer::LogAnalyzer(LogParts parts, std::size_t checkpointBytes)
    : m_parts(std::move(parts)),
      m_stepS(m_parts.index->stepS()),
      m_events(m_stepS),
      m_checkpoints(checkpointBytes) {}

base::Expected<void> LogAnalyzer::process(FrameNumber frame) {
    const auto applied = m_folder.apply(m_parts, frame);
    if (!applied) {
        return tl::unexpected(applied.error());
    }
    const LineReport& report = *applied;
    const bool full = m_parts.index->isFull(frame);
    if (report.error) {
        ++m_result.damagedFrames;
        addIssue(frame, LogIssue::Severity::Damage, *report.error);
    } else {
        noteDecoded(frame, report.decoded);
        m_lastFull = full ? frame : m_lastFull;
    }
    const LogState state = m_folder.state();
    m_events.process(frame, m_parts.index->recordTimeS(frame), full, state);
    m_checkpoints.offer(frame, m_lastFull, state);
    m_result.frameCount = frame + 1;
    return {};
}

void LogAnalyzer::addLoss(const base::Error& error) {
    addIssue(m_result.frameCount, LogIssue::Severity::Damage, error.inFile(m_parts.fileName));
}

LogAnalysis LogAnalyzer::snapshot(bool complete) {
    m_result.isComplete = complete;
    m_result.events = m_events.events();
    m_result.players = m_events.players();
    m_result.models = m_events.models();
    m_result.checkpoints = std::make_shared<const Checkpoints>(m_checkpoints.checkpoints());
    LogAnalysis result = m_result;
    const auto fromIndex = m_parts.index->issues();
    result.issues.insert(result.issues.begin(), fromIndex.begin(), fromIndex.end());
    result.issues.resize(std::min(result.issues.size(), kMaxIssues));
    addRepeated(result);
    return result;
}

void LogAnalyzer::noteDecoded(FrameNumber frame, const monitor::DecodeReport& decoded) {
    if (decoded.outOfSync) {
        ++m_result.outOfSyncFrames;
        if (!m_wasOutOfSync) { // one issue for the whole interval
            addIssue(frame,
                     m_folder.decoder().scene().structure == nullptr ? LogIssue::Severity::Damage
                                                                     : LogIssue::Severity::Note,
                     *decoded.outOfSync);
        }
    }
    m_wasOutOfSync = decoded.outOfSync.has_value();
    for (const monitor::Remark& remark : decoded.remarks) {
        noteRemark(frame, remark);
    }
}

void LogAnalyzer::noteRemark(FrameNumber frame, const monitor::Remark& remark) {
    ++m_result.remarkCount;
    base::Error error;
    error.code = ErrorCode::Malformed;
    error.file = m_parts.fileName;
    error.line = m_parts.index->lineNumber(frame);
    error.byteOffset = remark.byteOffset;
    switch (remark.kind) {
    case monitor::Remark::Kind::UnknownWord:
        error.message = fmt::format("unknown word '{}'", remark.word);
        error.expected = "a word written by rcssserver3d, rcssservermj or RoboViz";
        break;
    case monitor::Remark::Kind::NotANumber:
        error.message =
            "a transform contains a value that is not finite; the node keeps its last pose";
        error.expected = "finite numbers after 'SLT'";
        break;
    case monitor::Remark::Kind::NoRotation:
        error.message = "the columns of a transform are not a rotation";
        error.expected = "three orthonormal columns after 'SLT'";
        addIssue(frame, LogIssue::Severity::Damage, std::move(error));
        return;
    }
    // Repeated faults are reported once.
    auto& [frames, first] = m_repeated[error.message];
    if (frames++ == 0) {
        first = {LogIssue::Severity::Note, frame, std::move(error)};
    }
}

// An unknown word that occurs in one message only, although many could contain it, indicates
// damage.
void LogAnalyzer::addRepeated(LogAnalysis& result) const {
    constexpr int kFewFrames = 3;
    const bool manyFullFrames = m_parts.index->fullFrames().size() >= kFewFrames;
    for (const auto& [message, remark] : m_repeated) {
        LogIssue issue = remark.second;
        const bool damage =
            message.starts_with("unknown") && remark.first < kFewFrames && manyFullFrames;
        issue.severity = damage ? LogIssue::Severity::Damage : LogIssue::Severity::Note;
        result.issues.push_back(std::move(issue));
    }
    std::ranges::stable_sort(result.issues, {}, &LogIssue::frame);
}

void LogAnalyzer::addIssue(FrameNumber frame, LogIssue::Severity severity, base::Error error) {
    if (m_result.issues.size() < kMaxIssues) {
        m_result.issues.push_back({severity, frame, std::move(error)});
    }
}

} // namespace sideline::logs
