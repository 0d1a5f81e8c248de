#include "studio/session/decision_history.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/game/constants.h"
#include "logs/session/agent_values.h"
#include "logs/session/session_reader.h"
#include "logs/session/session_signals.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using logs::DecisionSpan;
using std::chrono::nanoseconds;
using widgets::DecisionRow;

// Converts times of a session to times of its match log.
class LogClock {
public:
    LogClock(const logs::SessionReader& reader, const logs::LogIndex& index)
        : m_reader(reader), m_index(index) {}

    [[nodiscard]] double recordTimeS(nanoseconds at) const {
        const auto place = m_reader.matchPlaceAt(at);
        return place ? timeOfFrame(place->frame) : 0.0;
    }
    [[nodiscard]] double timeOfFrame(double frame) const {
        const auto last = static_cast<double>(m_index.frameCount() - 1);
        const double whole = std::floor(std::clamp(frame, 0.0, last));
        const auto number = static_cast<logs::FrameNumber>(whole);
        const double fromS = m_index.recordTimeS(number);
        const double toS = whole < last ? m_index.recordTimeS(number + 1) : fromS;
        return fromS + (std::min(frame, last) - whole) * (toS - fromS);
    }

private:
    const logs::SessionReader& m_reader;
    const logs::LogIndex& m_index;
};

widgets::DecisionSegment segmentOf(const DecisionSpan& span, double fromS, double toS) {
    return {fromS, toS, span.does, span.path, span.reason};
}

// Reads the decisions of one agent of a session.
base::Expected<DecisionRow> readRow(const std::filesystem::path& session,
                                    const std::shared_ptr<logs::MatchLog>& log, std::size_t track,
                                    bool isStream, const TaskControl& control) {
    auto reader = logs::SessionReader::open(session);
    if (!reader) {
        return tl::unexpected(std::move(reader.error()));
    }
    log->waitUntilIndexed();
    const auto index = log->index();
    const LogClock clock(**reader, *index);
    const auto& tracks = (*reader)->agents();
    if (track >= tracks.size()) {
        return DecisionRow();
    }
    const logs::AgentTrack agent = tracks[track];
    DecisionRow row{agent.robot, {}, {}};
    logs::DecisionSpans spans;
    // Frames of a stream where spans begin and end; the stream may have been recorded faster than
    // real time.
    std::vector<double> begins;
    std::vector<double> ends;
    const auto take = [&](const logs::SessionFrame& frame) {
        row.team = frame.frame->identity.team;
        spans.add(*frame.frame, frame.at);
        const auto position = static_cast<double>(frame.position);
        if (begins.size() < spans.spans().size() && !ends.empty() &&
            spans.spans().rbegin()[1].to == frame.at) {
            ends.back() = position; // the spans are adjacent
        }
        begins.resize(spans.spans().size(), position);
        ends.resize(spans.spans().size(), position);
        if (!ends.empty()) {
            ends.back() = position;
        }
        return frame.position % 64 != 0 ||
               control.report(static_cast<double>(frame.position) /
                              static_cast<double>(std::max<std::uint64_t>(agent.frames, 1)));
    };
    auto visited = logs::visitFrames(**reader, {agent.id}, take);
    if (!visited && spans.spans().empty()) {
        return tl::unexpected(std::move(visited.error()));
    }
    for (std::size_t i = 0; i < spans.spans().size(); ++i) {
        const DecisionSpan& span = spans.spans()[i];
        const double fromS = isStream ? clock.timeOfFrame(begins[i]) : clock.recordTimeS(span.from);
        const double toS = isStream ? clock.timeOfFrame(ends[i]) : clock.recordTimeS(span.to);
        row.segments.push_back(segmentOf(span, fromS, std::max(fromS, toS) + game::kStepS));
    }
    return row;
}

} // namespace

DecisionHistory::DecisionHistory(QObject* parent)
    : QObject(parent), m_rows(std::make_shared<const std::vector<DecisionRow>>()) {}

void DecisionHistory::show(std::vector<DecisionRow> rows) {
    std::ranges::sort(rows, {}, &DecisionRow::robot);
    m_rows = std::make_shared<const std::vector<DecisionRow>>(std::move(rows));
    Q_EMIT changed();
}

