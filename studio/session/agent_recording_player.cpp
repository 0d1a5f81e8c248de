#include "studio/session/agent_recording_player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QMetaObject>

#include "logs/session/session_check.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr std::size_t kMaxLines = 100'000;
// If a request is this close to the end, the file is flushed and refreshed first.
constexpr std::chrono::seconds kRefreshMargin{1};
constexpr double kBeliefTimeoutS = 0.5; // age at which an agent's belief expires

template <typename T>
T orDamage(base::Expected<T> result, std::vector<std::string>& damage) {
    if (!result) {
        damage.push_back(result.error().toString());
        return {};
    }
    return std::move(*result);
}

AgentRecordingPlayer::Overview overviewOf(logs::SessionReader& reader) {
    AgentRecordingPlayer::Overview overview;
    overview.file = reader.path();
    overview.info = reader.info();
    overview.isComplete = reader.isComplete();
    overview.agents = reader.agents();
    overview.robots = std::make_shared<const std::vector<robot::RobotModelPtr>>(reader.robots());
    overview.hasBeliefs = reader.rowCount(logs::RecordKind::Belief).value_or(0) > 0;
    overview.begin = reader.begin();
    overview.end = reader.end();
    if (!reader.matchLogs().empty()) {
        overview.matchLog = reader.matchLogFile();
        if (overview.matchLog.empty()) {
            const auto log = reader.path().parent_path() / reader.matchLogs().front().name;
            std::error_code failed;
            overview.damage.push_back(log.string() +
                                      (std::filesystem::exists(log, failed)
                                           ? ": the match log next to the session is empty"
                                           : ": the match log is missing next to the session"));
        }
    }
    overview.outputs = orDamage(reader.outputsBefore(reader.end(), kMaxLines), overview.damage);
    overview.orders = orDamage(reader.orders(), overview.damage);
    overview.processes = orDamage(reader.processEvents(), overview.damage);
    overview.missing = logs::findMissing(reader);
    for (const base::Error& error : reader.damage()) {
        overview.damage.push_back(error.toString());
    }
    return overview;
}

// Finds the track of a robot. The first match is enough: a robot that restarts continues its track.
std::optional<logs::TrackId> trackOf(const logs::SessionReader& reader,
                                     const std::optional<game::PlayerId>& robot) {
    const auto& agents = reader.agents();
    if (agents.empty()) {
        return std::nullopt;
    }
    if (robot) {
        const auto it = std::ranges::find(agents, *robot, &logs::AgentTrack::robot);
        return it == agents.end() ? std::nullopt : std::optional(it->id);
    }
    return agents.front().id;
}

// Returns the match frame at a time; empty if the session has no clock for it.
std::optional<double> matchFrameAt(logs::SessionReader& reader, std::chrono::nanoseconds at,
                                   bool isStream) {
    if (!isStream) {
        const auto place = reader.matchPlaceAt(at);
        return place ? std::optional(place->frame) : std::nullopt;
    }
    const auto frame = reader.positionAt(logs::streamTrack(reader)->id, at);
    return frame ? std::optional(static_cast<double>(frame->value_or(0))) : std::nullopt;
}

} // namespace

bool AgentRecordingPlayer::Overview::isStream() const {
    return matchLog.empty() && std::ranges::any_of(agents, [](const logs::AgentTrack& track) {
               return track.frames > 0;
           });
}

AgentRecordingPlayer::AgentRecordingPlayer(QObject* parent) : QObject(parent) {}

AgentRecordingPlayer::~AgentRecordingPlayer() {
    m_worker = {};
}

void AgentRecordingPlayer::open(const std::filesystem::path& file) {
    close();
    begin(file, {});
}

void AgentRecordingPlayer::follow(const std::filesystem::path& file, std::function<void()> flush) {
    close();
    m_isFollowing = true;
    begin(file, std::move(flush));
}

void AgentRecordingPlayer::begin(const std::filesystem::path& file, std::function<void()> flush) {
    ++m_attempt;
    m_worker = base::Worker(
        "reading the session",
        [this, file, flush = std::move(flush)](const std::stop_token& stop) {
            work(stop, file, flush);
        },
        [this, attempt = m_attempt](const base::Error& error) {
            QMetaObject::invokeMethod(
                this,
                [this, attempt, text = widgets::toQt(error.toString())] {
                    if (attempt == m_attempt) {
                        Q_EMIT openFailed(text);
                    }
                },
                Qt::QueuedConnection);
        });
}

void AgentRecordingPlayer::close() {
    m_worker = {};
    ++m_attempt;
    m_request = {};
    m_shownAt.reset();
    m_isMatchShown = false;
    m_isFollowing = false;
    if (m_overview) {
        m_overview.reset();
        Q_EMIT closed();
    }
}

