#include "studio/session/match_recording.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {
// Number of parts of a recording; when it is full, the oldest part is dropped.
constexpr std::uint64_t kIntervals = 32;
} // namespace

MatchRecording::MatchRecording(QObject* parent)
    : QObject(parent), m_directory(logs::defaultSpoolDirectory() / "live") {
    connect(&m_replay, &MatchPlayer::bookmarksChanged, this, &MatchRecording::copyBookmarks);
    connect(&m_saver, &RingSaver::finished, this,
            [this](const QString& file, const QString& error, const QString& leftOut) {
                if (error.isEmpty() && m_savedRing.lock() == m_ring) {
                    m_copies.begin(file.toStdString(), m_savedFirst);
                    copyBookmarks();
                }
                Q_EMIT saved(file, error, leftOut);
            });
}

void MatchRecording::setPlace(const std::filesystem::path& directory, std::uint64_t maxBytes) {
    m_directory = directory;
    m_maxBytes = maxBytes;
}

void MatchRecording::addRobotModel(const robot::RobotModelPtr& model) {
    auto robots = m_robots ? *m_robots : std::vector<robot::RobotModelPtr>();
    std::erase_if(robots, [&](const robot::RobotModelPtr& other) {
        return other->traits().scenePath == model->traits().scenePath;
    });
    robots.push_back(model);
    m_robots = std::make_shared<const std::vector<robot::RobotModelPtr>>(std::move(robots));
}

// The match can also be watched without a recording.
std::shared_ptr<logs::LiveRing> MatchRecording::makeRing() {
    logs::RingOptions options;
    options.directory = m_directory;
    options.maxBytes = m_maxBytes;
    options.robots = m_robots;
    options.intervalBytes = std::min(options.intervalBytes, m_maxBytes / kIntervals);
    auto ring = logs::LiveRing::create(options);
    m_fault = ring ? QString() : widgets::toQt(ring.error().toString());
    return ring ? std::move(*ring) : nullptr;
}

bool MatchRecording::begin(std::shared_ptr<logs::LiveRing> ring) {
    m_copies.clear();
    m_ring = std::move(ring);
    const bool hadOne = m_replay.isOpen();
    m_replay.close();
    return hadOne;
}

void MatchRecording::follow() {
    const auto recording = m_ring ? m_ring->recording() : nullptr;
    if (recording && recording != m_replay.log()) {
        if (m_replay.isOpen()) {
            m_copies.clear(); // their frame numbers refer to the earlier recording
        }
        m_replay.setTrailS(m_trailS);
        m_replay.openGrowing(recording, MatchPlayer::Head::Elsewhere);
        Q_EMIT opened();
    }
}

void MatchRecording::finish() {
    follow(); // the recording may have begun since the last poll
    if (m_ring) {
        m_ring->finish(); // the last frames are shown as soon as they are indexed
    }
}

void MatchRecording::close() {
    m_copies.clear();
    m_replay.close();
    m_ring.reset();
}

std::optional<std::chrono::nanoseconds> MatchRecording::arrivalOf(double frame) const {
    const double whole = std::floor(frame);
    const auto number = static_cast<logs::FrameNumber>(whole);
    const auto at = m_ring ? m_ring->arrivalNs(number) : std::nullopt;
    if (!at) {
        return std::nullopt;
    }
    const auto next = m_ring->arrivalNs(number + 1).value_or(*at);
    return std::chrono::nanoseconds(
        *at + std::llround((frame - whole) * static_cast<double>(next - *at)));
}

void MatchRecording::seekArrival(std::chrono::nanoseconds at) {
    if (m_ring && m_replay.isOpen()) {
        m_replay.seekFrame(m_ring->frameAtArrival(at.count()));
    }
}

bool MatchRecording::saveAs(const QString& file) {
    const auto recording = m_ring ? m_ring->recording() : nullptr;
    if (!recording || !m_saver.start(m_ring, file)) {
        return false;
    }
    m_savedRing = m_ring;
    m_savedFirst = recording->index()->firstFrame();
    return true;
}

base::Expected<logs::FrameNumber> MatchRecording::startCopy(const QString& file) {
    if (!m_ring) {
        return base::failure(base::ErrorCode::InvalidArgument, "there is no recording",
                             "a live match with a recording");
    }
    auto first = m_ring->startCopy(file.toStdString());
    if (first) {
        m_copies.begin(file.toStdString(), *first);
    }
    return first;
}

void MatchRecording::endCopy(const QString& file) {
    if (m_ring) {
        m_ring->endCopy(file.toStdString());
        m_copies.end(file.toStdString(), m_ring->state().frames);
    }
}

void MatchRecording::copyBookmarks() {
    QStringList faults;
    for (const std::string& fault : m_copies.save(m_replay.bookmarks().entries())) {
        faults << widgets::toQt(fault);
    }
    if (!faults.isEmpty()) {
        Q_EMIT copyFailed(faults);
    }
}

void MatchRecording::setTrailS(double trailS) {
    m_trailS = trailS;
    m_replay.setTrailS(trailS);
}

} // namespace sideline::studio
