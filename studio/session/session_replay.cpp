#include "studio/session/session_replay.h"

#include <algorithm>
#include <utility>

#include <QMetaObject>

#include "logs/session/session_check.h"
#include "widgets/format/text_format.h"

namespace sideline::studio {

namespace {

constexpr std::size_t kMostLines = 100'000;

template <typename T>
T orDamage(base::Expected<T> result, std::vector<std::string>& damage) {
    if (!result) {
        damage.push_back(result.error().toString());
        return {};
    }
    return std::move(*result);
}

SessionReplay::Overview overviewOf(logs::SessionReader& reader) {
    SessionReplay::Overview overview;
    overview.file = reader.path();
    overview.info = reader.info();
    overview.isComplete = reader.isComplete();
    overview.agents = reader.agents();
    overview.hasBeliefs = reader.rowCount(logs::RecordKind::Belief).value_or(0) > 0;
    overview.begin = reader.begin();
    overview.end = reader.end();
    if (!reader.matchLogs().empty()) {
        const auto log = reader.path().parent_path() / reader.matchLogs().front().name;
        std::error_code failed;
        if (std::filesystem::exists(log, failed)) {
            overview.matchLog = log;
        } else {
            overview.damage.push_back(log.string() + ": the match log is not beside the session");
        }
    }
    overview.outputs = orDamage(reader.outputsBefore(reader.end(), kMostLines), overview.damage);
    overview.orders = orDamage(reader.orders(), overview.damage);
    overview.processes = orDamage(reader.processEvents(), overview.damage);
    overview.missing = logs::findMissing(reader);
    for (const base::Error& error : reader.damage()) {
        overview.damage.push_back(error.toString());
    }
    return overview;
}

// The track of a robot; of several, the one with frames at that time is not looked for: a robot
// that was restarted goes on in its track.
std::optional<logs::TrackId> trackOf(const logs::SessionReader& reader,
                                     const std::optional<monitor::RobotId>& robot) {
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

} // namespace

SessionReplay::SessionReplay(QObject* parent) : QObject(parent) {}

SessionReplay::~SessionReplay() {
    m_worker = {};
}

void SessionReplay::open(const std::filesystem::path& file) {
    close();
    ++m_attempt;
    m_worker = base::Worker(
        "reading the session", [this, file](const std::stop_token& stop) { work(stop, file); },
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

void SessionReplay::close() {
    m_worker = {};
    ++m_attempt;
    m_request.reset();
    m_seek.reset();
    m_shownAt.reset();
    m_last = {};
    if (m_overview) {
        m_overview.reset();
        Q_EMIT frameShown(nullptr);
        Q_EMIT closed();
    }
}

void SessionReplay::setRobot(const std::optional<monitor::RobotId>& robot) {
    if (robot == m_last.robot) {
        return;
    }
    m_last.robot = robot;
    showMatchFrame(m_last.matchFrame);
}

void SessionReplay::showMatchFrame(double frame) {
    m_last.matchFrame = frame;
    const std::scoped_lock lock(m_mutex);
    m_request = m_last;
    m_wake.notify_one();
}

void SessionReplay::seekRequested(std::chrono::nanoseconds at) {
    const std::scoped_lock lock(m_mutex);
    m_seek = at;
    m_wake.notify_one();
}

void SessionReplay::work(const std::stop_token& stop, const std::filesystem::path& file) {
    // What is posted is dropped when this object goes, and ignored after another call of open.
    const auto post = [this, attempt = m_attempt](auto action) {
        QMetaObject::invokeMethod(
            this,
            [this, attempt, action = std::move(action)] {
                if (attempt == m_attempt) {
                    action();
                }
            },
            Qt::QueuedConnection);
    };
    auto reader = logs::SessionReader::open(file);
    if (!reader) {
        post([this, text = widgets::toQt(reader.error().toString())] { Q_EMIT openFailed(text); });
        return;
    }
    auto overview = std::make_shared<const Overview>(overviewOf(**reader));
    post([this, overview] {
        m_overview = overview;
        Q_EMIT opened();
    });
    while (!stop.stop_requested()) {
        std::optional<Request> request;
        std::optional<std::chrono::nanoseconds> seek;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, stop, [this] { return m_request || m_seek; });
            request = std::exchange(m_request, std::nullopt);
            seek = std::exchange(m_seek, std::nullopt);
        }
        if (seek) {
            if (const auto place = (*reader)->matchPlaceAt(*seek)) {
                post([this, frame = place->frame] { Q_EMIT matchFrameFound(frame); });
            }
        }
        if (!request) {
            continue;
        }
        const auto at = (*reader)->timeOfMatchFrame(0, request->matchFrame);
        world::AgentFramePtr frame;
        const auto track = trackOf(**reader, request->robot);
        if (at && track) {
            if (auto found = (*reader)->frameAt(*track, *at); found && *found) {
                frame = (*found)->frame;
            }
        }
        post([this, at, frame] {
            m_shownAt = at;
            Q_EMIT frameShown(frame);
        });
    }
}

} // namespace sideline::studio