std::optional<std::uint64_t> AgentRecordingPlayer::showMatchFrame(
    double frame, const std::optional<Clock>& clock, const std::optional<game::PlayerId>& robot) {
    return m_isMatchShown ? std::optional(request({frame, clock, robot})) : std::nullopt;
}

std::optional<std::uint64_t> AgentRecordingPlayer::showTime(
    std::chrono::nanoseconds steady, const std::optional<Clock>& clock,
    const std::optional<game::PlayerId>& robot) {
    return m_isFollowing ? std::optional(request({steady, clock, robot})) : std::nullopt;
}

std::uint64_t AgentRecordingPlayer::request(Request request) {
    request.number = ++m_requests;
    const std::scoped_lock lock(m_mutex);
    m_request.request = std::move(request);
    m_wake.notify_one();
    return m_requests;
}

void AgentRecordingPlayer::seekRequested(std::chrono::nanoseconds at) {
    const std::scoped_lock lock(m_mutex);
    m_request.seek = at;
    m_wake.notify_one();
}

std::optional<AgentRecordingPlayer::Pending> AgentRecordingPlayer::nextRequest(
    const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, stop, [this] { return m_request.request || m_request.seek; });
    return stop.stop_requested() ? std::nullopt : std::optional(std::exchange(m_request, {}));
}

void AgentRecordingPlayer::work(const std::stop_token& stop, const std::filesystem::path& file,
                                const std::function<void()>& flush) {
    // Posted calls are dropped when this object is destroyed, and ignored after another `open`.
    const Post post = [this, attempt = m_attempt](std::function<void()> action) {
        QMetaObject::invokeMethod(
            this,
            [this, attempt, action = std::move(action)] {
                if (attempt == m_attempt) {
                    action();
                }
            },
            Qt::QueuedConnection);
    };
    std::optional<Pending> request;
    if (flush) { // opened with the first request, because the recording may never be viewed
        request = nextRequest(stop);
        if (!request) {
            return;
        }
        flush();
    }
    auto reader = logs::SessionReader::open(file);
    if (!reader) {
        post([this, text = widgets::toQt(reader.error().toString())] { Q_EMIT openFailed(text); });
        return;
    }
    Source source{**reader, flush};
    if (!flush) {
        auto overview = std::make_shared<const Overview>(overviewOf(**reader));
        source.isStream = overview->isStream();
        post([this, overview] {
            m_overview = overview;
            Q_EMIT opened();
        });
        request = nextRequest(stop);
    }
    for (; request; request = nextRequest(stop)) {
        if (request->seek) {
            if (const auto frame = matchFrameAt(**reader, *request->seek, source.isStream)) {
                post([this, frame = *frame] { Q_EMIT matchFrameFound(frame); });
            }
        }
        if (request->request) {
            answer(*request->request, source, post);
        }
    }
}

void AgentRecordingPlayer::answer(const Request& request, const Source& source, const Post& post) {
    logs::SessionReader& reader = source.reader;
    std::optional<std::chrono::nanoseconds> at;
    if (const auto* steady = std::get_if<std::chrono::nanoseconds>(&request.place)) {
        at = *steady - reader.info().begunSteady;
    } else {
        const double frame = std::get<double>(request.place);
        at = source.isStream ? logs::timeOfStreamFrame(reader, frame)
                             : reader.timeOfMatchFrame(0, frame);
    }
    if (at && source.flush && *at > reader.end() - kRefreshMargin) {
        source.flush();
        (void)reader.refresh(); // unreadable frames count as missing
    }
    world::AgentFramePtr frame;
    double ageS = 0.0;
    const auto track = trackOf(reader, request.robot);
    if (at && track) {
        const auto found = reader.frameAt(*track, *at);
        if (found && *found) {
            ageS = std::chrono::duration<double>(*at - (*found)->at).count();
            const auto agent = std::ranges::find(reader.agents(), *track, &logs::AgentTrack::id);
            const bool isLast = (*found)->position + 1 >= agent->frames;
            if (!isLast || ageS < kBeliefTimeoutS) { // otherwise the agent has left
                const auto frameAt = [&](std::uint64_t place) {
                    const auto near = reader.frame(*track, place);
                    return near ? near->frame : nullptr;
                };
                frame = frameAt(
                    logs::placeOfClock((*found)->position, agent->frames, request.clock, frameAt));
            }
        }
    }
    post([this, at, frame, ageS, number = request.number] {
        m_shownAt = at;
        Q_EMIT frameShown(frame, ageS, number);
    });
}

} // namespace sideline::studio
