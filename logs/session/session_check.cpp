#include "logs/session/session_check.h"

#include <optional>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "logs/session/session_signals.h"

namespace sideline::logs {

using std::chrono::nanoseconds;

namespace {

TrackCheck checkTrack(SessionReader& reader, const AgentTrack& track,
                      std::vector<std::string>& faults) {
    TrackCheck check;
    check.agent = track.id;
    std::optional<std::uint64_t> before;
    const auto done = visitFrames(reader, {track.id}, [&](const SessionFrame& frame) {
        const std::uint64_t cycle = frame.frame->cycle;
        ++check.decoded;
        if (before && cycle <= *before) {
            ++check.restarts;
        } else if (before && cycle != *before + 1) {
            check.gaps.push_back({*before, cycle - *before - 1, frame.at});
        }
        before = cycle;
        check.missedCycles = frame.frame->counters.missedCycles;
        check.lateAnswers = frame.frame->counters.lateAnswers;
        check.reconnects = frame.frame->counters.reconnects;
        return true;
    });
    if (!done) {
        faults.push_back(done.error().toString());
    }
    if (check.decoded != track.count.written) {
        faults.push_back(fmt::format("{}: {} frames readable, but {} were written", track.name,
                                     check.decoded, track.count.written));
    }
    return check;
}

void checkCount(const SessionReader& reader, RecordKind kind, std::uint64_t found,
                std::vector<std::string>& faults) {
    const RecordCount& count = reader.counts()[static_cast<std::size_t>(kind)];
    if (found != count.written) {
        faults.push_back(fmt::format("{} of {}: {} readable, but {} were written",
                                     recordKindName(kind), reader.path().filename().string(), found,
                                     count.written));
    }
    if (reader.isComplete() && count.offered != count.written + count.dropped) {
        faults.push_back(fmt::format("{}: {} offered, but {} written and {} dropped",
                                     recordKindName(kind), count.offered, count.written,
                                     count.dropped));
    }
}

std::string framesText(std::uint64_t count) {
    return base::plural(count, "frame") + (count == 1 ? " is" : " are");
}

double missingSeconds(nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

std::string holeText(const AgentTrack& track, const FrameHole& hole, std::int32_t version) {
    const std::string span =
        fmt::format("{:.2f} s to {:.2f} s", missingSeconds(hole.from), missingSeconds(hole.to));
    std::string where;
    if (version < 2) { // version 1 counts only whole tracks
        where = "anywhere";
    } else if (hole.after && hole.before) {
        where = fmt::format("between cycles {} and {}, {}", *hole.after, *hole.before, span);
    } else if (hole.before) {
        where = fmt::format("before cycle {}, {:.2f} s", *hole.before, missingSeconds(hole.to));
    } else if (hole.after) {
        where = fmt::format("after cycle {} up to {}, {}", *hole.after, hole.last, span);
    } else {
        where = "all that were written";
    }
    return fmt::format("{}: {} missing ({})", track.name, framesText(hole.frames), where);
}

void addMissingFrames(const SessionReader& reader, std::vector<std::string>& missing) {
    for (const AgentTrack& track : reader.agents()) {
        for (const FrameHole& hole : track.holes) {
            missing.push_back(holeText(track, hole, reader.version()));
        }
        if (reader.version() >= 2 && reader.isComplete() && !track.isEnded) {
            missing.push_back(fmt::format("{}: the end mark of the track is missing", track.name));
        }
    }
    const auto bare = reader.framesWithoutBytes();
    if (!bare) {
        missing.push_back(bare.error().toString());
        return;
    }
    for (std::size_t agent = 0; agent < bare->size(); ++agent) {
        if ((*bare)[agent] > 0) {
            missing.push_back(fmt::format("{}: {} missing (their rows of table chunk_data)",
                                          reader.agents()[agent].name, framesText((*bare)[agent])));
        }
    }
}

void addMissingRows(const SessionReader& reader, std::vector<std::string>& missing) {
    for (std::size_t kind = 0; kind < kRecordKindCount; ++kind) {
        const auto rows = reader.rowCount(static_cast<RecordKind>(kind));
        const std::uint64_t written = reader.counts()[kind].written;
        const std::string_view name = recordKindName(static_cast<RecordKind>(kind));
        if (!rows) {
            missing.push_back(fmt::format("{}: {}", name, rows.error().toString()));
        } else if (*rows < written) {
            missing.push_back(
                fmt::format("{}: {} of {} written are missing", name, written - *rows, written));
        }
    }
}

// For a session that was not ended: reports pending and possibly lost data.
void addMissingEnd(const SessionReader& reader, std::vector<std::string>& missing) {
    if (reader.isComplete()) {
        return;
    }
    const std::string name = reader.path().filename().string();
    if (!reader.hasJournal()) {
        missing.push_back(
            fmt::format("{}: the session was not closed, and its journal {}-wal is missing: the "
                        "end of the recording is lost ({}), unless the journal was merged",
                        name, name, reader.version() < 2 ? "up to 4 MiB of it" : "up to a second"));
    } else {
        missing.push_back(fmt::format("{}: the session was not closed: its recorder is still "
                                      "running, or was killed and the last second may be missing",
                                      name));
    }
    for (std::size_t kind = 0; kind < kRecordKindCount; ++kind) {
        const RecordCount& count = reader.counts()[kind];
        if (count.offered > count.written + count.dropped) {
            missing.push_back(fmt::format("{}: {} of {} offered are not yet written",
                                          recordKindName(static_cast<RecordKind>(kind)),
                                          count.offered - count.written - count.dropped,
                                          count.offered));
        }
    }
}

template <typename List>
std::uint64_t sizeOf(const List& list, std::vector<std::string>& faults) {
    if (!list) {
        faults.push_back(list.error().toString());
        return 0;
    }
    return list->size();
}

} // namespace

std::vector<std::string> findMissing(const SessionReader& reader) {
    std::vector<std::string> missing;
    addMissingFrames(reader, missing);
    addMissingRows(reader, missing);
    addMissingEnd(reader, missing);
    return missing;
}

SessionCheck checkSession(SessionReader& reader) {
    SessionCheck check;
    if (const auto integrity = reader.checkIntegrity(); !integrity) {
        check.faults.push_back(integrity.error().toString());
    } else {
        check.faults = *integrity;
    }
    const auto found = [&](RecordKind kind) -> std::uint64_t& {
        return check.found[static_cast<std::size_t>(kind)];
    };
    for (const AgentTrack& track : reader.agents()) {
        check.tracks.push_back(checkTrack(reader, track, check.faults));
        found(RecordKind::Frame) += check.tracks.back().decoded;
    }
    found(RecordKind::Output) =
        sizeOf(reader.outputs(nanoseconds::min(), nanoseconds::max()), check.faults);
    found(RecordKind::Drawing) =
        sizeOf(reader.drawings(nanoseconds::min(), nanoseconds::max()), check.faults);
    found(RecordKind::Belief) = sizeOf(reader.beliefs(), check.faults);
    found(RecordKind::Order) = sizeOf(reader.orders(), check.faults);
    found(RecordKind::Process) = sizeOf(reader.processEvents(), check.faults);
    found(RecordKind::MatchLog) = reader.matchLogs().size();
    found(RecordKind::Mark) = reader.markRows();
    for (std::size_t kind = 0; kind < kRecordKindCount; ++kind) {
        checkCount(reader, static_cast<RecordKind>(kind), check.found[kind], check.faults);
    }
    check.missing = findMissing(reader);
    for (const base::Error& damage : reader.damage()) {
        check.faults.push_back(damage.toString());
    }
    return check;
}

} // namespace sideline::logs