void DecisionHistory::clear(const QString& why) {
    m_reading.cancel();
    m_session.clear();
    m_log.reset();
    m_unread = 0;
    m_isLive = false;
    m_why = why;
    show({});
}

void DecisionHistory::read(const std::filesystem::path& session,
                           const std::shared_ptr<logs::MatchLog>& log, bool isStream) {
    if (!m_isLive && session == m_session && log == m_log.lock()) {
        return;
    }
    clear(tr("Reading the players' decisions\u2026"));
    auto reader = logs::SessionReader::open(session);
    if (!reader) {
        m_why = widgets::toQt(reader.error().toString());
        Q_EMIT changed();
        return;
    }
    m_session = session;
    m_log = log;
    const auto& tracks = (*reader)->agents();
    for (std::size_t track = 0; track < tracks.size(); ++track) {
        if (tracks[track].frames == 0) {
            continue;
        }
        ++m_unread;
        m_reading.start(
            "reading decisions",
            [session, log, track, isStream](const TaskControl& control) {
                return readRow(session, log, track, isStream, control);
            },
            [this](base::Expected<DecisionRow> row) {
                --m_unread;
                if (row) {
                    add(std::move(*row));
                } else {
                    m_why = widgets::toQt(row.error().toString());
                    Q_EMIT changed();
                }
            });
    }
    if (m_unread == 0) {
        m_why = tr("This session contains no agents");
        Q_EMIT changed();
    }
}

void DecisionHistory::add(DecisionRow row) {
    if (m_unread == 0) {
        m_why = tr("The agents of this session do not report their decisions");
    }
    if (row.segments.empty()) {
        Q_EMIT changed();
        return;
    }
    std::vector<DecisionRow> rows = *m_rows;
    const auto same = std::ranges::find(rows, row.robot, &DecisionRow::robot);
    if (same != rows.end()) { // the player restarted: one player, two tracks
        same->segments.insert(same->segments.end(), row.segments.begin(), row.segments.end());
        std::ranges::sort(same->segments, {}, &widgets::DecisionSegment::fromS);
    } else {
        rows.push_back(std::move(row));
    }
    show(std::move(rows));
}

void DecisionHistory::follow(RecordTimeOf recordTimeOf) {
    m_recordTimeOf = std::move(recordTimeOf);
    if (!m_isLive) {
        clear(tr("No built-in agent of this program has played in this match"));
        m_isLive = true;
        showLive();
    }
}

void DecisionHistory::forgetLive() {
    m_live.clear();
    m_liveRows.clear();
    if (m_isLive) {
        show({});
    }
}

void DecisionHistory::update(DecisionTap& tap) {
    bool isNew = false;
    for (DecisionTap::News& news : tap.take()) {
        if (news.spans.empty()) {
            continue;
        }
        LiveRow& row = m_live[news.robot];
        if (row.team != news.team) {
            row = {news.team, {}};
            m_liveRows.erase(news.robot);
        }
        row.spans.resize(std::min(row.spans.size(), news.first));
        row.spans.insert(row.spans.end(), news.spans.begin(), news.spans.end());
        isNew = true;
    }
    if (isNew && m_isLive) {
        showLive();
    }
}

// Spans that have ended keep their times in the log; only the last one grows.
void DecisionHistory::showLive() {
    if (!m_recordTimeOf) {
        return;
    }
    std::vector<DecisionRow> rows;
    for (const auto& [robot, live] : m_live) {
        DecisionRow& row = m_liveRows[robot];
        row.robot = robot;
        row.team = live.team;
        if (!row.segments.empty()) {
            row.segments.pop_back();
        }
        for (std::size_t i = row.segments.size(); i < live.spans.size(); ++i) {
            const DecisionSpan& span = live.spans[i];
            const auto fromS = m_recordTimeOf(span.from);
            const auto toS = m_recordTimeOf(span.to);
            if (!fromS) {
                break;
            }
            row.segments.push_back(
                segmentOf(span, *fromS, std::max(*fromS, toS.value_or(*fromS)) + game::kStepS));
        }
        if (!row.segments.empty()) {
            rows.push_back(row);
        }
    }
    show(std::move(rows));
}

} // namespace sideline::studio
