#include "logs/session/session_check.h"

#include <optional>

#include <fmt/format.h>

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
        check.reconnects = frame.frame->counters.reconnects;
        return true;
    });
    if (!done) {
        faults.push_back(done.error().toString());
    }
    if (check.decoded != track.count.written) {
        faults.push_back(fmt::format("{}: {} frames can be read, expected {} as were written",
                                     track.name, check.decoded, track.count.written));
    }
    return check;
}

void checkCount(const SessionReader& reader, RecordKind kind, std::uint64_t found,
                std::vector<std::string>& faults) {
    const RecordCount& count = reader.counts()[static_cast<std::size_t>(kind)];
    if (found != count.written) {
        faults.push_back(fmt::format("{} of {}: {} can be read, expected {} as were written",
                                     recordKindName(kind), reader.path().filename().string(), found,
                                     count.written));
    }
    if (reader.isComplete() && count.offered != count.written + count.dropped) {
        faults.push_back(fmt::format("{}: {} were offered, but {} written and {} dropped",
                                     recordKindName(kind), count.offered, count.written,
                                     count.dropped));
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
    found(RecordKind::Order) = sizeOf(reader.orders(), check.faults);
    found(RecordKind::Process) = sizeOf(reader.processEvents(), check.faults);
    found(RecordKind::MatchLog) = reader.matchLogs().size();
    found(RecordKind::Mark) = reader.markRows();
    for (std::size_t kind = 0; kind < kRecordKindCount; ++kind) {
        checkCount(reader, static_cast<RecordKind>(kind), check.found[kind], check.faults);
    }
    for (const base::Error& damage : reader.damage()) {
        check.faults.push_back(damage.toString());
    }
    return check;
}

} // namespace sideline::logs
