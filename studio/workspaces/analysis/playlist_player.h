#pragma once

#include <vector>

#include <QObject>

#include "studio/session/shown_match.h"

namespace sideline::studio {

/// Plays moments of the match on the screen one after the other, by its replay. When the user goes
/// elsewhere meanwhile, or pauses, it lets go. GUI thread only.
class PlaylistPlayer : public QObject {
    Q_OBJECT
public:
    /// Record time; from some time before the moment to some time after it.
    struct Entry {
        double fromS = 0.0;
        double toS = 0.0;
        [[nodiscard]] bool operator==(const Entry&) const = default;
    };

    explicit PlaylistPlayer(ShownMatch& match, QObject* parent = nullptr);

    /// Other moments; the one that is played goes on if it is still the same, else playing ends.
    void setEntries(std::vector<Entry> entries);
    /// Plays from this one on.
    void play(int at);
    /// Goes on with the one that was paused, where the replay still is in it, else from its begin.
    void resume();
    void pause();
    /// Nothing is played any more; the replay goes on as it does.
    void release();

    [[nodiscard]] bool isPlaying() const { return m_isPlaying; }
    /// The one that is played, or paused; -1 for none.
    [[nodiscard]] int at() const { return m_at; }

Q_SIGNALS:
    void changed();

private:
    void connectPlayer(const MatchPlayer& player);
    void look();
    void goOn();
    [[nodiscard]] MatchPlayer& replay() const { return m_match.replay(); }
    [[nodiscard]] bool isIn(double timeS) const;
    [[nodiscard]] bool hasWrapped(double timeS) const;

    ShownMatch& m_match;
    std::vector<Entry> m_entries;
    int m_at = -1;
    bool m_isPlaying = false;
    bool m_isSeeking = false;
    double m_lastS = 0.0; ///< of the replay, when it was looked at last
};

} // namespace sideline::studio
