#include "studio/workspaces/analysis/playlist_player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QScopedValueRollback>

namespace sideline::studio {

namespace {

// Distance that the replay at normal speed may move past the end of the moment, s; a larger
// distance counts as a seek by the user.
constexpr double kLooseS = 1.0;
// Distance before the moment that counts as its beginning, s: replays stop at frames.
constexpr double kEarlyS = 0.5;

} // namespace

PlaylistPlayer::PlaylistPlayer(ShownMatch& match, QObject* parent)
    : QObject(parent), m_match(match) {
    connectPlayer(match.log());
    connectPlayer(match.live().replay());
}

void PlaylistPlayer::connectPlayer(const MatchPlayer& player) {
    connect(&player, &MatchPlayer::frameShown, this, &PlaylistPlayer::look);
    connect(&player, &MatchPlayer::playbackChanged, this, &PlaylistPlayer::look);
}

void PlaylistPlayer::setEntries(std::vector<Entry> entries) {
    const bool isSame = m_at >= 0 && m_at < static_cast<int>(entries.size()) &&
                        entries[static_cast<std::size_t>(m_at)].fromS ==
                            m_entries[static_cast<std::size_t>(m_at)].fromS;
    m_entries = std::move(entries);
    if (m_at >= 0 && !isSame) {
        release();
    }
}

void PlaylistPlayer::play(int at) {
    if (at < 0 || at >= static_cast<int>(m_entries.size()) || !replay().isOpen()) {
        return;
    }
    m_at = at;
    m_isPlaying = true;
    {
        const QScopedValueRollback seeking(m_isSeeking, true);
        m_lastS = m_entries[static_cast<std::size_t>(at)].fromS;
        replay().seekTime(m_lastS);
        replay().play(true);
    }
    Q_EMIT changed();
}

void PlaylistPlayer::resume() {
    if (m_at < 0 || !isIn(replay().clock().timeS())) {
        play(std::max(0, m_at));
        return;
    }
    m_isPlaying = true;
    m_lastS = replay().clock().timeS();
    {
        const QScopedValueRollback seeking(m_isSeeking, true);
        replay().play(true);
    }
    Q_EMIT changed();
}

void PlaylistPlayer::pause() {
    if (std::exchange(m_isPlaying, false)) {
        replay().setPlaying(false);
        Q_EMIT changed();
    }
}

void PlaylistPlayer::release() {
    m_isPlaying = false;
    m_at = -1;
    Q_EMIT changed();
}

bool PlaylistPlayer::isIn(double timeS) const {
    const Entry& entry = m_entries[static_cast<std::size_t>(m_at)];
    return timeS >= entry.fromS - kEarlyS && timeS < entry.toS;
}

// Returns whether a loop that ends within the moment has restarted.
bool PlaylistPlayer::hasWrapped(double timeS) const {
    const auto loop = replay().clock().loop();
    return loop && loop->endS <= m_entries[static_cast<std::size_t>(m_at)].toS && timeS < m_lastS &&
           timeS >= loop->beginS &&
           m_lastS > loop->endS - kLooseS * std::max(1.0, replay().clock().speed());
}

void PlaylistPlayer::look() {
    if (!m_isPlaying || m_isSeeking) {
        return;
    }
    if (!replay().isOpen()) {
        release();
        return;
    }
    const Entry& entry = m_entries[static_cast<std::size_t>(m_at)];
    const logs::ReplayClock& clock = replay().clock();
    const double timeS = clock.timeS();
    const double looseS = kLooseS * std::max(1.0, std::abs(clock.speed()));
    const bool isAtEnd = timeS >= std::min(entry.toS, clock.durationS());
    if (hasWrapped(timeS) || (isAtEnd && timeS <= entry.toS + looseS)) {
        playNext();
    } else if (timeS < entry.fromS - kEarlyS || isAtEnd) {
        release(); // the user has moved to another time
    } else if (!clock.isPlaying()) {
        m_isPlaying = false;
        Q_EMIT changed();
    }
    m_lastS = timeS;
}

// Plays the next moment. If it has already begun, the replay simply continues.
void PlaylistPlayer::playNext() {
    const int next = m_at + 1;
    if (next >= static_cast<int>(m_entries.size())) {
        m_isPlaying = false;
        replay().setPlaying(false);
        Q_EMIT changed();
        return;
    }
    const Entry& entry = m_entries[static_cast<std::size_t>(next)];
    const double timeS = replay().clock().timeS();
    if (replay().clock().isPlaying() && timeS >= entry.fromS && timeS < entry.toS) {
        m_at = next;
        Q_EMIT changed();
    } else {
        play(next);
    }
}

} // namespace sideline::studio
