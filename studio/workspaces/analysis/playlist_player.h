#pragma once

#include <vector>

#include <QObject>

#include "studio/session/shown_match.h"

namespace sideline::studio {

/// Plays moments of the shown match one after the other, using its replay. Stops controlling the
/// replay when the user seeks or pauses. GUI thread only.
class PlaylistPlayer : public QObject {
    Q_OBJECT
public:
    /// Interval of record time, from shortly before to shortly after the moment.
    struct Entry {
        double fromS = 0.0;
        double toS = 0.0;
        [[nodiscard]] bool operator==(const Entry&) const = default;
    };

    explicit PlaylistPlayer(ShownMatch& match, QObject* parent = nullptr);

    /// Replaces the moments; playing continues if the current one is unchanged, and ends otherwise.
    void setEntries(std::vector<Entry> entries);
    /// Plays from this entry.
    void play(int at);
    /// Continues the paused entry if the replay is still in it, otherwise plays it from its
    /// beginning.
    void resume();
    void pause();
    /// Stops playing entries; the replay continues unchanged.
    void release();

    [[nodiscard]] bool isPlaying() const { return m_isPlaying; }
    /// Returns the entry that is played or paused; -1: none.
    [[nodiscard]] int at() const { return m_at; }

Q_SIGNALS:
    void changed();

private:
    void connectPlayer(const MatchPlayer& player);
    void look();
    void playNext();
    [[nodiscard]] MatchPlayer& replay() const { return m_match.replay(); }
    [[nodiscard]] bool isIn(double timeS) const;
    [[nodiscard]] bool hasWrapped(double timeS) const;

    ShownMatch& m_match;
    std::vector<Entry> m_entries;
    int m_at = -1;
    bool m_isPlaying = false;
    bool m_isSeeking = false;
    double m_lastS = 0.0; ///< record time of the last update
};

} // namespace sideline::studio
